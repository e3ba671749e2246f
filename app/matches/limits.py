"""Time limits: how long a match waits for each answer, until when it waits now."""

from datetime import datetime, timedelta

from app.db.direct import Driver
from app.db.jobs import defer
from app.matches.errors import BadChoiceError
from app.rules.contract import N_, State
from app.rules.service import GameService

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
LIMITS = (10 * MINUTE, HOUR, 8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""Seconds that a match may give for each decision."""

CLOCK_JOB = "matches.clock"


def check_limit(limit: int | None) -> int | None:
    """The limit in seconds, if there is such a one. Raises BadChoiceError."""
    if limit is not None and limit not in LIMITS:
        raise BadChoiceError(N_("There is no such time limit."))
    return limit


def still_due(service: GameService, before: State, mover: int | None, after: State) -> bool:
    """Whether the others still have the questions they had: then their time runs on."""
    asked = {decision for decision in service.decisions(before) if decision.seat != mover}
    return asked.issuperset(service.decisions(after))


def from_now(limit: int, now: datetime) -> datetime:
    """When a question put now is due."""
    return now + timedelta(seconds=limit)


async def set_clock(driver: Driver, match_id: int, due: datetime) -> None:
    """Queue the job that ends the wait, within the driver's transaction.

    One waits at most for each match: where it comes too early it sets the clock anew.
    """
    await defer(driver, CLOCK_JOB, at=due, once=f"{CLOCK_JOB}:{match_id}", match=match_id)
