"""Holidays: days of a person's own calendar on which no time limit runs for him."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.errors import BadHolidayError
from app.accounts.tables import holiday as holidays
from app.accounts.tables import person as people
from app.rules.contract import N_

DAYS_A_YEAR = 20
FARTHEST = timedelta(days=366)
ONE_DAY = timedelta(days=1)


class Holiday(Struct, frozen=True):
    """Days from `first` to `last`, both included."""

    id: int
    first: date
    last: date

    def days_in(self, year: int) -> int:
        """How many of its days are of that year."""
        first = max(self.first, date(year, 1, 1))
        last = min(self.last, date(year, 12, 31))
        return max(0, (last - first).days + 1)

    def times(self, zone: str | None) -> tuple[datetime, datetime]:
        """When it begins and ends on the clocks of that zone (None: UTC), the end not included."""
        return _midnight(self.first, zone), _midnight(self.last + ONE_DAY, zone)


async def list_holidays(
    connection: AsyncConnection, person_id: int, since: date
) -> tuple[Holiday, ...]:
    """The person's holidays that end on that day or later, in order."""
    columns = holidays.c.id, holidays.c.first, holidays.c.last
    mine = holidays.c.person_id == person_id, holidays.c.last >= since
    rows = await connection.execute(select(*columns).where(*mine).order_by(holidays.c.first))
    return tuple(Holiday(*row) for row in rows)


async def take_holiday(
    connection: AsyncConnection, person_id: int, first: date, last: date, now: datetime
) -> Holiday:
    """Enter a holiday. Raises BadHolidayError: past, too long, or on days that are free already."""
    today = await _today(connection, person_id, now)
    if first > last:
        raise BadHolidayError(N_("A holiday ends after it begins."))
    if first < today:
        raise BadHolidayError(N_("A holiday begins today or later."))
    if last > today + FARTHEST:
        raise BadHolidayError(N_("A holiday lies within the next year."))
    taken = await list_holidays(connection, person_id, date(today.year, 1, 1))
    if any(one.first <= last and first <= one.last for one in taken):
        raise BadHolidayError(N_("Some of these days are a holiday already."))
    _check_days(Holiday(0, first, last), taken)
    made = insert(holidays).values(person_id=person_id, first=first, last=last)
    row = await connection.execute(made.returning(holidays.c.id))
    return Holiday(row.scalar_one(), first, last)


async def cancel_holiday(
    connection: AsyncConnection, person_id: int, holiday_id: int, now: datetime
) -> None:
    """Give back the days that have not begun; nothing happens when there is no such holiday."""
    today = await _today(connection, person_id, now)
    mine = holidays.c.person_id == person_id, holidays.c.id == holiday_id
    await connection.execute(delete(holidays).where(*mine, holidays.c.first > today))
    begun = *mine, holidays.c.last > today
    await connection.execute(update(holidays).where(*begun).values(last=today))


def days_left(taken: Iterable[Holiday], year: int) -> int:
    """How many days of that year may still be taken."""
    return DAYS_A_YEAR - sum(one.days_in(year) for one in taken)


def today_in(zone: str | None, now: datetime) -> date:
    """The day on the calendars of that zone."""
    return now.astimezone(_zone(zone)).date()


def _check_days(wanted: Holiday, taken: Iterable[Holiday]) -> None:
    """Raises BadHolidayError."""
    taken = tuple(taken)
    for year in range(wanted.first.year, wanted.last.year + 1):
        left = days_left(taken, year)
        if wanted.days_in(year) > left:
            raise BadHolidayError(
                N_("You have {left} days of holiday left in {year}."), left=left, year=year
            )


async def _today(connection: AsyncConnection, person_id: int, now: datetime) -> date:
    """The person's day; his row is locked, so that he enters one holiday at a time."""
    row = select(people.c.zone).where(people.c.id == person_id).with_for_update()
    return today_in(await connection.scalar(row), now)


def _midnight(day: date, zone: str | None) -> datetime:
    return datetime.combine(day, time(), _zone(zone)).astimezone(UTC)


def _zone(zone: str | None) -> ZoneInfo:
    return ZoneInfo(zone or "UTC")
