"""The desk at a match: drafts, letters, figures; and what ends the wait or fills a seat."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec.structs import replace

from app.accounts.errors import AccountError
from app.matches import MatchPage, OpenMatch
from app.matches.errors import BadChoiceError, NoSuchMatchError, NotOpenError
from app.web import games
from app.web.errors import is_htmx
from app.web.forms import Fields, FieldsDep
from app.web.games.contract import DeskPage
from app.web.house import House, HouseDep
from app.web.pages import fragment, render, words
from app.web.rates import limited
from app.web.readers import PersonDep, Reader, ReaderDep
from app.web.routes.doors import go_on, guest_of, see_other
from app.web.routes.hall import small
from app.web.routes.match import board, page_for, show
from app.web.shown import Said, selection, shown

router = APIRouter(prefix="/m/{key}", include_in_schema=False)

LONGEST_NUMBER = 15
NOTHING_NEW = Response(status_code=204, headers={"cache-control": "no-store"})


async def at_desk(house: House, reader: Reader, key: str) -> tuple[MatchPage, DeskPage]:
    """The match with the reader's desk. Raises NoSuchMatchError, NotOpenError."""
    page = await page_for(house, reader, key)
    if isinstance(page, OpenMatch):
        raise NotOpenError
    game = games.WITH_DESK.get(page.head.game)
    if game is None:
        raise NoSuchMatchError
    return replace(page, desk=await house.matches.desk(page)), game


@router.post("/draft")
async def edit_draft(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Change the draft, and show it; nobody else sees any of it."""
    page, game = await at_desk(house, Reader(person=person), key)
    edited = game.edited(page, fields)
    if edited.refusal is not None:
        return await show(request, page, Said(refusal=edited.refusal), 422, fields)
    if edited.data is not None:
        await house.matches.keep_draft(key, person, edited.data)
    if is_htmx(request):
        return await show(request, page)
    query = "&".join(f"{name}={value}" for name, value in selection(request))
    return see_other(f"/m/{key}?{query}" if query else f"/m/{key}")


@router.post("/letters", dependencies=[limited("letter")])
async def write_letter(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Send a letter; one that is not sent stays in its form."""
    page, game = await at_desk(house, Reader(person=person), key)
    try:
        await house.matches.write_letter(
            page, _readers(fields), game.turn_of(page), fields.one("letter")
        )
    except BadChoiceError as error:
        said = Said(notice=words(request)(error.text, **error.params))
        return await show(request, page, said, 422, fields)
    if not is_htmx(request):
        return see_other(f"/m/{key}#panel-letters")
    page = replace(page, desk=await house.matches.desk(page))
    return fragment(request, game.post, **board(request, page, Said(), None))


def _readers(fields: Fields) -> list[int] | None:
    """To whom: seats, or None for all; an empty list when nobody is chosen."""
    said = fields.get("to", [])
    return None if "all" in said else [small(seat) for seat in said if seat.isdecimal()]


@router.get("/letters")
async def new_letters(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """What a poll for letters gets: all of them when one is new, else nothing."""
    after = _number(request.query_params.get("after", ""))
    if not await house.matches.new_letters(key, reader.person, after):
        return NOTHING_NEW
    page, game = await at_desk(house, reader, key)
    if is_htmx(request):
        return fragment(request, game.post, **board(request, page, Said(), None))
    return see_other(f"/m/{key}#panel-letters")


@router.post("/letters/read")
async def mark_read(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """The reader has read his letters."""
    await house.matches.mark_read(key, person, _number(fields.one("up_to")))
    if not is_htmx(request):
        return see_other(f"/m/{key}#panel-letters")
    page, game = await at_desk(house, Reader(person=person), key)
    return fragment(request, game.post, **board(request, page, Said(), None))


@router.post("/force")
async def force(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """The host ends the wait."""
    await house.matches.force(key, person)
    return see_other(f"/m/{key}")


@router.post("/enter")
async def enter(request: Request, key: str, fields: FieldsDep, house: HouseDep) -> Response:
    """Take the seat of who was eliminated; who is not known gives a name."""
    try:
        person = await guest_of(request, house, fields)
    except AccountError as error:
        said = Said(notice=words(request)(error.text, **error.params))
        return await show(request, await page_for(house, Reader(), key), said, 422)
    await house.matches.take_over(key, person, small(fields.one("seat")))
    return await go_on(request, house, person, f"/m/{key}")


@router.get("/economy")
async def economy(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The match in figures, turn by turn."""
    page, game = await at_desk(house, reader, key)
    entries = await house.matches.telling(key, reader.person, "TurnBegan")
    plots = game.plots(page, entries, words(request))
    return await render(request, game.economy, match=shown(request, page, Said()), plots=plots)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else 0
