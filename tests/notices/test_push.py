"""Web Push: what is sent can be read by the browser alone, and is signed by the house."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from typing import Any

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from app.db.direct import autocommitting
from app.notices import addresses, push
from app.notices.errors import AddressError
from tests.matches.conftest import People, Running
from tests.notices.conftest import BASE, Desk
from tests.notices.receivers import Receiver, Request


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Browser:
    """What a browser keeps of its subscription."""

    private: ec.EllipticCurvePrivateKey
    secret: bytes

    @property
    def keys(self) -> dict[str, str]:
        """What it gives to the house."""
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return {"p256dh": encode(point), "auth": encode(self.secret)}

    def read(self, request: Request) -> dict[str, Any]:
        """Decrypt what came (RFC 8188, 8291)."""
        data: bytes = http_ece.decrypt(
            request.body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"
        )
        found: dict[str, Any] = msgspec.json.decode(data)
        return found


@pytest.fixture
def browser() -> Browser:
    return Browser(ec.generate_private_key(ec.SECP256R1()), os.urandom(16))


async def subscribe(desk: Desk, people: People, browser: Browser, url: str) -> None:
    async with autocommitting(desk.engine) as driver:
        await addresses.add_push(
            driver, people.bob, url, browser.keys, "Chromium, Linux", BASE, desk.now, local=True
        )


async def test_the_browser_alone_reads_it(
    desk: Desk, running: Running, people: People, receiver: Receiver, browser: Browser
) -> None:
    await subscribe(desk, people, browser, f"{receiver.url}/push/1")
    await desk.settle_and_send()
    [request] = receiver.requests
    told = browser.read(request)
    assert told["title"] == "Your turn: Toss"
    assert told["url"] == f"{BASE}/m/{running.key}"
    assert told["stop_url"].startswith(f"{BASE}/stop/")
    assert b"Toss" not in request.body
    assert request.headers["content-encoding"] == "aes128gcm"
    assert int(request.headers["ttl"]) > 0


async def test_it_is_signed_with_the_key_that_browsers_subscribe_with(
    desk: Desk, running: Running, people: People, receiver: Receiver, browser: Browser
) -> None:
    await subscribe(desk, people, browser, f"{receiver.url}/push/1")
    await desk.settle_and_send()
    async with autocommitting(desk.engine) as driver:
        pem = await push.private_key(driver)
        assert pem == await push.private_key(driver)
    authorization = receiver.requests[0].headers["authorization"]
    assert Vapid02.verify(authorization)
    assert f"k={push.public_key(pem)}" in authorization
    claims = authorization.split(".")[1]
    decoded = msgspec.json.decode(push.decode(claims))
    assert decoded["aud"] == receiver.url
    assert decoded["sub"] == BASE


async def test_a_subscription_that_is_gone_is_used_no_more(
    desk: Desk, running: Running, people: People, receiver: Receiver, browser: Browser
) -> None:
    receiver.statuses["/push/1"] = 410
    await subscribe(desk, people, browser, f"{receiver.url}/push/1")
    await desk.settle_and_send()
    assert await desk.states() == ["refused"]
    async with autocommitting(desk.engine) as driver:
        [address] = await addresses.list_addresses(driver, people.bob.id)
    assert address.refused is not None


async def test_push_reaches_no_address_inside(
    desk: Desk, people: People, receiver: Receiver, browser: Browser
) -> None:
    async with autocommitting(desk.engine) as driver:
        with pytest.raises(AddressError):
            await addresses.add_push(
                driver, people.bob, receiver.url, browser.keys, "", BASE, desk.now
            )


@pytest.mark.parametrize("part", ["p256dh", "auth"])
async def test_keys_that_are_none_are_refused(
    desk: Desk, people: People, browser: Browser, part: str
) -> None:
    keys = browser.keys | {part: "AAAA"}
    async with autocommitting(desk.engine) as driver:
        with pytest.raises(AddressError):
            await addresses.add_push(
                driver, people.bob, "https://push.example.org/1", keys, "", BASE, desk.now
            )
