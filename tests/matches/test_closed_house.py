"""Closed for maintenance: no clock runs, nobody is answered for, no bot moves."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.direct import autocommitting
from app.db.jobs import Work
from app.matches.bots import move_bots_of
from app.matches.deadlines import end_wait_of
from app.matches.heartbeat import beat, close, is_closed, open_again
from app.matches.limits import Clock
from app.matches.service import Matches
from tests.matches.conftest import People

DAY = 86400
HOUR = timedelta(hours=1)


async def begun(matches: Matches, people: People, bots: int = 0) -> str:
    """A match with a day for each decision; its key."""
    options = {"rounds": "3"}
    key = await matches.create(
        people.alice, "coins", "", 2, options, True, bots, clock=Clock(limit=DAY)
    )
    if not bots:
        await matches.join(key, people.bob)
    await matches.start(key, people.alice)
    return key


async def read(engine: AsyncEngine, columns: str) -> tuple[object, ...]:
    """Columns of the only match."""
    async with engine.connect() as connection:
        return tuple((await connection.execute(text(f"SELECT {columns} FROM match"))).one())  # noqa: S608


async def test_no_clock_runs_while_the_house_is_closed(
    engine: AsyncEngine, matches: Matches, people: People
) -> None:
    await begun(matches, people)
    [due] = await read(engine, "due")
    now = datetime.now(UTC)
    async with autocommitting(engine) as driver:
        await close(driver, now)
        await close(driver, now + HOUR)
        assert await is_closed(driver)
        assert await beat(driver, now + 30 * HOUR) == timedelta()
        async with driver.transaction():
            await open_again(driver, now + 30 * HOUR)
        assert not await is_closed(driver)
        assert await beat(driver, now + 30 * HOUR) == timedelta()
    [after] = await read(engine, "due")
    assert isinstance(due, datetime)
    assert after == due + 30 * HOUR


async def test_opening_an_open_house_moves_nothing(
    engine: AsyncEngine, matches: Matches, people: People
) -> None:
    await begun(matches, people)
    before = await read(engine, "due")
    async with autocommitting(engine) as driver, driver.transaction():
        await open_again(driver, datetime.now(UTC) + HOUR)
    assert await read(engine, "due") == before


async def test_nobody_is_answered_for_in_a_closed_house(
    engine: AsyncEngine, matches: Matches, people: People
) -> None:
    await begun(matches, people)
    async with engine.begin() as connection:
        late = "UPDATE match SET due = now() - interval '1 hour', dues = ARRAY[due, due]"
        await connection.execute(text(late))
    before = await read(engine, "id, version")
    async with autocommitting(engine) as driver:
        await close(driver, datetime.now(UTC))
    match_id = int(str(before[0]))
    await end_wait_of(Work(engine, 0), match=match_id)
    await move_bots_of(Work(engine, 0), match=match_id)
    assert await read(engine, "id, version") == before
