"""Figures over time: each process adds its own of every minute; all see the sum."""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, timedelta

import psycopg
import sqlalchemy.exc
from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import BigInteger, DateTime, Interval

from app import meters
from app.db.direct import Direct, autocommitting
from app.db.jobs import Work, job
from app.ops.tables import meter

log = logging.getLogger(__name__)

EVERY_SECONDS = 60.0
STEP = timedelta(minutes=10)
KEPT = timedelta(days=8)
"""How long figures are kept."""

Series = dict[str, list[tuple[datetime, int]]]
"""Figures by name; each the begin of a step and the sum in it, oldest first, empty steps 0."""


class Recorder:
    """What this process has added to the table already."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._added: Mapping[str, int] = meters.totals()

    async def add(self, now: datetime) -> None:
        """Add what was counted since the last time."""
        totals = meters.totals()
        rows = [
            {"at": now.replace(second=0, microsecond=0), "name": name, "value": more}
            for name, value in totals.items()
            if (more := value - self._added.get(name, 0)) > 0
        ]
        async with autocommitting(self._engine) as driver:
            for row in rows:
                await _ADD.rows(driver, row)
        self._added = totals


@contextlib.asynccontextmanager
async def recording(engine: AsyncEngine) -> AsyncIterator[None]:
    """Add the figures of this process every minute, as long as the context lasts."""
    task = asyncio.create_task(_record(Recorder(engine)), name="figures")
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def read_history(
    engine: AsyncEngine, since: datetime, until: datetime, step: timedelta = STEP
) -> Series:
    """The figures of all processes from one instant to another."""
    async with autocommitting(engine) as driver:
        window = {"since": since, "until": until, "step": step}
        rows = await _READ.rows(driver, window)
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for name, place, value in rows:
        found[name][int(place)] = int(value)
    steps = range(max(0, -((since - until) // step)))
    return {
        name: [(since + step * place, values.get(place, 0)) for place in steps]
        for name, values in sorted(found.items())
    }


async def forget_old(engine: AsyncEngine, now: datetime) -> int:
    """Delete figures older than is kept; how many rows."""
    async with autocommitting(engine) as driver:
        return len(await _FORGET.rows(driver, {"before": now - KEPT}))


@job("ops.forget_figures", cron="53 3 * * *")
async def forget_by_the_clock(work: Work) -> None:
    """Every night."""
    await forget_old(work.engine, datetime.now(UTC))


async def _record(recorder: Recorder) -> None:
    while True:
        try:
            await asyncio.sleep(EVERY_SECONDS)
        finally:
            try:
                await recorder.add(datetime.now(UTC))
            except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError, OSError) as error:
                log.warning("The figures of a minute were not kept: %s", error)


_MOMENT = DateTime(timezone=True)
_new = insert(meter).values(
    at=bindparam("at", type_=_MOMENT),
    name=bindparam("name"),
    value=bindparam("value", type_=BigInteger),
)
_ADD = Direct(
    _new.on_conflict_do_update(
        index_elements=[meter.c.at, meter.c.name],
        set_={"value": meter.c.value + _new.excluded.value},
    ).returning(meter.c.name)
)
_since = bindparam("since", type_=_MOMENT)
_place = func.floor(
    func.extract("epoch", meter.c.at - _since)
    / func.extract("epoch", bindparam("step", type_=Interval))
)
_READ = Direct(
    select(meter.c.name, _place, func.sum(meter.c.value))
    .where(meter.c.at >= _since, meter.c.at < bindparam("until", type_=_MOMENT))
    .group_by(meter.c.name, _place)
)
_FORGET = Direct(
    delete(meter).where(meter.c.at < bindparam("before", type_=_MOMENT)).returning(meter.c.name)
)
