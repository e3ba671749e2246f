"""Twelve bots in a game of Unification of France: how long the rules take, thinking aside."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

from msgspec import Struct

from app.rules.chance import Chance
from app.rules.france.events import OrdersRevealed
from app.rules.service import Played, rules

SEATS = 12
TURNS = 20
GAMES = 5
BOT = "marshal"


class Timed(Struct, frozen=True):
    """Seconds of the processor: of all actions of a game, and of its slowest turn to resolve."""

    game: float
    turn: float


def twelve_bots() -> Timed:
    """Medians of some games that went on to the last turn."""
    timed = [each for seed in range(GAMES) if (each := _game(seed)) is not None]
    return Timed(median(each.game for each in timed), median(each.turn for each in timed))


def _game(seed: int) -> Timed | None:
    """One game; None when it ended early."""
    service = rules()["france"]
    random = Random(seed)
    secret = random.randbytes(32)
    options = {option.key: option.default for option in service.meta.options}
    state = service.open(SEATS, options | {"turns": str(TURNS)}, Chance(secret)).state
    spent, longest, turns = 0.0, 0.0, 0
    while asked := service.decisions(state):
        seat = asked[0].seat
        action = service.bot_action(state, seat, BOT, random)
        began = process_time()
        played = service.play(state, seat, action, Chance(secret, next_number=state.throws))
        took = process_time() - began
        assert isinstance(played, Played)
        spent += took
        if any(isinstance(event, OrdersRevealed) for event in played.events):
            turns += 1
            longest = max(longest, took)
        state = played.state
    return Timed(spent, longest) if turns == TURNS else None
