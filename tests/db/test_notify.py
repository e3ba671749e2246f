"""A committed notice is heard, a rolled-back one is not, and a lost connection comes back."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.notify import Listener, notify

PATIENCE_SECONDS = 5.0


class Heard:
    """Collects what a callback was told."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()

    def __call__(self, payload: str | None) -> None:
        self.queue.put_nowait(payload)

    async def next(self) -> str | None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self.queue.get()


@pytest.fixture
async def heard(database_url: str) -> AsyncIterator[Heard]:
    """What is said on the channel `match`, from the first (None) on."""
    listener = Listener(database_url)
    heard = Heard()
    listener.subscribe("match", heard)
    await listener.start()
    await listener.wait_connected()
    assert await heard.next() is None
    yield heard
    await listener.stop()


async def test_a_committed_notice_is_heard(engine: AsyncEngine, heard: Heard) -> None:
    async with engine.begin() as connection:
        await notify(connection, "match", "17")
    assert await heard.next() == "17"


async def test_a_rolled_back_notice_is_not_heard(engine: AsyncEngine, heard: Heard) -> None:
    async with engine.connect() as connection:
        await notify(connection, "match", "lost")
        await connection.rollback()
        await notify(connection, "match", "kept")
        await connection.commit()
    assert await heard.next() == "kept"


async def test_other_channels_are_not_heard(engine: AsyncEngine, heard: Heard) -> None:
    async with engine.begin() as connection:
        await notify(connection, "other", "1")
        await notify(connection, "match", "2")
    assert await heard.next() == "2"


async def test_a_lost_connection_comes_back_and_says_so(engine: AsyncEngine, heard: Heard) -> None:
    async with engine.begin() as connection:
        await connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
            )
        )
    assert await heard.next() is None
    async with engine.begin() as connection:
        await notify(connection, "match", "again")
    assert await heard.next() == "again"


async def test_a_late_subscription_is_refused(database_url: str) -> None:
    listener = Listener(database_url)
    await listener.start()
    with pytest.raises(RuntimeError):
        listener.subscribe("match", Heard())
    await listener.stop()
