"""Undo and redo: an action of its own brings back the state after an earlier one.

Nothing is erased. One's own last moves may be taken back, up to a throw, to something that was
shown to anybody, or to the move of another seat; with the consent of all, others' moves too.
"""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from psycopg.errors import UniqueViolation
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import Driver, autocommitting
from app.matches.clock import times_restored
from app.matches.errors import (
    NO_MOMENT,
    NOT_BEGUN,
    BeyondUndoError,
    MatchError,
    MatchOverError,
    NoSuchMatchError,
    NothingToRedoError,
    NotOpenError,
    PausedError,
    StaleError,
)
from app.matches.herald import Herald
from app.matches.line import Line
from app.matches.log import read_record
from app.matches.play import (
    TRIES,
    Answer,
    check_moment,
    check_seated,
    find_position,
    first_answer,
    present,
    wake_bots,
)
from app.matches.record import Move, Overtaken, Position, awaited, record
from app.matches.states import state_at
from app.rules.service import GameService, Played, RulesService, restored

CONSENT = "table"
ADMIN = "admin"


class Wish(Struct, frozen=True):
    """A person wants the state after an action back, from the page of a version, under a key."""

    match: str
    person: Person
    to: int
    version: int
    key: UUID
    again: bool = False
    """Redo: what was taken back is done again."""


async def undo(engine: AsyncEngine, herald: Herald, rules: RulesService, wish: Wish) -> Answer:
    """Take back or do again for a person; the same request key again gives the first answer again.

    Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError, PausedError, StaleError,
    BeyondUndoError, NothingToRedoError.
    """
    for _ in range(TRIES):
        async with autocommitting(engine) as driver:
            position = await find_position(driver, wish.match, wish.person)
            try:
                return await _answer(driver, herald, rules[position.game], position, wish)
            except Overtaken:
                continue
    raise StaleError(position.version)


async def _answer(
    driver: Driver, herald: Herald, service: GameService, position: Position, wish: Wish
) -> Answer:
    """The answer, durable; of a request that was answered before, the first. Raises Overtaken."""
    seat = check_seated(position)
    try:
        check_moment(position, seat, wish.version)
        line = Line(await read_record(driver, service, position.id))
        _check_reach(line, seat, wish)
        now = datetime.now(UTC)
        async with driver.transaction():
            if seat in position.bots:
                position = await present(driver, position, seat)
            move = await _restoration(driver, service, position, line, wish.to, now, seat)
            move = replace(move, seat=seat, request_key=wish.key)
            number = await _write(driver, service, position, move)
    except (MatchError, UniqueViolation):
        first = await first_answer(driver, service, position, seat, wish.key)
        if first is None:
            raise
        return first
    herald.tell(position.id, number)
    return Answer(number, ())


def _check_reach(line: Line, seat: int, wish: Wish) -> None:
    reach = line.reach(seat)
    if wish.again and wish.to not in reach.on:
        raise NothingToRedoError
    if not wish.again and wish.to not in reach.back:
        raise BeyondUndoError


async def restore(
    driver: Driver,
    herald: Herald | None,
    service: GameService,
    position: Position,
    seat: int | None,
    number: int,
    forced: str = CONSENT,
    reason: str | None = None,
    now: datetime | None = None,
) -> int:
    """Bring back the state after an action, by consent of the table or for an admin; its number.

    `forced` is CONSENT (for the seat that proposed it; only as far as `Reach.by_consent`) or ADMIN
    (seat None, any action of a match that runs, with a reason). Throws stay spent: the next one is
    the one that would have come. Within a transaction of the driver's `herald` is None, and the
    caller tells after the commit.

    Raises NotOpenError, PausedError (an admin may), MatchOverError, NoSuchMatchError (no such
    action), BeyondUndoError, Overtaken.
    """
    if position.state == "open":
        raise NotOpenError(NOT_BEGUN)
    if position.state == "finished":
        raise MatchOverError
    if forced == CONSENT and position.paused:
        raise PausedError
    if forced == CONSENT:
        line = Line(await read_record(driver, service, position.id))
        if seat is None or number not in line.reach(seat).by_consent:
            raise BeyondUndoError
    else:
        line = Line(await read_record(driver, service, position.id, before=number + 1, most=1))
    move = await _restoration(driver, service, position, line, number, now or datetime.now(UTC))
    move = replace(move, seat=seat, forced=forced, reason=reason)
    async with driver.transaction():
        written = await _write(driver, service, position, move)
    if herald is not None:
        herald.tell(position.id, written)
    return written


async def _restoration(
    driver: Driver,
    service: GameService,
    position: Position,
    line: Line,
    number: int,
    now: datetime,
    mover: int | None = None,
) -> Move:
    """The move that brings the state after an action back. Raises NoSuchMatchError.

    `mover`: the seat that takes back or does again its own moves.
    """
    to = line.after(number)
    if to is None:
        raise NoSuchMatchError(NO_MOMENT)
    blank = service.game.blank(len(position.nonces), position.options)
    before = service.decode_state(position.snapshot or b"")
    after = restored(await state_at(driver, service, position.id, to, blank), before)
    times = times_restored(service, position, before, after, now, mover)
    return Move(Played(after, (), ()), restores=to, times=times)


async def _write(driver: Driver, service: GameService, position: Position, move: Move) -> int:
    """Write it and wake the bots that are awaited after it. Raises Overtaken, UniqueViolation."""
    number = await record(driver, service, position, move)
    if not set(position.bots).isdisjoint(awaited(service, move.played.state)):
        await wake_bots(driver, position.id)
    return number
