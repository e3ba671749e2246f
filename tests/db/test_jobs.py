"""Jobs live and die with their transaction, run once, and come back after a failure."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import jobs
from app.db.jobs import Work, defer, job

PATIENCE_SECONDS = 10.0
LATER = "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo' AND task_name = 'test.note'"


@pytest.fixture
def done() -> Iterator["asyncio.Queue[int]"]:
    """Where the jobs `test.note` and `test.stumble` write the number they were given."""
    queue: asyncio.Queue[int] = asyncio.Queue()

    @job("test.note")
    async def note(_work: Work, *, number: int) -> None:
        queue.put_nowait(number)

    @job("test.stumble", retries=3)
    async def stumble(work: Work, *, number: int) -> None:
        if work.attempts == 0:
            raise RuntimeError("once")
        queue.put_nowait(number)

    yield queue
    del jobs.JOBS["test.note"], jobs.JOBS["test.stumble"]


@pytest.fixture
async def _worker(
    database_url: str, engine: AsyncEngine, done: "asyncio.Queue[int]"
) -> AsyncIterator[None]:
    async with jobs.worker(database_url, engine):
        yield


async def _next(done: "asyncio.Queue[int]") -> int:
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await done.get()


@pytest.mark.usefixtures("_worker")
async def test_a_committed_job_runs(engine: AsyncEngine, done: "asyncio.Queue[int]") -> None:
    async with engine.begin() as connection:
        await defer(connection, "test.note", number=7)
    assert await _next(done) == 7


@pytest.mark.usefixtures("_worker")
async def test_a_rolled_back_job_never_existed(
    engine: AsyncEngine, done: "asyncio.Queue[int]"
) -> None:
    async with engine.connect() as connection:
        await defer(connection, "test.note", number=1)
        await connection.rollback()
        await defer(connection, "test.note", number=2)
        await connection.commit()
    assert await _next(done) == 2


async def test_of_jobs_to_do_once_one_waits(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        first = await defer(connection, "test.note", once="bots:1", number=1)
        second = await defer(connection, "test.note", once="bots:1", number=1)
    assert first is not None
    assert second is None


@pytest.mark.usefixtures("_worker")
async def test_a_failed_job_is_tried_again(
    engine: AsyncEngine, done: "asyncio.Queue[int]", caplog: pytest.LogCaptureFixture
) -> None:
    async with engine.begin() as connection:
        await defer(connection, "test.stumble", number=3)
    assert await _next(done) == 3
    assert "once" in caplog.text


@pytest.mark.usefixtures("_worker")
async def test_a_job_waits_for_its_time(engine: AsyncEngine, done: "asyncio.Queue[int]") -> None:
    async with engine.begin() as connection:
        tomorrow = datetime.now(UTC) + timedelta(days=1)
        await defer(connection, "test.note", at=tomorrow, number=1)
        await defer(connection, "test.note", number=2)
    assert await _next(done) == 2
    async with engine.begin() as connection:
        waiting = await connection.scalar(text(LATER))
    assert waiting == 1


@pytest.mark.usefixtures("done")
def test_two_jobs_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match=r"test\.note"):
        job("test.note")(lambda _work: asyncio.sleep(0))
