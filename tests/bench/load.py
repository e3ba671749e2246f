"""The load of a measurement, in a process of its own: `python -m tests.bench.load`.

Reads a `Load` as JSON, asks on kept-alive connections until the time is up or one has nothing
left to ask, and prints a `Measured` as JSON. Any answer but the expected one ends it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from time import perf_counter
from uuid import uuid4

import msgspec
import uvloop
from msgspec import Struct


class Series(Struct, frozen=True):
    """Requests alike on one path; with `action` they are moves from `version` on."""

    path: str
    headers: dict[str, str]
    times: int
    expected: int = 200
    action: dict[str, str | int] | None = None
    version: int = 0


class Load(Struct, frozen=True):
    """What to ask: for each connection its series, one after another."""

    port: int
    seconds: float
    connections: list[list[Series]]


class Measured(Struct, frozen=True):
    """Answers per second over all connections, and the median time of one in milliseconds."""

    rate: float
    median_ms: float


class UnexpectedAnswerError(Exception):
    """An answer had another status than the expected one; the message holds both and its body."""


def requests(series: Series) -> Iterator[bytes]:
    """The series as bytes to send."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in series.headers.items())
    if series.action is None:
        request = f"GET {series.path} HTTP/1.1\r\nhost: bench\r\n{lines}\r\n".encode()
        for _ in range(series.times):
            yield request
        return
    head = f"POST {series.path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n"
    for number in range(series.times):
        move = {**series.action, "version": series.version + number, "key": str(uuid4())}
        body = msgspec.json.encode(move)
        yield f"{head}{lines}content-length: {len(body)}\r\n\r\n".encode() + body


async def ask(load: Load, all_series: list[Series], ends: asyncio.Event) -> list[float]:
    """One connection's requests; the seconds that each took. Sets `ends` when it has no more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", load.port)
    took: list[float] = []
    for series in all_series:
        for request in requests(series):
            if ends.is_set():
                writer.close()
                return took
            began = perf_counter()
            writer.write(request)
            await answer(reader, series.expected)
            took.append(perf_counter() - began)
    ends.set()
    writer.close()
    return took


async def answer(reader: asyncio.StreamReader, expected: int) -> None:
    """Read one answer. Raises UnexpectedAnswerError."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    status = int(head[9:12])
    _, found, rest = head.partition(b"\r\ncontent-length:")
    length = int(rest.partition(b"\r\n")[0]) if found and status != 304 else 0
    body = await reader.readexactly(length)
    if status != expected:
        raise UnexpectedAnswerError(f"{status} instead of {expected}: {body.decode()}")


async def measure(load: Load) -> Measured:
    """All connections at once."""
    ends = asyncio.Event()
    began = perf_counter()
    asyncio.get_running_loop().call_later(load.seconds, ends.set)
    by_connection = await asyncio.gather(*(ask(load, one, ends) for one in load.connections))
    seconds = perf_counter() - began
    took = sorted(time for times in by_connection for time in times)
    return Measured(len(took) / seconds, 1000 * took[len(took) // 2])


def main() -> None:
    """Measure what standard input says."""
    load = msgspec.json.decode(sys.stdin.buffer.read(), type=Load)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        sys.stdout.buffer.write(msgspec.json.encode(runner.run(measure(load))))


if __name__ == "__main__":
    main()
