"""The state of a game of Kasl."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from app.rules.contract import Result, State
from app.rules.kasl.units import NONE, Kind, Units

Territory: TypeAlias = int
"""K1.1  A territory's number, 1 to 48; it stands at `lands[number - 1]`."""

NOBODY = -1
LAST_ROUND = 8
HIDDEN = 0
"""Stands in a view for a mission card that its reader may not know."""


class Step(StrEnum):
    """Where in the round the game is; the value is also the kind of the decision asked there."""

    SET_UP = "set_up"  # K2.3
    PLAGUE = "plague"  # K3.7
    FOUND = "found"  # K4.2
    LORD = "lord"  # K5.1
    CHOICE = "choice"  # K6
    ATTACK = "attack"  # K7
    LOSSES = "losses"  # K7.8, both sides at once
    MOVE_IN = "move_in"  # K7.10 to K7.12
    UNITS = "units"  # K8
    LORDS = "lords"  # K9
    OVER = "over"  # K10


class Land(NamedTuple):
    """What is on a territory. Lord and stronghold are always the holder's (K1.7, K7.13)."""

    holder: int = NOBODY
    """Seat that holds it; the neutral army of two is seat 2 (K2.2); NOBODY when nobody does."""
    units: Units = NONE
    lord: bool = False
    stronghold: int = 0
    """Level 1 to 3, or 0 for none."""
    plague: bool = False


Lands: TypeAlias = tuple[Land, ...]
"""The 48 territories in the order of their numbers."""


class Fight(Struct, frozen=True, array_like=True):
    """K7  The attack under way: one throw, or several in one go."""

    origin: Territory
    target: Territory
    keep: int = 0
    """Throw on while the origin's CV is at least this; 0: one throw only."""
    damage: tuple[int, int] = (0, 0)
    """K7.6  CV that origin and target must lose now."""
    given_up: tuple[Units | None, Units | None] = (None, None)
    """K7.8  What origin's and target's owner chose to lose; hidden until both have chosen."""
    may_stay_out: bool = False
    """K7.10: moving in is optional; K7.11, K7.12: it is not."""


class Kasl(State, frozen=True, array_like=True):
    """A position of Kasl. `seats` counts players; with two, army number 2 is the neutral one."""

    seats: int
    advanced: bool = False
    ask_losses: bool = False
    with_plague: bool = True
    round: int = 0
    """0 during set-up, then 1 to 8."""
    step: Step = Step.SET_UP
    order: tuple[int, ...] = ()
    """Seats in order of play of this round (K3.1), or of placing (K2.3)."""
    turn: int = 0
    """Index in `order` of the seat whose turn it is; in set-up, of the one that places next."""
    lands: Lands = (Land(),) * 48
    loss_orders: tuple[tuple[Kind, ...], ...] = ()
    """K7.8  Each seat's standing order: first lost first."""
    missions: tuple[tuple[Territory, ...], ...] = ()
    """K2.4  Each seat's mission cards; HIDDEN instead of others' in a view."""
    plague_out: bool = False
    """K3.4, K3.7  The plague has appeared or was declared."""
    fight: Fight | None = None
    moves_left: int = 0
    """K8.1, K9.1  Moves that are left in this step."""
    out: tuple[bool, ...] = ()
    """K4.3  Seats that are out of the game."""
    result: Result | None = None


DEFAULT_LOSS_ORDER: tuple[Kind, Kind, Kind, Kind] = (
    "infantry",
    "archers",
    "war_machine",
    "cavalry",
)
"""K7.8  What is lost first stands first."""


def land(state: Kasl, territory: Territory) -> Land:
    """What is on that territory."""
    return state.lands[territory - 1]


def on_turn(state: Kasl) -> int:
    """The seat whose turn it is."""
    return state.order[state.turn]


def fight_under_way(state: Kasl) -> Fight:
    """The attack under way, in the steps that decide about one. ValueError: there is none."""
    if state.fight is None:
        raise ValueError(state.step)
    return state.fight
