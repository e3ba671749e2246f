"""The processes of a measurement: the floor's server, the load; and a page asked for once."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPMessage
from uuid import uuid4

import msgspec

from app.settings import ROOT
from tests.bench import bare
from tests.bench.load import Load, Measured
from tests.bench.position import Player

START_SECONDS = 30.0
STOP_SECONDS = 10.0
TICK_SECONDS = 0.05


def measured(load: Load) -> Measured:
    """Run the load in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench.load"],
        input=msgspec.json.encode(load),
        stdout=subprocess.PIPE,
        cwd=ROOT,
        check=True,
    )
    return msgspec.json.decode(ran.stdout, type=Measured)


@contextlib.contextmanager
def serving_floor(
    name: str, url: str = "", snapshot_bytes: int = 0, events_bytes: int = 0
) -> Iterator[int]:
    """One of the floor's applications, run as the house runs its own; gives the port."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as free:
        port: int = free.getsockname()[1]
    words = f"tests.bench.bare:{name} --factory --loop uvloop --http httptools --no-access-log"
    environment = {
        bare.URL: url,
        bare.SNAPSHOT_BYTES: str(snapshot_bytes),
        bare.EVENTS_BYTES: str(events_bytes),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", *words.split(), "--log-level=warning", f"--port={port}"],
        cwd=ROOT,
        env=os.environ | environment,
    )
    try:
        _await_port(port)
        yield port
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def _await_port(port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(TICK_SECONDS)
    raise TimeoutError(f"nothing listens on port {port}")


def page(url: str, player: Player, **headers: str) -> tuple[bytes, HTTPMessage]:
    """A page as it is sent (compressed), and its headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = player.headers | {"accept": "text/html", "accept-encoding": "gzip"} | named
    request = urllib.request.Request(url, headers=sent)  # noqa: S310 - our own server
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        return answer.read(), answer.headers


def move(url: str, player: Player, version: int, action: dict[str, str | int]) -> int:
    """Play one action; gives the new version."""
    body = json.dumps({**action, "version": version, "key": str(uuid4())}).encode()
    headers = player.headers | {"content-type": "application/json"}
    request = urllib.request.Request(f"{url}/play", body, headers)  # noqa: S310 - our own server
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        number: int = json.load(answer)["version"]
    return number
