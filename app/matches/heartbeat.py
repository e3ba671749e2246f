"""The heartbeat of the house: nobody loses time while the house is closed."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import DateTime, Interval

from app.db.direct import Direct, Driver, autocommitting
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
    return gap


async def _since(driver: Driver, statement: Direct, now: datetime) -> timedelta:
    """How long the last beat is ago."""
    row = await statement.row(driver, {})
    return timedelta.max if row is None else now - row[0]


_FIRST = Direct(
    insert(heartbeat)
    .values(id=1, at=bindparam("now", type_=DateTime(timezone=True)))
    .on_conflict_do_nothing()
    .returning(heartbeat.c.id)
)
_LAST = Direct(select(heartbeat.c.at))
_LAST_LOCKED = Direct(select(heartbeat.c.at).with_for_update())
_BEAT = Direct(
    update(heartbeat)
    .values(at=bindparam("now", type_=DateTime(timezone=True)))
    .returning(heartbeat.c.id)
)
_MOVE_ALL = Direct(
    update(matches)
    .where(matches.c.state == "running", matches.c.due.is_not(None))
    .values(due=matches.c.due + bindparam("gap", type_=Interval))
    .returning(matches.c.id)
)
