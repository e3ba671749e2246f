"""A match: its page, its moves, what is new of it; before it begins, its waiting room."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from msgspec import Struct
from msgspec.structs import replace

from app.accounts.errors import AccountError
from app.matches import MatchPage, OpenMatch
from app.matches.errors import (
    BadChoiceError,
    MatchError,
    MatchOverError,
    NoSuchMatchError,
    NotSeatedError,
    PausedError,
    RefusedError,
    StaleError,
)
from app.rules.contract import N_
from app.web import games
from app.web.curtain import curtain_of, draw, needs_none, neighbour_at
from app.web.ended import ended, is_ended
from app.web.errors import TITLES, Wrong, as_json, is_htmx, status_of, told, wants_json
from app.web.forms import NO_OBJECT, FieldsDep, Posted, parse_json, read_posted
from app.web.games.picture import Picture
from app.web.house import House, HouseDep, house_of
from app.web.live import WAITING, stamp, tag
from app.web.pages import fragment, render, words
from app.web.readers import PersonDep, Reader, ReaderDep, person_of, reader_of
from app.web.routes.doors import go_on, guest_of, see_other
from app.web.routes.hall import small
from app.web.screen import forget_pages, switch
from app.web.shown import Said, older_than, queried, refused, shown, since, with_selection
from app.web.talk import talk_news
from app.web.waiting import waiting_room

router = APIRouter(prefix="/m/{key}", include_in_schema=False)

Query = dict[str, list[str]]
NOTHING = Said()
LONGEST_NUMBER = 18
ENVELOPE = ("csrf", "version", "key", "action")
"""Fields of a move that are not the action's own."""
UNADDRESSED = N_("This form does not say which board it answers.")
ANSWERED_WITH_THE_BOARD = (
    RefusedError,
    StaleError,
    MatchOverError,
    NotSeatedError,
    PausedError,
    BadChoiceError,
)


async def page_for(house: House, reader: Reader, key: str) -> MatchPage | OpenMatch:
    """The match, remembered for the reader's polls. Raises NoSuchMatchError."""
    mark = house.live.mark()
    page = await house.matches.look(key, reader.person)
    house.live.remember(mark, page, reader.id)
    return page


async def show(
    request: Request,
    page: MatchPage | OpenMatch,
    said: Said = NOTHING,
    status: int = 200,
    posted: Query | None = None,
) -> Response:
    """The page, or for htmx what has changed; the waiting room before the match begins.

    At a shared screen the curtain where somebody else there is awaited.
    """
    curtain = curtain_of(reader_of(request), page)
    if curtain is not None and isinstance(page, MatchPage):
        return await draw(request, page.head, page.seat, curtain)
    if request.query_params.get("hold") != "0":
        house_of(request).notices.presence.note(reader_of(request).id, page.head.id)
    talk = await talk_news(request, page)
    if isinstance(page, OpenMatch):
        return await waiting_room(request, page, talk, said.notice, status)
    if page.head.game in games.WITH_DESK:
        page = replace(page, desk=await house_of(request).matches.desk(page))
    context = board(request, page, said, posted)
    context["talk"] = talk
    game = games.page_of(page.head.game, plain=bool(request.query_params.get("plain")))
    headers = {"HX-PTag": context["live_tag"]}
    if is_htmx(request):
        return fragment(request, game.update, status, headers, **context)
    return await render(request, game.template, status, headers, **context)


def board(request: Request, page: MatchPage, said: Said, posted: Query | None) -> dict[str, Any]:
    """What the game's templates get."""
    game = games.page_of(page.head.game, plain=bool(request.query_params.get("plain")))
    query = queried(request, posted or {})
    known = since(request) if is_htmx(request) else None
    match = shown(request, page, said)
    picture = game.picture(page, query, words(request), known)
    if is_ended(page) and isinstance(picture, Picture):
        picture = ended(picture, page, words(request))
    return {
        "match": match,
        "picture": picture,
        "refusal": match.refusal,
        "notice": match.notice,
        "request_key": match.request_key,
        "live_tag": match.tag,
    }


@router.get("")
async def look(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The match as the reader may see it."""
    try:
        page = await page_for(house, reader, key)
    except NoSuchMatchError:
        found = await neighbour_at(house, reader, key)
        if found is None:
            raise
        return await draw(request, *found)
    return await show(request, page)


@router.get("/live")
async def live(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """What is new: polls that memory could not answer. Unchanged: 304."""
    async with house.live.turnstile:
        page = await page_for(house, reader, key)
    current = tag(stamp(page.head), page.seat, reader.language)
    if current in {request.headers.get("hx-ptag"), request.query_params.get("v")}:
        return Response(status_code=304, headers={"HX-PTag": current, "cache-control": "no-store"})
    if request.query_params.get("v", "").startswith(WAITING) and isinstance(page, MatchPage):
        return Response(status_code=200, headers={"HX-Refresh": "true"})
    return await show(request, page)


@router.get("/log")
async def older(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """Older lines of the log."""
    page = await page_for(house, reader, key)
    if isinstance(page, OpenMatch) or curtain_of(reader, page):
        return see_other(f"/m/{key}")
    before = _number(request.query_params.get("before", ""), page.head.version + 1)
    entries = await house.matches.log(key, reader.person, before)
    game = games.page_of(page.head.game, plain=bool(request.query_params.get("plain")))
    lines = game.log_lines(entries, page, words(request))
    older_url = older_than(key, entries)
    context: dict[str, Any] = {"lines": lines, "older_url": older_url}
    context["match"] = shown(request, page, NOTHING)
    if is_htmx(request):
        return fragment(request, game.older, **context)
    return await render(request, "older.html", older=game.older, **context)


async def hand_on(house: House, reader: Reader, key: str) -> bool:
    """Where nothing is secret between them, let who is next at the screen act; whether he does."""
    page = await page_for(house, reader, key)
    curtain = curtain_of(reader, page)
    if curtain is None or not isinstance(page, MatchPage):
        return False
    if not await needs_none(house, page, curtain):
        return False
    await switch(house, reader, curtain.next.person)
    return True


def handed_on(request: Request, key: str) -> Response:
    """The board of who is next."""
    answer = (
        Response(headers={"HX-Refresh": "true"}) if is_htmx(request) else see_other(f"/m/{key}")
    )
    forget_pages(request, answer)
    return answer


async def play(request: Request) -> Response:
    """A move. Refused or late: the board as it is, and a word.

    A plain route: dependencies would take as long as the rules do.
    """
    key, house = request.path_params["key"], house_of(request)
    person, posted = person_of(request), await read_posted(request)
    try:
        move = read_move(posted)
        answered = await house.matches.play(
            key, person, move.action, version=move.version, request_key=move.request
        )
    except ANSWERED_WITH_THE_BOARD as error:
        return await not_played(request, house, key, posted, error)
    if wants_json(request):
        return JSONResponse({"version": answered.number})
    reader = reader_of(request)
    if reader.screen and await hand_on(house, reader, key):
        return handed_on(request, key)
    if is_htmx(request):
        return await show(request, await page_for(house, reader, key))
    return see_other(with_selection(f"/m/{key}", request, since=move.version))


router.add_route("/m/{key}/play", play, methods=["POST"])


async def not_played(
    request: Request, house: House, key: str, posted: Posted, error: MatchError
) -> Response:
    """The board as it is, and why nothing was done."""
    page = await page_for(house, reader_of(request), key)
    if wants_json(request):
        return not_played_json(request, page, error)
    if isinstance(error, RefusedError):
        said = Said(refusal=error.refusal)
    else:
        said = Said(notice=words(request)(error.text, **error.params))
    return await show(request, page, said, status_of(error), posted.fields)


def not_played_json(
    request: Request, page: MatchPage | OpenMatch, error: MatchError
) -> JSONResponse:
    """Why a move was not played, for a program; a refusal with its rule, in the game's words."""
    if isinstance(error, RefusedError) and isinstance(page, MatchPage):
        _, game = words(request), page.head.game
        told_as = refused(error.refusal, game, games.page_of(game).words(page, _), _)
        return as_json(Wrong(422, _(TITLES[422]), told_as.text, told_as.rule))
    return as_json(told(request, error), error)


class Move(Struct, frozen=True):
    """What is asked for, the version that it answers, and the key of the request."""

    action: dict[str, Any]
    version: int
    request: UUID


def read_move(posted: Posted) -> Move:
    """A move from a form or JSON; `action` may hold it as JSON. Raises BadChoiceError."""
    data = dict(posted.data)
    envelope = {name: data.pop(name, "") for name in ENVELOPE}
    try:
        key = UUID(str(envelope["key"]))
        version = _number(str(envelope["version"]), -1)
    except ValueError as error:
        raise BadChoiceError(UNADDRESSED) from error
    if version < 0:
        raise BadChoiceError(UNADDRESSED)
    action = envelope["action"] or data
    if isinstance(action, str):
        action = parse_json(action.encode())
    if not isinstance(action, dict):
        raise BadChoiceError(NO_OBJECT)
    return Move(action, version, key)


@router.post("/join")
async def join(request: Request, key: str, fields: FieldsDep, house: HouseDep) -> Response:
    """Take a free chair; who is not known gives a name."""
    try:
        person = await guest_of(request, house, fields)
    except AccountError as error:
        said = Said(notice=words(request)(error.text, **error.params))
        return await show(request, await page_for(house, Reader(), key), said, 422)
    await house.matches.join(key, person)
    return await go_on(request, house, person, f"/m/{key}")


@router.post("/leave")
async def leave(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Give up one's chair before the match begins."""
    await house.matches.leave(key, person)
    return see_other("/matches")


@router.post("/start")
async def start(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Begin: the host, when all chairs are taken."""
    await house.matches.start(key, person)
    return see_other(f"/m/{key}")


@router.post("/bots")
async def add_bot(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Put a bot on a free chair."""
    await house.matches.add_bot(key, person, fields.one("bot") or None)
    return see_other(f"/m/{key}")


@router.post("/bots/remove")
async def remove_bot(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Free a bot's chair."""
    await house.matches.remove_bot(key, person, small(fields.one("seat")))
    return see_other(f"/m/{key}")


def _number(text: str, default: int) -> int:
    """A version in digits. Raises BadChoiceError."""
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise BadChoiceError(UNADDRESSED)
    return int(text)
