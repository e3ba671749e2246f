"""The figures: each is measured here, beside its floor where it has one."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncEngine

from app.matches import Matches
from app.rules.kasl.attack import attacks
from app.rules.kasl.capture import is_overrun
from app.rules.kasl.state import Kasl, Territory, land
from app.rules.service import RANDOM_BOT, rules
from app.simulate import play_one
from tests.bench import bare, realm
from tests.bench.load import Load, Series
from tests.bench.position import (
    GAME,
    OPTIONS,
    ORIGIN,
    TARGET,
    THROWS,
    Player,
    arrive,
    begin,
    midway,
    put,
    siege,
    throw_sizes,
)
from tests.bench.running import measured, move, page, serving_floor

CONNECTIONS = 8
MATCHES = 12
"""Matches on each connection, one after another: a siege lasts about a hundred throws."""
ROUNDS = 5
THROW_SECONDS = 4.0
POLL_SECONDS = 2.5
WITHOUT_END = 10_000_000
GAMES = 25
KILOBYTE = 1024


class Figure(Struct, frozen=True):
    """What was measured: medians, in `unit`; `floor` 0 where there is none."""

    name: str
    value: float
    unit: str
    aim: str
    floor: float = 0.0


async def throws(engine: AsyncEngine, url: str, port: int) -> Figure:
    """Durable throws per second, each connection in matches of its own."""
    matches = Matches(engine, rules())
    players = [await arrive(engine, "Attacker"), await arrive(engine, "Defender")]
    keys = [await begin(matches, players) for _ in range(CONNECTIONS * MATCHES)]
    floor = [[_bare_throws(number)] for number in range(CONNECTIONS)]

    async def ours() -> Load:
        versions = await put(engine, keys, siege())
        series = [_throws(key, versions[key], players[0]) for key in keys]
        return Load(port, THROW_SECONDS, [series[n::CONNECTIONS] for n in range(CONNECTIONS)])

    rates: tuple[list[float], list[float]] = ([], [])
    with serving_floor("throws", url, *throw_sizes()) as floor_port:
        for _ in range(ROUNDS + 1):
            rates[0].append(measured(await ours()).rate)
            rates[1].append(measured(Load(floor_port, THROW_SECONDS, floor)).rate)
    return _against("durable throws, 8 connections", rates, "≥ 0.5")


def _throws(key: str, version: int, player: Player) -> Series:
    action: dict[str, str | int] = {"type": "Attack", "origin": ORIGIN, "target": TARGET}
    return Series(f"/m/{key}/play", player.headers, THROWS, action=action, version=version)


def _bare_throws(number: int) -> Series:
    action: dict[str, str | int] = {"type": "Attack", "origin": ORIGIN, "target": TARGET}
    return Series(f"/{number}", {}, WITHOUT_END, action=action)


async def polls(engine: AsyncEngine, port: int) -> Figure:
    """Idle polls per second, with the session checked, asked for at once and not held."""
    players = [await arrive(engine, "Reader"), await arrive(engine, "Rival")]
    key = await begin(Matches(engine, rules()), players)
    _, headers = page(f"http://127.0.0.1:{port}/m/{key}", players[0])
    path = f"/m/{key}/live?v={headers['hx-ptag']}&hold=0"
    rates: tuple[list[float], list[float]] = ([], [])
    with serving_floor("polls") as floor_port:
        for _ in range(ROUNDS + 1):
            rates[0].append(measured(_polls(port, path, players[0])).rate)
            rates[1].append(measured(_polls(floor_port, f"/?v={bare.TAG}", players[0])).rate)
    return _against("idle polls, 8 connections", rates, "≥ 0.7")


def _polls(port: int, path: str, player: Player) -> Load:
    series = Series(path, player.headers, WITHOUT_END, expected=304)
    return Load(port, POLL_SECONDS, [[series]] * CONNECTIONS)


def _against(name: str, rates: tuple[Sequence[float], Sequence[float]], aim: str) -> Figure:
    """Medians of the rounds but the first, which warms up."""
    house, floor = (statistics.median(one[1:]) for one in rates)
    return Figure(name, house, "/s", aim, floor)


async def update(engine: AsyncEngine, address: str) -> Figure:
    """What a rival's page gets after a throw of a match midway, as it is sent."""
    players = [await arrive(engine, f"Player {number}") for number in range(1, 5)]
    key = await begin(Matches(engine, rules()), players)
    state = midway()
    seat = GAME.decisions(state)[0].seat
    rival = players[(seat + 1) % len(players)]
    url = f"{address}/m/{key}"
    _, headers = page(url, rival)
    sizes = []
    for origin, target in _thrown_attacks(state, seat):
        version = (await put(engine, [key], state))[key]
        action: dict[str, str | int] = {"type": "Attack", "origin": origin, "target": target}
        move(url, players[seat], version, action)
        tag = headers["hx-ptag"]
        fresh = f"{url}/live?v={tag}"
        body, headers = page(fresh, rival, hx_request="true", hx_ptag=tag)
        sizes.append(len(body) / KILOBYTE)
    return Figure("update after a throw, gzip", statistics.median(sizes), "KB", "≤ 3 KB")


def _thrown_attacks(state: Kasl, seat: int) -> list[tuple[Territory, Territory]]:
    """The attacks of the position for which dice are thrown."""
    return [
        (origin, target)
        for origin, target in attacks(state, seat)
        if land(state, target).units.number
        and not is_overrun(land(state, origin), land(state, target))
    ]


def games() -> tuple[Figure, ...]:
    """Whole games of random players: the time of one, and in Kasl decisions per second."""
    played = [play_one(GAME, 4, OPTIONS, RANDOM_BOT, seed) for seed in range(GAMES)]
    took = statistics.median(game.seconds for game in played)
    speed = statistics.median(game.decisions / game.seconds for game in played)
    return (
        Figure("random game of Kasl, 4 seats", 1000 * took, "ms", "< 150 ms"),
        Figure("decisions of such a game", speed, "/s", "≥ 15,000 /s"),
        _kingsburg(),
        *_france(),
    )


def _kingsburg() -> Figure:
    service = rules()["kingsburg"]
    played = [play_one(service, 5, {}, RANDOM_BOT, seed) for seed in range(GAMES)]
    took = statistics.median(game.seconds for game in played)
    return Figure("random game of Kingsburg, 5 seats", 1000 * took, "ms", "< 100 ms")


def _france() -> tuple[Figure, Figure]:
    timed = realm.twelve_bots()
    name = f"game of Unification of France, {realm.SEATS} bots, without their thinking"
    return (
        Figure(name, 1000 * timed.game, "ms", "< 3,000 ms"),
        Figure("its slowest turn to resolve", 1000 * timed.turn, "ms", "< 10 ms"),
    )
