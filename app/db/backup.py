"""Backup: the whole house in one file of pg_dump's own format.

It is written beside its file and renamed: a half one is never there under its name.
"""

import os
import re
import subprocess
from collections import deque
from collections.abc import Callable
from pathlib import Path

import psycopg

from app.db.engine import plain_url
from app.db.programs import Program, connection_words, ended, find_program, last_error, lines_of

Progress = Callable[[str], None]
"""Called with a table's name when its rows are begun."""

SCHEMA = "public"
WAIT_SECONDS = 60.0
_DUMPED = re.compile(rb'dumping contents of table "public\.(\w+)"')


class BackupFailed(Exception):
    """A backup could not be made; the message says why. Nothing was written."""


def back_up(url: str, file: Path, progress: Progress, wait_seconds: float = WAIT_SECONDS) -> int:
    """Write all of the database to a file, readable by its owner alone; gives its bytes.

    `wait_seconds`: how long for a table that something else (a migration) has locked. Raises
    BackupFailed (also where the file is there already), ProgramMissing.
    """
    if file.exists():
        raise BackupFailed(f"{file} is there already: choose another name.")
    with psycopg.connect(plain_url(url)) as connection:
        program = find_program("pg_dump", connection.info.server_version // 10_000)
    part = file.with_name(f".{file.name}.part")
    words, environment = connection_words(url)
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600, exist_ok=False)
        _dump(_command(program, words, part, wait_seconds), environment, progress)
        _sync(part)
        part.rename(file)
        _sync(file.parent)
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def _command(program: Program, words: str, part: Path, wait_seconds: float) -> list[str]:
    return [
        *(str(program.path), "--format=custom", f"--schema={SCHEMA}", "--verbose"),
        *("--no-owner", "--no-privileges", "--no-password"),
        f"--lock-wait-timeout={round(wait_seconds * 1000)}",
        *(f"--file={part}", f"--dbname={words}"),
    ]


def _dump(command: list[str], environment: dict[str, str], progress: Progress) -> None:
    dumping = subprocess.Popen(  # noqa: S603
        command,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | environment,
    )
    with ended(dumping):
        last: deque[bytes] = deque(maxlen=5)
        for line in lines_of(dumping.stderr):
            last.append(line)
            if found := _DUMPED.search(line):
                progress(found[1].decode())
        if dumping.wait():
            raise BackupFailed(f"The database could not be read: {last_error(b''.join(last))}")


def _sync(path: Path) -> None:
    """Wait until the disk has it."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
