"""Work for later: deferred inside a transaction, done by the web process or by `burgrave worker`.

    @job("matches.bots")
    async def move_bots_of(work: Work, *, match: int) -> None: ...

    await defer(connection, "matches.bots", once=f"bots:{match}", match=match)

A job whose transaction is rolled back never existed. A job may run twice after a crash: it must
look first whether its work is still to be done.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from random import uniform
from typing import Any, LiteralString

import msgspec
import procrastinate
import psycopg
import psycopg_pool
from procrastinate.jobs import Job as StalledJob
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import meters
from app.db.direct import Direct, Driver, autocommitting, driver_of
from app.db.engine import patient_url

log = logging.getLogger(__name__)

QUEUE = "burgrave"
CONCURRENCY = 32
"""Jobs at once: most of them wait, bots that pause between their moves."""

CONNECTIONS = 5
GRACE_SECONDS = 5.0
POLL_SECONDS = 1.0  # how late a job for a set time may begin; others are announced at once
STALLED_AFTER_SECONDS = 30.0
SIGNS = 3
"""Signs of life that a worker gives in that time."""
REST_SECONDS = (0.5, 2.0)
"""How long a worker rests that has lost the database: at least, at most."""

Function = Callable[..., Awaitable[None]]


@dataclass(frozen=True)
class Work:
    """What every job is given: the engine, and how many tries came before this one."""

    engine: AsyncEngine
    attempts: int


@dataclass(frozen=True)
class Job:
    """A registered job. With `cron` (five fields, UTC) it runs by the clock too, without args."""

    name: str
    function: Function
    retries: int
    cron: str | None


JOBS: dict[str, Job] = {}

DEFER = (
    "INSERT INTO procrastinate_jobs"
    " (queue_name, task_name, lock, queueing_lock, args, scheduled_at)"
    " VALUES (:queue, :name, :lock, :once, CAST(:args AS jsonb), CAST(:at AS timestamptz))"
    " ON CONFLICT (queueing_lock) WHERE status = 'todo'"
)
"""Queues the job of `job_row`; what is to be done where one waits already comes after it."""
_MERGE = Direct(
    text(
        "WITH ended AS (DELETE FROM procrastinate_jobs WHERE id = :id AND status = 'doing'"
        " RETURNING queueing_lock)"
        " UPDATE procrastinate_jobs SET scheduled_at = now() FROM ended"
        " WHERE procrastinate_jobs.queueing_lock = ended.queueing_lock AND status = 'todo'"
        " RETURNING id"
    )
)
_DEFER = Direct(text(f"{DEFER} DO NOTHING RETURNING id"))


def job(name: str, *, retries: int = 3, cron: str | None = None) -> Callable[[Function], Function]:
    """Register a coroutine function `(work: Work, **args)` under a name that never changes."""

    def register(function: Function) -> Function:
        if name in JOBS:
            raise ValueError(f"two jobs are named {name}")
        JOBS[name] = Job(name, function, retries, cron)
        return function

    return register


async def defer(
    connection: AsyncConnection | Driver,
    name: str,
    *,
    at: datetime | None = None,
    lock: str | None = None,
    once: str | None = None,
    **args: Any,
) -> int | None:
    """Queue a job within the connection's transaction; give its number.

    `at` is the earliest time; jobs with one `lock` never run side by side; of jobs with one `once`
    at most one waits at a time (then the answer is None, and the one that waits will do).
    """
    if isinstance(connection, AsyncConnection):
        connection = await driver_of(connection)
    row = await _DEFER.row(connection, job_row(name, at=at, lock=lock, once=once, args=args))
    return None if row is None else int(row[0])


def job_row(
    name: str,
    *,
    at: datetime | None = None,
    lock: str | None = None,
    once: str | None = None,
    args: Mapping[str, Any],
) -> dict[str, Any]:
    """The values of a job for `DEFER`, as `defer` means them."""
    encoded = msgspec.json.encode(args).decode()
    return {"queue": QUEUE, "name": name, "lock": lock, "once": once, "args": encoded, "at": at}


@contextlib.asynccontextmanager
async def worker(
    url: str, engine: AsyncEngine, stalled_after: float = STALLED_AFTER_SECONDS
) -> AsyncIterator[None]:
    """Do queued jobs in the background for as long as the context lasts.

    A worker that gives no sign for `stalled_after` seconds is dead: its jobs are done again.
    """
    async with _pool(url) as pool:
        connector = _Connector()
        app = procrastinate.App(connector=connector)
        for entry in JOBS.values():
            _add(app, entry, engine)
        async with app.open_async(pool):
            tasks = [
                asyncio.create_task(_work_on(app, connector, stalled_after), name="jobs"),
                asyncio.create_task(
                    _revive_stalled(app, engine, stalled_after), name="stalled jobs"
                ),
            ]
            try:
                yield
            finally:
                await _end(tasks)


def _pool(url: str) -> "psycopg_pool.AsyncConnectionPool[Any]":
    return psycopg_pool.AsyncConnectionPool(
        patient_url(url),
        min_size=1,
        max_size=CONNECTIONS,
        open=False,
        check=psycopg_pool.AsyncConnectionPool.check_connection,
        kwargs={"application_name": "burgrave jobs"},
    )


def _add(app: procrastinate.App, entry: Job, engine: AsyncEngine) -> None:
    async def run(context: procrastinate.JobContext, /, **args: Any) -> None:
        args.pop("timestamp", None)
        work = Work(engine=engine, attempts=context.job.attempts)
        try:
            await entry.function(work, **args)
        except Exception:
            log.warning("Job %s failed at try %s.", entry.name, work.attempts + 1, exc_info=True)
            meters.JOBS.labels(entry.name, "failed").inc()
            raise
        meters.JOBS.labels(entry.name, "done").inc()

    retry = procrastinate.RetryStrategy(max_attempts=entry.retries, exponential_wait=2)
    task = app.task(name=entry.name, queue=QUEUE, pass_context=True, retry=retry)(run)
    if entry.cron:
        app.periodic(cron=entry.cron)(task)  # type: ignore[arg-type]


class _Connector(procrastinate.PsycopgConnector):
    """Says in `lost` that a statement found no database, or lost it on the way.

    Nobody knows then whether a job was fetched or ended: what this worker has begun is as if it
    had died.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lost = asyncio.Event()

    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        with self._noting():
            await super().execute_query_async(query, **arguments)

    async def execute_query_one_async(
        self, query: LiteralString, **arguments: Any
    ) -> dict[str, Any]:
        with self._noting():
            row: dict[str, Any] = await super().execute_query_one_async(query, **arguments)
            return row

    async def execute_query_all_async(
        self, query: LiteralString, **arguments: Any
    ) -> list[dict[str, Any]]:
        with self._noting():
            rows: list[dict[str, Any]]
            rows = await super().execute_query_all_async(query, **arguments)
            return rows

    @contextlib.contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except procrastinate.exceptions.ConnectorException as error:
            if isinstance(error.__cause__, psycopg.OperationalError):
                self.lost.set()
            raise


async def _work_on(app: procrastinate.App, connector: _Connector, stalled_after: float) -> None:
    """Work for ever; under a new number whenever the database was lost, so that jobs come back."""
    while True:
        connector.lost.clear()
        work = asyncio.create_task(_work(app, stalled_after), name="worker")
        lost = asyncio.create_task(connector.lost.wait())
        try:
            await asyncio.wait((work, lost), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _end((work, lost))
        log.warning("The worker has lost the database; it begins again.")
        await asyncio.sleep(uniform(*REST_SECONDS))  # noqa: S311 - no secret


async def _work(app: procrastinate.App, stalled_after: float) -> None:
    await app.run_worker_async(
        concurrency=CONCURRENCY,
        install_signal_handlers=False,
        shutdown_graceful_timeout=GRACE_SECONDS,
        delete_jobs="successful",
        fetch_job_polling_interval=POLL_SECONDS,
        update_heartbeat_interval=min(stalled_after, STALLED_AFTER_SECONDS) / SIGNS,
        stalled_worker_timeout=stalled_after,
    )


async def _revive_stalled(
    app: procrastinate.App, engine: AsyncEngine, stalled_after: float
) -> None:
    """Put jobs back whose worker died: they were begun, and nobody will end them."""
    while True:
        with contextlib.suppress(procrastinate.exceptions.ConnectorException, SQLAlchemyError):
            for stalled in await app.job_manager.get_stalled_jobs(
                seconds_since_heartbeat=stalled_after
            ):
                log.warning(
                    "Job %s (%s) was interrupted; it runs again.", stalled.id, stalled.task_name
                )
                await _revive(app, engine, stalled)
        await asyncio.sleep(stalled_after)


async def _revive(app: procrastinate.App, engine: AsyncEngine, stalled: StalledJob) -> None:
    """Put a job back; where another of the same `once` waits already, that one is done now."""
    try:
        await app.job_manager.retry_job(stalled, retry_at=datetime.now(UTC))
    except procrastinate.exceptions.UniqueViolation:
        async with autocommitting(engine) as driver:
            await _MERGE.rows(driver, {"id": stalled.id})


async def _end(tasks: Collection[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
