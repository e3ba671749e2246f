"""News of the house: what an admin tells to all."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from app.accounts.tables import person as people
from app.db.direct import Direct, Driver
from app.notices.kinds import HOUSE, Notice
from app.notices.publish import publish

AT_ONCE = 500
LONGEST = 1000


async def tell_all(driver: Driver, text: str, now: datetime) -> int:
    """Tell every person of the house, all or none; gives how many."""
    number = int(now.timestamp() * 1_000_000)
    everybody = [row[0] for row in await _EVERYBODY.rows(driver, {})]
    async with driver.transaction():
        for start in range(0, len(everybody), AT_ONCE):
            await publish(driver, _notices(everybody[start : start + AT_ONCE], number, text), now)
    return len(everybody)


def _notices(persons: Sequence[int], number: int, text: str) -> list[Notice]:
    facts = {"text": text[:LONGEST]}
    return [Notice(HOUSE, number, person, None, facts) for person in persons]


_EVERYBODY = Direct(select(people.c.id).where(people.c.disabled.is_(None)).order_by(people.c.id))
