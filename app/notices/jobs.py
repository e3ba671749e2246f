"""The jobs of notices: make them, send them, and by the clock what was left."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, delete
from sqlalchemy.types import DateTime

from app.db.direct import Direct, autocommitting
from app.db.jobs import Work, job
from app.notices import outbox, presence, publish
from app.notices.derive import derive, refill, warn
from app.notices.post import Post, deliver
from app.notices.tables import notice
from app.rules.service import rules
from app.settings import Settings

KEPT = timedelta(days=60)
"""How long notices are listed."""


@job(outbox.JOB)
async def make_notices(work: Work) -> None:
    """Make the notices of what changed."""
    await derive(work.engine, rules(), _now())


@job(publish.JOB)
async def send_notices(work: Work) -> None:
    """Send what is due."""
    await deliver(Post.of(work.engine, Settings.from_environment()), _now)


@job("notices.sweep", cron="* * * * *")
async def sweep(work: Work) -> None:
    """Every minute: near deadlines, and what a crash may have left."""
    now = _now()
    await refill(work.engine, now)
    await warn(work.engine, now)
    async with autocommitting(work.engine) as driver:
        await publish.send_at(driver, now)


@job("notices.forget", cron="41 3 * * *")
async def forget(work: Work) -> None:
    """Every night: drop what is old."""
    now = _now()
    async with autocommitting(work.engine) as driver:
        await presence.forget(driver, now - timedelta(days=1))
        await _FORGET.rows(driver, {"before": now - KEPT})


def _now() -> datetime:
    return datetime.now(UTC)


_FORGET = Direct(
    delete(notice)
    .where(notice.c.at < bindparam("before", type_=DateTime(timezone=True)))
    .returning(notice.c.id)
)
