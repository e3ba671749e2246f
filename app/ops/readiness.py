"""Readiness: whether this process can serve people now."""

import asyncio
from datetime import datetime, timedelta
from functools import cache

import psycopg
import sqlalchemy.exc
from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import migrate
from app.db.direct import Direct, autocommitting
from app.db.jobs import STALLED_AFTER_SECONDS

SECONDS = 2.0
LATE = timedelta(minutes=5)
"""A job that waits so long after its time has no worker."""


class Readiness(Struct, frozen=True):
    """What was found; `jobs`: a worker lives and no job is late."""

    database: bool
    migrated: bool = False
    jobs: bool = False
    late: int = 0
    """Jobs that should have been begun long ago."""

    def ready(self, *, own_jobs: bool) -> bool:
        """Whether to send people here; a process that does the jobs must do them, too."""
        return self.database and self.migrated and (self.jobs or not own_jobs)


async def examine(engine: AsyncEngine, now: datetime) -> Readiness:
    """Ask the database; never raises for one that does not answer."""
    try:
        async with asyncio.timeout(SECONDS), autocommitting(engine) as driver:
            [(revision,)] = await _REVISION.rows(driver, {})
            [(workers,)] = await _WORKERS.rows(driver, {"seconds": STALLED_AFTER_SECONDS})
            [(late,)] = await _LATE.rows(driver, {"before": now - LATE})
    except psycopg.errors.UndefinedTable:
        return Readiness(database=True)
    except (OSError, sqlalchemy.exc.SQLAlchemyError, psycopg.Error, TimeoutError):
        return Readiness(database=False)
    return Readiness(
        database=True, migrated=revision == newest(), jobs=bool(workers) and not late, late=late
    )


@cache
def newest() -> str:
    """The newest revision that this version knows."""
    return migrate.known_revisions()[0]


_REVISION = Direct(text("SELECT version_num FROM alembic_version"))
_WORKERS = Direct(
    text(
        "SELECT count(*) FROM procrastinate_workers"
        " WHERE last_heartbeat > now() - make_interval(secs => :seconds)"
    )
)
_LATE = Direct(
    text(
        "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'"
        " AND scheduled_at < CAST(:before AS timestamptz)"
    )
)
