"""A shared screen: who acts there now, and that the way back shows nothing of the last one."""

from __future__ import annotations

import secrets

from fastapi import Request
from fastapi.responses import Response

from app import accounts
from app.web.house import House
from app.web.readers import Reader
from app.web.routes.doors import set_cookie

SCREEN_COOKIE = "screen"
"""Says nothing; since it changes, browsers forget the pages that they keep for the way back."""
A_DAY = 24 * 3600


async def switch(house: House, reader: Reader, person_id: int) -> None:
    """Let somebody at the reader's screen act; nothing happens where there is no such."""
    if reader.held is None:
        return
    async with house.engine.begin() as connection:
        await accounts.act_as(connection, reader.held, person_id)
    house.sessions.forget(str(reader.held.owner))


def forget_pages(request: Request, response: Response) -> None:
    """Let the way back lead to no page of who sat there before."""
    response.headers["clear-site-data"] = '"cache"'
    set_cookie(request, response, SCREEN_COOKIE, secrets.token_hex(8), A_DAY)
