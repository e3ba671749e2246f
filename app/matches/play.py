"""Playing: the referee. What is answered is durable, and a request is answered once.

No row is locked: an action is written only on top of the version that it was judged by
(`record`), and judged again where somebody was faster.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from psycopg.errors import UniqueViolation
from sqlalchemy import BigInteger, bindparam, func, null, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import ARRAY, SmallInteger

from app import meters
from app.accounts.people import Person
from app.db.direct import Direct, Driver, autocommitting, driver_of
from app.db.jobs import defer
from app.matches import holidays
from app.matches.clock import times_after
from app.matches.errors import (
    NOT_BEGUN,
    BadChoiceError,
    MatchError,
    MatchOverError,
    NoSuchMatchError,
    NotOpenError,
    NotSeatedError,
    PausedError,
    RefusedError,
    StaleError,
)
from app.matches.herald import Herald
from app.matches.reading import HERE, IS_INVITED, KEY, MY_SEAT, NONCES, check_key
from app.matches.record import Move, Overtaken, Position, awaited, record
from app.matches.seats import check_host, check_open, lock
from app.matches.tables import action as actions
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.chance import Chance
from app.rules.contract import N_, Action, Event, Refusal
from app.rules.service import GameService, RulesService, UnknownActionError

BOT_JOB = "matches.bots"
TRIES = 10
"""Each time that a move is overtaken another one was made: more than this is a stale page."""


class Request(Struct, frozen=True):
    """A person asks for an action in a match, from the page of a version, under a key."""

    match: str
    person: Person
    action: Mapping[str, Any]
    version: int
    key: UUID


class Answer(Struct, frozen=True):
    """An action's number, which is the match's version after it, and the events as seen."""

    number: int
    events: tuple[Event, ...]


async def play(
    engine: AsyncEngine, herald: Herald, rules: RulesService, request: Request
) -> Answer:
    """Play for a person; the same request key again gives the first answer again.

    Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError, BadChoiceError,
    StaleError, RefusedError.
    """
    for _ in range(TRIES):
        async with autocommitting(engine) as driver:
            position = await find_position(driver, request.match, request.person)
            try:
                answer = await _answer(driver, rules[position.game], position, request)
            except Overtaken:
                continue
            except RefusedError as error:
                meters.REFUSALS.labels(position.game, error.refusal.rule).inc()
                raise
        herald.tell(position.id, answer.number)
        return answer
    raise StaleError(position.version)


async def _answer(
    driver: Driver,
    service: GameService,
    position: Position,
    request: Request,
) -> Answer:
    """The answer, durable; of a request that was answered before, the first. Raises Overtaken."""
    seat = check_seated(position)
    try:
        check_moment(position, seat, request.version)
        action = read_action(service, request.action)
        if seat in position.bots:
            async with driver.transaction():
                position = await present(driver, position, seat)
                move = judge(service, position, seat, action, request.key)
                number = await _write(driver, service, position, move)
        else:
            move = judge(service, position, seat, action, request.key)
            number = await _write(driver, service, position, move)
    except (MatchError, UniqueViolation):
        first = await first_answer(driver, service, position, seat, request.key)
        if first is None:
            raise
        return first
    return Answer(number, service.seen(move.played.events, seat))


def judge(
    service: GameService, position: Position, seat: int, action: Action, request_key: UUID
) -> Move:
    """What the action does. Raises RefusedError."""
    state = service.decode_state(position.snapshot or b"")
    chance = Chance(position.seed, position.nonces, state.throws)
    played = service.play(state, seat, action, chance)
    if isinstance(played, Refusal):
        raise RefusedError(played)
    times = times_after(service, position, state, seat, played, datetime.now(UTC))
    return Move(played, seat, action, request_key, times=times)


async def present(driver: Driver, position: Position, seat: int) -> Position:
    """Who was away is there again: the bot that played for him goes."""
    await _PRESENT.rows(driver, {"match": position.id, "seat": seat})
    bots = [bot for bot in position.bots if bot != seat]
    return replace(position, bots=bots)


async def _write(
    driver: Driver,
    service: GameService,
    position: Position,
    move: Move,
) -> int:
    """Make a move durable, with a job for the bots where they are awaited; gives its number.

    Raises Overtaken, UniqueViolation.
    """
    if set(position.bots).isdisjoint(awaited(service, move.played.state)):
        return await record(driver, service, position, move)
    async with driver.transaction():
        number = await record(driver, service, position, move)
        await wake_bots(driver, position.id)
    return number


async def wake_bots(driver: Driver, match_id: int) -> None:
    """Queue the job that moves this match's bots, once this transaction commits."""
    await defer(driver, BOT_JOB, once=f"{BOT_JOB}:{match_id}", match=match_id)


async def start(
    engine: AsyncEngine, herald: Herald, rules: RulesService, key: str, person: Person
) -> None:
    """Begin an open match: set up to the first question.

    Raises NoSuchMatchError, NotHostError, NotOpenError (begun, or a chair is free).
    """
    async with engine.begin() as connection:
        table = await lock(connection, key, person)
        check_host(table, person)
        check_open(table)
        driver = await driver_of(connection)
        position = await find_position(driver, key, person)
        if len(position.nonces) < table.chairs:
            raise NotOpenError(N_("A chair is still free: invite somebody, or add a bot."))
        service = rules[table.game]
        chance = Chance(position.seed, position.nonces)
        opened = service.open(table.chairs, position.options, chance)
        times = times_after(service, position, None, None, opened, datetime.now(UTC))
        move = Move(opened, times=times)
        number = await record(driver, service, position, move)
        await holidays.refresh(driver, table.id, datetime.now(UTC))
        if not set(position.bots).isdisjoint(awaited(service, move.played.state)):
            await wake_bots(driver, table.id)
    herald.tell(position.id, number)
    await herald.settle()


async def find_position(driver: Driver, key: str, person: Person) -> Position:
    """Where the match is. Raises NoSuchMatchError."""
    parameters = {"key": check_key(key), "me": person.id}
    row = await _FIND.row(driver, parameters)
    if row is None:
        raise NoSuchMatchError
    return Position(*row)


def check_seated(position: Position) -> int:
    """The person's seat. Raises NotSeatedError."""
    if position.seat is None:
        raise NotSeatedError
    return position.seat


def check_moment(position: Position, seat: int, version: int) -> None:
    """Raises NotOpenError, MatchOverError, PausedError, StaleError.

    Stale is a version before the last action that showed this seat something: a rival's hidden
    answer does not make one's own page stale.
    """
    if position.seen is None:
        raise NotOpenError(NOT_BEGUN)
    if position.state == "finished":
        raise MatchOverError
    if position.paused:
        raise PausedError
    if not position.seen[seat] <= version <= position.version:
        raise StaleError(position.version)


def read_action(service: GameService, data: Mapping[str, Any]) -> Action:
    """The action in the data. Raises BadChoiceError."""
    try:
        return service.read_action(data)
    except UnknownActionError as error:
        raise BadChoiceError(detail=str(error)) from error


async def first_answer(
    driver: Driver, service: GameService, position: Position, seat: int, request_key: UUID
) -> Answer | None:
    """What the request was answered before; None when it is new."""
    parameters = {"match": position.id, "seat": seat, "request_key": request_key}
    row = await _FIRST_ANSWER.row(driver, parameters)
    if row is None:
        return None
    number, events = row
    return Answer(number, service.seen(service.decode_events(events), seat))


IS_PLAYED_BY_BOT = or_(
    seats.c.bot.is_not(None), seats.c.away.is_not(None), seats.c.left.is_not(None)
)
_BOTS = func.array(
    select(seats.c.seat)
    .where(seats.c.match_id == matches.c.id, IS_PLAYED_BY_BOT)
    .correlate(matches)
    .scalar_subquery(),
    type_=ARRAY(SmallInteger),
)
POSITION = select(
    matches.c.id,
    matches.c.game,
    matches.c.options,
    matches.c.state,
    matches.c.version,
    matches.c.seen,
    matches.c.snapshot,
    matches.c.seed,
    NONCES,
    _BOTS,
    matches.c.limit_seconds,
    matches.c.bank_seconds,
    matches.c.gain_seconds,
    matches.c.calendar,
    matches.c.due,
    matches.c.dues,
    matches.c.banks,
    matches.c.holidays,
    matches.c.absence,
    matches.c.paused,
)
"""Columns of `record.Position`, but for the seat of who moves."""

_FIND = Direct(
    POSITION.add_columns(MY_SEAT).where(
        matches.c.key == KEY, HERE, or_(matches.c.public, MY_SEAT.is_not(None), IS_INVITED)
    )
)
_PRESENT = Direct(
    update(seats)
    .where(
        seats.c.match_id == bindparam("match", type_=BigInteger),
        seats.c.seat == bindparam("seat", type_=SmallInteger),
    )
    .values(away=null())
    .returning(seats.c.seat)
)
_FIRST_ANSWER = Direct(
    select(actions.c.number, actions.c.events).where(
        actions.c.match_id == bindparam("match"),
        actions.c.seat == bindparam("seat"),
        actions.c.request_key == bindparam("request_key"),
    )
)
