"""Everybody hears of a change once it is durable, even after a crash."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import create_engine
from app.db.notify import Listener
from app.matches.herald import CHANNEL, Herald
from app.matches.service import Matches
from app.matches.sweep import sweep
from tests.matches.conftest import People, Running


@pytest.fixture
async def heard(database_url: str) -> AsyncIterator["asyncio.Queue[str | None]"]:
    """What other processes hear."""
    heard: asyncio.Queue[str | None] = asyncio.Queue()
    listener = Listener(database_url)
    listener.subscribe(CHANNEL, heard.put_nowait)
    await listener.start()
    await listener.wait_connected()
    assert heard.get_nowait() is None
    yield heard
    await listener.stop()


async def test_who_joins_and_begins_is_told(
    matches: Matches, people: People, heard: "asyncio.Queue[str | None]"
) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {}, True)
    await matches.join(key, people.bob)
    await matches.start(key, people.alice)
    number = (await matches.glance(key, None)).id
    assert [await heard.get() for _ in range(2)] == [f"{number}:1", f"{number}:2"]


async def test_a_move_is_told(
    running: Running, people: People, heard: "asyncio.Queue[str | None]"
) -> None:
    while not heard.empty():
        heard.get_nowait()
    answer = await running.pick(people.alice, "heads")
    number = (await running.page(people.alice)).head.id
    async with asyncio.timeout(5):
        while await heard.get() != f"{number}:{answer.number}":
            pass


async def test_changes_of_one_moment_are_told_together(
    engine: AsyncEngine, heard: "asyncio.Queue[str | None]"
) -> None:
    herald = Herald(engine)
    for match in range(50):
        herald.tell(match, 6)
        herald.tell(match, 7)
    await herald.settle()
    told = [await heard.get() for _ in range(50)]
    assert sorted(told, key=str) == sorted(f"{match}:7" for match in range(50))


async def test_what_a_crash_left_untold_is_told_by_the_sweep(
    running: Running, people: People, engine: AsyncEngine, heard: "asyncio.Queue[str | None]"
) -> None:
    head = (await running.page(people.alice)).head
    while not heard.empty():
        heard.get_nowait()
    await sweep(engine)
    assert await heard.get() == f"{head.id}:{head.version}"


async def test_a_move_stands_when_nobody_can_be_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    nowhere = create_engine("postgresql://nobody@127.0.0.1:1/nothing")
    herald = Herald(nowhere)
    herald.tell(1, 2)
    await herald.settle()
    assert "1:2" in caplog.text
    await nowhere.dispose()
