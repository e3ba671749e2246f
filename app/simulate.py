"""`burgrave simulate`: machines play whole games; results, lengths and speed are printed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter

from msgspec import Struct
from rich.console import Console
from rich.progress import track
from rich.table import Table

from app.rules.chance import Chance
from app.rules.contract import Refusal, Result, State
from app.rules.service import RANDOM_BOT, GameService, rules

SEED_BYTES = 32


class Simulated(Struct, frozen=True):
    """One game that machines have played: how it ended, its length, and the time it took."""

    result: Result
    decisions: int
    events: int
    seconds: float


class RefusedError(Exception):
    """A machine's action was refused: the refusal and the action."""


class DeadEndError(Exception):
    """Nobody is asked, and yet the game is not over."""


def play_one(
    game: GameService, seats: int, options: dict[str, str], player: str, seed: int
) -> Simulated:
    """A whole game; the same arguments give the same game. KeyError: no such player."""
    began = perf_counter()
    random = Random(seed)  # noqa: S311 - machines' choices and throws, to be repeatable
    secret = random.randbytes(SEED_BYTES)
    played = game.open(seats, options, Chance(secret))
    decisions, events = 0, len(played.events)
    while asked := game.decisions(played.state):
        seat = random.choice(asked).seat
        action = game.bot_action(played.state, seat, player, random)
        chance = Chance(secret, next_number=played.state.throws)
        answer = game.play(played.state, seat, action, chance)
        if isinstance(answer, Refusal):
            raise RefusedError(answer, action)
        played = answer
        decisions += 1
        events += len(played.events)
    return Simulated(_result(game, played.state), decisions, events, perf_counter() - began)


def _result(game: GameService, state: State) -> Result:
    result = game.result(state)
    if result is None:
        raise DeadEndError
    return result


def simulate(
    game: str,
    seats: int,
    games: int,
    seed: int,
    *,
    advanced: bool = False,
    player: str = "",
) -> None:
    """Play that many games and print what came of them; ends with a word if it cannot.

    `player` is a bot of the game or "random"; without it the game's first bot plays.
    """
    service = rules().games.get(game)
    if service is None:
        sys.exit(f"There is no game {game}; there are: {', '.join(rules().games)}.")
    low, high = service.meta.seats
    if not low <= seats <= high:
        sys.exit(f"{service.meta.name} is for {low} to {high} players.")
    bots = (*service.game.bots, RANDOM_BOT)
    player = player or bots[0]
    if player not in bots:
        sys.exit(f"There is no player {player}; there are: {', '.join(bots)}.")
    options = _options(service, advanced=advanced)
    numbers = track(range(games), description=f"{service.meta.name}, {seats} × {player}")
    _print(seats, [play_one(service, seats, options, player, seed + n) for n in numbers])


def _options(service: GameService, *, advanced: bool) -> dict[str, str]:
    options = {option.key: option.default for option in service.meta.options}
    if advanced and "advanced" in options:
        options["advanced"] = "on"
    return options


def _print(seats: int, played: list[Simulated]) -> None:
    console = Console()
    console.print(_results(seats, played))
    for line in _lines(played):
        console.print(line)


def _results(seats: int, played: list[Simulated]) -> Table:
    table = Table("Seat", "Wins", "Shared", "Points, median", "Points, most")
    for seat in range(seats):
        wins = [game.result.winners for game in played if seat in game.result.winners]
        points = [game.result.points[seat] for game in played]
        alone = sum(len(winners) == 1 for winners in wins)
        row = (seat + 1, alone, len(wins) - alone, f"{median(points):g}", max(points))
        table.add_row(*map(str, row))
    return table


def _lines(played: list[Simulated]) -> Iterator[str]:
    lengths = [game.decisions for game in played]
    seconds = sum(game.seconds for game in played)
    ends = Counter(f"{game.result.rule} {game.result.reason}" for game in played)
    for reason, number in ends.most_common():
        yield f"{number} × {reason}"
    yield (
        f"Decisions a game: {min(lengths)} to {max(lengths)}, median {median(lengths):g};"
        f" events: median {median(game.events for game in played):g}."
    )
    yield (
        f"{len(played)} games in {seconds:.1f} s:"
        f" {median(game.seconds for game in played) * 1000:.0f} ms a game (median),"
        f" {sum(lengths) / seconds:,.0f} decisions/s."
    )
