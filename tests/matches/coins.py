"""A little game for these tests: all pick a side of a coin in secret, then it is thrown.

Two or three seats answer at once; who picks right scores; the option `rounds` says how many rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from app.rules.contract import (
    Action,
    Bot,
    Chronicle,
    Decision,
    Event,
    Meta,
    Option,
    Phase,
    Refusal,
    Result,
    State,
    Thrown,
)

Side: TypeAlias = Literal["heads", "tails", "edge"]


class Coins(State, frozen=True, array_like=True):
    rounds: int
    picks: tuple[Side | Literal["hidden"] | None, ...]
    points: tuple[int, ...]


class Pick(Action, frozen=True):
    side: Side


class Picked(Event, frozen=True):
    """C1  Others do not learn of it before the coin falls."""

    rule: ClassVar[str] = "C1"
    sealed: ClassVar[bool] = True
    seat: int
    side: Side

    def seen_by(self, seat: int | None) -> Picked | None:
        return self if seat == self.seat else None


class CoinFell(Thrown, frozen=True):
    rule: ClassVar[str] = "C2"
    side: Side


class Over(Event, frozen=True):
    rule: ClassVar[str] = "C3"


def always_heads(state: Coins, seat: int, random: Random) -> Pick:
    return Pick("heads")


def breaks(state: Coins, seat: int, random: Random) -> Pick:
    raise RuntimeError("a bot that fails")


def cheats(state: Coins, seat: int, random: Random) -> Pick:
    return Pick("edge")


class CoinsGame:
    meta = Meta(
        "coins",
        "Coins",
        (2, 3),
        1,
        (Option("rounds", "Rounds", (("1", "one"), ("3", "three"), ("99", "many")), "3"),),
        ("red", "blue", "yellow"),
        "Pick a side.",
        "a minute",
    )
    state_type = Coins
    action_type: Any = Pick
    event_type: Any = Picked | CoinFell | Over
    bots: Mapping[str, Bot[Coins, Pick]] = {
        "heads": always_heads,
        "breaks": breaks,
        "cheats": cheats,
    }

    def blank(self, seats: int, options: Mapping[str, str]) -> Coins:
        return Coins(0, int(options["rounds"]), (None,) * seats, (0,) * seats)

    def open(self, chronicle: Chronicle[Coins, Event]) -> None:
        chronicle.tell(CoinFell(chronicle.chance.throw().number, "heads"))

    def decisions(self, state: Coins) -> tuple[Decision, ...]:
        if not state.rounds:
            return ()
        return tuple(
            Decision(seat, "pick", "C1") for seat, pick in enumerate(state.picks) if pick is None
        )

    def options(self, state: Coins, seat: int) -> Sequence[Pick]:
        return (Pick("heads"), Pick("tails"))

    def why_not(self, state: Coins, seat: int, action: Pick) -> Refusal | None:
        if state.picks[seat] is not None:
            return Refusal("C1", "You have picked.")
        if action.side == "edge":
            return Refusal("C1", "{seat} picks heads or tails.", {"seat": seat})
        return None

    def play(self, chronicle: Chronicle[Coins, Event], seat: int, action: Pick) -> None:
        chronicle.tell(Picked(seat, action.side))
        if None in chronicle.state.picks:
            return
        draw = chronicle.chance.throw()
        chronicle.tell(CoinFell(draw.number, "heads" if draw.die(200) > 100 else "tails"))
        if not chronicle.state.rounds:
            chronicle.tell(Over())

    def evolve(self, state: Coins, event: Event) -> Coins:
        if isinstance(event, Picked):
            picks = list(state.picks)
            picks[event.seat] = event.side
            return replace(state, picks=tuple(picks))
        if isinstance(event, CoinFell) and None not in state.picks:
            points = tuple(
                point + (pick == event.side)
                for point, pick in zip(state.points, state.picks, strict=True)
            )
            none = (None,) * len(points)
            return replace(state, rounds=state.rounds - 1, picks=none, points=points)
        return state

    def view(self, state: Coins, seat: int | None) -> Coins:
        picks = tuple(
            pick if pick is None or number == seat else "hidden"
            for number, pick in enumerate(state.picks)
        )
        return replace(state, picks=picks)

    def phase(self, state: Coins) -> Phase:
        return Phase("{rounds} to go", {"rounds": state.rounds})

    def result(self, state: Coins) -> Result | None:
        if state.rounds:
            return None
        best = max(state.points)
        winners = tuple(seat for seat, points in enumerate(state.points) if points == best)
        return Result("C3", "All rounds are over.", winners, state.points)
