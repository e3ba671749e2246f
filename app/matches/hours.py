"""Hours that count: a match's nights and weekends, in its time zone, take nobody's time.

Instants are aware datetimes; what is between two of them is counted in real seconds, over changes
of summer time too.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Struct

from app.matches.errors import BadChoiceError
from app.rules.contract import N_

LONGEST_NIGHT = 16
"""Hours; of each day a third counts at least."""
SATURDAY = 5
ONE_DAY = timedelta(days=1)
NO_TIME = timedelta()


class Calendar(Struct, frozen=True):
    """Hours that do not count: from an hour of the evening to one of the morning, weekends.

    `start` and `end` are hours of the day (0 to 23) on the clocks of `zone`, an IANA name; both
    are None where all nights count.
    """

    zone: str
    start: int | None = msgspec.field(default=None, name="from")
    end: int | None = msgspec.field(default=None, name="to")
    weekends: bool = False
    """Whether Saturday and Sunday do not count."""


def check_calendar(calendar: Calendar | None) -> Calendar | None:
    """The calendar, if it can be kept; None where it takes out nothing. Raises BadChoiceError."""
    if calendar is None:
        return None
    if calendar.zone not in known_zones():
        raise BadChoiceError(N_("There is no such time zone."))
    if (calendar.start is None) != (calendar.end is None):
        raise BadChoiceError(N_("A night has an hour when it begins and one when it ends."))
    if calendar.start is not None and calendar.end is not None:
        if not (0 <= calendar.start < 24 and 0 <= calendar.end < 24):
            raise BadChoiceError(N_("Hours are numbers from 0 to 23."))
        if (calendar.end - calendar.start) % 24 > LONGEST_NIGHT:
            raise BadChoiceError(N_("A night has at most {most} hours."), most=LONGEST_NIGHT)
        if calendar.start == calendar.end:
            calendar = Calendar(calendar.zone, weekends=calendar.weekends)
    return calendar if calendar.weekends or calendar.start is not None else None


def read_calendar(data: Any) -> Calendar | None:
    """The calendar as its column has it."""
    return None if data is None else msgspec.convert(data, Calendar)


@lru_cache(maxsize=1)
def known_zones() -> frozenset[str]:
    """The IANA names of time zones, without those that are no places."""
    return frozenset(zone for zone in available_timezones() if zone == "UTC" or _is_place(zone))


def _is_place(zone: str) -> bool:
    return "/" in zone and not zone.startswith(("Etc/", "SystemV/", "US/", "posix/", "right/"))


def add_counted(start: datetime, length: timedelta, calendar: Calendar | None) -> datetime:
    """The instant at which that much time has counted since `start`."""
    if calendar is None:
        return start + length
    if length <= NO_TIME:
        return start
    for begins, ends in _counted_from(start, calendar):
        if length <= ends - begins:
            return begins + length
        length -= ends - begins
    raise AssertionError("time goes on")


def counted_between(start: datetime, end: datetime, calendar: Calendar | None) -> timedelta:
    """How much time counts from one instant to another; negative when `end` is before `start`."""
    if calendar is None:
        return end - start
    if end < start:
        return -counted_between(end, start, calendar)
    counted = NO_TIME
    for begins, ends in _counted_from(start, calendar):
        if begins >= end:
            break
        counted += min(ends, end) - begins
    return counted


def _counted_from(start: datetime, calendar: Calendar) -> Iterator[tuple[datetime, datetime]]:
    """The intervals that count, from `start` on for ever, in UTC and in order."""
    zone = ZoneInfo(calendar.zone)
    last = start.astimezone(UTC)
    day = start.astimezone(zone).date()
    while True:
        for begins, ends in _counted_on(day, calendar, zone):
            begins = max(begins, last)
            if begins < ends:
                yield begins, ends
                last = ends
        day += ONE_DAY


def _counted_on(
    day: date, calendar: Calendar, zone: ZoneInfo
) -> Iterator[tuple[datetime, datetime]]:
    if calendar.weekends and day.weekday() >= SATURDAY:
        return
    midnight, tomorrow = _instant(day, 0, zone), _instant(day + ONE_DAY, 0, zone)
    start, end = calendar.start, calendar.end
    if start is None or end is None:
        yield midnight, tomorrow
    elif start > end:
        yield _instant(day, end, zone), _instant(day, start, zone)
    else:
        yield midnight, _instant(day, start, zone)
        yield _instant(day, end, zone), tomorrow


def _instant(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """That hour of a local day; an hour that summer time skips is the moment of the change."""
    return datetime.combine(day, time(hour), zone).astimezone(UTC)
