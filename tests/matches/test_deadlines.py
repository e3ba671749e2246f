"""Deadlines: whose time runs, what the clock does, once, and what a closed house costs nobody."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.direct import autocommitting
from app.matches.bots import move_bots
from app.matches.deadlines import end_wait
from app.matches.errors import BadChoiceError, NotOpenError
from app.matches.heads import LogEntry, MatchHead
from app.matches.heartbeat import beat
from app.matches.limits import CLOCK_JOB, LIMITS
from app.matches.service import Matches
from app.matches.sweep import sweep
from app.rules.service import rules
from tests.matches.conftest import People, Running
from tests.matches.realm import RULES, begin

LIMIT = 600


def later(minutes: float) -> datetime:
    """The clock that these tests move."""
    return datetime.now(UTC) + timedelta(minutes=minutes)


async def timed(
    matches: Matches, people: People, limit: int | None = LIMIT, bots: int = 0, chairs: int = 2
) -> Running:
    """A public match of coins with a time limit, begun."""
    key = await matches.create(people.alice, "coins", "", chairs, {}, True, bots, limit)
    if chairs - bots > 1:
        await matches.join(key, people.bob)
    await matches.start(key, people.alice)
    return Running(matches, key)


async def head_of(running: Running, people: People) -> MatchHead:
    return (await running.page(people.alice)).head


async def due_of(running: Running, people: People) -> datetime:
    due = (await head_of(running, people)).due
    assert due is not None
    return due


async def run(engine: AsyncEngine, sql: str, **parameters: Any) -> list[Any]:
    async with engine.begin() as connection:
        result = await connection.execute(text(sql), parameters)
        return list(result.all()) if result.returns_rows else []


async def alarms(engine: AsyncEngine) -> list[datetime]:
    """When the queued jobs of the clock begin."""
    sql = "SELECT scheduled_at FROM procrastinate_jobs WHERE task_name = :name"
    return [at for (at,) in await run(engine, sql, name=CLOCK_JOB)]


def forced(log: tuple[LogEntry, ...]) -> list[tuple[int | None, str | None]]:
    return [(entry.seat, entry.forced) for entry in log if entry.seat is not None]


async def test_without_a_limit_nothing_is_due(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people, None)
    await running.pick(people.alice, "heads")
    assert (await head_of(running, people)).due is None
    assert await alarms(engine) == []


async def test_only_the_limits_of_the_house(matches: Matches, people: People) -> None:
    for limit in LIMITS:
        key = await matches.create(people.alice, "coins", "", 2, {}, True, 0, limit)
        assert (await matches.look(key, people.alice)).head.limit == limit
    for limit in (0, -600, 601, 10**9):
        with pytest.raises(BadChoiceError):
            await matches.create(people.alice, "coins", "", 2, {}, True, 0, limit)


async def test_the_clock_is_set_at_the_start_with_its_job(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people)
    due = await due_of(running, people)
    assert abs(due - later(10)) < timedelta(seconds=20)
    assert await alarms(engine) == [due]


async def test_an_answer_moves_nobody_elses_deadline_but_a_new_question_does(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people)
    first = await due_of(running, people)
    await running.pick(people.alice, "heads")
    assert await due_of(running, people) == first
    await running.pick(people.bob, "heads")
    assert await due_of(running, people) > first
    assert await alarms(engine) == [first]


async def test_nobody_gains_time_by_setting_his_order_of_losses(
    people: People, engine: AsyncEngine
) -> None:
    """K7.15: it is open at all times, and answers nothing."""
    matches = Matches(engine, rules())
    key = await matches.create(people.alice, "kasl", "", 2, {}, True, 0, LIMIT)
    await matches.join(key, people.bob)
    await matches.start(key, people.alice)
    before = (await matches.look(key, people.alice)).head
    person = (people.alice, people.bob)[before.waiting[0]]
    order = {"type": "SetLossOrder", "order": ["cavalry", "archers", "war_machine", "infantry"]}
    await matches.play(key, person, order, before.version, uuid4())
    after = (await matches.look(key, person)).head
    assert after.version == before.version + 1
    assert after.due == before.due
    await matches.settle()


async def test_nothing_is_due_while_only_bots_are_awaited(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people, bots=1)
    assert (await head_of(running, people)).due is not None
    await running.pick(people.alice, "heads")
    waiting = await head_of(running, people)
    assert (waiting.due, waiting.waiting) == (None, (1,))
    await move_bots(engine, matches.rules, waiting.id, 0)
    assert (await head_of(running, people)).due is not None


async def test_before_the_time_the_clock_waits_on(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people)
    before = await head_of(running, people)
    await run(engine, "DELETE FROM procrastinate_jobs")
    await end_wait(engine, matches.rules, before.id, later(9))
    assert await head_of(running, people) == before
    assert await alarms(engine) == [before.due]


async def test_both_are_late_at_once(matches: Matches, people: People, engine: AsyncEngine) -> None:
    running = await timed(matches, people)
    before = await head_of(running, people)
    now = later(11)
    await end_wait(engine, matches.rules, before.id, now)
    page = await running.page(None)
    assert page.head.version == before.version + 2
    assert forced(page.log)[-1:] == [(1, "clock")]
    assert forced((await running.page(people.alice)).log) == [(0, "clock"), (1, "clock")]
    assert page.head.due == now + timedelta(seconds=LIMIT)


async def test_late_or_repeated_the_clock_does_nothing_twice(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people)
    number = (await head_of(running, people)).id
    now = later(11)
    await asyncio.gather(*[end_wait(engine, matches.rules, number, now) for _ in range(4)])
    after = await head_of(running, people)
    await end_wait(engine, matches.rules, number, now)
    assert await head_of(running, people) == after
    sql = "SELECT seat, count(*) FROM action WHERE forced = 'clock' GROUP BY seat ORDER BY seat"
    assert [tuple(row) for row in await run(engine, sql)] == [(0, 1), (1, 1)]


async def test_who_answered_in_time_keeps_his_answer(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people)
    await running.pick(people.alice, "tails")
    number = (await head_of(running, people)).id
    await end_wait(engine, matches.rules, number, later(11))
    log = (await running.page(people.alice)).log
    assert forced(log) == [(0, None), (1, "clock")]


async def test_an_answer_that_comes_while_the_clock_works_is_not_answered_for(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people)
    before = await head_of(running, people)
    clock = end_wait(engine, matches.rules, before.id, later(11))
    mine = running.pick(people.alice, "tails", before.version)
    await asyncio.gather(clock, mine, return_exceptions=True)
    sql = "SELECT seat FROM action WHERE seat IS NOT NULL ORDER BY number"
    seats = [seat for (seat,) in await run(engine, sql)]
    assert Counter(seats) == {0: 1, 1: 1}


async def test_a_match_that_is_over_has_no_clock(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people)
    number = (await head_of(running, people)).id
    for round_ in range(1, 6):
        await end_wait(engine, matches.rules, number, later(11 * round_))
    over = await head_of(running, people)
    assert (over.state, over.due, over.waiting) == ("finished", None, ())


async def test_the_rules_stand_in_where_the_game_says_so(
    engine: AsyncEngine, people: People
) -> None:
    """F5.5."""
    matches = Matches(engine, RULES)
    realm = await begin(matches, people.alice, people.bob, people.charlie)
    sql = "UPDATE match SET limit_seconds = 600, due = :due, dues = array[:due, :due, :due]"
    await run(engine, sql, due=later(10))
    await realm.send(people.bob)
    turn = (await realm.state()).turn
    await end_wait(engine, RULES, (await realm.page(None)).head.id, later(11))
    assert (await realm.state()).turn == turn + 1
    log = (await realm.page(None)).log
    assert forced(log)[-1] == (2, "clock")
    await matches.settle()


async def test_the_host_cannot_end_the_wait_where_a_bot_would_move(
    matches: Matches, people: People
) -> None:
    running = await timed(matches, people)
    with pytest.raises(NotOpenError):
        await matches.force(running.key, people.alice)


async def test_the_sweep_finds_a_lost_alarm(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    await timed(matches, people)
    await run(engine, "DELETE FROM procrastinate_jobs")
    await sweep(engine)
    assert await alarms(engine) == []
    await run(engine, "UPDATE match SET due = :due", due=later(-1))
    await sweep(engine)
    assert len(await alarms(engine)) == 1


@pytest.mark.parametrize(("closed", "moved"), [(0.2, 0), (1.9, 0), (2.5, 2.5), (600, 600)])
async def test_nobody_loses_the_time_that_the_house_was_closed(
    matches: Matches, people: People, engine: AsyncEngine, closed: float, moved: float
) -> None:
    running = await timed(matches, people)
    due, now = await due_of(running, people), later(0)
    async with autocommitting(engine) as driver, autocommitting(engine) as other:
        await beat(driver, now - timedelta(minutes=closed))
        gaps = await asyncio.gather(beat(driver, now), beat(other, now))
    assert sorted(gaps) == [timedelta(), timedelta(minutes=moved)]
    assert await due_of(running, people) == due + timedelta(minutes=moved)
