"""Closed for maintenance: pages are read as ever, what would change something waits with a word."""

from __future__ import annotations

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.admin.errors import MaintenanceError
from app.web.errors import answer
from app.web.house import House

RETRY_SECONDS = "60"
SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}
OPEN = ("/admin", "/key", "/sign-in", "/sign-out", "/language", "/theme")
"""What can be done all the same, with all that stands below these paths."""


class Maintenance:
    """Wraps the application inside of the gate, which knows the reader."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            house: House | None = getattr(scope["app"].state, "house", None)
            if house is not None and not is_open(scope["path"]):
                rules = await house.memory.rules()
                if rules.maintenance:
                    error = MaintenanceError(rules.maintenance_word)
                    response = await answer(Request(scope, receive), error)
                    response.headers["retry-after"] = RETRY_SECONDS
                    await response(scope, receive, send)
                    return
        await self.app(scope, receive, send)


def is_open(path: str) -> bool:
    """Whether this path works under maintenance."""
    return any(path == start or path.startswith(f"{start}/") for start in OPEN)
