"""`make load`: what one process carries, and what is kept of a match (docs/scaling.md).

A server, a worker, and a PostgreSQL with its usual durability; who asks shares the processor with
them. `TABLES=1000 make load` holds more polls.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import create_engine, migrate
from app.db.embedded import Embedded
from app.matches import Matches
from app.rules.service import rules
from tests.bench.crowd import busy, gather_crowd, resident, tag_of
from tests.bench.load import Load, Series
from tests.bench.position import ORIGIN, TARGET, THROWS, Player, arrive, begin, put, siege
from tests.bench.running import measured
from tests.bench.weights import Weight, weigh
from tests.faults.estate import Machine, server, worker

CONNECTIONS = 8
SECONDS = 4.0
WITHOUT_END = 10_000_000
Line = tuple[str, str]


def main() -> None:
    """Measure all and print it."""
    console = Console()
    with tempfile.TemporaryDirectory(prefix="burgrave-load-") as name:
        folder = Path(name)
        database = Embedded(folder / "data")
        url = database.start()
        machines: list[Machine] = []
        try:
            migrate.upgrade(url)
            machines = [server(folder, url, 1), worker(folder, url, 1)]
            for machine in machines:
                machine.start().await_ready()
            with console.status("Measuring, about a minute and a half …"):
                lines = asyncio.run(_figures(url, *machines))
        finally:
            for machine in machines:
                machine.stop()
            database.stop()
    printed = Table("figure", "measured")
    for line in lines:
        printed.add_row(*line)
    console.print(printed)


async def _figures(url: str, app: Machine, jobs: Machine) -> list[Line]:
    engine = create_engine(url)
    try:
        fresh = f"{resident(app):.0f} MB, a worker {resident(jobs):.0f} MB"
        return [
            ("a server's memory, nobody there", fresh),
            *await _rates(engine, app),
            *await _crowd(engine, app),
            ("its memory after all this", f"{resident(app):.0f} MB"),
            *await _weights(engine),
        ]
    finally:
        await engine.dispose()


async def _rates(engine: AsyncEngine, app: Machine) -> list[Line]:
    """Moves and updates of pages in a second."""
    players = [await arrive(engine, "Attacker"), await arrive(engine, "Defender")]
    matches = Matches(engine, rules())
    keys = [await begin(matches, players) for _ in range(CONNECTIONS * 12)]
    versions = await put(engine, keys, siege())
    throws = [_throws(key, versions[key], players[0]) for key in keys]
    by_connection = [throws[number::CONNECTIONS] for number in range(CONNECTIONS)]
    moves = await _rate(app, Load(app.port, SECONDS, by_connection))
    headers = players[1].headers | {"accept": "text/html", "hx-request": "true"}
    tag = await tag_of(app, keys[0], players[1])
    before = f"{int(tag.partition('.')[0]) - 1}.{tag.partition('.')[2]}"
    update = Series(f"/m/{keys[0]}/live?v={before}", headers, WITHOUT_END)
    pages = await _rate(app, Load(app.port, SECONDS, [[update]] * CONNECTIONS))
    return [
        ("durable moves of one server", moves),
        ("updates of pages after a move, by one server", pages),
    ]


async def _rate(app: Machine, load: Load) -> str:
    """What the server answers; its own processor's time is true on a busy machine, too."""
    spent = busy(app)
    found = await asyncio.to_thread(measured, load)
    each = 1000 * (busy(app) - spent) / (found.rate * load.seconds)
    return f"{found.rate:.0f} /s, median {found.median_ms:.1f} ms, {each:.1f} ms of the processor"


def _throws(key: str, version: int, player: Player) -> Series:
    action: dict[str, str | int] = {"type": "Attack", "origin": ORIGIN, "target": TARGET}
    return Series(f"/m/{key}/play", player.headers, THROWS, action=action, version=version)


async def _crowd(engine: AsyncEngine, app: Machine) -> list[Line]:
    crowd = await gather_crowd(engine, app)
    return [
        (f"memory of each of {crowd.polls} held polls", f"{crowd.poll_kb:.1f} KB"),
        ("processor to open one", f"{crowd.opening_ms:.2f} ms"),
        ("until 8 pages beside them have a move", f"{crowd.heard_ms:.0f} ms"),
    ]


async def _weights(engine: AsyncEngine) -> list[Line]:
    weights, overhead = await weigh(engine)
    lines = [(f"a match of {one.game}", _weight(one)) for one in weights]
    return [*lines, ("the table of actions with indexes and pages", f"× {overhead:.2f}")]


def _weight(one: Weight) -> str:
    return (
        f"{one.actions} actions, {one.match_bytes / 1024:.0f} KB: "
        f"{one.action_bytes / one.actions:.0f} bytes an action "
        f"({one.event_bytes / one.actions:.0f} of events as text), snapshot "
        f"{one.snapshot_bytes / 1024:.1f} KB, checkpoints {one.checkpoint_bytes / 1024:.0f} KB"
    )


if __name__ == "__main__":
    main()
