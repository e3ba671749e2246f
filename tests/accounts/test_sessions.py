"""Sessions: kept by the server, rotated, listed, ended, remembered while nothing changes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta

import pytest
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.memory import SessionMemory
from app.accounts.people import Person, arrive_as_guest, set_preferences
from app.accounts.sessions import (
    end_other_sessions,
    end_session,
    end_session_by_token,
    find_session,
    list_sessions,
    open_session,
)
from app.accounts.sweep import forget_expired_sessions
from app.db.jobs import Work
from app.db.notify import Listener


@pytest.fixture
async def alice(engine: AsyncEngine) -> Person:
    async with engine.begin() as connection:
        return await arrive_as_guest(connection, "Alice")


async def test_the_token_finds_the_session(engine: AsyncEngine, alice: Person) -> None:
    async with engine.begin() as connection:
        token = await open_session(connection, alice.id)
        session = await find_session(connection, token)
        assert session is not None
        assert session.person == alice
        assert session.csrf not in token
        for wrong in ("", "x", token + "x", "\0", "\ud800", "x" * 10**6):
            assert await find_session(connection, wrong) is None


async def test_the_table_does_not_hold_the_token(engine: AsyncEngine, alice: Person) -> None:
    async with engine.begin() as connection:
        token = await open_session(connection, alice.id)
        row = (await connection.execute(text("SELECT * FROM session"))).one()
    assert token.encode() not in repr(row).encode()


async def test_signing_in_ends_the_session_before(engine: AsyncEngine, alice: Person) -> None:
    async with engine.begin() as connection:
        old = await open_session(connection, alice.id)
        new = await open_session(connection, alice.id, replaces=old)
        assert await find_session(connection, old) is None
        assert await find_session(connection, new) is not None


async def test_sessions_are_listed_and_ended(engine: AsyncEngine, alice: Person) -> None:
    async with engine.begin() as connection:
        tokens = [await open_session(connection, alice.id) for _ in range(3)]
        bob = await arrive_as_guest(connection, "Bob")
        bobs = await find_session(connection, await open_session(connection, bob.id))
        assert bobs is not None
        entries = await list_sessions(connection, alice.id)
        assert len(entries) == 3
        for number in (bobs.id, 10**30, -1):
            await end_session(connection, alice.id, number)
        assert len(await list_sessions(connection, bob.id)) == 1
        first = await find_session(connection, tokens[0])
        assert first is not None
        await end_session(connection, alice.id, first.id)
        assert [bool(await find_session(connection, token)) for token in tokens] == [0, 1, 1]
        third = await find_session(connection, tokens[2])
        assert third is not None
        await end_other_sessions(connection, alice.id, third.id)
        assert [bool(await find_session(connection, token)) for token in tokens] == [0, 0, 1]
        await end_session_by_token(connection, tokens[2])
        assert await list_sessions(connection, alice.id) == ()


async def test_a_session_ends_after_thirty_days_without_use(
    engine: AsyncEngine, alice: Person
) -> None:
    age = text("UPDATE session SET used = used - :days, expires = expires - :days")
    async with engine.begin() as connection:
        token = await open_session(connection, alice.id)
        for _ in range(3):
            await connection.execute(age, {"days": timedelta(days=20)})
            assert await find_session(connection, token) is not None
        await connection.execute(age, {"days": timedelta(days=31)})
        assert await find_session(connection, token) is None
        assert await list_sessions(connection, alice.id) == ()
    await forget_expired_sessions(Work(engine, 0))
    async with engine.begin() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM session"))).scalar() == 0


@pytest.fixture
async def memory(engine: AsyncEngine, database_url: str) -> AsyncIterator[SessionMemory]:
    listener = Listener(database_url)
    memory = SessionMemory(engine, listener, most=3)
    await listener.start()
    await listener.wait_connected()
    yield memory
    await listener.stop()


@pytest.fixture
def asked(engine: AsyncEngine) -> Callable[[], int]:
    """How many statements the database was asked so far."""
    statements: list[str] = []

    @event.listens_for(engine.sync_engine, "before_cursor_execute")
    def note(*details: object) -> None:
        statements.append(str(details[2]))

    return lambda: len(statements)


async def opened(engine: AsyncEngine, person: Person) -> str:
    async with engine.begin() as connection:
        return await open_session(connection, person.id)


async def test_memory_asks_once(
    memory: SessionMemory, engine: AsyncEngine, alice: Person, asked: Callable[[], int]
) -> None:
    token = await opened(engine, alice)
    first = await memory.find(token)
    before = asked()
    assert await memory.find(token) == first == memory.remembered(token)
    assert asked() == before


async def test_memory_hears_of_changes(
    memory: SessionMemory, engine: AsyncEngine, alice: Person
) -> None:
    token = await opened(engine, alice)
    assert await memory.find(token)
    async with engine.begin() as connection:
        await set_preferences(connection, alice.id, "de", None)
    await until(lambda: memory.remembered(token) is None)
    session = await memory.find(token)
    assert session is not None
    assert session.person.language == "de"
    async with engine.begin() as connection:
        await end_session_by_token(connection, token)
    await until(lambda: memory.remembered(token) is None)
    assert await memory.find(token) is None


async def test_memory_is_bounded(memory: SessionMemory, engine: AsyncEngine, alice: Person) -> None:
    tokens = [await opened(engine, alice) for _ in range(5)]
    for token in tokens:
        assert await memory.find(token)
    known = [memory.remembered(token) is not None for token in tokens]
    assert known == [False, False, True, True, True]
    memory.forget(str(alice.id))
    assert not any(memory.remembered(token) for token in tokens)


async def test_without_a_listener_nothing_is_remembered(engine: AsyncEngine, alice: Person) -> None:
    memory = SessionMemory(engine)
    token = await opened(engine, alice)
    assert await memory.find(token) is not None
    assert memory.remembered(token) is None


async def until(condition: Callable[[], bool]) -> None:
    """Wait until it holds, two seconds at most."""
    for _ in range(200):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError
