"""A pool outlives its database: what was lost in it is replaced before anybody is given it."""

import psycopg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import create_engine
from app.db.direct import Direct, autocommitting
from app.db.engine import limits_of_pool, patient_url

ONE = Direct(text("SELECT 1"))
END_ALL = (
    "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


async def end_all(url: str) -> None:
    """What a restart of the database does to its connections."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute(END_ALL)


async def test_lost_connections_are_replaced(database_url: str, engine: AsyncEngine) -> None:
    async with autocommitting(engine) as first, autocommitting(engine) as second:
        await ONE.rows(first, {})
        await ONE.rows(second, {})
    await end_all(database_url)
    for _ in range(3):
        async with autocommitting(engine) as driver:
            assert await ONE.rows(driver, {}) == [(1,)]
        async with engine.begin() as connection:
            assert (await connection.execute(text("SELECT 1"))).scalar_one() == 1


async def test_one_lost_in_use_is_not_given_out_again(
    database_url: str, engine: AsyncEngine
) -> None:
    failed = False
    try:
        async with autocommitting(engine) as driver:
            await end_all(database_url)
            await ONE.rows(driver, {})
    except psycopg.OperationalError:
        failed = True
    async with autocommitting(engine) as driver:
        assert await ONE.rows(driver, {}) == [(1,)]
    assert failed


async def test_a_pool_opens_no_more_than_it_may(database_url: str) -> None:
    assert limits_of_pool(5) == {"pool_size": 3, "overflow": 2}
    assert limits_of_pool(1) == {"pool_size": 1, "overflow": 0}
    engine = create_engine(database_url, **limits_of_pool(1))
    async with engine.connect():
        assert engine.pool.checkedout() == 1  # type: ignore[attr-defined]
    await engine.dispose()


def test_a_dead_server_is_given_up_unless_the_url_says_otherwise() -> None:
    plain = patient_url("postgresql+psycopg://a:s%40t@h/b?connect_timeout=60")
    assert plain.startswith("postgresql://a:s%40t@h/b?connect_timeout=60&")
    assert "tcp_user_timeout=30000" in plain
    assert "connect_timeout=5" not in plain
