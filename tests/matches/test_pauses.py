"""Pauses: nobody moves, no clock runs; what was left runs on."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.matches.bots import move_bots
from app.matches.deadlines import end_wait
from app.matches.errors import NotOpenError, NotSeatedError, PausedError
from app.matches.herald import Herald
from app.matches.pauses import pause, resume
from app.matches.service import Matches
from app.matches.sweep import sweep
from tests.matches.conftest import People, Running
from tests.matches.test_deadlines import alarms, head_of, later, run, timed


async def test_a_paused_match_is_never_due_and_runs_on_with_what_was_left(
    matches: Matches, people: People, engine: AsyncEngine, herald: Herald
) -> None:
    running = await timed(matches, people)
    before = await head_of(running, people)
    assert before.due is not None
    await pause(engine, herald, before.id, "table", before.due - timedelta(minutes=4))
    paused = await head_of(running, people)
    assert (paused.due, paused.paused_by, paused.version) == (None, "table", before.version)
    assert paused.stir > before.stir
    await end_wait(engine, matches.rules, before.id, later(60))
    await run(engine, "DELETE FROM procrastinate_jobs")
    await sweep(engine)
    assert await alarms(engine) == []
    assert (await head_of(running, people)).version == before.version
    await resume(engine, herald, before.id, "table", later(300))
    after = await head_of(running, people)
    assert after.paused is None
    assert after.due is not None
    assert abs(after.due - later(304)) < timedelta(seconds=20)
    assert await alarms(engine) == [after.due]


async def test_nobody_moves_while_a_match_is_paused(
    running: Running, people: People, engine: AsyncEngine, herald: Herald
) -> None:
    number = (await head_of(running, people)).id
    await pause(engine, herald, number, "table", datetime.now(UTC))
    with pytest.raises(PausedError):
        await running.pick(people.alice, "heads")
    with pytest.raises(PausedError):
        await running.matches.force(running.key, people.alice)
    await running.matches.resume(running.key, people.bob)
    await running.pick(people.alice, "heads")


async def test_a_move_that_was_begun_before_the_pause_is_not_written(
    matches: Matches, people: People, engine: AsyncEngine, herald: Herald
) -> None:
    """The bot thinks when the table agrees on a pause."""
    running = await timed(matches, people, None, bots=1)
    before = await head_of(running, people)
    await pause(engine, herald, before.id, "table", datetime.now(UTC))
    await move_bots(engine, matches.rules, before.id, 0)
    assert (await head_of(running, people)).version == before.version
    await matches.resume(running.key, people.alice)
    await move_bots(engine, matches.rules, before.id, 0)
    assert (await head_of(running, people)).version == before.version + 1


async def test_only_who_is_seated_resumes_and_nobody_what_the_admin_paused(
    matches: Matches, people: People, engine: AsyncEngine, herald: Herald
) -> None:
    running = await timed(matches, people)
    number = (await head_of(running, people)).id
    await pause(engine, herald, number, "admin", datetime.now(UTC))
    with pytest.raises(NotSeatedError):
        await matches.resume(running.key, people.charlie)
    with pytest.raises(NotOpenError):
        await matches.resume(running.key, people.bob)
    await resume(engine, herald, number, "admin", datetime.now(UTC))
    assert (await head_of(running, people)).due
    await matches.resume(running.key, people.bob)


async def test_a_match_is_paused_once(
    matches: Matches, people: People, engine: AsyncEngine, herald: Herald
) -> None:
    running = await timed(matches, people)
    number = (await head_of(running, people)).id
    await pause(engine, herald, number, "table", later(0))
    with pytest.raises(NotOpenError):
        await pause(engine, herald, number, "admin", later(5))
    assert (await head_of(running, people)).paused_by == "table"
