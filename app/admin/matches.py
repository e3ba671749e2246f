"""What an admin does to a match: done and written down together, counted and shown at its table.

Where he plays himself nothing is done: it is asked of another admin, or of all who play
(`app.admin.consents`).
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.accounts.beside import screen_of
from app.accounts.people import Person
from app.admin.audit import write_down
from app.admin.errors import BadSettingError, OwnMatchError
from app.db.direct import autocommitting, driver_of
from app.matches import overseer, pauses
from app.matches.absence import answer_for_all
from app.matches.herald import Herald
from app.matches.registry import Filed, find_match
from app.matches.replay import Moment
from app.matches.talk import is_deleted_by_admin
from app.matches.transfer import export_match, import_match
from app.rules.contract import N_
from app.rules.service import RulesService

Detail = Mapping[str, Any]
MOST_HOURS = 24 * 30
NEVER_IN_ONES_OWN = N_("You play in this match: another admin can do this, and you cannot.")


@dataclass(frozen=True)
class Tools:
    """What deeds on matches are done with."""

    engine: AsyncEngine
    herald: Herald
    rules: RulesService


@dataclass(frozen=True)
class Deed:
    """A deed on a match: by whom, which, why. The detail is what `KINDS` needs for it."""

    admin: Person
    kind: str
    detail: Detail
    reason: str


Act = Callable[[Tools, Filed, Deed, datetime], Awaitable[None]]


async def do(tools: Tools, match: Filed, deed: Deed) -> None:
    """Do it, unless he plays there.

    Raises OwnMatchError, BadSettingError, and what the deed itself raises (app.matches.errors).
    """
    check(match, deed.kind, deed.detail)
    async with tools.engine.begin() as connection:
        if await plays(connection, deed.admin, match):
            raise OwnMatchError
        stir = await carry_out(connection, tools, match, deed)
    tools.herald.tell_stir(match.id, stir)


async def plays(connection: AsyncConnection, admin: Person, match: Filed) -> bool:
    """Whether he sits there, or somebody does who shares his screen."""
    return match.has_any_of(await screen_of(connection, admin.id))


async def carry_out(
    connection: AsyncConnection, tools: Tools, match: Filed, deed: Deed, asks: int = 0
) -> int:
    """Do the deed and write it down in this transaction; gives the stir to tell of.

    The deed itself commits before: where the transaction fails after it, the match's own log
    tells of it all the same. Raises what the deed raises; nothing is written then.
    """
    where = (match.id, match.key)
    detail, reason = dict(deed.detail), deed.reason
    await write_down(
        connection, deed.admin, f"match.{deed.kind}", match=where, detail=detail, reason=reason
    )
    await KINDS[deed.kind](tools, match, deed, datetime.now(UTC))
    driver = await driver_of(connection)
    return await overseer.count_deed(driver, match.id, 1, asks)


def check(match: Filed, kind: str, detail: Detail) -> None:
    """Raises BadSettingError unless such a deed can be meant."""
    if kind not in KINDS:
        raise BadSettingError
    _check_seat(match, detail.get("seat", 0))
    if kind == "extend" and not 1 <= detail.get("hours", 0) <= MOST_HOURS:
        raise BadSettingError(N_("From {fewest} to {most} hours."), fewest=1, most=MOST_HOURS)


async def offer_seat(tools: Tools, admin: Person, key: str, seat: int, reason: str) -> str:
    """The words of a link by which somebody else can take a seat.

    Raises OwnMatchError (nobody's consent helps), NotOpenError, MatchOverError, BadChoiceError.
    """
    async with tools.engine.begin() as connection:
        driver = await driver_of(connection)
        match = await find_match(driver, key)
        if await plays(connection, admin, match):
            raise OwnMatchError(NEVER_IN_ONES_OWN)
        _check_seat(match, seat)
        words = await overseer.offer_seat(driver, match.id, seat)
        where, detail = (match.id, match.key), {"seat": seat}
        await write_down(
            connection, admin, "match.hand_over", match=where, detail=detail, reason=reason
        )
        stir = await overseer.count_deed(driver, match.id)
    tools.herald.tell_stir(match.id, stir)
    return words


async def export(tools: Tools, admin: Person, key: str, reason: str, *, secrets: bool) -> bytes:
    """The match as a file: of one that is not over, or with private letters, only with `secrets`.

    Raises OwnMatchError (for secrets, nobody's consent helps), NoSuchMatchError, NotOpenError.
    """
    async with tools.engine.begin() as connection:
        match = await find_match(await driver_of(connection), key)
        if secrets and await plays(connection, admin, match):
            raise OwnMatchError(NEVER_IN_ONES_OWN)
    data = await export_match(tools.engine, key, datetime.now(UTC), secrets=secrets)
    async with tools.engine.begin() as connection:
        where, detail = (match.id, match.key), {"secrets": secrets}
        await write_down(
            connection, admin, "match.export", match=where, detail=detail, reason=reason
        )
        stir = await overseer.count_deed(await driver_of(connection), match.id)
    tools.herald.tell_stir(match.id, stir)
    return data


async def take_in(tools: Tools, admin: Person, data: bytes) -> str:
    """Take in a match from its file; gives its key here. Raises BadFileError, BadChoiceError."""
    imported = await import_match(tools.engine, tools.rules, data, datetime.now(UTC))
    async with tools.engine.begin() as connection:
        where = (imported.id, imported.key)
        await write_down(connection, admin, "match.import", match=where)
    return imported.key


async def note_deleted_line(tools: Tools, admin: Person, key: str, line: int) -> None:
    """Write down that an admin deleted somebody's line in the talk; his own are no deed."""
    async with tools.engine.begin() as connection:
        driver = await driver_of(connection)
        match = await find_match(driver, key)
        if not await is_deleted_by_admin(driver, match.id, line):
            return
        where, detail = (match.id, match.key), {"line": line}
        await write_down(connection, admin, "talk.delete", match=where, detail=detail)
        stir = await overseer.count_deed(driver, match.id)
    tools.herald.tell_stir(match.id, stir)


def _check_seat(match: Filed, seat: int) -> None:
    if seat not in range(match.chairs):
        raise BadSettingError(overseer.NO_SEAT)


async def look(tools: Tools, admin: Person, key: str, seat: int, reason: str) -> Moment:
    """What a seat of a running match may know: written down, and told to its players.

    Raises OwnMatchError (nobody's consent helps), NoSuchMatchError, NotOpenError, BadChoiceError.
    """
    async with tools.engine.begin() as connection:
        driver = await driver_of(connection)
        match = await find_match(driver, key)
        if await plays(connection, admin, match):
            raise OwnMatchError(NEVER_IN_ONES_OWN)
        seen = await overseer.look_as(driver, tools.rules, key, seat, datetime.now(UTC))
        where, detail = (match.id, match.key), {"seat": seat}
        await write_down(connection, admin, "match.look", match=where, detail=detail, reason=reason)
        stir = await overseer.count_deed(driver, match.id)
    tools.herald.tell_stir(match.id, stir)
    return seen


async def _pause(tools: Tools, match: Filed, deed: Deed, now: datetime) -> None:
    await pauses.pause(tools.engine, tools.herald, match.id, "admin", now)


async def _resume(tools: Tools, match: Filed, deed: Deed, now: datetime) -> None:
    await pauses.resume(tools.engine, tools.herald, match.id, "admin", now)


async def _extend(tools: Tools, match: Filed, deed: Deed, now: datetime) -> None:
    await overseer.extend(tools.engine, match.id, timedelta(hours=deed.detail["hours"]))


async def _force(tools: Tools, match: Filed, deed: Deed, now: datetime) -> None:
    async with autocommitting(tools.engine) as driver:
        await overseer.running(driver, match.id)
    await answer_for_all(tools.engine, tools.herald, tools.rules, match.id, "admin")


async def _bot(tools: Tools, match: Filed, deed: Deed, now: datetime) -> None:
    async with tools.engine.begin() as connection:
        await overseer.seat_bot(connection, tools.rules, match.id, deed.detail["seat"], now)


async def _take_back(tools: Tools, match: Filed, deed: Deed, now: datetime) -> None:
    number: int = deed.detail["number"]
    await overseer.take_back(
        tools.engine, tools.herald, tools.rules, match.id, number, deed.reason, now
    )


async def _end(tools: Tools, match: Filed, deed: Deed, now: datetime) -> None:
    await overseer.end(tools.engine, tools.herald, match.id, deed.reason, now)


async def _delete(tools: Tools, match: Filed, deed: Deed, now: datetime) -> None:
    await overseer.delete(tools.engine, tools.herald, match.id, now)


async def _restore(tools: Tools, match: Filed, deed: Deed, now: datetime) -> None:
    await overseer.restore(tools.engine, tools.herald, match.id, now)


KINDS: dict[str, Act] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "force": _force,
    "bot": _bot,
    "take_back": _take_back,
    "end": _end,
    "delete": _delete,
    "restore": _restore,
}
"""Deeds on matches, by the name that the audit has after "match."."""
