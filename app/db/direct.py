"""Statements of SQLAlchemy Core compiled once and run on the driver itself.

For the few that each move and each page run: SQLAlchemy's own execution costs three times as much
processor time as the driver's.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias

import psycopg
from psycopg.rows import dict_row
from sqlalchemy import ClauseElement, Dialect
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.util import greenlet_spawn

Driver: TypeAlias = psycopg.AsyncConnection[Any]
"""The driver's connection under one of SQLAlchemy's."""

_DIALECT: Dialect = PGDialect_psycopg()  # type: ignore[no-untyped-call]


class Direct:
    """A statement with named parameters; values come and go as the driver has them."""

    def __init__(self, statement: ClauseElement) -> None:
        compiled = statement.compile(dialect=_DIALECT)
        self._sql = str(compiled).encode()
        self._constants = {
            name: value for name, value in compiled.params.items() if value is not None
        }

    async def rows(self, driver: Driver, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """All rows, as tuples."""
        cursor = await driver.execute(self._sql, {**self._constants, **parameters})
        return await cursor.fetchall()

    async def row(self, driver: Driver, parameters: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """The first row, if there is one."""
        cursor = await driver.execute(self._sql, {**self._constants, **parameters})
        row: tuple[Any, ...] | None = await cursor.fetchone()
        return row

    async def named_rows(
        self, driver: Driver, parameters: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """All rows, with the columns' names."""
        async with driver.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(self._sql, {**self._constants, **parameters})
            return await cursor.fetchall()


async def driver_of(connection: AsyncConnection) -> Driver:
    """The driver's connection: what is run on it belongs to the connection's transaction.

    One is begun where there is none yet, as for any statement of SQLAlchemy's.
    """
    if not connection.in_transaction():
        await connection.begin()
    return _checked((await connection.get_raw_connection()).driver_connection)


@asynccontextmanager
async def autocommitting(engine: AsyncEngine) -> AsyncIterator[Driver]:
    """A connection of the pool on which every statement is a transaction of its own.

    For several statements in one transaction: `async with driver.transaction()`.

    Raises psycopg.OperationalError, sqlalchemy.exc.OperationalError (no connection),
    sqlalchemy.exc.TimeoutError (none is free).
    """
    pooled = await engine.raw_connection()
    try:
        driver = _checked(pooled.driver_connection)
        await driver.set_autocommit(True)
        try:
            yield driver
        finally:
            with suppress(psycopg.Error):
                await driver.set_autocommit(False)
    finally:
        await greenlet_spawn(pooled.close)


def _checked(connection: Any) -> Driver:
    if not isinstance(connection, psycopg.AsyncConnection):
        raise psycopg.OperationalError("the connection is closed, or not one of psycopg's")
    return connection
