"""Positions of Unification of France that one can see, and short ways to play a turn in them.

`position("red Normandie* 10, Caen 5 | blue Tours 12")`: each player's counties with their output
(10 when none is said); a `*` marks the capital. What is not named is independent. Sheets are
written as text: `turn(state, red="10 Grain to Conquer Caen")`; lines may be parted by ";".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from app.rules.chance import Chance
from app.rules.contract import Event, Refusal
from app.rules.france.actions import FranceAction, Orders, SendOrders, Trait
from app.rules.france.atlas import ATLAS
from app.rules.france.game import FRANCE
from app.rules.france.orders_text import read
from app.rules.france.state import Count, France, Land, Player, land
from app.rules.service import GameService, Played
from tests.rules.loaded import LoadedChance

PLAYERS = ("red", "blue", "green", "yellow")
NAMES = ("Hugues", "Jean", "Louis", "Henri")
SERVICE = GameService(FRANCE)
OPTIONS = {option.key: option.default for option in FRANCE.meta.options}
HEADS, TAILS = 1, 2
E = TypeVar("E", bound=Event)


def seat(colour: str) -> int:
    """The seat of a colour."""
    return PLAYERS.index(colour)


def count(name: str, cv: int = 1, *traits: Trait) -> Count:
    """A Count; without a trait where none matters."""
    return Count(name, cv, traits)


def position(
    text: str,
    *,
    counts: Mapping[str, Count] | None = None,
    trade: Iterable[tuple[str, str]] = (),
    turn: int = 1,
    seats: int | None = None,
    outputs: Mapping[str, int] | None = None,
    **changes: Any,
) -> France:
    """A position; `outputs` are those of independent counties; seats not named are eliminated."""
    blank = SERVICE.game.blank(seats or _seats(text), OPTIONS)
    lands = dict(zip(ATLAS.counties, blank.lands, strict=True))
    lands |= {county: Land(-1, output) for county, output in (outputs or {}).items()}
    players = [Player(colour, eliminated=True) for colour in PLAYERS[: blank.seats]]  # type: ignore[arg-type]
    for side in filter(None, map(str.strip, text.split("|"))):
        colour, _, holdings = side.partition(" ")
        own = (counts or {}).get(colour, count(NAMES[seat(colour)]))
        capital = None
        for holding in holdings.split(","):
            name, star, output = _holding(holding)
            lands[name] = Land(seat(colour), output)
            capital = name if star else capital
        players[seat(colour)] = Player(colour, own, capital)  # type: ignore[arg-type]
    state: France = replace(
        blank,
        turn=turn,
        lands=tuple(lands.values()),
        players=tuple(players),
        routes=tuple((seat(one), seat(other)) for one, other in trade),
        names=tuple(player.count.name for player in players if player.count is not None),
        **changes,
    )
    return state


def _seats(text: str) -> int:
    return max(PLAYERS.index(colour) + 1 for colour in PLAYERS if re.search(rf"\b{colour}\b", text))


def _holding(text: str) -> tuple[str, bool, int]:
    found = re.fullmatch(r"(\D+?)(\*?)(?: (\d+))?", text.strip())
    assert found is not None, text
    name, star, output = found.groups()
    assert name in ATLAS.index, name
    return name, bool(star), 10 if output is None else int(output)


def orders(state: France, colour: str, text: str) -> Orders:
    """The orders of a text."""
    reading = read(text.replace(";", "\n"), state, seat(colour))
    assert not reading.errors, reading.errors
    return reading.orders


def sheet(state: France, colour: str, text: str, *, open_: bool = False) -> SendOrders:
    """The sheet of a text for the open turn."""
    return SendOrders(state.turn, orders(state, colour, text), open_)


class Outcome(NamedTuple):
    """What came of one action or more: the state after, and all events."""

    state: France
    events: tuple[Event, ...]


def play(state: France, colour: str, action: FranceAction, dice: Iterable[int] = ()) -> Outcome:
    """Play it with these dice, in the order in which they fall; all of them must be thrown."""
    chance = LoadedChance(dice, state.throws)
    outcome = _play(state, colour, action, chance)
    assert not chance.left(), "not all the dice were thrown"
    return outcome


def _play(state: France, colour: str, action: FranceAction, chance: Chance) -> Outcome:
    played = SERVICE.play(state, seat(colour), action, chance)
    assert isinstance(played, Played), played
    assert isinstance(played.state, France)
    return Outcome(played.state, played.events)


def turn(
    state: France, dice: Sequence[int] = (), fate: Sequence[int] = (HEADS,), **sheets: str
) -> Outcome:
    """All send their sheets, empty where none is said; the dice, and last the coin of F10.1."""
    chance = LoadedChance((*dice, *fate), state.throws)
    events: list[Event] = []
    for asked in SERVICE.decisions(state):
        colour = PLAYERS[asked.seat]
        outcome = _play(state, colour, sheet(state, colour, sheets.get(colour, "")), chance)
        state = outcome.state
        events += outcome.events
    assert not chance.left(), "not all the dice were thrown"
    return Outcome(state, tuple(events))


def refusal(state: France, colour: str, action: FranceAction) -> Refusal | None:
    """Why the player may not do that; its text must be one that can be worded."""
    why = SERVICE.why_not(state, seat(colour), action)
    assert why is None or why.text.format(**why.params).endswith(".")
    return why


def refused(state: France, colour: str, text: str) -> str | None:
    """The rule and the line that refuse that sheet: "F5.2 line 3"."""
    why = refusal(state, colour, sheet(state, colour, text))
    return f"{why.rule} line {why.params['line']}" if why else None


def on(state: France, county: str) -> str:
    """Who holds a county, and its output: "red 10"."""
    there: Land = land(state, county)
    return f"{PLAYERS[there.holder] if there.holder >= 0 else 'nobody'} {there.output}"


def happened(outcome: Outcome, kind: type[E]) -> list[E]:
    """The events of a kind."""
    return [event for event in outcome.events if isinstance(event, kind)]
