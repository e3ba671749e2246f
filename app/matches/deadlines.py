"""The clock: when an answer is due and has not come, the house gives one."""

from datetime import UTC, datetime

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import BigInteger

from app.db.direct import Direct, Driver, autocommitting
from app.db.jobs import Work, job
from app.matches.absence import answer_for_all
from app.matches.heartbeat import beat, is_closed
from app.matches.herald import Herald
from app.matches.holidays import refresh
from app.matches.limits import CLOCK_JOB, set_clock
from app.matches.tables import match as matches
from app.rules.service import RulesService, rules


@job(CLOCK_JOB)
async def end_wait_of(work: Work, *, match: int) -> None:
    """End the wait of one match, if its time is up."""
    now = datetime.now(UTC)
    async with autocommitting(work.engine) as driver:
        await beat(driver, now)
        if await is_closed(driver):
            return
    await end_wait(work.engine, rules(), match, now)


async def end_wait(engine: AsyncEngine, rules: RulesService, match_id: int, now: datetime) -> None:
    """Answer for the persons who are late at that time; where none is, set the clock anew.

    Late or repeated it does nothing twice: each answer is written on top of the version that it
    was judged by, and only while that version is overdue.
    """
    async with autocommitting(engine) as driver:
        row = await _DUE.row(driver, {"match": match_id})
        due: datetime | None = row[0] if row else None
        if due is None:
            return
        if due > now:
            await set_clock(driver, match_id, due)
            return
        await refresh(driver, match_id, now)
    herald = Herald(engine)
    try:
        await answer_for_all(engine, herald, rules, match_id, "clock", now)
    finally:
        await herald.settle()


async def rouse(driver: Driver, now: datetime) -> None:
    """Queue the jobs of all matches that are overdue: a crash may have lost them."""
    for (match_id,) in await _OVERDUE.rows(driver, {"now": now}):
        await set_clock(driver, match_id, now)


_DUE = Direct(select(matches.c.due).where(matches.c.id == bindparam("match", type_=BigInteger)))
_OVERDUE = Direct(
    select(matches.c.id).where(matches.c.state == "running", matches.c.due <= bindparam("now"))
)
