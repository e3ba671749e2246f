"""Clocks that a match may have: none, a limit for each decision, a bank of time with a gain."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct
from sqlalchemy import text

from app.db.direct import Direct, Driver
from app.db.jobs import DEFER, job_row
from app.matches.errors import BadChoiceError
from app.matches.hours import Calendar, check_calendar
from app.rules.contract import N_

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
LIMITS = (10 * MINUTE, HOUR, 8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""Seconds that a match may give for each decision."""
BANKS = (
    (5 * MINUTE, 10),
    (10 * MINUTE, 20),
    (20 * MINUTE, 30),
    (45 * MINUTE, MINUTE),
    (90 * MINUTE, 2 * MINUTE),
)
"""Seconds in each player's bank, and what it gains with each turn."""
ABSENCES = ("once", "until_return", "default")
"""Who answers for a seat that is late: a bot this once, a bot until it returns, the rules."""

CLOCK_JOB = "matches.clock"
JOB_LOCK = f"{CLOCK_JOB}:{{}}"


class Clock(Struct, frozen=True):
    """How the time of a match runs: a limit, or a bank with its gain, in seconds; hours that count.

    A limit is for each decision anew. A bank runs while its seat is awaited, and gains when the
    seat hands on to others: a live clock, which no holiday stops.
    """

    limit: int | None = None
    bank: int | None = None
    gain: int = 0
    calendar: Calendar | None = None

    @property
    def live(self) -> bool:
        """Whether it is a bank of time."""
        return self.bank is not None


class Times(Struct, frozen=True):
    """Where the clocks of a match stand, by seat."""

    dues: tuple[datetime | None, ...]
    """Until when it has to answer; None: it is not awaited, or a bot plays it."""
    banks: tuple[int | None, ...]
    """Milliseconds. Live: what it had when it was asked, and has when it is not. With a limit: what
    was left when it answered last, for when it takes that back; None: it is asked anew."""

    @property
    def due(self) -> datetime | None:
        """The first that is due."""
        return min(filter(None, self.dues), default=None)


def check_clock(clock: Clock | None) -> Clock | None:
    """The clock, if the house has such a one. Raises BadChoiceError."""
    if clock is None or (clock.limit is None and clock.bank is None):
        return None
    if clock.limit is not None and clock.bank is not None:
        raise BadChoiceError(N_("Choose a time limit or a time bank, not both."))
    if clock.limit is not None and clock.limit not in LIMITS:
        raise BadChoiceError(N_("There is no such time limit."))
    if clock.bank is not None and (clock.bank, clock.gain) not in BANKS:
        raise BadChoiceError(N_("There is no such time bank."))
    return Clock(clock.limit, clock.bank, clock.gain, check_calendar(clock.calendar))


def array_of(values: Iterable[datetime | int | None]) -> str:
    """An array in PostgreSQL's own words: the driver would take long over it."""
    return "{" + ",".join("NULL" if value is None else f'"{value}"' for value in values) + "}"


async def set_clock(driver: Driver, match_id: int, due: datetime) -> None:
    """Queue the job that ends the wait, within the driver's transaction.

    One waits at most for each match, for the earliest: where it comes too early it sets the clock
    anew.
    """
    lock = JOB_LOCK.format(match_id)
    await _SET.row(driver, job_row(CLOCK_JOB, at=due, once=lock, args={"match": match_id}))


_SET = Direct(
    text(
        f"{DEFER} DO UPDATE SET scheduled_at = EXCLUDED.scheduled_at"
        " WHERE procrastinate_jobs.scheduled_at > EXCLUDED.scheduled_at RETURNING id"
    )
)
