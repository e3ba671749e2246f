"""A crowd: polls held at many tables of one server, and a move that all at a table hear of."""

from __future__ import annotations

import asyncio
import os
from statistics import median
from time import perf_counter

import psutil
from msgspec import Struct, to_builtins
from sqlalchemy.ext.asyncio import AsyncEngine

from app.matches import Matches, MatchPage
from app.rules.service import rules
from tests.bench.position import Player, arrive, begin
from tests.bench.running import move, page
from tests.faults.estate import Machine

TABLES = int(os.environ.get("TABLES", "250"))
SEATS = 4
PAGES_OF_ONE = 2
"""Pages that each seat has open."""
MOVES = 20
KILOBYTE = 1024
SETTLE_SECONDS = 2.0


class Crowd(Struct, frozen=True):
    """What holding `polls` took of the server; `heard_ms`: until the last page at a table has a
    move, from its sending.
    """

    polls: int
    poll_kb: float
    opening_ms: float
    heard_ms: float


class Held(Struct, frozen=True):
    """A poll that waits for its answer."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def heard(self) -> float:
        """When the answer begins."""
        await self.reader.readuntil(b"\r\n\r\n")
        return perf_counter()


async def gather_crowd(engine: AsyncEngine, app: Machine) -> Crowd:
    """Hold polls at all tables, then move at some of them."""
    matches = Matches(engine, rules())
    players = [await arrive(engine, f"Player {seat}") for seat in range(SEATS)]
    keys = [await begin(matches, players) for _ in range(TABLES)]
    tags = {(key, one.token): await tag_of(app, key, one) for key in keys for one in players}
    before, spent = resident(app), busy(app)
    held = {key: await _hold_table(app, key, players, tags) for key in keys}
    polls = sum(map(len, held.values()))
    await asyncio.sleep(SETTLE_SECONDS)
    weight, opening = (resident(app) - before) / polls, (busy(app) - spent) / polls
    heard = [await _move(matches, app, key, players, held[key]) for key in keys[:MOVES]]
    for one in (one for table in held.values() for one in table):
        one.writer.close()
    return Crowd(polls, weight * KILOBYTE, 1000 * opening, 1000 * median(heard))


def resident(machine: Machine) -> float:
    """Megabytes of memory that a process has for itself."""
    return float(psutil.Process(machine.pid).memory_full_info().uss) / KILOBYTE**2


def busy(machine: Machine) -> float:
    """Seconds of the processor that it has spent."""
    times = psutil.Process(machine.pid).cpu_times()
    return float(times.user + times.system)


async def tag_of(app: Machine, key: str, player: Player) -> str:
    """The polling tag of a player's page."""
    address = f"http://127.0.0.1:{app.port}/m/{key}"
    _, headers = await asyncio.to_thread(page, address, player)
    return str(headers["hx-ptag"])


async def _hold_table(
    app: Machine, key: str, players: list[Player], tags: dict[tuple[str, str], str]
) -> list[Held]:
    return [
        await _hold(app, key, player, tags[key, player.token])
        for player in players
        for _ in range(PAGES_OF_ONE)
    ]


async def _hold(app: Machine, key: str, player: Player, tag: str) -> Held:
    reader, writer = await asyncio.open_connection("127.0.0.1", app.port)
    sent = player.headers | {"host": "bench", "accept": "text/html", "hx-request": "true"}
    lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    writer.write(f"GET /m/{key}/live?v={tag} HTTP/1.1\r\n{lines}\r\n".encode())
    return Held(reader, writer)


async def _move(
    matches: Matches, app: Machine, key: str, players: list[Player], held: list[Held]
) -> float:
    """Seconds from sending a move to the last of the table's pages that hears of it."""
    player, shown = await _asked(matches, key, players)
    assert shown.seat is not None
    action = to_builtins(rules()["kasl"].options(shown.view.state, shown.seat)[0])
    address = f"http://127.0.0.1:{app.port}/m/{key}"
    began = perf_counter()
    moving = asyncio.to_thread(move, address, player, shown.head.version, action)
    *heard, _ = await asyncio.gather(*(one.heard() for one in held), moving)
    return max(heard) - began


async def _asked(matches: Matches, key: str, players: list[Player]) -> tuple[Player, MatchPage]:
    """Who is to move, and what he sees."""
    for player in players:
        shown = await matches.look(key, player.person)
        assert isinstance(shown, MatchPage)
        if shown.seat in shown.head.waiting:
            return player, shown
    raise AssertionError("nobody is to move")
