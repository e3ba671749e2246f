"""A database that does not answer, seen from outside of the pages: a word, no trace of the code."""

from __future__ import annotations

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import UNAVAILABLE, answer
from app.web.gate import SECURITY_HEADERS


class Unavailable:
    """Wraps the gate, which asks the database who reads: outside of it no handler of errors is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; with status 503 where there is no database."""
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except UNAVAILABLE as error:
            if begun or scope["type"] != "http":
                raise
            response = await answer(Request(scope, receive), error)
            response.raw_headers.extend(SECURITY_HEADERS)
            await response(scope, receive, send)
