"""The migrations make the tables that the code names, in one line, as often as one likes."""

from alembic.script import ScriptDirectory

from app.db import migrate


def test_the_tables_are_those_of_the_code(database_url: str) -> None:
    migrate.check(database_url)


def test_migrating_twice_changes_nothing(database_url: str) -> None:
    migrate.upgrade(database_url)
    migrate.check(database_url)


def test_the_migrations_are_one_line() -> None:
    heads = ScriptDirectory.from_config(migrate.config()).get_heads()
    assert len(heads) == 1
