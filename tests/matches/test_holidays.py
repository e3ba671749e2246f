"""Holidays: twenty days a year on which a person's limits stand still, told to his tables."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.errors import BadHolidayError
from app.accounts.holidays import (
    DAYS_A_YEAR,
    Holiday,
    cancel_holiday,
    days_left,
    list_holidays,
    take_holiday,
)
from app.accounts.people import Person, set_zone
from app.matches import holidays
from app.matches.deadlines import end_wait
from app.matches.errors import BadChoiceError
from app.matches.heads import MatchHead
from app.matches.herald import Herald
from app.matches.limits import DAY, Clock
from app.matches.pauses import pause, resume
from app.matches.service import Matches
from tests.matches.conftest import People, Running
from tests.matches.test_absence import begun
from tests.matches.test_deadlines import head_of, run, timed

ONE_DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def today() -> date:
    return datetime.now(UTC).date()


def midnight(day: date) -> datetime:
    """When that day begins in UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def ends(days: int) -> datetime:
    """When a holiday ends that begins today and has so many days."""
    return midnight(today()) + days * ONE_DAY


def dues(head: MatchHead) -> tuple[datetime | None, ...]:
    assert head.times is not None
    return head.times.dues


async def days_of(engine: AsyncEngine, person: Person) -> list[tuple[date, date]]:
    async with engine.begin() as connection:
        found = await list_holidays(connection, person.id, date(2000, 1, 1))
    return [(one.first, one.last) for one in found]


async def take(engine: AsyncEngine, person: Person, first: date, last: date, now: datetime) -> None:
    async with engine.begin() as connection:
        await take_holiday(connection, person.id, first, last, now)


JUNE = datetime(2026, 6, 10, 12, tzinfo=UTC)


async def test_twenty_days_a_year(people: People, engine: AsyncEngine) -> None:
    alice = people.alice
    await take(engine, alice, date(2026, 6, 10), date(2026, 6, 24), JUNE)
    with pytest.raises(BadHolidayError):
        await take(engine, alice, date(2026, 7, 1), date(2026, 7, 6), JUNE)
    await take(engine, alice, date(2026, 7, 1), date(2026, 7, 5), JUNE)
    with pytest.raises(BadHolidayError):
        await take(engine, alice, date(2026, 12, 31), date(2027, 1, 2), JUNE)
    await take(engine, alice, date(2027, 1, 1), date(2027, 1, 20), JUNE)
    async with engine.begin() as connection:
        taken = await list_holidays(connection, alice.id, date(2026, 1, 1))
    assert [days_left(taken, year) for year in (2026, 2027, 2028)] == [0, 0, DAYS_A_YEAR]


def test_a_holiday_over_new_year_takes_days_of_both_years() -> None:
    holiday = Holiday(1, date(2026, 12, 30), date(2027, 1, 3))
    assert [holiday.days_in(year) for year in (2025, 2026, 2027)] == [0, 2, 3]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (date(2026, 6, 9), date(2026, 6, 12)),
        (date(2026, 6, 12), date(2026, 6, 11)),
        (date(2028, 6, 1), date(2028, 6, 2)),
        (date(2026, 6, 15), date(2026, 6, 16)),
        (date(2026, 6, 19), date(2026, 6, 22)),
    ],
)
async def test_days_that_cannot_be_a_holiday(
    people: People, engine: AsyncEngine, first: date, last: date
) -> None:
    await take(engine, people.alice, date(2026, 6, 16), date(2026, 6, 20), JUNE)
    with pytest.raises(BadHolidayError):
        await take(engine, people.alice, first, last, JUNE)


async def test_today_is_the_day_where_the_person_is(people: People, engine: AsyncEngine) -> None:
    """In Auckland the eleventh has begun."""
    async with engine.begin() as connection:
        await set_zone(connection, people.alice.id, "Pacific/Auckland")
    with pytest.raises(BadHolidayError):
        await take(engine, people.alice, date(2026, 6, 10), date(2026, 6, 12), JUNE)
    begins, over = Holiday(1, date(2026, 6, 11), date(2026, 6, 11)).times("Pacific/Auckland")
    assert (begins, over) == (datetime(2026, 6, 10, 12, tzinfo=UTC), begins + ONE_DAY)


async def test_days_that_have_begun_cannot_be_given_back(
    people: People, engine: AsyncEngine
) -> None:
    async with engine.begin() as connection:
        one = await take_holiday(
            connection, people.alice.id, date(2026, 6, 10), date(2026, 6, 14), JUNE
        )
        two = await take_holiday(
            connection, people.alice.id, date(2026, 7, 1), date(2026, 7, 2), JUNE
        )
        for number in (one.id, two.id):
            await cancel_holiday(connection, people.bob.id, number, JUNE)
            await cancel_holiday(connection, people.alice.id, number, JUNE + ONE_DAY)
    assert await days_of(engine, people.alice) == [(date(2026, 6, 10), date(2026, 6, 11))]


async def test_limits_stand_still_and_the_table_is_told(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people, DAY)
    before = await head_of(running, people)
    await matches.take_holiday(people.bob, today(), today() + 2 * ONE_DAY)
    after = await head_of(running, people)
    assert after.stir > before.stir
    assert after.holidays == (None, ends(3))
    alice, bob = dues(after)
    assert alice == dues(before)[0]
    assert bob is not None
    assert abs(bob - (ends(3) + ONE_DAY)) < HOUR
    assert after.due == alice


async def test_who_is_asked_on_holiday_has_his_limit_after_it(
    matches: Matches, people: People
) -> None:
    running = await timed(matches, people, DAY)
    await matches.take_holiday(people.bob, today(), today())
    await running.pick(people.bob, "heads")
    await running.pick(people.alice, "heads")
    assert dues(await head_of(running, people))[1] == ends(1) + ONE_DAY


async def test_a_holiday_that_begins_later_stops_the_clock_then(
    matches: Matches, people: People, engine: AsyncEngine, herald: Herald
) -> None:
    running = await timed(matches, people, 3 * DAY)
    before = await head_of(running, people)
    first = today() + ONE_DAY
    await matches.take_holiday(people.alice, first, first + 4 * ONE_DAY)
    assert dues(await head_of(running, people)) == dues(before)
    sql = "SELECT scheduled_at FROM procrastinate_jobs WHERE task_name = 'matches.holiday'"
    rows = await run(engine, f"{sql} ORDER BY scheduled_at")
    assert [at for (at,) in rows] == [midnight(first), midnight(first) + 5 * ONE_DAY]
    await holidays.tell_tables(engine, herald, people.alice.id, midnight(first))
    alice, bob = dues(await head_of(running, people))
    was = dues(before)[0]
    assert was is not None
    assert (alice, bob) == (was + 5 * ONE_DAY, dues(before)[1])


async def test_who_gives_days_back_is_awaited_sooner(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people, DAY)
    await matches.take_holiday(people.bob, today(), today() + 9 * ONE_DAY)
    [(number,)] = await run(engine, "SELECT id FROM holiday")
    await matches.cancel_holiday(people.bob, number)
    bob = dues(await head_of(running, people))[1]
    assert bob is not None
    assert abs(bob - (ends(1) + ONE_DAY)) < HOUR


async def test_the_house_answers_for_nobody_on_holiday(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people, DAY)
    number = (await head_of(running, people)).id
    await matches.take_holiday(people.bob, today(), today() + 4 * ONE_DAY)
    await end_wait(engine, matches.rules, number, datetime.now(UTC) + 1.5 * ONE_DAY)
    assert (await head_of(running, people)).waiting == (1,)
    await end_wait(engine, matches.rules, number, ends(5) + 1.5 * ONE_DAY)
    assert (await head_of(running, people)).waiting == (0, 1)


async def test_a_match_that_begins_on_a_holiday_knows_of_it(
    matches: Matches, people: People
) -> None:
    await matches.take_holiday(people.bob, today(), today())
    running = await timed(matches, people, DAY)
    bob = dues(await head_of(running, people))[1]
    assert bob is not None
    assert abs(bob - (ends(1) + ONE_DAY)) < HOUR


async def test_a_bank_of_time_runs_on(matches: Matches, people: People) -> None:
    running = await begun(matches, people, Clock(bank=300, gain=10))
    before = await head_of(running, people)
    await matches.take_holiday(people.bob, today(), today())
    assert await head_of(running, people) == before


async def test_a_pause_within_a_holiday_adds_nothing_to_it(
    matches: Matches, people: People, engine: AsyncEngine, herald: Herald
) -> None:
    running = await timed(matches, people, DAY)
    await matches.take_holiday(people.bob, today(), today() + 4 * ONE_DAY)
    before = await head_of(running, people)
    now = datetime.now(UTC)
    await pause(engine, herald, before.id, "table", now)
    await resume(engine, herald, before.id, "table", now + ONE_DAY)
    alice, bob = dues(await head_of(running, people))
    was_alice, was_bob = dues(before)
    assert was_alice is not None
    assert (alice, bob) == (was_alice + ONE_DAY, was_bob)


async def test_who_moves_to_another_zone_takes_his_days_there(
    matches: Matches, people: People
) -> None:
    running = await timed(matches, people, DAY)
    await matches.take_holiday(people.bob, today(), today() + ONE_DAY)
    await matches.move_to(people.bob, "Pacific/Kiritimati")
    assert (await head_of(running, people)).holidays == (None, ends(2) - 14 * HOUR)
    with pytest.raises(BadChoiceError):
        await matches.move_to(people.bob, "Europe/Atlantis")


async def test_others_at_other_tables_are_not_touched(
    matches: Matches, people: People, running: Running
) -> None:
    before = await head_of(running, people)
    await matches.take_holiday(people.charlie, today(), today())
    await matches.take_holiday(people.bob, today(), today())
    assert await head_of(running, people) == before
