"""Restore: the whole house from a backup, in one transaction: all of it, or as it was."""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psycopg
import psycopg.sql

from app.db import migrate
from app.db.backup import SCHEMA, Progress
from app.db.engine import metadata, plain_url
from app.db.programs import Program, connection_words, ended, find_program, last_error, lines_of

MAGIC = b"PGDMP"
_COPIED = re.compile(rb"COPY public\.(\w+) ")
_REVISION = re.compile(rb"^COPY public\.alembic_version .*?;\n(\S+)\n", re.MULTILINE)
_LEFT_OUT = (b"SET transaction_timeout", b"CREATE SCHEMA public;")
"""A setting that a later pg_restore writes and an earlier server does not know; and what is there.
"""
_BEGIN = b"""
BEGIN;
SET LOCAL lock_timeout = '10s';
DROP SCHEMA IF EXISTS public CASCADE;
CREATE SCHEMA public;
"""


class RestoreFailed(Exception):
    """A restore could not be done; the message says why. The database is as it was."""


def restore(url: str, file: Path, progress: Progress, *, replace: bool = False) -> None:
    """Bring the database to what the file holds, and to the tables of this version.

    Refuses a database with people or matches in it unless told to `replace` them, one that has
    tables of somebody else, one that is in use, and a file of a later version of Burgrave. Raises
    RestoreFailed, ProgramMissing.
    """
    with psycopg.connect(plain_url(url)) as connection:
        major = connection.info.server_version // 10_000
        _check_empty(connection, replace=replace)
    program = find_program("pg_restore", major)
    _check_file(program, file)
    _load(program, find_program("psql", major), url, file, progress)
    migrate.upgrade(url)


def _check_empty(connection: psycopg.Connection, *, replace: bool) -> None:
    """Whether what is in the database may be replaced."""
    tables = {
        name
        for (name,) in connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = %s", [SCHEMA]
        )
    }
    foreign = sorted(name for name in tables if not _is_ours(name))
    if foreign:
        raise RestoreFailed(
            f"The database has tables that are not Burgrave's ({', '.join(foreign[:5])}): restore"
            " into a database of its own."
        )
    if not replace and any(_has_rows(connection, tables, name) for name in ("person", "match")):
        raise RestoreFailed(
            "The house is not empty. `--replace` puts what the file holds in place of all its"
            " people and matches: make a backup first."
        )
    others = connection.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    ).fetchone()
    if others and others[0]:
        raise RestoreFailed(
            f"The database is in use ({others[0]} connections): stop the servers and workers first."
        )


def _is_ours(table: str) -> bool:
    return (
        table in metadata.tables
        or table.startswith("procrastinate_")
        or table in {"alembic_version", "job_queue_scripts"}
    )


def _has_rows(connection: psycopg.Connection, tables: set[str], name: str) -> bool:
    if name not in tables:
        return False
    query = psycopg.sql.SQL("SELECT 1 FROM {} LIMIT 1").format(psycopg.sql.Identifier(SCHEMA, name))
    return connection.execute(query).fetchone() is not None


def _check_file(program: Program, file: Path) -> None:
    """The file is whole and of a version that this one knows."""
    if not file.is_file():
        raise RestoreFailed(f"There is no file {file}.")
    with file.open("rb") as opened:
        if opened.read(len(MAGIC)) != MAGIC:
            raise RestoreFailed(f"{file} is no backup of Burgrave.")
    command = [str(program.path), "--data-only", "--table=alembic_version", "--file=-", str(file)]
    told = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    if told.returncode:
        raise RestoreFailed(f"{file} cannot be read: {last_error(told.stderr)}")
    found = _REVISION.search(told.stdout)
    if found is None:
        raise RestoreFailed(f"{file} is no backup of Burgrave.")
    if found[1].decode() not in migrate.known_revisions():
        raise RestoreFailed(
            f"{file} comes from a later version of Burgrave: install that one, or a newer, first."
        )


def _load(program: Program, psql: Program, url: str, file: Path, progress: Progress) -> None:
    """Turn the file into statements and run them in one transaction, committed at the very end."""
    with tempfile.TemporaryFile() as unread, tempfile.TemporaryFile() as undone:
        reading = subprocess.Popen(  # noqa: S603
            [str(program.path), "--no-owner", "--no-privileges", "--file=-", str(file)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=unread,
        )
        with ended(reading), _psql(psql, url, undone) as running:
            done = _send(reading, running, progress)
            if not done:
                running.kill()
            if running.wait() or not done:
                raise RestoreFailed(
                    f"Nothing was restored: {_words_of(undone) or _words_of(unread)}"
                )


@contextmanager
def _psql(psql: Program, url: str, said: IO[bytes]) -> "Iterator[subprocess.Popen[bytes]]":
    words, environment = connection_words(url)
    running = subprocess.Popen(  # noqa: S603
        [
            *(str(psql.path), "--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1"),
            f"--dbname={words}",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=said,
        env=os.environ | environment,
    )
    with ended(running):
        yield running


def _send(
    reading: "subprocess.Popen[bytes]", running: "subprocess.Popen[bytes]", progress: Progress
) -> bool:
    """Send what is read to be run; False where it could not be read, or run, to the end."""
    to = running.stdin
    if to is None:
        return False
    try:
        to.write(_BEGIN)
        to.writelines(_told(_fitting(lines_of(reading.stdout)), progress))
        if reading.wait():
            return False
        to.write(b"COMMIT;\n")
        to.close()
    except BrokenPipeError:
        return False
    return True


def _fitting(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines without those to be left out; rows are left as they are."""
    rows = False
    for line in lines:
        rows = rows or line.startswith(b"COPY ")
        if rows or not line.startswith(_LEFT_OUT):
            yield line


def _told(lines: Iterable[bytes], progress: Progress) -> Iterator[bytes]:
    for line in lines:
        if found := _COPIED.match(line):
            progress(found[1].decode())
        yield line


def _words_of(said: IO[bytes]) -> str:
    said.seek(0)
    return last_error(said.read())
