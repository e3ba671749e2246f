"""A thousand deadlines at once: each is met once, whichever worker does it, or dies over it."""

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import jobs
from app.matches.limits import CLOCK_JOB
from app.matches.service import Matches
from app.rules.service import rules
from app.settings import ROOT
from tests.matches.conftest import People
from tests.matches.test_deadlines import LIMIT, later, run

CROWD = 1000
FEW = 120
PATIENCE = 120.0
STALLED_AFTER = 2.0
TICK = 0.05

COPY_MATCH = """
    INSERT INTO match OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(match, jsonb_build_object(
        'id', match.id + number,
        'key', match.key || number,
        'invite', match.invite || number
    ))).* FROM match, generate_series(1, :copies) AS number
"""
COPY_SEATS = """
    INSERT INTO seat SELECT (jsonb_populate_record(one, jsonb_build_object(
        'match_id', one.match_id + number
    ))).* FROM seat AS one, generate_series(1, :copies) AS number
"""
RING = """
    INSERT INTO procrastinate_jobs (queue_name, task_name, queueing_lock, args, scheduled_at)
    SELECT 'burgrave', name, name || ':' || id, jsonb_build_object('match', id), now()
    FROM match, CAST(:name AS text) AS name
"""
ANSWERS = "SELECT match_id, seat, count(*) FROM action WHERE forced = 'clock' GROUP BY 1, 2"
LEFT = "SELECT id FROM procrastinate_jobs WHERE status = 'doing' OR scheduled_at <= now()"


async def crowd(people: People, engine: AsyncEngine, size: int, game: str) -> int:
    """So many matches of Alice and Bob in which the awaited are late, and the alarms ring.

    Gives how many seats are awaited.
    """
    matches = Matches(engine, rules())
    key = await matches.create(people.alice, game, "", 2, {}, True, 0, LIMIT)
    await matches.join(key, people.bob)
    await matches.start(key, people.alice)
    await matches.settle()
    late = "UPDATE match SET due = :due, dues = array_replace(dues, due, :due)"
    await run(engine, late, due=later(-1))
    async with engine.begin() as connection:
        for copy in (COPY_MATCH, COPY_SEATS):
            await connection.execute(text(copy), {"copies": size - 1})
        await connection.execute(text("DELETE FROM procrastinate_jobs"))
        await connection.execute(text(RING), {"name": CLOCK_JOB})
    return size * len((await matches.look(key, people.alice)).head.waiting)


async def until_all_is_done(engine: AsyncEngine) -> None:
    """Wait until no job is left that could be done now."""
    await wait_until(lambda: nothing_is_left(engine))


async def nothing_is_left(engine: AsyncEngine) -> bool:
    return not await run(engine, LEFT)


async def wait_until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        for _ in count():
            if await holds():
                return
            await asyncio.sleep(TICK)


async def times_answered(engine: AsyncEngine) -> Counter[int]:
    """How often the house has answered for a seat: how many seats."""
    return Counter(times for *_, times in await run(engine, ANSWERS))


@pytest.mark.timeout(180)
async def test_a_thousand_matches_due_at_once_are_each_handled_once_by_two_workers(
    people: People, engine: AsyncEngine, database_url: str
) -> None:
    awaited = await crowd(people, engine, CROWD, "kasl")
    async with jobs.worker(database_url, engine), jobs.worker(database_url, engine):
        await until_all_is_done(engine)
    assert await times_answered(engine) == {1: awaited}


@pytest.fixture
async def doomed(database_url: str) -> AsyncIterator[Process]:
    """A worker in a process of its own, to be killed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "app.cli", "worker"),
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": database_url},
        stdout=PIPE,
        stderr=DEVNULL,
    )
    yield process
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.communicate()


@pytest.mark.timeout(180)
async def test_a_worker_that_is_killed_in_the_middle_loses_none(
    people: People, engine: AsyncEngine, database_url: str, doomed: Process
) -> None:
    assert doomed.stdout is not None
    assert b"ready" in await doomed.stdout.readline()
    awaited = await crowd(people, engine, FEW, "kingsburg")

    async def it_has_begun() -> bool:
        return len(await run(engine, ANSWERS)) > FEW // 10

    await wait_until(it_has_begun)
    os.kill(doomed.pid, signal.SIGKILL)
    await doomed.wait()
    before = await times_answered(engine)
    assert before.total() < awaited
    async with jobs.worker(database_url, engine, stalled_after=STALLED_AFTER):
        await until_all_is_done(engine)
    assert await times_answered(engine) == {1: awaited}
