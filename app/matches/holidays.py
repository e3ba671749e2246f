"""Holidays at the table: while a person is on one, his time limits stand still; banks run on.

Each match keeps until when its seats are on holiday, so that a move need not look it up.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import BigInteger, bindparam, cast, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.types import ARRAY, Date, Text

from app.accounts.holidays import Holiday, cancel_holiday, list_holidays, take_holiday, today_in
from app.accounts.people import set_zone
from app.accounts.tables import holiday as holidays
from app.accounts.tables import person as people
from app.db.direct import Direct, Driver, autocommitting
from app.db.jobs import Work, defer, job
from app.matches.clock import times_moved
from app.matches.errors import BadChoiceError
from app.matches.herald import Herald
from app.matches.hours import known_zones, read_calendar
from app.matches.limits import Times, array_of, set_clock
from app.matches.record import MOMENT
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.contract import N_

HOLIDAY_JOB = "matches.holiday"
LATELY = timedelta(days=2)
"""Zones are at most a day apart."""


@job(HOLIDAY_JOB)
async def holiday_of(work: Work, *, person: int, moment: str) -> None:
    """Tell the person's matches that a holiday of his begins or ends."""
    herald = Herald(work.engine)
    now = max(datetime.fromisoformat(moment), datetime.now(UTC))
    await tell_tables(work.engine, herald, person, now)
    await herald.settle()


async def take(
    engine: AsyncEngine, herald: Herald, person_id: int, first: date, last: date, now: datetime
) -> None:
    """Enter a holiday of the person's, and tell his tables. Raises BadHolidayError."""
    async with engine.begin() as connection:
        taken = await take_holiday(connection, person_id, first, last, now)
        zone = await connection.scalar(select(people.c.zone).where(people.c.id == person_id))
        await _announce(connection, person_id, taken, zone)
    await tell_tables(engine, herald, person_id, now)


async def cancel(
    engine: AsyncEngine, herald: Herald, person_id: int, holiday_id: int, now: datetime
) -> None:
    """Give back the days of a holiday that have not begun, and tell the person's tables."""
    async with engine.begin() as connection:
        await cancel_holiday(connection, person_id, holiday_id, now)
    await tell_tables(engine, herald, person_id, now)


async def move_to(
    engine: AsyncEngine, herald: Herald, person_id: int, zone: str | None, now: datetime
) -> None:
    """The person's days are those of another time zone (None: UTC). Raises BadChoiceError."""
    if zone is not None and zone not in known_zones():
        raise BadChoiceError(N_("There is no such time zone."))
    async with engine.begin() as connection:
        await set_zone(connection, person_id, zone)
        for one in await list_holidays(connection, person_id, today_in(zone, now)):
            await _announce(connection, person_id, one, zone)
    await tell_tables(engine, herald, person_id, now)


async def tell_tables(engine: AsyncEngine, herald: Herald, person_id: int, now: datetime) -> None:
    """Stop or start the person's limits in his matches, as his holidays say at that time."""
    async with autocommitting(engine) as driver:
        for (match_id,) in await _MATCHES.rows(driver, {"person": person_id}):
            stirred = await refresh(driver, match_id, now)
            if stirred is not None:
                herald.tell_stir(match_id, stirred)


async def refresh(driver: Driver, match_id: int, now: datetime) -> int | None:
    """Note whose holiday lasts until when, and move their deadlines; gives the stir, if any.

    Nothing changes where all is noted already, and in matches without a time limit.
    """
    async with driver.transaction():
        row = await _LOCK.row(driver, {"match": match_id})
        if row is None:
            return None
        chairs, before, dues, banks, calendar, paused = row
        known = await _KNOWN.rows(driver, {"match": match_id, "day": (now - LATELY).date()})
        until = {seat: _until(taken, now) for seat, taken in _by_seat(known).items()}
        ends = [until.get(seat) for seat in range(chairs)]
        if ends == [_future(end, now) for end in before or [None] * chairs]:
            return None
        moment = paused or now
        times = None
        if dues is not None:
            stand = Times(tuple(dues), tuple(banks or ()))
            times = times_moved(stand, read_calendar(calendar), moment, moment, before, ends)
        return await _write(driver, match_id, ends, times, paused is not None)


def _by_seat(
    rows: list[tuple[int, str | None, date, date]],
) -> Mapping[int, list[tuple[datetime, datetime]]]:
    found: dict[int, list[tuple[datetime, datetime]]] = {}
    for seat, zone, first, last in rows:
        found.setdefault(seat, []).append(Holiday(0, first, last).times(zone))
    return found


def _until(taken: list[tuple[datetime, datetime]], now: datetime) -> datetime | None:
    """When the holiday ends that lasts at that time, with those that follow at once."""
    until = now
    for begins, ends in sorted(taken):
        if begins <= until < ends:
            until = ends
    return _future(until, now)


def _future(end: datetime | None, now: datetime) -> datetime | None:
    return end if end is not None and end > now else None


async def _announce(
    connection: AsyncConnection, person_id: int, taken: Holiday, zone: str | None
) -> None:
    """Queue the jobs for its beginning and its end."""
    for at in taken.times(zone):
        moment = at.isoformat()
        once = f"{HOLIDAY_JOB}:{person_id}:{moment}"
        await defer(connection, HOLIDAY_JOB, at=at, once=once, person=person_id, moment=moment)


async def _write(
    driver: Driver,
    match_id: int,
    ends: list[datetime | None],
    times: Times | None,
    paused: bool,
) -> int:
    due = None if paused or times is None else times.due
    row = await _WRITE.row(
        driver,
        {
            "match": match_id,
            "ends": array_of(ends) if any(ends) else None,
            "dues": times and array_of(times.dues),
            "due": due,
        },
    )
    if due is not None:
        await set_clock(driver, match_id, due)
    return int(row[0]) if row else 0


_THIS = matches.c.id == bindparam("match", type_=BigInteger)
_LIMITED = matches.c.state == "running", matches.c.limit_seconds.is_not(None)
_MATCHES = Direct(
    select(matches.c.id)
    .join_from(matches, seats)
    .where(seats.c.person_id == bindparam("person", type_=BigInteger), *_LIMITED)
)
_LOCK = Direct(
    select(
        matches.c.chairs,
        matches.c.holidays,
        matches.c.dues,
        matches.c.banks,
        matches.c.calendar,
        matches.c.paused,
    )
    .where(_THIS, *_LIMITED)
    .with_for_update()
)
_KNOWN = Direct(
    select(seats.c.seat, people.c.zone, holidays.c.first, holidays.c.last)
    .select_from(
        seats.join(people, people.c.id == seats.c.person_id).join(
            holidays, holidays.c.person_id == people.c.id
        )
    )
    .where(
        seats.c.match_id == bindparam("match", type_=BigInteger),
        holidays.c.last >= bindparam("day", type_=Date),
    )
)
_WRITE = Direct(
    update(matches)
    .where(_THIS)
    .values(
        holidays=cast(bindparam("ends", type_=Text), ARRAY(MOMENT)),
        dues=cast(bindparam("dues", type_=Text), ARRAY(MOMENT)),
        due=bindparam("due", type_=MOMENT),
        stir=matches.c.stir + 1,
    )
    .returning(matches.c.stir)
)
