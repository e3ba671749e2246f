"""The engine, its pool, and the metadata on which all tables register."""

import select
from typing import Any

import msgspec
from sqlalchemy import MetaData, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

POOL_SIZE = 10
POOL_OVERFLOW = 10
POOL_WAIT_SECONDS = 10.0
PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""libpq's own, in seconds (the last in milliseconds): how soon a dead server is given up."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def plain_url(url: str) -> str:
    """The URL as libpq reads it: `postgresql://…`, whatever driver was named.

    Raises ValueError for anything but a PostgreSQL URL.
    """
    scheme, separator, rest = url.partition("://")
    if not separator or scheme.partition("+")[0] not in {"postgres", "postgresql"}:
        raise ValueError("DATABASE_URL must begin with postgresql://")
    return f"postgresql://{rest}"


def sqlalchemy_url(url: str) -> str:
    """The URL with the driver that this server uses (psycopg 3)."""
    return plain_url(url).replace("postgresql://", "postgresql+psycopg://", 1)


def patient_url(url: str) -> str:
    """The URL as libpq reads it, with `PATIENCE` where it says nothing else."""
    named = make_url(plain_url(url))
    waits = {name: str(value) for name, value in PATIENCE.items() if name not in named.query}
    return named.update_query_dict(waits).render_as_string(hide_password=False)


def create_engine(
    url: str, *, pool_size: int = POOL_SIZE, overflow: int = POOL_OVERFLOW
) -> AsyncEngine:
    """An engine that opens at most `pool_size + overflow` connections, none of them now.

    A connection that was lost while it lay in the pool is replaced before it is given out.
    JSON columns are encoded and decoded by msgspec. Connections come back to the pool without a
    further rollback: whoever opens a transaction ends it (SQLAlchemy does so by itself).
    """
    engine = create_async_engine(
        sqlalchemy_url(patient_url(url)),
        pool_size=pool_size,
        max_overflow=overflow,
        pool_timeout=POOL_WAIT_SECONDS,
        pool_reset_on_return=None,
        json_serializer=_to_json,
        json_deserializer=msgspec.json.decode,
        hide_parameters=True,  # errors are logged, and parameters are people's words
    )
    event.listen(engine.sync_engine, "checkout", _check_alive)
    return engine


def limits_of_pool(most: int) -> dict[str, int]:
    """For `create_engine`: at most so many connections (1 or more), half of them kept open."""
    kept = (most + 1) // 2
    return {"pool_size": kept, "overflow": most - kept}


def _check_alive(connection: Any, _record: Any, _fairy: Any) -> None:
    """Raises DisconnectionError where the server has gone: the pool connects anew then.

    Nothing is asked of the server: from a resting connection one can read only its farewell.
    """
    driver = connection.driver_connection
    if driver is None or driver.closed:
        raise DisconnectionError("the connection is closed")
    watch = select.poll()
    watch.register(driver.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
    if watch.poll(0):
        raise DisconnectionError("the server has closed the connection")


def _to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
