"""The heartbeat of the house: nobody loses time while the house is closed."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, cast, column, func, not_, null, select, update
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import ARRAY, BigInteger, DateTime, Interval, Text

from app.db.direct import Direct, Driver, autocommitting
from app.matches.clock import times_moved
from app.matches.hours import read_calendar
from app.matches.limits import Times, array_of
from app.matches.tables import heartbeat
from app.matches.tables import match as matches

OFTEN = timedelta(seconds=30)
"""A beat this young needs no other."""

CLOSED = timedelta(minutes=2)
"""Without a beat for longer the house was closed."""


async def reopen(engine: AsyncEngine) -> None:
    """Give back the time that the house was closed: before any job runs."""
    async with autocommitting(engine) as driver:
        await beat(driver, datetime.now(UTC))


async def beat(driver: Driver, now: datetime) -> timedelta:
    """Note that the house is open; after a gap, move all deadlines by it. Gives the gap moved."""
    if await _since(driver, _LAST, now) < OFTEN:
        return timedelta()
    async with driver.transaction():
        await _FIRST.rows(driver, {"now": now})
        gap = await _since(driver, _LAST_LOCKED, now)
        if gap < OFTEN:
            return timedelta()
        await _BEAT.rows(driver, {"now": now})
        if gap <= CLOSED:
            return timedelta()
        await _MOVE_ALL.rows(driver, {"gap": gap})
        await _move_counted(driver, now - gap, now)
    return gap


async def is_closed(driver: Driver) -> bool:
    """Whether an admin has closed the house: then no clock runs, and no bot moves."""
    row = await _LAST.row(driver, {})
    return row is not None and row[1] is not None


async def close(driver: Driver, now: datetime) -> None:
    """Close the house for maintenance; nothing happens where it is closed."""
    await _FIRST.rows(driver, {"now": now})
    await _CLOSE.rows(driver, {"now": now})


async def open_again(driver: Driver, now: datetime) -> None:
    """Open the house again, and move all deadlines by the time that it was closed.

    To be called in a transaction of the driver's.
    """
    row = await _LAST_LOCKED.row(driver, {})
    if row is None or row[1] is None:
        return
    await _OPEN.rows(driver, {"now": now})
    await _MOVE_ALL.rows(driver, {"gap": now - row[1]})
    await _move_counted(driver, row[1], now)


async def _move_counted(driver: Driver, since: datetime, now: datetime) -> None:
    """Move the deadlines by what counted of the gap, where not every hour does."""
    for match_id, dues, banks, data, away in await _WITH_CALENDAR.rows(driver, {}):
        if dues is None:
            continue
        times = Times(tuple(dues), tuple(banks or ()))
        times = times_moved(times, read_calendar(data), since, now, away, away)
        row = {"match": match_id, "due": times.due, "dues": array_of(times.dues)}
        await _MOVE_ONE.rows(driver, row)


async def _since(driver: Driver, statement: Direct, now: datetime) -> timedelta:
    """How long the last beat is ago; none is due while the house is closed."""
    row = await statement.row(driver, {})
    if row is None:
        return timedelta.max
    return timedelta() if row[1] is not None else now - row[0]


MOMENT = DateTime(timezone=True)
GAP = bindparam("gap", type_=Interval)
IS_TIMED = (matches.c.state == "running") & matches.c.due.is_not(None)
EVERY_HOUR_COUNTS = matches.c.calendar.is_(None) & matches.c.holidays.is_(None)
_FIRST = Direct(
    insert(heartbeat)
    .values(id=1, at=bindparam("now", type_=DateTime(timezone=True)))
    .on_conflict_do_nothing()
    .returning(heartbeat.c.id)
)
_LAST = Direct(select(heartbeat.c.at, heartbeat.c.closed))
_LAST_LOCKED = Direct(select(heartbeat.c.at, heartbeat.c.closed).with_for_update())
_CLOSE = Direct(
    update(heartbeat)
    .where(heartbeat.c.closed.is_(None))
    .values(at=bindparam("now", type_=MOMENT), closed=bindparam("now", type_=MOMENT))
    .returning(heartbeat.c.id)
)
_OPEN = Direct(
    update(heartbeat)
    .values(at=bindparam("now", type_=MOMENT), closed=null())
    .returning(heartbeat.c.id)
)
_BEAT = Direct(
    update(heartbeat)
    .values(at=bindparam("now", type_=DateTime(timezone=True)))
    .returning(heartbeat.c.id)
)
_due = (
    func.unnest(matches.c.dues)
    .table_valued(column("at", MOMENT), with_ordinality="nth")
    .render_derived()
)
_moved_dues = (
    select(func.array_agg(aggregate_order_by(_due.c.at + GAP, _due.c.nth)))
    .select_from(_due)
    .correlate(matches)
    .scalar_subquery()
)
_MOVE_ALL = Direct(
    update(matches)
    .where(IS_TIMED, EVERY_HOUR_COUNTS)
    .values(due=matches.c.due + GAP, dues=_moved_dues)
    .returning(matches.c.id)
)
_WITH_CALENDAR = Direct(
    select(matches.c.id, matches.c.dues, matches.c.banks, matches.c.calendar, matches.c.holidays)
    .where(IS_TIMED, not_(EVERY_HOUR_COUNTS))
    .with_for_update()
)
_MOVE_ONE = Direct(
    update(matches)
    .where(matches.c.id == bindparam("match", type_=BigInteger))
    .values(
        due=bindparam("due", type_=MOMENT),
        dues=cast(bindparam("dues", type_=Text), ARRAY(MOMENT)),
    )
    .returning(matches.c.id)
)
