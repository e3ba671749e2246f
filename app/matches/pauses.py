"""Pauses: while a match is paused nobody moves and no clock runs."""

from datetime import datetime

from sqlalchemy import BigInteger, bindparam, cast, null, select, update
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import ARRAY, Text

from app.db.direct import Direct, Driver, autocommitting
from app.matches.clock import times_moved
from app.matches.errors import NotOpenError
from app.matches.herald import Herald
from app.matches.hours import read_calendar
from app.matches.limits import Times, array_of, set_clock
from app.matches.play import wake_bots
from app.matches.record import MOMENT
from app.matches.tables import match as matches
from app.rules.contract import N_

PAUSED_BY_ADMIN = N_("The admin of this house has paused the match, and resumes it.")


async def pause(engine: AsyncEngine, herald: Herald, match_id: int, by: str, now: datetime) -> None:
    """Let the clocks of a match stand still; nothing happens where they do already.

    `by`: "table" (all persons who play have agreed) or "admin". Raises NotOpenError.
    """
    async with autocommitting(engine) as driver:
        stirred = await halt(driver, match_id, by, now)
    herald.tell_stir(match_id, stirred)


async def halt(driver: Driver, match_id: int, by: str, now: datetime) -> int:
    """As `pause`, within the driver's transaction; gives the stir to tell of."""
    row = await _PAUSE.row(driver, {"match": match_id, "by": by, "now": now})
    if row is None:
        raise NotOpenError(N_("Only a match that runs can be paused."))
    return int(row[0])


async def resume(
    engine: AsyncEngine, herald: Herald, match_id: int, by: str, now: datetime
) -> None:
    """Let the clocks run on with what was left; nothing happens where they run.

    What an admin paused the table does not resume. Raises NotOpenError.
    """
    async with autocommitting(engine) as driver, driver.transaction():
        row = await _PAUSED.row(driver, {"match": match_id})
        if row is None:
            return
        since, paused_by, dues, banks, calendar, away = row
        if paused_by == "admin" and by != "admin":
            raise NotOpenError(PAUSED_BY_ADMIN)
        times = Times(tuple(dues or ()), tuple(banks or ()))
        times = times_moved(times, read_calendar(calendar), since, now, away, away)
        stirred = await _go_on(driver, match_id, times if dues else None)
    herald.tell_stir(match_id, stirred)


async def _go_on(driver: Driver, match_id: int, times: Times | None) -> int:
    """Write the clocks that run, with the jobs that wait for them; gives the stir."""
    due = times.due if times else None
    parameters = {"match": match_id, "due": due, "dues": times and array_of(times.dues)}
    row = await _RESUME.row(driver, parameters)
    if due is not None:
        await set_clock(driver, match_id, due)
    await wake_bots(driver, match_id)
    return int(row[0]) if row else 0


_THIS = matches.c.id == bindparam("match", type_=BigInteger)
_PAUSE = Direct(
    update(matches)
    .where(_THIS, matches.c.state == "running", matches.c.paused.is_(None))
    .values(
        paused=bindparam("now", type_=MOMENT),
        paused_by=bindparam("by", type_=Text),
        due=null(),
        stir=matches.c.stir + 1,
    )
    .returning(matches.c.stir)
)
_PAUSED = Direct(
    select(
        matches.c.paused,
        matches.c.paused_by,
        matches.c.dues,
        matches.c.banks,
        matches.c.calendar,
        matches.c.holidays,
    )
    .where(_THIS, matches.c.paused.is_not(None))
    .with_for_update()
)
_RESUME = Direct(
    update(matches)
    .where(_THIS)
    .values(
        paused=null(),
        paused_by=null(),
        due=bindparam("due", type_=MOMENT),
        dues=cast(bindparam("dues", type_=Text), ARRAY(MOMENT)),
        stir=matches.c.stir + 1,
    )
    .returning(matches.c.stir)
)
