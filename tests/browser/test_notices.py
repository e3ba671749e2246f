"""Notices in a browser: Web Push from the wish to the shown notice, and the numbers on a page.

A headless Chromium reaches no push service: an init script gives the page a subscription with real
keys, whose endpoint is a server of this test. All else is real: permission, service worker, and the
house that keeps the subscription, encrypts and sends. What arrives is decrypted here and handed to
the service worker by the browser's own tools.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import http_ece
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Page, expect
from psycopg import sql

from tests.browser.conftest import PHONE, NewPage
from tests.servers import Server, serving

pytestmark = pytest.mark.browser

STUB = """
window.PushManager.prototype.subscribe = async function (options) {
  if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error("no");
  window.subscribed = true;
  return { toJSON: () => (SUBSCRIPTION) };
};
"""


class Endpoint:
    """A push service and its only subscriber."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.bodies: queue.Queue[bytes] = queue.Queue()
        bodies = self.bodies

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                bodies.put(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(201)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def subscription(self) -> str:
        """What the browser's push service would give, as JSON."""
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": _encode(point), "auth": _encode(self.secret)}
        url = f"http://127.0.0.1:{self.server.server_address[1]}/push/1"
        return json.dumps({"endpoint": url, "keys": keys})

    def read(self) -> str:
        """What was pushed, decrypted."""
        body = self.bodies.get(timeout=30)
        told: bytes = http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"
        )
        return told.decode()

    def close(self) -> None:
        """Stop."""
        self.server.shutdown()
        self.server.server_close()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    endpoint = Endpoint()
    yield endpoint
    endpoint.close()


@pytest.fixture(scope="module")
def near_house(postgres_url: str) -> Iterator[Server]:
    """A house whose pushes may stay on this machine, with jobs and a database of its own."""
    name = f"burgrave_notices_{os.getpid()}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    url = urlunsplit(urlsplit(postgres_url)._replace(path=f"/{name}"))
    try:
        with serving(DATABASE_URL=url, BURGRAVE_LOCAL_HOOKS="1") as server:
            yield server
            server.end()
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


def come_in(page: Page, address: str, name: str) -> None:
    """Come as a guest."""
    page.goto(f"{address}/sign-in")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Come in").click()
    page.wait_for_url(f"{address}/matches")


def test_a_device_subscribes_and_shows_what_is_pushed(
    near_house: Server, new_page: NewPage, endpoint: Endpoint
) -> None:
    page = new_page(permissions=["notifications"], base_url=near_house.address)
    page.add_init_script(STUB.replace("SUBSCRIPTION", endpoint.subscription()))
    come_in(page, near_house.address, "Alice")
    page.goto("/account/notices")
    page.get_by_role("button", name="Notices on this device").click()
    row = page.locator(".ways-list li")
    expect(row).to_contain_text("Chrome, Linux")
    row.get_by_role("button", name="Send a test").click()
    told = endpoint.read()
    assert json.loads(told)["title"] == "A test"
    registrations: list[dict[str, Any]] = []
    browser = page.context.new_cdp_session(page)
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(event["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready")
    browser.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": near_house.address,
            "registrationId": registrations[-1]["registrationId"],
            "data": told,
        },
    )
    page.wait_for_function(IS_SHOWN, arg="A test")


IS_SHOWN = """async (title) => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).some((shown) => shown.title === title);
}"""
NOTES_THE_SOUND = """() => {
  document.addEventListener("rung", () => { document.body.dataset.rung = "yes"; });
}"""


def test_an_open_page_hears_of_news(house: Server, new_page: NewPage, database: str) -> None:
    page = new_page(viewport=PHONE)
    page.clock.install()
    come_in(page, house.address, "Berthe")
    page.goto("/account/notices")
    page.get_by_label("A sound on an open page").check()
    page.get_by_role("button", name="Keep this").click()
    page.goto("/rules")
    expect(page.locator("#news")).to_be_hidden()
    page.evaluate(NOTES_THE_SOUND)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO notice (person_id, kind, number, facts)"
            " SELECT id, 'house', 1, jsonb_build_object('text', 'Closed on Monday')"
            " FROM person WHERE name = 'Berthe'"
        )
    page.clock.fast_forward("00:30")
    expect(page.locator("#news")).to_have_text("1")
    expect(page).to_have_title("(1) Rulebooks · Burgrave")
    expect(page.locator("body[data-rung=yes]")).to_be_attached()
    page.locator("a.bell[href='/notices']").click()
    expect(page.locator(".notices .unread")).to_contain_text("Closed on Monday")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.locator(".notices .unread")).to_have_count(0)
