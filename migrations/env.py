"""Run by alembic: the connection comes from `app.db.migrate` (or `DATABASE_URL`)."""

import importlib
import importlib.util
import os

import sqlalchemy
from alembic import context
from sqlalchemy import Connection
from sqlalchemy.sql.schema import SchemaItem

import app.db.tables  # noqa: F401  registers its tables
from app.db import metadata, sqlalchemy_url

OWNERS = ("accounts", "matches", "admin", "notices", "ops")


def import_tables() -> None:
    """Let every part of the house register its tables."""
    for owner in OWNERS:
        package = importlib.util.find_spec(f"app.{owner}")
        if package and importlib.util.find_spec(f"app.{owner}.tables"):
            importlib.import_module(f"app.{owner}.tables")


def is_ours(
    _item: SchemaItem, name: str | None, kind: str, _reflected: bool, _other: SchemaItem | None
) -> bool:
    """Leave the job queue's tables to the job queue."""
    return not (kind == "table" and (name or "").startswith("procrastinate_"))


def migrate(connection: Connection) -> None:
    """Apply what alembic was asked for, all or nothing."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        include_object=is_ours,
        compare_server_default=True,
    )
    with context.begin_transaction():
        context.run_migrations()


import_tables()
if given := context.config.attributes.get("connection"):
    migrate(given)
else:
    engine = sqlalchemy.create_engine(sqlalchemy_url(os.environ["DATABASE_URL"]))
    with engine.connect() as own:
        migrate(own)
        own.commit()
