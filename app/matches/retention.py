"""Retention: what is kept no longer, every night. Matches that are over stay.

Guests who sit nowhere and have not come for 30 days; drafts of matches that are over; matches that
an admin deleted 30 days ago.
"""

from datetime import UTC, datetime, timedelta

from msgspec import Struct
from sqlalchemy import Select, bindparam, delete, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import DateTime

from app.accounts.tables import person as people
from app.accounts.tables import session as sessions
from app.db.direct import Direct, Driver, autocommitting
from app.db.jobs import Work, job
from app.matches.tables import draft as drafts
from app.matches.tables import match as matches
from app.matches.tables import seat as seats

GUESTS = timedelta(days=30)
DELETED = timedelta(days=30)
"""So long a deleted match can be restored."""
AT_ONCE = 500
"""Rows of a statement, so that none locks for long."""


class Forgotten(Struct, frozen=True):
    """How many of each were deleted."""

    guests: int
    drafts: int
    matches: int


@job("matches.retention", cron="41 3 * * *")
async def forget_by_the_clock(work: Work) -> None:
    """Every night."""
    await forget(work.engine, datetime.now(UTC))


async def forget(engine: AsyncEngine, now: datetime) -> Forgotten:
    """Delete what need not be kept at that time."""
    async with autocommitting(engine) as driver:
        return Forgotten(
            guests=await _all(driver, _GUESTS, {"before": now - GUESTS, "now": now}),
            drafts=await _all(driver, _DRAFTS, {}),
            matches=await _all(driver, _MATCHES, {"before": now - DELETED}),
        )


async def _all(driver: Driver, statement: Direct, parameters: dict[str, datetime]) -> int:
    count = 0
    while rows := await statement.rows(driver, parameters):
        count += len(rows)
        if len(rows) < AT_ONCE:
            break
    return count


def _some(query: Select[tuple[int]]) -> Select[tuple[int]]:
    return query.limit(AT_ONCE).with_for_update(skip_locked=True)


_BEFORE = bindparam("before", type_=DateTime(timezone=True))
_NOW = bindparam("now", type_=DateTime(timezone=True))
_gone = _some(
    select(people.c.id).where(
        people.c.password.is_(None),
        people.c.created < _BEFORE,
        ~select(seats.c.seat).where(seats.c.person_id == people.c.id).exists(),
        ~select(sessions.c.id)
        .where(sessions.c.person_id == people.c.id, sessions.c.expires > _NOW)
        .exists(),
    )
)
_GUESTS = Direct(delete(people).where(people.c.id.in_(_gone)).returning(people.c.id))
_over = (
    select(drafts.c.match_id, drafts.c.seat)
    .join_from(drafts, matches)
    .where(matches.c.state == "finished")
    .limit(AT_ONCE)
)
_DRAFTS = Direct(
    delete(drafts)
    .where(tuple_(drafts.c.match_id, drafts.c.seat).in_(_over))
    .returning(drafts.c.seat)
)
_deleted = _some(select(matches.c.id).where(matches.c.deleted < _BEFORE))
_MATCHES = Direct(delete(matches).where(matches.c.id.in_(_deleted)).returning(matches.c.id))
