"""Replay: a match as it was after any of its actions."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.matches.errors import NoSuchMatchError
from app.matches.replay import NO_MOMENT, Moment
from app.web.errors import is_htmx
from app.web.house import HouseDep
from app.web.moment import address, moment_shown
from app.web.pages import fragment, render
from app.web.readers import ReaderDep
from app.web.routes.doors import see_other

router = APIRouter(prefix="/m/{key}/at", include_in_schema=False)

LONGEST_NUMBER = 18


@router.get("")
async def jump(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The moment that the slider names, by default the newest."""
    number, eyes = _asked(request, "n"), _asked(request, "as")
    moment = await house.replays.moment(key, reader.person, number, eyes)
    if is_htmx(request):
        return await show(request, moment)
    return see_other(address(moment, moment.page.head.version))


@router.get("/{number}")
async def look(
    request: Request, key: str, number: str, house: HouseDep, reader: ReaderDep
) -> Response:
    """The match after that action; no decision can be made there."""
    after = read_number(number)
    if after is None:
        raise NoSuchMatchError(NO_MOMENT)
    moment = await house.replays.moment(key, reader.person, after, _asked(request, "as"))
    return await show(request, moment)


async def show(request: Request, moment: Moment) -> Response:
    """The whole page, or for htmx all of it that changes."""
    game, context = moment_shown(request, moment)
    if is_htmx(request):
        return fragment(request, game.update, **context)
    return await render(request, game.template, **context)


def read_number(text: str) -> int | None:
    """A number of an action or a seat; None when it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        return None
    return int(text)


def _asked(request: Request, name: str) -> int | None:
    return read_number(request.query_params.get(name, ""))
