"""A house of many machines on this one: PostgreSQL, servers, workers, and a proxy before them."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.db import migrate
from app.db.embedded import Embedded
from app.settings import ROOT

APPS = 3
WORKERS = 2
STALLED_SECONDS = 5
START_SECONDS = 90.0
STOP_SECONDS = 30.0
TICK_SECONDS = 0.05
CONNECTIONS = {"max_connections": "80"}
"""What a small managed database gives; three servers and two workers must do with it."""

NGINX = """
daemon off;
user {user};
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream house {{
        {servers}
        keepalive 64;
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://house;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_connect_timeout 2s;
            proxy_read_timeout 60s;
        }}
    }}
}}
"""
"""Round robin, without stickiness. What was sent to a server that died is not sent again."""


@dataclass
class Machine:
    """A process that can be killed and started again."""

    name: str
    words: list[str]
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    port: int = 0
    _process: subprocess.Popen[bytes] | None = None

    def start(self) -> Machine:
        """Start it; see `await_ready`."""
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                self.words,
                cwd=ROOT,
                env=os.environ | self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        return self

    @property
    def log(self) -> Path:
        """What it says."""
        return self.folder / f"{self.name}.log"

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process is not None
        return self._process.pid

    def await_ready(self) -> None:
        """Wait until its port takes connections, or it has said that it is ready."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self._process is not None
            assert self._process.poll() is None, self.log.read_text()
            if self._is_ready():
                return
            time.sleep(TICK_SECONDS)
        raise AssertionError(f"{self.name} does not become ready: {self.log.read_text()}")

    def _is_ready(self) -> bool:
        if not self.port:
            return "is ready" in self.log.read_text()
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False

    def kill(self) -> None:
        """As a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As its supervisor does; killed where it takes too long."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(number)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


@dataclass
class Estate:
    """All machines; `address` is the proxy's."""

    folder: Path
    database: Embedded
    url: str
    apps: list[Machine]
    workers: list[Machine]
    proxy: Machine

    @property
    def address(self) -> str:
        """Where people go."""
        return f"http://127.0.0.1:{self.proxy.port}"

    def start_missing(self) -> None:
        """Start all servers and workers that do not run."""
        dead = [one for one in (*self.apps, *self.workers) if not one.runs]
        for machine in dead:
            machine.start()
        for machine in dead:
            machine.await_ready()

    def stop_database(self, number: signal.Signals) -> None:
        """SIGINT: fast; SIGQUIT: immediate, as after a crash. All connections end."""
        process = self.database._process
        assert process is not None
        process.send_signal(number)
        process.wait(STOP_SECONDS)

    def start_database(self) -> None:
        """Start it again, where it was."""
        self.database._process = None
        assert self.database.start() == self.url


@contextlib.contextmanager
def estate(folder: Path) -> Iterator[Estate]:
    """Everything started; ended at the end, whatever has been killed meanwhile."""
    database = Embedded(folder / "data", settings=CONNECTIONS, tied=False)
    with contextlib.ExitStack() as stack:
        stack.callback(database.stop)
        url = database.start()
        migrate.upgrade(url)
        apps = [server(folder, url, number) for number in range(1, APPS + 1)]
        workers = [worker(folder, url, number) for number in range(1, WORKERS + 1)]
        machines = [*apps, *workers, _nginx(folder, [app.port for app in apps])]
        for machine in machines:
            stack.callback(machine.stop)
            machine.start()
        for machine in machines:
            machine.await_ready()
        yield Estate(folder, database, url, apps, workers, machines[-1])


def free_port() -> int:
    """A port that nothing listens on."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as free:
        port: int = free.getsockname()[1]
        return port


def server(folder: Path, url: str, number: int) -> Machine:
    """A server without jobs on a free port."""
    port = free_port()
    words = [sys.executable, "-m", "app.cli", "serve", "--port", str(port)]
    settings = _settings(url) | {"HOST": "127.0.0.1", "BURGRAVE_JOBS": "0", "BURGRAVE_POOL": "10"}
    return Machine(f"app-{number}", words, folder, settings, port)


def worker(folder: Path, url: str, number: int) -> Machine:
    """A worker."""
    words = [sys.executable, "-m", "app.cli", "worker"]
    return Machine(f"worker-{number}", words, folder, _settings(url))


def _settings(url: str) -> dict[str, str]:
    return {
        "DATABASE_URL": url,
        "BURGRAVE_STALLED": str(STALLED_SECONDS),
        "BURGRAVE_BOT_PAUSE": "0.2",
        "BURGRAVE_POOL": "8",
    }


def nginx_path() -> str | None:
    """Where nginx is, if it is installed."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def _nginx(folder: Path, ports: list[int]) -> Machine:
    path, port = nginx_path(), free_port()
    assert path is not None
    servers = "\n".join(f"server 127.0.0.1:{one} max_fails=1 fail_timeout=1s;" for one in ports)
    user = "root" if os.geteuid() == 0 else str(os.geteuid())
    config = folder / "nginx.conf"
    config.write_text(NGINX.format(folder=folder, port=port, servers=servers, user=user))
    return Machine("nginx", [path, "-p", str(folder), "-c", str(config)], folder, port=port)
