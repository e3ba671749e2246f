"""The address that the waiting room gives for friends."""

from __future__ import annotations

import pytest
from fastapi import FastAPI, Request

from app.settings import Settings
from app.web.origin import address

NETWORK = "http://192.0.2.7:8000"
PUBLIC = "https://games.example.org"
LOCAL = "http://localhost"


def asked_by(host: str, network: str | None, public: str | None) -> Request:
    """A request for the page under that name."""
    app = FastAPI()
    app.state.settings = Settings(public_url=public)
    app.state.network_address = network
    headers = [(b"host", host.encode())]
    return Request({"type": "http", "scheme": "http", "path": "/", "headers": headers, "app": app})


@pytest.mark.parametrize(
    ("host", "network", "public", "expected"),
    [
        ("127.0.0.1:8000", None, None, "http://127.0.0.1:8000"),
        ("127.0.0.1:8000", NETWORK, None, NETWORK),
        ("localhost:8000", NETWORK, None, NETWORK),
        ("castle.local:8000", NETWORK, None, "http://castle.local:8000"),
        ("127.0.0.1:8000", NETWORK, PUBLIC, PUBLIC),
        ("localhost", None, LOCAL, LOCAL),
        ("192.0.2.7", None, LOCAL, "http://192.0.2.7"),
        ("192.0.2.7", None, f"{LOCAL}/games", "http://192.0.2.7/games"),
    ],
)
def test_friends_get_an_address_that_opens_for_them(
    host: str, network: str | None, public: str | None, expected: str
) -> None:
    assert address(asked_by(host, network, public)) == expected
