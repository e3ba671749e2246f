"""Real servers as processes, as a person starts them."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from app.settings import ROOT

READY = re.compile(r"Burgrave is ready: (\S+)")
WELCOME = re.compile(r"(\S+/welcome/\S+)")
START_SECONDS = 60.0
STOP_SECONDS = 30.0
TICK_SECONDS = 0.05


@dataclass
class Server:
    """A server that runs; `said` is what it has printed so far."""

    process: "subprocess.Popen[str]"
    address: str = ""
    said: list[str] = field(default_factory=list)
    _told: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def await_ready(self) -> None:
        """Wait for the ready line. Raises AssertionError when the server ends or takes too long."""
        self._told.wait(START_SECONDS)
        assert self.address, f"the server does not become ready: {''.join(self.said)}"

    def close(self) -> None:
        """Kill it if it still runs; read the rest of what it said."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(STOP_SECONDS)
        self._reader.join(STOP_SECONDS)

    def _read(self) -> None:
        """Read all that it prints, so that it never waits for a reader."""
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.said.append(line)
                if found := READY.search(line):
                    self.address = found[1]
                    self._told.set()
        self._told.set()

    @property
    def welcome(self) -> str | None:
        """The link that makes its opener the admin, if it was printed."""
        found = WELCOME.search("".join(self.said))
        return found and found[1]

    @property
    def postgres(self) -> list[psutil.Process]:
        """The PostgreSQL processes that it has started."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return [child for child in children if child.name() == "postgres"]

    def get(self, path: str) -> tuple[int, str]:
        """The status and body of a page."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=10) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """Send a signal (Ctrl-C by default) and wait; give the exit status."""
        self.process.send_signal(number)
        self.process.wait(STOP_SECONDS)
        self._reader.join(STOP_SECONDS)
        return self.process.returncode


def start(*before: str, **environment: str) -> "subprocess.Popen[str]":
    """Start `burgrave serve` on any free port, with these variables."""
    clean = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.Popen(
        [*before, sys.executable, "-m", "app.cli", "serve"],
        cwd=ROOT,
        env=clean | {"PORT": "0", "HOST": "127.0.0.1"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextlib.contextmanager
def serving(*before: str, **environment: str) -> Iterator[Server]:
    """A server from its ready line on; killed at the end if it still runs."""
    server = Server(start(*before, **environment))
    try:
        server.await_ready()
        yield server
    finally:
        server.close()


def fails(**environment: str) -> str:
    """What a server says that cannot start; it ends with an error."""
    process = start(**environment)
    said, _ = process.communicate(timeout=START_SECONDS)
    assert process.returncode == 1, said
    return said


def data(folder: Path) -> str:
    """A data folder that is not there yet."""
    return str(folder / "data")


def await_end(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Wait for processes; give those that still run (one that nobody has reaped does not)."""
    deadline = time.monotonic() + STOP_SECONDS
    while (left := [one for one in processes if _runs(one)]) and time.monotonic() < deadline:
        time.sleep(TICK_SECONDS)
    return left


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
