"""The queue of jobs, for whoever runs the house: what waits, runs, has failed."""

from datetime import datetime
from typing import Any

from msgspec import Struct
from psycopg.errors import UniqueViolation
from sqlalchemy import text

from app.db.direct import Direct, Driver

SHOWN = 50


class QueuedJob(Struct, frozen=True):
    """A job; `at`: when it was queued, `due`: when it may begin at the earliest."""

    id: int
    name: str
    args: dict[str, Any]
    status: str
    attempts: int
    due: datetime | None
    at: datetime | None


async def list_jobs(driver: Driver, status: str) -> tuple[QueuedJob, ...]:
    """The jobs that are `todo`, `doing` or `failed`: the next to begin, or the newest, first."""
    rows = await _LIST.rows(driver, {"status": status, "most": SHOWN})
    return tuple(QueuedJob(*row) for row in rows)


async def count_jobs(driver: Driver) -> dict[str, int]:
    """How many jobs there are, by status."""
    return dict(await _COUNT.rows(driver, {}))


async def retry_job(driver: Driver, job_id: int) -> bool:
    """Let a failed job run again; False where there is no such one, or its like waits already."""
    try:
        return await _RETRY.row(driver, {"job": job_id}) is not None
    except UniqueViolation:
        return False


async def drop_job(driver: Driver, job_id: int) -> bool:
    """Forget a failed job; whether there was one."""
    return await _DROP.row(driver, {"job": job_id}) is not None


async def last_sign(driver: Driver) -> datetime | None:
    """When a worker gave a sign of life last."""
    row = await _SIGN.row(driver, {})
    return row[0] if row else None


_LIST = Direct(
    text(
        "SELECT id, task_name, args, CAST(status AS text), attempts, scheduled_at,"
        " (SELECT min(at) FROM procrastinate_events WHERE job_id = procrastinate_jobs.id)"
        " FROM procrastinate_jobs WHERE CAST(status AS text) = :status"
        " ORDER BY CASE WHEN :status = 'todo' THEN scheduled_at END NULLS FIRST, id DESC"
        " LIMIT :most"
    )
)
_COUNT = Direct(
    text("SELECT CAST(status AS text), count(*) FROM procrastinate_jobs GROUP BY status")
)
_RETRY = Direct(
    text(
        "UPDATE procrastinate_jobs SET status = 'todo', attempts = 0, scheduled_at = NULL,"
        " worker_id = NULL WHERE id = :job AND status = 'failed' RETURNING id"
    )
)
_DROP = Direct(
    text("DELETE FROM procrastinate_jobs WHERE id = :job AND status = 'failed' RETURNING id")
)
_SIGN = Direct(text("SELECT max(last_heartbeat) FROM procrastinate_workers"))
