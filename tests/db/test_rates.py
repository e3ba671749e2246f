"""Buckets that fill and run out, for all processes."""

import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.jobs import Work
from app.db.rates import Rate, Rates, forget_empty

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
THREE_A_MINUTE = Rate(3, timedelta(minutes=1))
NONE = timedelta(0)


async def test_so_many_at_once_then_one_at_a_time(engine: AsyncEngine) -> None:
    rates = Rates(engine)
    waits = [await rates.take("a", THREE_A_MINUTE, NOON) for _ in range(4)]
    assert waits == [NONE, NONE, NONE, 20 * SECOND]
    assert await rates.take("a", THREE_A_MINUTE, NOON + 19 * SECOND) == SECOND
    assert await rates.take("a", THREE_A_MINUTE, NOON + 20 * SECOND) == NONE
    assert await rates.take("a", THREE_A_MINUTE, NOON + 21 * SECOND) == 19 * SECOND


async def test_who_is_refused_waits_no_longer_for_it(engine: AsyncEngine) -> None:
    rates = Rates(engine)
    for _ in range(50):
        await rates.take("a", THREE_A_MINUTE, NOON)
    assert await rates.take("a", THREE_A_MINUTE, NOON + 20 * SECOND) == NONE


async def test_after_a_pause_all_may_come_at_once_again(engine: AsyncEngine) -> None:
    rates, later = Rates(engine), NOON + timedelta(hours=1)
    for now in (NOON, later):
        waits = [await rates.take("a", THREE_A_MINUTE, now) for _ in range(4)]
        assert waits == [NONE, NONE, NONE, 20 * SECOND]


async def test_keys_are_counted_apart(engine: AsyncEngine) -> None:
    rates = Rates(engine)
    for _ in range(4):
        await rates.take("a", THREE_A_MINUTE, NOON)
    assert await rates.take("b", THREE_A_MINUTE, NOON) == NONE


async def test_what_is_given_back_does_not_count(engine: AsyncEngine) -> None:
    rates = Rates(engine)
    for _ in range(10):
        assert await rates.take("a", THREE_A_MINUTE, NOON) == NONE
        await rates.give_back("a", THREE_A_MINUTE)


async def test_many_at_once_get_no_more_than_one_after_the_other(engine: AsyncEngine) -> None:
    rates = Rates(engine)
    waits = await asyncio.gather(*[rates.take("a", THREE_A_MINUTE, NOON) for _ in range(20)])
    assert waits.count(NONE) == THREE_A_MINUTE.most


async def test_no_name_stands_in_the_table_and_what_ran_out_is_forgotten(
    engine: AsyncEngine,
) -> None:
    rates = Rates(engine)
    await rates.take("sign-in berthe 203.0.113.7", THREE_A_MINUTE, NOON)
    await rates.take("b", THREE_A_MINUTE, datetime.now(UTC) + timedelta(hours=1))
    query = text("SELECT CAST(rate.* AS text) FROM rate")
    async with engine.connect() as connection:
        assert "berthe" not in str((await connection.execute(query)).all())
    await forget_empty(Work(engine, 0))
    async with engine.connect() as connection:
        assert len((await connection.execute(query)).all()) == 1
