"""Retention: guests without seats, drafts of matches that are over, deleted matches. No others."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import arrive_as_guest, sign_up
from app.accounts.sessions import open_session
from app.matches.retention import Forgotten, forget
from tests.matches.conftest import Running

NOW = datetime.now(UTC)
DAYS = timedelta(days=1)
NOTHING = Forgotten(0, 0, 0)


async def names(engine: AsyncEngine) -> set[str]:
    async with engine.connect() as connection:
        return set((await connection.execute(text("SELECT name FROM person"))).scalars())


async def test_guests_who_sit_nowhere_go_after_30_days(
    engine: AsyncEngine, running: Running
) -> None:
    async with engine.begin() as connection:
        await sign_up(connection, "Account", "correct horse")
        visiting = await arrive_as_guest(connection, "Visiting")
        await open_session(connection, visiting.id)
        await connection.execute(text("UPDATE session SET expires = expires + interval '90 days'"))
    assert await forget(engine, NOW + 29 * DAYS) == NOTHING
    assert await forget(engine, NOW + 31 * DAYS) == Forgotten(1, 0, 0)
    assert await names(engine) == {"Alice", "Bob", "Account", "Visiting"}


async def test_drafts_go_when_the_match_is_over(engine: AsyncEngine, running: Running) -> None:
    draft = text("INSERT INTO draft (match_id, seat, data) SELECT match_id, seat, '{}' FROM seat")
    async with engine.begin() as connection:
        await connection.execute(draft)
    assert await forget(engine, NOW) == NOTHING
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE match SET state = 'finished'"))
    assert await forget(engine, NOW) == Forgotten(0, 2, 0)


async def test_finished_matches_stay_and_deleted_ones_go_after_30_days(
    engine: AsyncEngine, running: Running
) -> None:
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE match SET state = 'finished'"))
    assert await forget(engine, NOW + 9999 * DAYS) == Forgotten(1, 0, 0)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE match SET deleted = :now"), {"now": NOW})
    assert await forget(engine, NOW + 29 * DAYS) == NOTHING
    assert (await forget(engine, NOW + 31 * DAYS)).matches == 1
    async with engine.connect() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM action")) == 0


async def test_more_than_fit_into_one_statement(engine: AsyncEngine) -> None:
    many = text("INSERT INTO person (name) SELECT 'Guest ' || n FROM generate_series(1, 1200) n")
    async with engine.begin() as connection:
        await connection.execute(many)
    assert await forget(engine, NOW + 31 * DAYS) == Forgotten(1200, 0, 0)
