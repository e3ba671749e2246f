"""What a crash may have left undone: bots and deadlines without a job, changes untold."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.direct import Direct, autocommitting
from app.db.jobs import Work, job
from app.matches import bots, retention
from app.matches.deadlines import rouse
from app.matches.heartbeat import beat
from app.matches.herald import Herald
from app.matches.play import IS_PLAYED_BY_BOT, wake_bots
from app.matches.tables import match as matches
from app.matches.tables import seat as seats

__all__ = ["bots", "retention", "sweep"]

LATELY = timedelta(minutes=2)


@job("matches.sweep", cron="* * * * *")
async def sweep_by_the_clock(work: Work) -> None:
    """Sweep every minute."""
    await sweep(work.engine)


async def sweep(engine: AsyncEngine) -> None:
    """Queue the jobs of awaited bots and of deadlines that passed, tell of what changed lately.

    To be called when a server starts, too: it may follow one that crashed.
    """
    now = datetime.now(UTC)
    async with autocommitting(engine) as driver:
        await beat(driver, now)
        await rouse(driver, now)
        for (match_id,) in await _AWAITING_BOTS.rows(driver, {}):
            await wake_bots(driver, match_id)
        changed = await _CHANGED_LATELY.rows(driver, {"since": now - LATELY})
    herald = Herald(engine)
    herald.tell_of(dict(changed))
    await herald.settle()


_AWAITING_BOTS = Direct(
    select(matches.c.id)
    .distinct()
    .join_from(matches, seats)
    .where(
        matches.c.state == "running",
        matches.c.paused.is_(None),
        IS_PLAYED_BY_BOT,
        seats.c.seat == matches.c.waiting.any_(),
    )
)
_CHANGED_LATELY = Direct(
    select(matches.c.id, matches.c.version).where(matches.c.moved > bindparam("since"))
)
