"""What the database takes, and what it is."""

import shutil
from pathlib import Path

from msgspec import Struct
from sqlalchemy import text

from app.db.direct import Direct, Driver

TABLES_SHOWN = 8


class TableSize(Struct, frozen=True):
    """A table with its indexes, in bytes; the number of rows is an estimate."""

    name: str
    size: int
    rows: int


class Storage(Struct, frozen=True):
    """The database: its size in bytes, its largest tables, its version, who is connected."""

    size: int
    version: str
    connections: int
    most_connections: int
    tables: tuple[TableSize, ...]


class Disk(Struct, frozen=True):
    """The disk that the data folder is on, in bytes."""

    free: int
    total: int

    @property
    def is_low(self) -> bool:
        """Less than a twentieth, or than a gigabyte, is free."""
        return self.free < max(self.total // 20, 10**9)


async def read_storage(driver: Driver) -> Storage:
    """Read it from PostgreSQL's own books."""
    [(size, version, connections, most)] = await _DATABASE.rows(driver, {})
    tables = await _TABLES.rows(driver, {"most": TABLES_SHOWN})
    return Storage(size, version, connections, most, tuple(TableSize(*row) for row in tables))


def read_disk(folder: Path) -> Disk | None:
    """The disk of a folder; None where it cannot be read."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return Disk(usage.free, usage.total)


_DATABASE = Direct(
    text(
        "SELECT pg_database_size(current_database()), current_setting('server_version'),"
        " (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()),"
        " CAST(current_setting('max_connections') AS integer)"
    )
)
_TABLES = Direct(
    text(
        "SELECT relname, pg_total_relation_size(relid) AS size, n_live_tup"
        " FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY size DESC LIMIT :most"
    )
)
