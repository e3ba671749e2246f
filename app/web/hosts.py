"""Hosts: the house answers to its own names only, so that no other name's page can speak for it.

Addresses in digits and `localhost` always count: no web page elsewhere can take such a name.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.settings import Settings

MISDIRECTED = 421


class Hosts:
    """Wraps the application. Without BURGRAVE_URL and BURGRAVE_HOSTS every name will do."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        public = urlsplit(settings.public_url or "").hostname
        self._names = frozenset((*settings.hosts, *([public] if public else [])))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and self._names and not self._is_ours(scope):
            answer = PlainTextResponse("This house has another name.", MISDIRECTED)
            await answer(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        host = host_of(Headers(scope=scope).get("host", ""))
        return host in self._names or host == "localhost" or is_address(host)


def host_of(header: str) -> str:
    """The host in a Host header, without its port; empty where it is none."""
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def is_address(host: str) -> bool:
    """Whether it is an IP address in digits."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
