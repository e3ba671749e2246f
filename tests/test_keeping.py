"""Backup, destroy, restore; verify: what a host does beside serving."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person, sign_up
from app.db import programs, restore
from app.db.backup import BackupFailed, back_up
from app.db.programs import ProgramMissing
from app.db.restore import RestoreFailed
from app.matches.service import Matches
from app.matches.verify_all import Examined, examine_all
from app.rules.service import rules
from tests.commands import run
from tests.matches.played import GAMES, play_match

PASSWORD = "correct horse"


@pytest.fixture
async def lived(engine: AsyncEngine) -> AsyncEngine:
    """A house with a finished match of each game, and one that runs."""
    matches = Matches(engine, rules())
    people = await make_people(engine)
    for game in GAMES:
        await play_match(matches, game, people)
    await play_match(matches, "kasl", people, moves=20)
    await matches.settle()
    return engine


@pytest.fixture
async def young(engine: AsyncEngine) -> AsyncEngine:
    """A house with one match, which has just begun."""
    matches = Matches(engine, rules())
    await play_match(matches, "kasl", await make_people(engine), moves=5)
    await matches.settle()
    return engine


async def make_people(engine: AsyncEngine) -> tuple[Person, ...]:
    async with engine.begin() as connection:
        return (
            await sign_up(connection, "Alice", PASSWORD),
            await sign_up(connection, "Bob", PASSWORD),
        )


@pytest.fixture
def other_url(database_url: str) -> Iterator[str]:
    """An empty database beside the one of the test."""
    name = f"burgrave_other_{os.getpid()}"
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlunsplit(urlsplit(database_url)._replace(path=f"/{name}"))
        drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
        connection.execute(drop)


def rows_of(url: str) -> dict[str, list[Any]]:
    """Every row of every table, but those of the job queue's workers."""
    with psycopg.connect(url) as connection:
        named = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            " AND tablename <> 'procrastinate_workers' ORDER BY 1"
        ).fetchall()
        return {
            name: connection.execute(
                sql.SQL("SELECT t::text FROM {} t ORDER BY 1").format(sql.Identifier(name))
            ).fetchall()
            for (name,) in named
        }


async def examined(url_engine: AsyncEngine) -> list[Examined]:
    return [one async for one in examine_all(url_engine, rules())]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def quiet(_table: str) -> None:
    """No progress."""


async def test_backup_destroy_restore_brings_every_row_back(
    lived: AsyncEngine, database_url: str, other_url: str, tmp_path: Path
) -> None:
    await lived.dispose()
    before = rows_of(database_url)
    written: list[str] = []
    file = tmp_path / "house.dump"
    size = back_up(database_url, file, written.append)
    assert {"match", "action", "person"} <= set(written)
    assert file.stat().st_size == size
    assert file.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["house.dump"]
    read: list[str] = []
    restore.restore(other_url, file, read.append)
    assert {"match", "action", "person"} <= set(read)
    assert rows_of(other_url) == before
    told = run(other_url, "verify", "--all")
    assert told.returncode == 0, told.stderr
    assert told.stdout == "4 matches verified, 0 differ.\n"


async def test_a_restored_house_plays_on(
    young: AsyncEngine, database_url: str, other_url: str, tmp_path: Path
) -> None:
    await young.dispose()
    back_up(database_url, tmp_path / "house.dump", quiet)
    restore.restore(other_url, tmp_path / "house.dump", quiet)
    with psycopg.connect(other_url) as connection:
        connection.execute("INSERT INTO person (name) VALUES ('Charlie')")
        newest = connection.execute("SELECT max(id), count(*) FROM person").fetchone()
    assert newest == (3, 3)


async def test_a_house_that_is_not_empty_is_replaced_only_when_told(
    young: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    await young.dispose()
    file = tmp_path / "house.dump"
    back_up(database_url, file, quiet)
    before = rows_of(database_url)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE match SET title = 'changed'")
    with pytest.raises(RestoreFailed, match="not empty"):
        restore.restore(database_url, file, quiet)
    restore.restore(database_url, file, quiet, replace=True)
    assert rows_of(database_url) == before


async def test_a_damaged_backup_changes_nothing(
    young: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    await young.dispose()
    whole, damaged = tmp_path / "house.dump", tmp_path / "damaged.dump"
    back_up(database_url, whole, quiet)
    data = whole.read_bytes()
    before = rows_of(database_url)
    for length in (100, len(data) // 2, len(data) - 50):
        damaged.write_bytes(data[:length])
        with pytest.raises(RestoreFailed):
            restore.restore(database_url, damaged, quiet, replace=True)
    for place in (len(data) // 2, len(data) * 9 // 10):
        damaged.write_bytes(data[:place] + bytes(200) + data[place + 200 :])
        with pytest.raises(RestoreFailed):
            restore.restore(database_url, damaged, quiet, replace=True)
    assert rows_of(database_url) == before


def test_what_is_no_backup_is_refused(database_url: str, tmp_path: Path) -> None:
    with pytest.raises(RestoreFailed, match="no file"):
        restore.restore(database_url, tmp_path / "none", quiet)
    (tmp_path / "text").write_text("a letter")
    with pytest.raises(RestoreFailed, match="no backup of Burgrave"):
        restore.restore(database_url, tmp_path / "text", quiet)


def test_a_backup_of_a_later_version_is_refused(database_url: str, tmp_path: Path) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        known = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        try:
            back_up(database_url, tmp_path / "later.dump", quiet)
        finally:
            connection.execute("UPDATE alembic_version SET version_num = %s", known)
    with pytest.raises(RestoreFailed, match="later version"):
        restore.restore(database_url, tmp_path / "later.dump", quiet)


def test_a_database_of_somebody_else_is_left_alone(
    database_url: str, other_url: str, tmp_path: Path
) -> None:
    back_up(database_url, tmp_path / "house.dump", quiet)
    with psycopg.connect(other_url) as connection:
        connection.execute("CREATE TABLE ledger (id int)")
    with pytest.raises(RestoreFailed, match="ledger"):
        restore.restore(other_url, tmp_path / "house.dump", quiet, replace=True)


def test_a_database_in_use_is_left_alone(database_url: str, other_url: str, tmp_path: Path) -> None:
    back_up(database_url, tmp_path / "house.dump", quiet)
    with (
        psycopg.connect(other_url),
        pytest.raises(RestoreFailed, match="in use"),
    ):
        restore.restore(other_url, tmp_path / "house.dump", quiet)


@pytest.mark.parametrize("command", ["backup", "restore", "verify", "doctor", "migrate"])
def test_a_database_that_is_away_is_told_in_one_line(tmp_path: Path, command: str) -> None:
    words = {"backup": [str(tmp_path / "x")], "restore": [str(tmp_path / "y")], "verify": ["--all"]}
    told = run("postgresql://somebody@127.0.0.1:1/house", command, *words.get(command, []))
    assert told.returncode == 1
    assert "127.0.0.1" in told.stdout + told.stderr
    assert "Traceback" not in told.stderr


def test_a_backup_never_overwrites(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "house.dump").write_text("the old one")
    with pytest.raises(BackupFailed, match="there already"):
        back_up(database_url, tmp_path / "house.dump", quiet)
    assert (tmp_path / "house.dump").read_text() == "the old one"


def test_a_failed_backup_leaves_nothing(database_url: str, tmp_path: Path) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("LOCK TABLE person")
        with pytest.raises(BackupFailed, match="timeout"):
            back_up(database_url, tmp_path / "house.dump", quiet, wait_seconds=0.05)
    assert names(tmp_path) == []


def test_backups_into_a_folder_are_dated_and_the_oldest_go(
    database_url: str, tmp_path: Path
) -> None:
    old = [tmp_path / f"burgrave-2020010{day}-000000.dump" for day in (1, 2, 3)]
    for file in (*old, tmp_path / "a-note.txt"):
        file.touch()
    told = run(database_url, "backup", str(tmp_path), "--keep", "2")
    assert told.returncode == 0, told.stderr
    left = names(tmp_path)
    assert left[:2] == ["a-note.txt", "burgrave-20200103-000000.dump"]
    assert len(left) == 3


def test_the_folder_of_backups_is_made_for_its_owner_alone(
    database_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    told = run(database_url, "backup", str(folder), "--keep", "2")
    assert told.returncode == 0, told.stderr
    assert len(names(folder)) == 1
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_program_older_than_the_server_will_not_do() -> None:
    with pytest.raises(ProgramMissing, match="PostgreSQL 99"):
        programs.find_program("pg_dump", at_least=99)


def test_passwords_are_not_among_the_words_of_a_command() -> None:
    words, environment = programs.connection_words("postgresql://me:open-sesame@host/base")
    assert "open-sesame" not in words
    assert environment == {"PGPASSWORD": "open-sesame"}


async def test_verify_all_names_those_that_differ(lived: AsyncEngine, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        key, number = connection.execute(
            "SELECT key, id FROM match WHERE game = 'france'"
        ).fetchone() or ("", 0)
        connection.execute(
            "UPDATE action SET events = '[]' WHERE match_id = %s AND number = 9", [number]
        )
        other = connection.execute("SELECT key FROM match WHERE game = 'kingsburg'").fetchone() or (
            "",
        )
        connection.execute("UPDATE match SET snapshot = 'x' WHERE game = 'kingsburg'")
        connection.execute(
            "UPDATE action SET events = '?' FROM match WHERE id = match_id AND game = 'kingsburg'"
        )
    problems = {one.key: one.verdict.problem for one in await examined(lived)}
    assert len(problems) == 4
    assert {name for name, problem in problems.items() if problem} == {key, other[0]}
    told = run(database_url, "verify", "--all")
    assert told.returncode == 1
    assert f"Match {key}: " in told.stdout
    assert f"Match {other[0]}: it cannot be read" in told.stdout
    assert "4 matches verified, 2 differ." in told.stdout
