"""Replay: a match as it was after any of its actions."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec.structs import replace

from app.matches import Desk
from app.matches.errors import NO_MOMENT, BadChoiceError, NoSuchMatchError
from app.matches.practice import NO_SUCH_SEAT, practise
from app.matches.replay import Moment
from app.matches.talk import Line
from app.web import games
from app.web.curtain import curtain_of
from app.web.errors import is_htmx
from app.web.forms import FieldsDep
from app.web.heads import title_of
from app.web.house import HouseDep, house_of
from app.web.moment import address, moment_shown
from app.web.pages import fragment, render, words
from app.web.rates import limited
from app.web.readers import PersonDep, ReaderDep, reader_of
from app.web.routes.doors import see_other
from app.web.routes.match import page_for

router = APIRouter(prefix="/m/{key}/at", include_in_schema=False)

LONGEST_NUMBER = 18


@router.get("")
async def jump(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The moment that the slider names, by default the newest."""
    if reader.screen and curtain_of(reader, await page_for(house, reader, key)):
        return see_other(f"/m/{key}")
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
    if reader.screen and curtain_of(reader, await page_for(house, reader, key)):
        return see_other(f"/m/{key}")
    moment = await house.replays.moment(key, reader.person, after, _asked(request, "as"))
    return await show(request, moment)


@router.post("/{number}/practice", dependencies=[limited("new")])
async def play_on(
    request: Request,
    key: str,
    number: str,
    fields: FieldsDep,
    house: HouseDep,
    person: PersonDep,
) -> Response:
    """A private copy of a finished match to play on from there, against bots."""
    after, seat = read_number(number), read_number(fields.one("seat"))
    if after is None:
        raise NoSuchMatchError(NO_MOMENT)
    if seat is None:
        raise BadChoiceError(NO_SUCH_SEAT)
    _, moment = words(request), await house.replays.moment(key, person, after)
    head = moment.page.head
    name = title_of(head, _(house.rules[head.game].meta.name), _)
    title = _("Practice: {title}, from action {number}", title=name, number=after - moment.first)
    to = await practise(house.engine, house.rules, moment, person, seat, title)
    return see_other(f"/m/{to}")


async def show(request: Request, moment: Moment) -> Response:
    """The whole page, or for htmx all of it that changes."""
    moment, said = await _with_words(request, moment)
    game, context = moment_shown(request, moment, said)
    if is_htmx(request):
        return fragment(request, game.update, **context)
    return await render(request, game.template, **context)


async def _with_words(request: Request, moment: Moment) -> tuple[Moment, Sequence[Line]]:
    """The moment with the letters that its reader had by then, and what had been said."""
    house, person = house_of(request), reader_of(request).person
    page, newest = moment.page, moment.page.head.version == moment.last
    until = None if newest else moment.at
    said = await house.talks.hear_earlier(page.head.key, person, until=until)
    if page.head.game not in games.WITH_DESK:
        return moment, said
    letters = await house.matches.letters_then(page.head.key, person, until, moment.eyes)
    return replace(moment, page=replace(page, desk=Desk(None, letters))), said


def read_number(text: str) -> int | None:
    """A number of an action or a seat; None when it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        return None
    return int(text)


def _asked(request: Request, name: str) -> int | None:
    return read_number(request.query_params.get(name, ""))
