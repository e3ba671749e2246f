"""Hours that count: nights, weekends, summer time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.matches.errors import BadChoiceError
from app.matches.hours import (
    Calendar,
    add_counted,
    check_calendar,
    counted_between,
    known_zones,
)

PARIS = "Europe/Paris"
NIGHTS = Calendar(PARIS, 22, 8)
WEEKDAYS = Calendar(PARIS, weekends=True)
BOTH = Calendar(PARIS, 22, 8, weekends=True)
SMALL_HOURS = Calendar(PARIS, 1, 7)
ZONES = (PARIS, "UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia")
HOUR = timedelta(hours=1)


def at(text: str, zone: str = PARIS) -> datetime:
    """A moment on the clocks of that place: "2026-11-30 21:00"."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize(
    ("calendar", "start", "hours", "end"),
    [
        (None, "2026-11-30 21:00", 10, "2026-12-01 07:00"),
        (NIGHTS, "2026-11-30 21:00", 2, "2026-12-01 09:00"),
        (NIGHTS, "2026-11-30 21:00", 1, "2026-11-30 22:00"),
        (NIGHTS, "2026-11-30 23:30", 1, "2026-12-01 09:00"),
        (NIGHTS, "2026-12-01 03:00", 14, "2026-12-01 22:00"),
        (NIGHTS, "2026-12-01 12:00", 24, "2026-12-02 22:00"),
        (SMALL_HOURS, "2026-11-30 23:00", 3, "2026-12-01 08:00"),
        (WEEKDAYS, "2026-12-04 18:00", 24, "2026-12-07 18:00"),
        (WEEKDAYS, "2026-12-05 18:00", 1, "2026-12-07 01:00"),
        (BOTH, "2026-12-04 21:30", 1, "2026-12-07 08:30"),
        (NIGHTS, "2026-12-01 12:00", 0, "2026-12-01 12:00"),
        (NIGHTS, "2026-12-01 23:00", 0, "2026-12-01 23:00"),
    ],
)
def test_only_hours_that_count_are_counted(
    calendar: Calendar | None, start: str, hours: int, end: str
) -> None:
    assert add_counted(at(start), hours * HOUR, calendar) == at(end)


def test_a_night_in_which_summer_time_begins_or_ends_is_measured_in_real_hours() -> None:
    """Paris: 29 March 2026 has 23 hours, 25 October 25."""
    spring, autumn = at("2026-03-29 00:00"), at("2026-10-25 00:00")
    assert counted_between(spring, at("2026-03-30 00:00"), None) == 23 * HOUR
    assert counted_between(spring, at("2026-03-30 00:00"), SMALL_HOURS) == (23 - 5) * HOUR
    assert counted_between(autumn, at("2026-10-26 00:00"), SMALL_HOURS) == (25 - 7) * HOUR
    every_hour = Calendar(PARIS, weekends=True)
    assert counted_between(at("2026-03-27 00:00"), at("2026-03-31 00:00"), every_hour) == 48 * HOUR


def test_a_night_that_begins_in_the_hour_that_is_skipped_begins_with_the_change() -> None:
    night = Calendar(PARIS, 2, 6)
    assert counted_between(at("2026-03-29 00:00"), at("2026-03-29 06:00"), night) == 2 * HOUR
    assert add_counted(at("2026-03-29 01:00"), 2 * HOUR, night) == at("2026-03-29 07:00")


MOMENTS = st.integers(0, 17 * 365 * 24 * 3600).map(
    lambda seconds: datetime(2011, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)
LENGTHS = st.timedeltas(timedelta(), timedelta(days=15))
CALENDARS = st.builds(
    lambda zone, start, length, weekends: Calendar(zone, start, (start + length) % 24, weekends),
    st.sampled_from(ZONES),
    st.integers(0, 23),
    st.integers(1, 16),
    st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(MOMENTS, LENGTHS, CALENDARS)
def test_what_is_added_is_what_lies_between(
    start: datetime, length: timedelta, calendar: Calendar
) -> None:
    end = add_counted(start, length, calendar)
    assert end >= start + length
    assert counted_between(start, end, calendar) == length
    assert counted_between(end, start, calendar) == -length


@settings(max_examples=100, deadline=None)
@given(MOMENTS, LENGTHS, LENGTHS, CALENDARS)
def test_time_that_counts_adds_up(
    start: datetime, first: timedelta, second: timedelta, calendar: Calendar
) -> None:
    middle, end = start + first, start + first + second
    parts = counted_between(start, middle, calendar) + counted_between(middle, end, calendar)
    assert parts == counted_between(start, end, calendar)
    assert timedelta() <= parts <= first + second


@pytest.mark.parametrize(
    "calendar",
    [
        Calendar("Europe/Atlantis", 22, 8),
        Calendar("/etc/passwd", 22, 8),
        Calendar(PARIS, 22, None),
        Calendar(PARIS, None, 8),
        Calendar(PARIS, 24, 8),
        Calendar(PARIS, 22, -1),
        Calendar(PARIS, 9, 8),
    ],
)
def test_calendars_that_cannot_be_kept_are_refused(calendar: Calendar) -> None:
    with pytest.raises(BadChoiceError):
        check_calendar(calendar)


def test_a_calendar_that_takes_out_nothing_is_none() -> None:
    assert check_calendar(Calendar(PARIS)) is None
    assert check_calendar(Calendar(PARIS, 8, 8)) is None
    assert check_calendar(Calendar(PARIS, 8, 8, weekends=True)) == WEEKDAYS
    assert check_calendar(BOTH) == BOTH


def test_zones_are_places_and_utc() -> None:
    assert {"UTC", PARIS, "America/Argentina/Buenos_Aires"} <= known_zones()
    assert not {"Etc/GMT+3", "EST5EDT", "localtime", "posixrules"} & known_zones()
