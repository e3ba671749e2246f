"""The engine, its pool, and the metadata on which all tables register."""

from typing import Any

import msgspec
from sqlalchemy import MetaData
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

POOL_SIZE = 10
POOL_OVERFLOW = 10
POOL_WAIT_SECONDS = 10.0

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


def create_engine(
    url: str, *, pool_size: int = POOL_SIZE, overflow: int = POOL_OVERFLOW
) -> AsyncEngine:
    """An engine that opens at most `pool_size + overflow` connections, none of them now.

    JSON columns are encoded and decoded by msgspec. Connections come back to the pool without a
    further rollback: whoever opens a transaction ends it (SQLAlchemy does so by itself).
    """
    return create_async_engine(
        sqlalchemy_url(url),
        pool_size=pool_size,
        max_overflow=overflow,
        pool_timeout=POOL_WAIT_SECONDS,
        pool_reset_on_return=None,
        json_serializer=_to_json,
        json_deserializer=msgspec.json.decode,
        hide_parameters=True,  # errors are logged, and parameters are people's words
    )


def _to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
