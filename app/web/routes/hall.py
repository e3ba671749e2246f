"""The hall: home page, one's matches, making a new one."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Struct

from app.accounts.errors import AccountError
from app.matches import read_invite
from app.matches.errors import BadChoiceError
from app.rules.contract import N_, Meta, Option
from app.web.clock_choice import clock_offered, read_clock
from app.web.forms import Fields, FieldsDep
from app.web.heads import Row, rows
from app.web.house import House, HouseDep
from app.web.languages import Language
from app.web.pages import render, words
from app.web.rates import limited
from app.web.readers import PersonDep, ReaderDep
from app.web.routes.doors import go_on, guest_of, see_other

router = APIRouter(include_in_schema=False)

LONGEST_PAGE = 6
LONGEST_INVITE = 80


class OfferedOption(Struct, frozen=True):
    """A choice to make with the match: value and label of each way."""

    key: str
    label: str
    values: tuple[tuple[str, str], ...]
    default: str


class OfferedGame(Struct, frozen=True):
    """A game as the house offers it; `bots` is how many one click sets against one person."""

    key: str
    name: str
    summary: str
    facts: str
    seats: tuple[int, ...]
    bots: int
    options: tuple[OfferedOption, ...]


def offered(meta: Meta, _: Language) -> OfferedGame:
    """A game in the reader's language."""
    fewest, most = meta.seats
    players = _("{fewest} to {most} players", fewest=fewest, most=most)
    return OfferedGame(
        key=meta.key,
        name=_(meta.name),
        summary=_(meta.summary),
        facts=f"{players} · {_(meta.length)}",
        seats=tuple(range(fewest, most + 1)),
        bots=most - 1 if meta.bots is None else meta.bots,
        options=tuple(_option(option, _) for option in meta.options),
    )


def _option(option: Option, _: Language) -> OfferedOption:
    values = tuple((value, _(label)) for value, label in option.values)
    return OfferedOption(option.key, _(option.label), values, option.default)


def games_of(house: House, _: Language) -> tuple[OfferedGame, ...]:
    """The games of the house."""
    return tuple(offered(game.meta, _) for game in house.rules.games.values())


@router.get("/")
async def home(request: Request, house: HouseDep, reader: ReaderDep) -> Response:
    """What the house is, an invitation field, and each game with one click."""
    _ = words(request)
    return await render(request, "home.html", games=games_of(house, _), invite="", error=None)


@router.get("/matches")
async def lobby(
    request: Request, house: HouseDep, reader: ReaderDep, person: PersonDep
) -> Response:
    """The reader's matches, his turn first; open ones; those that ended lately."""
    _ = words(request)
    mine = rows(request, await house.matches.mine(person))
    return await render(
        request,
        "lobby.html",
        turns=[row for row in mine if row.yours],
        waiting=[row for row in mine if row.state == "running" and not row.yours],
        invited=rows(request, await house.company.invited(person)),
        seated=[row for row in mine if row.state == "open"],
        open=rows(request, await house.matches.open_matches(person)),
        finished=rows(request, await house.matches.finished(person, 0)),
        games=games_of(house, _),
    )


@router.get("/finished")
async def finished(request: Request, house: HouseDep, reader: ReaderDep) -> Response:
    """Matches that have ended, newest first, a page at a time."""
    text = request.query_params.get("page", "0")
    page = int(text) if text.isascii() and text.isdecimal() and len(text) < LONGEST_PAGE else 0
    found: tuple[Row, ...] = rows(request, await house.matches.finished(reader.person, page))
    return await render(request, "finished.html", finished=found, page=page)


@router.get("/new")
async def new(request: Request, house: HouseDep, reader: ReaderDep) -> Response:
    """The form for a new match."""
    game = request.query_params.get("game", "")
    return await _new_page(request, house, Fields(game=[game]))


@router.post("/new", dependencies=[limited("new")])
async def create(request: Request, fields: FieldsDep, house: HouseDep) -> Response:
    """Make a match and sit down; with `begin`, bots fill the other chairs and it starts."""
    try:
        person = await guest_of(request, house, fields)
    except AccountError as error:
        return await _ask_name(request, fields, error)
    try:
        key = await house.matches.create(person, **chosen(fields))
        if fields.one("begin"):
            await house.matches.start(key, person)
    except BadChoiceError as error:
        return await _new_page(request, house, fields, error)
    return await go_on(request, house, person, f"/m/{key}")


def chosen(fields: Fields) -> dict[str, Any]:
    """What the form says of the new match. Raises BadChoiceError."""
    return {
        "game": fields.one("game"),
        "title": fields.one("title"),
        "seats": small(fields.one("seats")),
        "bots": small(fields.one("bots", "0")),
        "public": fields.one("public") == "1",
        "clock": read_clock(fields.flat()),
        "absence": fields.one("absence") or None,
        "options": {
            name.removeprefix("option."): values[0]
            for name, values in fields.items()
            if name.startswith("option.")
        },
    }


def small(text: str) -> int:
    """A number of one or two digits. Raises BadChoiceError."""
    if text.isascii() and text.isdecimal() and len(text) <= 2:
        return int(text)
    raise BadChoiceError(N_("A small number is needed here."))


async def _ask_name(request: Request, fields: Fields, error: AccountError) -> Response:
    """Who is not known yet gives a name; what he chose comes along."""
    _ = words(request)
    carried = [(n, v) for n, vs in fields.items() if n not in {"csrf", "name"} for v in vs]
    told = _(error.text, **error.params) if "name" in fields else None
    return await render(
        request, "name.html", 422 if told else 200, carried=carried, error=told, action="/new"
    )


async def _new_page(
    request: Request, house: House, fields: Fields, error: BadChoiceError | None = None
) -> Response:
    _ = words(request)
    games = games_of(house, _)
    game = next((game for game in games if game.key == fields.one("game")), games[0])
    return await render(
        request,
        "new.html",
        422 if error else 200,
        games=games,
        game=game,
        clock=clock_offered(house.rules[game.key].stands_in, _),
        values=fields.flat(),
        error=_(error.text, **error.params) if error else None,
    )


@router.post("/j")
async def invitation(
    request: Request, fields: FieldsDep, house: HouseDep, reader: ReaderDep
) -> Response:
    """The invitation field: a link or words."""
    found = read_invite(fields.one("invite"))
    if found:
        return see_other(f"/j/{found}")
    _ = words(request)
    return await render(
        request,
        "home.html",
        422,
        games=games_of(house, _),
        invite=fields.one("invite")[:LONGEST_INVITE],
        error=_("An invitation looks like OAK-TOWER-HERON-12, or is a link that ends so."),
    )
