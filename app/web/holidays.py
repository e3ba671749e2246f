"""A person's holidays as his own page shows them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from msgspec import Struct

from app.accounts.holidays import Holiday, days_left, list_holidays, today_in
from app.accounts.people import Person
from app.matches.hours import known_zones
from app.web.house import House


class OwnTime(Struct, frozen=True):
    """Time zones to choose from, holidays that last or come, the days that are left."""

    zones: tuple[str, ...]
    holidays: tuple[Holiday, ...]
    today: date
    left: int


async def own_time(house: House, person: Person, now: datetime | None = None) -> OwnTime:
    """What the person's page says of his time."""
    today = today_in(person.zone, now or datetime.now(UTC))
    async with house.engine.connect() as connection:
        taken = await list_holidays(connection, person.id, date(today.year, 1, 1))
    coming = tuple(one for one in taken if one.last >= today)
    return OwnTime(tuple(sorted(known_zones())), coming, today, days_left(taken, today.year))
