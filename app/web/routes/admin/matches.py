"""Matches: found, helped, ended; and what an admin asks of others where he plays himself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accounts import Person
from app.admin import consents
from app.admin.audit import clean_reason, read_deeds
from app.admin.errors import AdminError, NoSuchDeedError, OwnMatchError
from app.admin.matches import KINDS, Deed, Tools, do, export, look, offer_seat, plays, take_in
from app.db.direct import autocommitting
from app.matches import registry
from app.matches.errors import MatchError, NoSuchMatchError
from app.matches.file import LARGEST
from app.matches.registry import PAGE, STATES, Filed, Sought
from app.rules.contract import N_
from app.web.admin import NOTHING, AdminDep, Told, admin_page, asked, number_in, number_of
from app.web.asked import asked_shown
from app.web.deeds import deed_shown
from app.web.forms import Fields, FieldsDep
from app.web.house import House, HouseDep
from app.web.moment import glimpse_shown
from app.web.origin import address
from app.web.pages import render, words
from app.web.rates import limited
from app.web.routes.doors import see_other
from app.web.upload import read_upload

router = APIRouter(prefix="/admin", include_in_schema=False)

STATE_WORDS = {
    "all": N_("All"),
    "open": N_("Not begun"),
    "running": N_("Running"),
    "finished": N_("Ended"),
    "paused": N_("Paused"),
    "stuck": N_("Stuck"),
    "deleted": N_("Deleted"),
}
AGES = (7, 30, 365)
REASON_NEEDED = frozenset({"bot", "end", "delete", "take_back", "look"})


@router.get("/matches")
async def matches(request: Request, admin: AdminDep, house: HouseDep) -> Response:
    """Matches by state, game and age, newest first; a key leads to its match."""
    if key := asked(request, "key"):
        return see_other(f"/admin/matches/{key}" if key.isalnum() else "/admin/matches")
    return await _list(request, house)


async def _list(request: Request, house: House, told: Told = NOTHING) -> Response:
    _, rules = words(request), await house.memory.rules()
    sought = _sought(request, house, rules.stuck_days)
    async with autocommitting(house.engine) as driver:
        found = await registry.list_matches(driver, sought, datetime.now(UTC))
    return await admin_page(
        request,
        "matches.html",
        "/admin/matches",
        told,
        matches=found[:PAGE],
        more=len(found) > PAGE,
        sought=sought,
        age=sought.age.days if sought.age else 0,
        states=[(state, _(STATE_WORDS[state])) for state in STATES],
        games=[
            ("", _("All")),
            *((key, _(one.meta.name)) for key, one in house.rules.games.items()),
        ],
        names=_names(house, _),
        ages=[
            (0, _("Any")),
            *((days, _.ngettext("{number} day", "{number} days", days)) for days in AGES),
        ],
    )


def _sought(request: Request, house: House, stuck_days: int) -> Sought:
    state = next((one for one in STATES if one == asked(request, "state")), STATES[0])
    game, age = asked(request, "game"), number_in(asked(request, "age"))
    return Sought(
        state=state,
        game=game if game in house.rules.games else "",
        age=timedelta(days=age) if age in AGES else None,
        stuck_after=timedelta(days=stuck_days),
        before=number_in(asked(request, "before")),
    )


def _names(house: House, _: Any) -> Mapping[str, str]:
    return {key: _(one.meta.name) for key, one in house.rules.games.items()}


@router.get("/matches/{key}")
async def match(request: Request, key: str, admin: AdminDep, house: HouseDep) -> Response:
    """One match: who sits there, what can be done, what was done."""
    return await _page(request, house, admin, key)


async def _page(
    request: Request, house: House, admin: Person, key: str, told: Told = NOTHING
) -> Response:
    _ = words(request)
    found = await _find(house, key)
    async with house.engine.connect() as connection:
        done = await read_deeds(connection, match=found.id)
        waiting = await consents.read_asked(connection, found.id)
        sits_there = await plays(connection, admin, found)
    return await admin_page(
        request,
        "match.html",
        "/admin/matches",
        told,
        match=found,
        game=_names(house, _)[found.game],
        state=_(STATE_WORDS[found.state]),
        plays=sits_there,
        asks=[asked_shown(one, found, admin, _) for one in waiting],
        deeds=[deed_shown(deed, _) for deed in done],
    )


@router.post("/matches/{key}/look")
async def look_through(
    request: Request, key: str, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """What a seat may know, this once: the page is the answer, and has no address."""
    try:
        reason = clean_reason(fields.one("reason"))
        seen = await look(tools(house), admin, key, number_of(fields, "seat"), reason)
    except (AdminError, MatchError) as error:
        return await _refused(request, house, admin, key, error)
    game, context = glimpse_shown(request, seen)
    return await render(request, game.template, **context)


@router.post("/matches/import", dependencies=[limited("upload")])
async def take_in_file(request: Request, admin: AdminDep, house: HouseDep) -> Response:
    """Take in a match from its file."""
    data = await read_upload(request, "file", LARGEST)
    try:
        key = await take_in(tools(house), admin, data)
    except MatchError as error:
        return await _list(request, house, Told(wrong=words(request)(error.text, **error.params)))
    return see_other(f"/admin/matches/{key}")


@router.post("/matches/{key}/export")
async def export_file(
    request: Request, key: str, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """The match as a file to keep."""
    secrets = fields.one("secrets") == "1"
    try:
        reason = clean_reason(fields.one("reason"), needed=secrets)
        data = await export(tools(house), admin, key, reason, secrets=secrets)
    except (AdminError, MatchError) as error:
        return await _refused(request, house, admin, key, error)
    headers = {
        "content-disposition": f'attachment; filename="{key}.match.json.gz"',
        "cache-control": "no-store",
    }
    return Response(data, media_type="application/gzip", headers=headers)


@router.post("/matches/{key}/hand_over")
async def hand_over(
    request: Request, key: str, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """A link by which somebody else takes a seat; it is shown this once."""
    try:
        reason, seat = clean_reason(fields.one("reason")), number_of(fields, "seat")
        offered = await offer_seat(tools(house), admin, key, seat, reason)
    except (AdminError, MatchError) as error:
        return await _refused(request, house, admin, key, error)
    return await _page(request, house, admin, key, Told(link=f"{address(request)}/s/{offered}"))


@router.post("/matches/{key}/{kind}")
async def deed(
    request: Request, key: str, kind: str, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Do it; where the admin plays, ask the others for it."""
    if kind not in KINDS:
        raise NoSuchDeedError
    found = await _find(house, key)
    try:
        reason = clean_reason(fields.one("reason"), needed=kind in REASON_NEEDED)
        meant = Deed(admin, kind, _detail(kind, fields), reason)
        try:
            await do(tools(house), found, meant)
        except OwnMatchError:
            await consents.ask(tools(house), found, meant)
    except (AdminError, MatchError) as error:
        return await _refused(request, house, admin, key, error)
    await house.matches.settle()
    return see_other(f"/admin/matches/{key}")


def _detail(kind: str, fields: Fields) -> dict[str, int]:
    """What the form says of the deed. Raises AdminError."""
    wanted = {"extend": "hours", "bot": "seat", "take_back": "number"}.get(kind)
    return {wanted: number_of(fields, wanted)} if wanted else {}


@router.post("/consents/{number}")
async def decide(
    request: Request, number: str, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Agree to what another admin asks for, or refuse it; or take back what one asked."""
    key = fields.one("key")
    answer = consents.grant if fields.one("answer") == "yes" else consents.refuse
    try:
        await answer(tools(house), admin, number_in(number) or 0)
    except (AdminError, MatchError) as error:
        return await _refused(request, house, admin, key, error)
    await house.matches.settle()
    return see_other(f"/admin/matches/{key}" if key.isalnum() else "/admin")


def tools(house: House) -> Tools:
    """What deeds are done with."""
    return Tools(house.engine, house.matches.herald, house.rules)


async def _find(house: House, key: str) -> Filed:
    async with autocommitting(house.engine) as driver:
        return await registry.find_match(driver, key)


async def _refused(
    request: Request, house: House, admin: Person, key: str, error: AdminError | MatchError
) -> Response:
    if isinstance(error, NoSuchMatchError):
        raise error
    told = Told(wrong=words(request)(error.text, **error.params))
    return await _page(request, house, admin, key, told)
