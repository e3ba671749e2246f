"""Taking back one's own last moves, and doing them again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias
from uuid import UUID

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from app.accounts.people import Person
from app.matches.errors import BadChoiceError, BeyondUndoError, NothingToRedoError
from app.matches.play import Answer
from app.web.errors import is_htmx, wants_json
from app.web.forms import read_posted
from app.web.house import House, HouseDep
from app.web.readers import PersonDep, reader_of
from app.web.routes.doors import see_other
from app.web.routes.match import (
    ANSWERED_WITH_THE_BOARD,
    UNADDRESSED,
    not_played,
    page_for,
    read_move,
    show,
)
from app.web.routes.replay import read_number
from app.web.shown import with_selection

router = APIRouter(prefix="/m/{key}", include_in_schema=False)

Way: TypeAlias = Callable[[str, Person, int, int, UUID], Awaitable[Answer]]
ANSWERED = (*ANSWERED_WITH_THE_BOARD, BeyondUndoError, NothingToRedoError)


@router.post("/undo")
async def undo(request: Request, key: str, house: HouseDep, person: PersonDep) -> Response:
    """The state after the action `to` is back, which the person's last moves led away from."""
    return await _go(request, key, house, person, house.matches.undo)


@router.post("/redo")
async def redo(request: Request, key: str, house: HouseDep, person: PersonDep) -> Response:
    """What was taken back is done again, up to the action `to`."""
    return await _go(request, key, house, person, house.matches.redo)


async def _go(request: Request, key: str, house: House, person: Person, way: Way) -> Response:
    """Too far, or late: the board as it is, and a word."""
    posted = await read_posted(request)
    try:
        move = read_move(posted)
        to = read_number(str(move.action.get("to", "")))
        if to is None:
            raise BadChoiceError(UNADDRESSED)
        answered = await way(key, person, to, move.version, move.request)
    except ANSWERED as error:
        return await not_played(request, house, key, posted, error)
    if wants_json(request):
        return JSONResponse({"version": answered.number})
    if is_htmx(request):
        return await show(request, await page_for(house, reader_of(request), key))
    return see_other(with_selection(f"/m/{key}", request, since=move.version))
