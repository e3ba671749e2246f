"""Webhooks never lead into the host's own network, whatever their names resolve to."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest
import requests

from app.notices import hooks
from app.notices.errors import AddressError, SendFailedError
from app.notices.guarded import Attempt, ForbiddenAddressError, GuardedSession, check_public
from tests.notices.receivers import Receiver

URLS = {
    "discord": "https://discord.com/api/webhooks/123456789012345678/abcdEFGHijklMNOPqrstUVWX",
    "slack": "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
}
FORBIDDEN = [
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1",
    "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::5db8:d822",
    "2001:db8::1", "2002:7f00:1::1",
]  # fmt: skip


@pytest.mark.parametrize("address", FORBIDDEN)
def test_what_is_not_public_is_forbidden(address: str) -> None:
    with pytest.raises(ForbiddenAddressError):
        check_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111"])
def test_what_is_public_is_allowed(address: str) -> None:
    check_public(address)


def resolver(*answers: list[str]) -> tuple[Callable[..., list[tuple[Any, ...]]], list[str]]:
    """A resolver that gives these answers, one after the other; and the names it was asked for."""
    asked: list[str] = []

    def resolve(host: str, port: int, *_: Any) -> list[tuple[Any, ...]]:
        found = answers[min(len(asked), len(answers) - 1)]
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    return resolve, asked


def post(url: str, attempt: Attempt) -> None:
    with GuardedSession(attempt) as session:
        session.post(url, data=b"x")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/", "http://[::1]:{port}/", "http://localhost:{port}/",
        "http://169.254.169.254/latest", "http://10.0.0.1/", "http://2130706433:{port}/",
        "http://0x7f.1:{port}/", "http://[::ffff:127.0.0.1]:{port}/", "https://127.0.0.1:{port}/",
    ],
)  # fmt: skip
async def test_addresses_in_any_writing_are_refused(url: str, receiver: Receiver) -> None:
    port = receiver.url.rpartition(":")[2]
    attempt = Attempt()
    with pytest.raises(requests.RequestException):
        await asyncio.to_thread(post, url.format(port=port), attempt)
    assert receiver.requests == []
    assert "public" in attempt.error


async def test_a_name_that_leads_inside_is_refused(receiver: Receiver) -> None:
    port = receiver.url.rpartition(":")[2]
    resolve, asked = resolver(["93.184.216.34", "127.0.0.1"])
    with pytest.raises(requests.RequestException):
        await asyncio.to_thread(post, f"http://rebind.example:{port}/", Attempt(resolve=resolve))
    assert asked == ["rebind.example"]
    assert receiver.requests == []


async def test_a_name_is_resolved_once_and_the_checked_address_is_used(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name would lead inside if it were asked a second time."""
    port = receiver.url.rpartition(":")[2]
    resolve, asked = resolver(["93.184.216.34"], ["127.0.0.1"])
    reached: list[Any] = []

    def connect(self: socket.socket, where: Any) -> None:
        reached.append(where)
        raise ConnectionRefusedError

    attempt = Attempt(resolve=resolve)
    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(requests.RequestException):
        post(f"http://rebind.example:{port}/", attempt)
    assert asked == ["rebind.example"]
    assert reached == [("93.184.216.34", int(port))]


async def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.statuses["/away"] = 302
    receiver.location = f"{receiver.url}/inside"
    with pytest.raises(SendFailedError, match="302"):
        await asyncio.to_thread(
            hooks.send, Attempt(local=True), "json", f"{receiver.url}/away", "T", "B"
        )
    assert [request.path for request in receiver.requests] == ["/away"]


async def test_proxies_of_the_environment_are_not_asked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", receiver.url)
    monkeypatch.setenv("https_proxy", receiver.url)
    resolve, _ = resolver(["127.0.0.1"])
    with pytest.raises(requests.RequestException):
        await asyncio.to_thread(post, "http://example.org/", Attempt(resolve=resolve))
    assert receiver.requests == []


@pytest.mark.parametrize("service", ["discord", "slack", "ntfy", "json"])
async def test_no_service_gets_past_the_guard(service: str, receiver: Receiver) -> None:
    resolve, asked = resolver(["10.0.0.1"])
    url = URLS.get(service, f"{receiver.url.replace('http:', 'https:')}/x")
    with pytest.raises(SendFailedError, match="public"):
        await asyncio.to_thread(hooks.send, Attempt(resolve=resolve), service, url, "T", "B")
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("service", "url"),
    [
        ("json", "http://example.org/"),
        ("json", "ftp://example.org/"),
        ("json", "https://user:secret@example.org/"),
        ("json", "https://"),
        ("json", "https://[::1/"),
        ("json", "https://example.org/" + "x" * 600),
        ("json", "https://exa mple.org/"),
        ("mailto", "https://example.org/"),
        ("discord", "https://discord.com/elsewhere"),
        ("slack", "https://example.org/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ"),
    ],
)
def test_what_is_no_address_of_that_service_is_not_kept(service: str, url: str) -> None:
    with pytest.raises(AddressError):
        hooks.check(service, url, local=False)


async def test_the_query_is_the_receivers_and_sets_nothing_of_ours(receiver: Receiver) -> None:
    url = f"{receiver.url}/x?verify=no&rto=9999&method=GET"
    await asyncio.to_thread(hooks.send, Attempt(local=True), "json", url, "T", "B")
    [request] = receiver.requests
    assert request.path == "/x?verify=no&rto=9999&method=GET"
    assert request.json["message"] == "B"


@pytest.mark.parametrize("service", ["discord", "slack"])
def test_names_call_nobody_in_a_chat_and_lead_nowhere(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []

    def request(self: requests.Session, method: str, url: str, **more: Any) -> requests.Response:
        sent.append(more["data"])
        answer = requests.Response()
        answer.status_code, answer._content = 200, b"ok"
        return answer

    monkeypatch.setattr(GuardedSession, "request", request)
    hooks.send(Attempt(), service, URLS[service], "@everyone", "<!channel> [x](https://evil.test)")
    [data] = sent
    assert "@everyone" not in data
    assert "<!channel>" not in data
    assert "](" not in data
    assert "github" not in data


async def test_ntfy_gets_a_topic(receiver: Receiver) -> None:
    await asyncio.to_thread(
        hooks.send, Attempt(local=True), "ntfy", f"{receiver.url}/topic", "T", "B"
    )
    [request] = receiver.requests
    assert (request.json["topic"], request.json["title"], request.json["message"]) == (
        "topic", "T", "B",
    )  # fmt: skip
