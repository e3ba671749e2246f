"""The outermost layer: how long each answer takes, a number for each request, a line in the log."""

from __future__ import annotations

import logging
import re
import secrets
import time

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import logs, meters

log = logging.getLogger("burgrave.requests")

HEADER = b"x-request-id"
_GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
UNKNOWN = "none"
"""For addresses that no route has: they must not make figures of their own."""


class Measured:
    """Wraps the application. A proxy may give the number of a request in `X-Request-ID`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        number = _number(scope)
        begun, status = time.perf_counter(), 500

        async def numbered(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (HEADER, number.encode())]
            await send(message)

        token = logs.REQUEST.set(number)
        try:
            await self.app(scope, receive, numbered)
        finally:
            _note(scope, status, time.perf_counter() - begun)
            logs.REQUEST.reset(token)


def _number(scope: Scope) -> str:
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _GIVEN.fullmatch(given) else secrets.token_hex(8)


def _note(scope: Scope, status: int, seconds: float) -> None:
    meters.ANSWERS.labels(status).inc()
    if "burgrave.polled" in scope:
        return
    method = scope["method"] if scope["method"] in METHODS else UNKNOWN
    route = route_of(scope)
    meters.REQUESTS.labels(method, route).observe(seconds)
    if log.isEnabledFor(logging.INFO):
        told = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("%s %s %s", method, route, status, extra={"told": told | _subject(scope)})


def route_of(scope: Scope) -> str:
    """The pattern of the route that served: "/m/{key}", whatever the match."""
    route = getattr(scope.get("route"), "path", None)
    if route is not None:
        return str(route)
    if "endpoint" not in scope:
        return UNKNOWN
    path: str = scope["path"]
    if path.startswith("/static/"):
        return "/static"
    for name, value in scope.get("path_params", {}).items():
        path = path.replace(str(value), f"{{{name}}}", 1)
    return path


def _subject(scope: Scope) -> dict[str, object]:
    """Which match and which person (by number, not by name), where there is one."""
    told: dict[str, object] = {}
    key = scope.get("path_params", {}).get("key")
    if key and scope["path"].startswith("/m/"):
        told["match"] = key
    if (person := getattr(scope.get("burgrave.reader"), "id", None)) is not None:
        told["person"] = person
    return told
