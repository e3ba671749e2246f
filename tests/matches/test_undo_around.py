"""What an undo means for whatever reads actions: clocks, bots, copies, figures, throws."""

from __future__ import annotations

from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.direct import autocommitting
from app.matches.bots import move_bots
from app.matches.deadlines import end_wait
from app.matches.errors import BeyondUndoError, PausedError
from app.matches.herald import Herald
from app.matches.pauses import pause
from app.matches.play import find_position
from app.matches.practice import practise
from app.matches.replay import Replays
from app.matches.service import Matches
from app.matches.throws import read_throws
from app.matches.undo import ADMIN, restore
from app.matches.verify import examine
from tests.matches.conftest import People, Running, begin
from tests.matches.test_deadlines import LIMIT, head_of, later, timed
from tests.matches.test_undo import again, back


async def bring_back(running: Running, people: People, herald: Herald, number: int) -> int:
    """As an admin does."""
    async with autocommitting(running.matches.engine) as driver:
        position = await find_position(driver, running.key, people.alice)
        service = running.matches.rules["coins"]
        return await restore(driver, herald, service, position, None, number, ADMIN, "why")


async def test_nobody_gains_time_by_taking_back(matches: Matches, people: People) -> None:
    """What is left when one answers again and again only becomes less; the others keep theirs."""
    running = await timed(matches, people)
    asked = (await head_of(running, people)).times
    assert asked is not None
    left = [LIMIT * 1000]
    for _ in range(3):
        await running.pick(people.alice, "heads")
        answered = (await head_of(running, people)).times
        await back(running, people.alice)
        now = (await head_of(running, people)).times
        assert answered is not None
        assert now is not None
        assert now.dues[1] == answered.dues[1] == asked.dues[1]
        assert now.dues[0] is not None
        left.append(answered.banks[0] or 0)
    assert left == sorted(left, reverse=True)
    assert left[-1] < left[0]


async def test_after_the_deadline_a_forced_answer_stays(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await timed(matches, people, chairs=2)
    await running.pick(people.bob, "heads")
    await end_wait(engine, matches.rules, (await head_of(running, people)).id, later(11))
    page = await running.page(people.alice)
    assert page.undo is not None
    assert page.undo.back == ()


async def test_in_a_pause_nothing_is_taken_back(
    running: Running, people: People, herald: Herald, engine: AsyncEngine
) -> None:
    number = (await running.pick(people.alice, "heads")).number
    await pause(engine, herald, (await running.page(people.alice)).head.id, "table", later(0))
    with pytest.raises(PausedError):
        await running.matches.undo(running.key, people.alice, number - 1, number, uuid4())


async def test_a_bot_that_is_asked_again_answers_again(
    matches: Matches, people: People, herald: Herald, engine: AsyncEngine
) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {"rounds": "99"}, False, bots=1)
    await matches.start(key, people.alice)
    running = Running(matches, key)
    opening = (await running.page(people.alice)).head
    await move_bots(engine, matches.rules, opening.id, 0)
    await bring_back(running, people, herald, opening.version)
    async with engine.connect() as connection:
        jobs = text("SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'matches.bots'")
        assert await connection.scalar(jobs)
    await move_bots(engine, matches.rules, opening.id, 0)
    page = await running.page(people.alice)
    assert page.head.waiting == (0,)
    assert page.head.version == opening.version + 3


async def test_a_bots_answer_is_a_barrier(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    key = await matches.create(people.alice, "coins", "", 3, {"rounds": "99"}, True, bots=1)
    await matches.join(key, people.bob)
    await matches.start(key, people.alice)
    running = Running(matches, key)
    number = (await running.pick(people.alice, "heads")).number
    await move_bots(engine, matches.rules, (await running.page(people.alice)).head.id, 0)
    with pytest.raises(BeyondUndoError):
        await matches.undo(key, people.alice, number - 1, number + 1, uuid4())


async def test_figures_leave_out_what_does_not_count(
    matches: Matches, people: People, herald: Herald
) -> None:
    running = await begin(matches, people, rounds="99")
    opening = (await running.page(people.alice)).head.version
    for _ in range(2):
        await running.pick(people.alice, "heads")
        await running.pick(people.bob, "tails")
    assert len(await matches.telling(running.key, people.alice, "CoinFell")) == 3
    await bring_back(running, people, herald, opening + 2)
    told = await matches.telling(running.key, people.alice, "CoinFell")
    assert [entry.number for entry in told] == [opening, opening + 2]


async def test_older_lines_know_what_was_taken_back(
    matches: Matches, people: People, herald: Herald
) -> None:
    running = await begin(matches, people, rounds="99")
    opening = (await running.page(people.alice)).head.version
    for _ in range(2):
        await running.pick(people.alice, "heads")
        await running.pick(people.bob, "tails")
    number = await bring_back(running, people, herald, opening + 2)
    await running.pick(people.alice, "tails")
    older = await matches.log(running.key, people.alice, number)
    assert [(entry.number, entry.undone) for entry in older] == [
        (opening, False),
        (opening + 1, False),
        (opening + 2, False),
        (opening + 3, True),
        (opening + 4, True),
    ]
    changes = await matches.changes_since(running.key, people.alice, number - 1)
    assert [(entry.number, entry.undone) for entry in changes] == [
        (number, False),
        (number + 1, False),
    ]


async def test_a_copy_for_practice_has_the_undos_and_verifies(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await begin(matches, people, rounds="3")
    for side in ("heads", "tails"):
        await running.pick(people.alice, side)
        await back(running, people.alice)
    await again(running, people.alice)
    for _ in range(3):
        await running.pick(people.bob, "tails")
        if (await running.page(people.alice)).head.state == "running":
            await running.pick(people.alice, "heads")
    replays = Replays(engine, matches.rules)
    last = (await running.page(people.alice)).head.version
    for number in range(last - 5, last):
        moment = await replays.moment(running.key, people.alice, number)
        if not moment.page.head.waiting:
            continue
        key = await practise(engine, matches.rules, moment, people.alice, 0, "Practice")
        copy = Running(matches, key)
        assert (await examine(engine, matches.rules, key)).problem is None
        if 0 in (await copy.page(people.alice)).head.waiting:
            await copy.pick(people.alice, "tails")
            await back(copy, people.alice)
            assert (await examine(engine, matches.rules, key)).problem is None


async def test_the_proof_lists_throws_that_were_taken_back(
    matches: Matches, people: People, herald: Herald, engine: AsyncEngine
) -> None:
    running = await begin(matches, people, rounds="3")
    opening = (await running.page(people.alice)).head.version
    await running.pick(people.alice, "heads")
    await running.pick(people.bob, "tails")
    await bring_back(running, people, herald, opening)
    while (await running.page(people.alice)).head.state == "running":
        await running.pick(people.alice, "heads")
        await running.pick(people.bob, "tails")
    record = await read_throws(engine, matches.rules, running.key, people.alice)
    assert record is not None
    numbers = [throw.number for action in record for throw in action.throws]
    assert numbers == list(range(5))
    assert (await examine(engine, matches.rules, running.key)).problem is None
