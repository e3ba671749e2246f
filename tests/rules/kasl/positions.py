"""Positions of Kasl that one can see, and short ways to act in them.

`position("red 28: IIA Lord city, 26: C | blue 29: 2I | plague 21")`: for each army its
territories with units (I infantry, A archers, C cavalry, W war machines), a Lord, a stronghold.
What is not named is vacant. Houses sit in the order red, blue, yellow, green; the neutral army of
two is grey. Names of territories and their borders: see app/rules/kasl/board.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from app.rules.contract import Decision, Event, Refusal
from app.rules.kasl.actions import KaslAction
from app.rules.kasl.game import KASL
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, Kasl, Land, Step
from app.rules.kasl.units import NONE, Kind, Units
from app.rules.service import GameService, Played
from tests.rules.loaded import LoadedChance

HOUSES = ("red", "blue", "yellow", "green")
GREY = "grey"
LEVELS = {"city": 1, "fortress": 2, "castle": 3}
LETTERS = {"I": "infantry", "A": "archers", "C": "cavalry", "W": "war_machine"}
SERVICE = GameService(KASL)
E = TypeVar("E", bound=Event)


def seat(house: str) -> int:
    """The number of a house's army."""
    return 2 if house == GREY else HOUSES.index(house)


def units(text: str) -> Units:
    """Units from letters: "IIA" or "2I3C"."""
    counted = NONE
    for number, letter in re.findall(r"(\d*)([IACW])", text):
        counted = counted.plus(Units(**{LETTERS[letter]: int(number or 1)}))
    return counted


def _land(house: str, pieces: Iterable[str]) -> Land:
    there = Land(seat(house))
    for piece in pieces:
        if piece == "Lord":
            there = there._replace(lord=True)
        elif piece in LEVELS:
            there = there._replace(stronghold=LEVELS[piece])
        else:
            assert re.fullmatch(r"(\d*[IACW])+", piece), piece
            there = there._replace(units=units(piece))
    return there


def lands(text: str) -> dict[int, Land]:
    """The territories of a position's text."""
    placed: dict[int, Land] = {}
    for side in filter(None, map(str.strip, text.split("|"))):
        house, _, holdings = side.partition(" ")
        for holding in holdings.split(","):
            number, _, pieces = holding.partition(":")
            infected = house == "plague"
            placed[int(number)] = Land(plague=True) if infected else _land(house, pieces.split())
    return placed


def position(
    text: str,
    step: Step = Step.ATTACK,
    *,
    turn: str = "red",
    seats: int | None = None,
    order: Sequence[str] = (),
    round_: int = 1,
    moves: int = 0,
    missions: Mapping[str, tuple[int, ...]] | None = None,
    ask_losses: bool = False,
    plague: bool = False,
) -> Kasl:
    """A position; `missions` makes it advanced, `plague` puts the match under K3.4 to K3.7."""
    placed = lands(text)
    named = [house for house in HOUSES if re.search(rf"\b{house}\b", text)]
    number = seats or max(2, *(HOUSES.index(house) + 1 for house in named))
    playing = tuple(map(seat, order or HOUSES[:number]))
    return Kasl(
        throws=0,
        seats=number,
        advanced=missions is not None,
        ask_losses=ask_losses,
        with_plague=plague,
        round=round_,
        step=step,
        order=playing,
        turn=playing.index(seat(turn)),
        lands=tuple(placed.get(number, Land()) for number in range(1, 49)),
        loss_orders=(DEFAULT_LOSS_ORDER,) * number,
        missions=tuple((missions or {}).get(house, ()) for house in HOUSES[:number]),
        plague_out=any(there.plague for there in placed.values()),
        moves_left=moves,
        out=tuple(house not in named for house in HOUSES[:number]),
    )


class Outcome(NamedTuple):
    """What an action did: the state after it, and the events."""

    state: Kasl
    events: tuple[Event, ...]


def outcome(played: Played | Refusal) -> Outcome:
    """What was played; fails when it was refused."""
    assert isinstance(played, Played), played
    assert isinstance(played.state, Kasl)
    return Outcome(played.state, played.events)


def refusal(state: Kasl, house: str, action: KaslAction) -> Refusal | None:
    """Why the house may not do that."""
    return SERVICE.why_not(state, seat(house), action)


def refused_by(state: Kasl, house: str, action: KaslAction) -> str | None:
    """The number of the rule that refuses it."""
    why = refusal(state, house, action)
    return why.rule if why else None


def play(state: Kasl, house: str, action: KaslAction, dice: Iterable[int] = ()) -> Outcome:
    """Play it with these dice, in the order in which they fall; all of them must be thrown."""
    chance = LoadedChance(dice, state.throws)
    played = outcome(SERVICE.play(state, seat(house), action, chance))
    assert not chance.left(), "not all the dice were thrown"
    return played


def after(state: Kasl, house: str, action: KaslAction, dice: Iterable[int] = ()) -> Kasl:
    """The state after it."""
    return play(state, house, action, dice).state


def on(state: Kasl, number: int) -> str:
    """What is on a territory, in the words of `position`; "vacant" when it is nobody's."""
    there = state.lands[number - 1]
    if there.plague:
        return "plague"
    if there.holder < 0:
        assert there == Land()
        return "vacant"
    names = {level: name for name, level in LEVELS.items()}
    grey = there.holder == 2 and state.seats == 2
    parts = [GREY if grey else HOUSES[there.holder], letters(there.units)]
    parts += ["Lord"] if there.lord else []
    parts += [names[there.stronghold]] if there.stronghold else []
    return " ".join(filter(None, parts))


def letters(counted: Units) -> str:
    """Units in the letters of `units`, singles without a number."""
    return "".join(
        letter if number == 1 else f"{number}{letter}"
        for letter, number in zip(LETTERS, counted, strict=True)
        if number
    )


def happened(played: Outcome, kind: type[E]) -> list[E]:
    """The events of a kind."""
    return [event for event in played.events if isinstance(event, kind)]


def asked(state: Kasl) -> list[tuple[str, str]]:
    """Who is asked what now."""
    decisions: tuple[Decision, ...] = SERVICE.decisions(state)
    return [(HOUSES[decision.seat], decision.kind) for decision in decisions]


def with_order(state: Kasl, house: str, *order: Kind) -> Kasl:
    """The same position with another standing order of losses."""
    orders = list(state.loss_orders)
    orders[seat(house)] = order
    return replace(state, loss_orders=tuple(orders))
