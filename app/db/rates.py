"""How often something may be done, kept for all processes: one timestamp for each key.

The generic cell rate algorithm (ITU-T I.371, as a virtual schedule): a key has a bucket that runs
out evenly; `empty` is when it will have run out. Keys are kept as digests: nobody's address or
name stands in the table, and it is emptied when PostgreSQL crashes.
"""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.direct import Direct, autocommitting
from app.db.jobs import Work, job

KEY_BYTES = 16


class Rate(NamedTuple):
    """So many at once; then one for each `per / most`."""

    most: int
    per: timedelta

    @property
    def each(self) -> timedelta:
        """How long one fills the bucket."""
        return self.per / self.most


class Rates:
    """The buckets of this database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def take(self, key: str, rate: Rate, now: datetime) -> timedelta:
        """Put one into the key's bucket; how long to wait if it is full (zero: it was taken)."""
        values = {"key": _digest(key), "each": rate.each, "per": rate.per, "now": now}
        async with autocommitting(self._engine) as driver:
            row = await _TAKE.row(driver, values)
        taken, empty = row or (True, now)
        return timedelta(0) if taken else max(empty + rate.each - rate.per - now, timedelta(0))

    async def give_back(self, key: str, rate: Rate) -> None:
        """Take one out again: it does not count."""
        async with autocommitting(self._engine) as driver:
            await _GIVE_BACK.rows(driver, {"key": _digest(key), "each": rate.each})


@job("rates.forget", cron="41 * * * *")
async def forget_empty(work: Work) -> None:
    """Forget the buckets that have run out."""
    async with autocommitting(work.engine) as driver:
        await _FORGET.rows(driver, {"now": datetime.now(UTC)})


def _digest(key: str) -> bytes:
    return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


_TAKE = Direct(
    text(
        "INSERT INTO rate AS kept (key, empty, taken)"
        " VALUES (:key, CAST(:now AS timestamptz) + CAST(:each AS interval), true)"
        " ON CONFLICT (key) DO UPDATE SET (empty, taken) = ("
        "  SELECT CASE WHEN fits THEN filled ELSE kept.empty END, fits"
        "  FROM (SELECT greatest(kept.empty, :now) + :each) AS a (filled),"
        "  LATERAL (SELECT filled <= :now + CAST(:per AS interval)) AS b (fits)"
        " ) RETURNING taken, empty"
    )
)
_GIVE_BACK = Direct(
    text("UPDATE rate SET empty = empty - CAST(:each AS interval) WHERE key = :key RETURNING taken")
)
_FORGET = Direct(text("DELETE FROM rate WHERE empty < :now RETURNING true"))
