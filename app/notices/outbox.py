"""The outbox: which matches changed since notices were made of them.

It is filled after moves are durable, for all of a quarter of a second at once, so that a move
costs no statement more; what a crash leaves out, the sweep adds. One job then looks at all of
them together, a moment later, when the bots have made their moves.
"""

from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import BigInteger, bindparam, column, exists, func, literal, select, table, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql.selectable import CTE
from sqlalchemy.types import ARRAY

from app.db.direct import Direct, Driver
from app.db.jobs import QUEUE
from app.notices.tables import untold

JOB = "notices.derive"
SETTLE = timedelta(seconds=1)
"""How long after a change it is looked at; the job's own start adds up to a second."""

_jobs = table(
    "procrastinate_jobs",
    column("queue_name"),
    column("task_name"),
    column("lock"),
    column("queueing_lock"),
    column("scheduled_at"),
)


def _hinted() -> tuple[CTE, CTE]:
    """Two parts of a statement: note the matches of the array `changed`, queue the job.

    To be added to a SELECT by `add_cte`.
    """
    changed = func.unnest(bindparam("changed", type_=ARRAY(BigInteger)))
    ids = changed.table_valued(column("id", BigInteger), name="changed").render_derived()
    noted = (
        insert(untold)
        .from_select(["match_id"], select(ids.c.id).distinct())
        .on_conflict_do_nothing()
        .returning(untold.c.match_id)
        .cte("noted")
    )
    fields = [QUEUE, JOB, JOB, JOB]
    queued = (
        insert(_jobs)
        .from_select(
            list(_jobs.c.keys()),
            select(*(literal(field) for field in fields), func.now() + SETTLE).where(
                exists(select(noted.c.match_id))
            ),
        )
        .on_conflict_do_nothing(
            index_elements=["queueing_lock"], index_where=text("status = 'todo'")
        )
        .returning(_jobs.c.task_name)
        .cte("queued")
    )
    return noted, queued


async def hint(driver: Driver, match_ids: Iterable[int]) -> None:
    """Let notices be made of what changed in these matches; the disk is not waited for."""
    await _HINT.row(driver, {"changed": list(match_ids)})


async def look_soon(driver: Driver, *match_ids: int) -> None:
    """Let notices be made of what changed in these matches, within the driver's transaction."""
    await _LOOK_SOON.row(driver, {"changed": list(match_ids)})


_noted, _queued = _hinted()
_LOOK_SOON = Direct(select(func.count()).select_from(_noted).add_cte(_noted, _queued))
_HINT = Direct(
    select(func.set_config("synchronous_commit", "off", True), func.count())
    .select_from(_noted)
    .add_cte(_noted, _queued)
)
