"""The gate: every request passes here. Security headers, origin check, reader, quick polls.

Pure ASGI, since a poll that finds nothing new must cost next to nothing.
"""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import meters
from app.rules.contract import N_
from app.web.forms import BadRequestError
from app.web.house import House
from app.web.live import tag
from app.web.readers import Reader, is_secure, recognise

CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
SECURITY_HEADERS: list[tuple[bytes, bytes]] = [
    (b"content-security-policy", CONTENT_SECURITY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
]
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=15552000")
"""Sent over TLS: half a year, for this host alone."""
SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}
BODY_SECONDS = 20.0
SLOWEST_BYTES_A_SECOND = 8 * 1024
UNREAD = ("/static/", "/healthz", "/readyz", "/metrics")
"""Paths that are the same for everybody."""
POLL_HEADERS = [*SECURITY_HEADERS, (b"cache-control", b"no-store")]


class Gate:
    """Wraps the application; `request.app.state.house` must be there when requests come."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # the server leaves the body out
        house: House | None = getattr(scope["app"].state, "house", None)
        if house is not None and not scope["path"].startswith(UNREAD):
            reader = await recognise(scope, house.sessions)
            if await answered_from_memory(scope, receive, send, house, reader):
                return
            if polled_match(scope):
                meters.POLL_READ.inc()
        if scope["method"] not in SAFE_METHODS:
            scope["burgrave.foreign"] = is_foreign(scope)
            receive = _timely(scope, receive)
        await self.app(scope, receive, _secured(scope, send))


def _secured(scope: Scope, send: Send) -> Send:
    added = [*SECURITY_HEADERS, STRICT_TRANSPORT] if is_secure(scope) else SECURITY_HEADERS

    async def secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message.setdefault("headers", [])
            message["headers"] = [*headers, *added]
        await send(message)

    return secured


def _timely(scope: Scope, receive: Receive) -> Receive:
    """A body must come within the time that its size takes on a slow line."""
    length = Headers(scope=scope).get("content-length", "")
    size = int(length) if length.isascii() and length.isdecimal() and len(length) < 16 else 0
    by = asyncio.get_running_loop().time() + BODY_SECONDS + size / SLOWEST_BYTES_A_SECOND
    waiting = True

    async def timely() -> Message:
        nonlocal waiting
        if not waiting:
            return await receive()
        try:
            async with asyncio.timeout_at(by):
                message = await receive()
        except TimeoutError as error:
            raise BadRequestError(N_("That took too long to come. Send it again."), 408) from error
        waiting = bool(message.get("more_body"))
        return message

    return timely


def is_foreign(scope: Scope) -> bool:
    """Whether another site's page sent the request, as far as the browser tells."""
    headers = Headers(scope=scope)
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in {"same-origin", "none"}
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


async def answered_from_memory(
    scope: Scope, receive: Receive, send: Send, house: House, reader: Reader
) -> bool:
    """Answer a poll whose match has not changed; False when the page must be made.

    `hold=0` in the query asks for the answer at once.
    """
    key = polled_match(scope)
    known = house.live.find(key, reader.id) if key else None
    if known is None:
        return False
    entry, seat = known
    current = tag(entry.stamp, seat, reader.language)
    query = parse_qs(scope["query_string"].decode("latin-1"))
    if current not in {Headers(scope=scope).get("hx-ptag"), query.get("v", [""])[0]}:
        return False
    held = query.get("hold") != ["0"]
    scope["burgrave.polled"] = True
    (meters.POLL_HELD if held else meters.POLL_MEMORY).inc()
    if held:
        house.notices.presence.note(reader.id, entry.match)
    if held and await house.live.hold(entry, receive):
        return False
    await _unchanged(send, current)
    return True


def polled_match(scope: Scope) -> str | None:
    """The key in `GET /m/KEY/live`, None for any other request."""
    path: str = scope["path"]
    if scope["method"] == "GET" and path.startswith("/m/") and path.endswith("/live"):
        return path[3:-5]
    return None


async def _unchanged(send: Send, current: str) -> None:
    headers = [*POLL_HEADERS, (b"hx-ptag", current.encode())]
    await send({"type": "http.response.start", "status": 304, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
