"""Who is absent: the house answers for him when the host ends the wait, or the clock does.

Each answer is an action of its own, marked as forced, so that the log tells it to all.
"""

import asyncio
from datetime import UTC, datetime
from uuid import NAMESPACE_OID, uuid5

from msgspec.structs import replace
from psycopg.errors import UniqueViolation
from sqlalchemy import bindparam, update
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import BigInteger, DateTime, SmallInteger

from app.accounts.people import Person
from app.db.direct import Direct, Driver, autocommitting
from app.matches.bots import choose, first_bot
from app.matches.clock import keep_times, times_after, times_returned
from app.matches.drafts import drafted, read_draft
from app.matches.errors import (
    NOT_BEGUN,
    MatchOverError,
    NoSuchMatchError,
    NotHostError,
    NotOpenError,
    PausedError,
)
from app.matches.heads import Glance
from app.matches.herald import Herald
from app.matches.play import POSITION, check_seated, find_position, judge, present, wake_bots
from app.matches.reading import glance
from app.matches.record import Move, Overtaken, Position, awaited, record
from app.matches.stir import stir
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.contract import N_, State
from app.rules.service import GameService, RulesService

MOST_ANSWERS = 40
"""More are never awaited at once."""
TRIES = 10


async def force(
    engine: AsyncEngine, herald: Herald, rules: RulesService, key: str, person: Person
) -> None:
    """The host ends the wait: the house answers for all who are awaited now.

    Raises NoSuchMatchError, NotHostError, NotOpenError, PausedError, MatchOverError.
    """
    async with autocommitting(engine) as driver:
        seen = await glance(driver, key, person)
        await _check_host(driver, seen, person)
    await answer_for_all(engine, herald, rules, seen.id, "host")


async def answer_for_all(
    engine: AsyncEngine,
    herald: Herald,
    rules: RulesService,
    match_id: int,
    forced: str,
    now: datetime | None = None,
) -> None:
    """Answer for those who are awaited now; whoever is asked by what follows is not meant.

    With `now` only for those whose answers are overdue at that time. Raises PausedError.
    """
    async with autocommitting(engine) as driver:
        position = await _find(driver, match_id)
        if position.paused and not now:
            raise PausedError
        missing = _missing(rules, position, now)
        for _ in range(MOST_ANSWERS):
            if not missing:
                break
            position = await _find(driver, match_id)
            seat = missing[0]
            if _is_open(position, seat, now) and not await _answer(
                driver, herald, rules, position, seat, forced, now or datetime.now(UTC)
            ):
                continue
            missing.pop(0)
        await wake_bots(driver, match_id)


async def come_back(
    engine: AsyncEngine,
    herald: Herald,
    rules: RulesService,
    key: str,
    person: Person,
    now: datetime,
) -> None:
    """The person plays again, in whose stead a bot did; nothing happens where none did.

    Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError.
    """
    for _ in range(TRIES):
        try:
            stirred = await _come_back(engine, rules, key, person, now)
        except Overtaken:
            continue
        if stirred is not None:
            herald.tell_stir(*stirred)
        return


async def _come_back(
    engine: AsyncEngine, rules: RulesService, key: str, person: Person, now: datetime
) -> tuple[int, int] | None:
    """The match and its stir; None where nothing was to be done. Raises Overtaken."""
    async with autocommitting(engine) as driver, driver.transaction():
        position = await find_position(driver, key, person)
        seat = check_seated(position)
        if seat not in position.bots:
            return None
        check_running(position)
        service = rules[position.game]
        position = await present(driver, position, seat)
        state = service.decode_state(position.snapshot or b"")
        times = times_returned(service, position, state, seat, now)
        if times is not None and not await keep_times(driver, position, times):
            raise Overtaken
        return position.id, await stir(driver, position.id)


def check_running(position: Position) -> None:
    """Raises NotOpenError, MatchOverError."""
    if position.state == "open":
        raise NotOpenError(NOT_BEGUN)
    if position.state == "finished":
        raise MatchOverError


def _missing(rules: RulesService, position: Position, now: datetime | None) -> list[int]:
    """The seats that are to be answered for."""
    if position.snapshot is None:
        return []
    service = rules[position.game]
    asked = awaited(service, service.decode_state(position.snapshot))
    return [seat for seat in asked if _is_open(position, seat, now)]


def _is_open(position: Position, seat: int, now: datetime | None) -> bool:
    """Whether the match goes on; with a time, whether that seat is late then."""
    if position.state != "running" or position.paused:
        return False
    return now is None or is_late(position, seat, now)


def is_late(position: Position, seat: int, now: datetime) -> bool:
    """Whether the seat should have answered by that time."""
    due = position.dues[seat] if position.dues else None
    return due is not None and due <= now


async def _answer(
    driver: Driver,
    herald: Herald,
    rules: RulesService,
    position: Position,
    seat: int,
    forced: str,
    now: datetime,
) -> bool:
    """Answer for one seat, unless it has answered; False when somebody else was faster."""
    service = rules[position.game]
    state = service.decode_state(position.snapshot or b"")
    if seat not in awaited(service, state):
        return True
    leaves = forced == "clock" and position.absence == "until_return"
    if leaves:
        position = replace(position, bots=[*position.bots, seat])
    move = await _stand_in(driver, service, position, state, seat, forced)
    times = times_after(service, position, state, seat, move.played, now, forced=True)
    move = replace(move, forced=forced, times=times)
    try:
        async with driver.transaction():
            number = await record(driver, service, position, move)
            stirred = await _go_away(driver, position, seat, now) if leaves else None
    except (Overtaken, UniqueViolation):
        return False
    herald.tell(position.id, number)
    if stirred is not None:
        herald.tell_stir(position.id, stirred)
    return True


async def _stand_in(
    driver: Driver,
    service: GameService,
    position: Position,
    state: State,
    seat: int,
    forced: str,
) -> Move:
    """What is played for the seat, as the match was made. Raises NotOpenError."""
    key = uuid5(NAMESPACE_OID, f"absent:{position.id}:{position.version}:{seat}")
    if forced == "host" or position.absence == "default":
        draft = drafted(service, await read_draft(driver, position.id, seat))
        if (action := service.stand_in(state, seat, draft)) is not None:
            return judge(service, position, seat, action, key)
    if forced == "host":
        raise NotOpenError(N_("In this game everybody is waited for."))
    bot = first_bot(service)
    move = await asyncio.to_thread(choose, service, position, state, seat, bot)
    return replace(move, request_key=key)


async def _go_away(driver: Driver, position: Position, seat: int, now: datetime) -> int:
    """From now on a bot plays for the seat."""
    await _AWAY.rows(driver, {"match": position.id, "seat": seat, "now": now})
    return await stir(driver, position.id)


async def _check_host(driver: Driver, seen: Glance, person: Person) -> None:
    row = await _HOST.row(driver, {"match": seen.id})
    if row is None or row[0] != person.id:
        raise NotHostError
    if seen.state == "open":
        raise NotOpenError(NOT_BEGUN)
    if seen.state == "finished":
        raise MatchOverError


async def _find(driver: Driver, match_id: int) -> Position:
    row = await _FIND.row(driver, {"match": match_id})
    if row is None:
        raise NoSuchMatchError
    return Position(*row)


_THIS = matches.c.id == bindparam("match", type_=BigInteger)
_FIND = Direct(POSITION.where(_THIS))
_HOST = Direct(matches.select().with_only_columns(matches.c.host_id).where(_THIS))
_AWAY = Direct(
    update(seats)
    .where(
        seats.c.match_id == bindparam("match", type_=BigInteger),
        seats.c.seat == bindparam("seat", type_=SmallInteger),
    )
    .values(away=bindparam("now", type_=DateTime(timezone=True)))
    .returning(seats.c.seat)
)
