"""Bots move as a job, each move once, and a bot that fails does not hold up the match."""

import asyncio
from uuid import uuid4

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import jobs
from app.matches.bots import move_bot, move_bots
from app.matches.heads import MatchPage
from app.matches.herald import Herald
from app.matches.play import BOT_JOB
from app.matches.service import Matches
from app.matches.sweep import sweep
from app.matches.verify import examine
from app.rules.service import rules
from tests.matches.conftest import People, Running

LONG_ENOUGH = 60
"""Actions of Kasl until all seats have moved several times."""


async def with_bots(matches: Matches, people: People, *bots: str, rounds: str = "3") -> Running:
    seats = len(bots) + 1
    key = await matches.create(people.alice, "coins", "", seats, {"rounds": rounds}, False)
    for bot in bots:
        await matches.add_bot(key, people.alice, bot)
    await matches.start(key, people.alice)
    return Running(matches, key)


async def queued(engine: AsyncEngine) -> int:
    async with engine.connect() as connection:
        count = text("SELECT count(*) FROM procrastinate_jobs WHERE task_name = :name")
        return int((await connection.execute(count, {"name": BOT_JOB})).scalar_one())


async def test_bots_move_until_a_person_is_awaited(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await with_bots(matches, people, "heads", "random")
    before = (await running.page(people.alice)).head
    await move_bots(engine, matches.rules, before.id, 0)
    after = (await running.page(people.alice)).head
    assert (after.version, after.waiting) == (before.version + 2, (0,))
    await move_bots(engine, matches.rules, before.id, 0)
    assert (await running.page(people.alice)).head == after


async def test_a_job_is_queued_with_the_move_that_makes_a_bot_awaited(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await with_bots(matches, people, "heads")
    assert await queued(engine) == 1
    match_id = (await running.page(people.alice)).head.id
    await move_bots(engine, matches.rules, match_id, 0)
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM procrastinate_jobs"))
    await running.pick(people.alice, "heads")
    assert await queued(engine) == 1
    await sweep(engine)
    assert await queued(engine) == 1


async def test_a_request_is_answered_once_where_a_bot_is_awaited_next(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await with_bots(matches, people, "heads", rounds="99")
    request = uuid4()
    first = await running.pick(people.alice, "heads", None, request)
    await move_bots(engine, matches.rules, (await running.page(people.alice)).head.id, 0)
    assert await running.pick(people.alice, "heads", None, request) == first
    await running.pick(people.alice, "heads")


async def test_bots_that_wait_are_woken_again(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    await with_bots(matches, people, "heads")
    await with_bots(matches, people, "heads", "heads")
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM procrastinate_jobs"))
    await sweep(engine)
    assert await queued(engine) == 2


async def test_a_job_that_runs_twice_moves_once(
    matches: Matches, people: People, engine: AsyncEngine, herald: Herald
) -> None:
    running = await with_bots(matches, people, "heads")
    before = (await running.page(people.alice)).head
    await asyncio.gather(*(move_bot(engine, herald, matches.rules, before.id) for _ in range(4)))
    assert (await running.page(people.alice)).head.version == before.version + 1


@pytest.mark.parametrize("bot", ["breaks", "cheats"])
async def test_a_bot_that_fails_moves_at_random(
    matches: Matches,
    people: People,
    engine: AsyncEngine,
    bot: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    running = await with_bots(matches, people, bot, rounds="1")
    match_id = (await running.page(people.alice)).head.id
    await running.pick(people.alice, "heads")
    await move_bots(engine, matches.rules, match_id, 0)
    page = await running.page(people.alice)
    assert page.head.state == "finished"
    assert bot in caplog.text


async def test_a_bot_has_no_more_to_do_in_a_match_that_is_gone(
    matches: Matches, engine: AsyncEngine
) -> None:
    await move_bots(engine, matches.rules, 12345, 0)


async def test_the_worker_plays_kasl_with_bots(
    people: People, engine: AsyncEngine, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BURGRAVE_BOT_PAUSE", "0")
    matches = Matches(engine, rules())
    key = await matches.create(people.alice, "kasl", "", 4, {}, False, bots=3)
    async with jobs.worker(database_url, engine):
        await matches.start(key, people.alice)
        for _ in range(2000):
            page = await matches.look(key, people.alice)
            assert isinstance(page, MatchPage)
            if page.head.version > LONG_ENOUGH:
                break
            await answer_or_wait(matches, page, people)
    await matches.settle()
    verdict = await examine(engine, rules(), key)
    assert (verdict.problem, verdict.actions > LONG_ENOUGH) == (None, True)


async def answer_or_wait(matches: Matches, page: MatchPage, people: People) -> None:
    """Alice takes the first thing offered, when it is her turn."""
    if page.seat not in page.head.waiting:
        await asyncio.sleep(0.01)
        return
    option = matches.rules["kasl"].options(page.view.state, page.seat)[0]
    data = msgspec.to_builtins(option, str_keys=True)
    await matches.play(page.head.key, people.alice, data, page.head.version, uuid4())
