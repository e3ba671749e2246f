"""A path before all addresses: BURGRAVE_URL=https://example.org/games, behind a proxy.

Within, every address begins at `/` as ever. On the way in the prefix is taken off (whether or not
the proxy has done so), on the way out it is put before redirects and cookies; templates put it
before their links as they are compiled, so that a house without one pays nothing.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment
from jinja2.ext import Extension
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.settings import Settings

REDIRECTS = (b"location", b"hx-redirect", b"hx-location", b"hx-push-url", b"hx-replace-url")
_COOKIE_PATH = re.compile(rb"(?i)(;\s*path=)/(?=;|$)")
HOST_COOKIE = b"__Host-"
"""Browsers take such a cookie for the whole host only."""
_LINK = (
    r"(?<![\w-])((?:href|action|formaction|src|hx-(?:get|post|put|patch|delete)|data-(?:\w+-)*url)"
    r'=")'
)
_CONSTANT = re.compile(_LINK + r"(/(?!/))")
_VALUE = re.compile(_LINK + r"\{\{-?\s*(.+?)\s*-?\}\}")


def prefix_of(settings: Settings) -> str:
    """The path of BURGRAVE_URL: "/games", or "" where the house has a name of its own."""
    return urlsplit(settings.public_url or "").path.rstrip("/")


class Prefixed:
    """Wraps the application; outermost, so that nothing within knows of the prefix."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or not self._prefix:
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        if path == self._prefix or path.startswith(f"{self._prefix}/"):
            path = path.removeprefix(self._prefix) or "/"
            scope = {**scope, "path": path, "raw_path": path.encode("utf-8", "surrogateescape")}
        await self.app({**scope, "root_path": ""}, receive, self._outward(send))

    def _outward(self, send: Send) -> Send:
        prefix = self._prefix.encode()

        async def outward(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [_placed_header(prefix, *pair) for pair in message.get("headers", ())]
                message = {**message, "headers": headers}
            await send(message)

        return outward


def _placed_header(prefix: bytes, name: bytes, value: bytes) -> tuple[bytes, bytes]:
    key = name.lower()
    if key in REDIRECTS and value.startswith(b"/") and not value.startswith(b"//"):
        return name, prefix + value
    if key == b"set-cookie" and not value.startswith(HOST_COOKIE):
        return name, _COOKIE_PATH.sub(rb"\g<1>" + prefix, value)
    return name, value


def placed(prefix: str, url: Any) -> Any:
    """The address with the prefix before it, if it is a path of this house that has none yet."""
    text = str(url)
    if not text.startswith("/") or text.startswith(("//", f"{prefix}/")):
        return url
    return prefix + url  # markup stays markup


class Links(Extension):
    """Puts the environment's `prefix` before the links of each template that it compiles."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.filters["placed"] = lambda url: placed(self._prefix, url)

    @property
    def _prefix(self) -> str:
        return str(self.environment.globals.get("prefix", ""))

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template with links that lead to where the house is."""
        if not self._prefix:
            return source
        source = _VALUE.sub(r"\g<1>{{ (\g<2>)|placed }}", source)
        return _CONSTANT.sub(rf"\g<1>{self._prefix}\g<2>", source)
