"""The state of a game of Unification of France."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from app.rules.contract import Result, Seat, State
from app.rules.france.actions import Colour, Orders, PositiveTrait, Trait
from app.rules.france.atlas import ATLAS, PARIS, County

NOBODY = -1
"""Holds an independent county."""
INDEPENDENT_OUTPUT = 10
"""F4.3"""
PARIS_OUTPUT = 20
"""F4.3"""
DEVASTATED = 0
"""F7.3  The output of a devastated county."""

Absent: TypeAlias = Literal["garrison", "nothing"]
Letters: TypeAlias = Literal["all", "public", "none"]
Route: TypeAlias = tuple[Seat, Seat]
"""F8.1  Two players joined by trade; the lower seat stands first."""


class Land(NamedTuple):
    """Who holds a county, and its output in Grain."""

    holder: int
    output: int


class Count(Struct, frozen=True, array_like=True):
    """F2.1, F10.2  A Count: `cv` as thrown, 1 to 3, without what a trait adds (F3.7)."""

    name: str
    cv: int
    traits: tuple[Trait, ...]


class Player(Struct, frozen=True, array_like=True):
    """A player; before he has entered he has neither colour nor Count."""

    colour: Colour | None = None
    count: Count | None = None
    capital: County | None = None
    duchies: tuple[County, ...] = ()
    """F9.1  Ducal counties for which he became a Duchy: the first alone, or each (by option)."""
    eliminated: bool = False


class Sheet(Struct, frozen=True, array_like=True):
    """F5.4  Sent orders; None in a view where its reader may not know them."""

    orders: Orders | None
    open: bool = False


class Entry(Struct, frozen=True, array_like=True):
    """F2.4  A late entry that waits for the turn's end."""

    seat: Seat
    county: County
    count: str
    trait: PositiveTrait


def _first_lands() -> tuple[Land, ...]:
    """F4.3  All independent."""
    return tuple(
        Land(NOBODY, PARIS_OUTPUT if county == PARIS else INDEPENDENT_OUTPUT)
        for county in ATLAS.counties
    )


class France(State, frozen=True, array_like=True):
    """A position of Unification of France."""

    seats: int
    turns: int = 20
    late_entry: bool = True
    absent: Absent = "garrison"
    duchy_each: bool = False
    """F9.1  The bonus is given for each ducal county, not once."""
    letters: Letters = "all"
    turn: int = 0
    """0 while players enter, then 1 to `turns`."""
    lands: tuple[Land, ...] = _first_lands()
    """In the order of `ATLAS.counties`."""
    players: tuple[Player, ...] = ()
    routes: tuple[Route, ...] = ()
    sent: tuple[Sheet | None, ...] = ()
    """F5.4  By seat; None: not sent."""
    last: tuple[Orders, ...] = ()
    """The sheets of the turn before by seat, known to all."""
    entries: tuple[Entry, ...] = ()
    """F2.4  In the order in which they came."""
    names: tuple[str, ...] = ()
    """F10.2  Names of all Counts that there have been."""
    alone: bool = False
    """F9.5  One player was left at the end of the last turn."""
    result: Result | None = None


def land(state: France, county: County) -> Land:
    """Who holds that county, and its output. KeyError: there is no such county."""
    return state.lands[ATLAS.index[county]]


def held(state: France, seat: Seat) -> tuple[County, ...]:
    """The counties of a seat, in the order of the map's file."""
    return tuple(
        [
            county
            for county, there in zip(ATLAS.counties, state.lands, strict=True)
            if there.holder == seat
        ]
    )


def living(state: France) -> tuple[Seat, ...]:
    """The seats that play on: entered, and not eliminated."""
    return tuple(seat for seat, player in enumerate(state.players) if player.count is not None)


def count_of(state: France, seat: Seat) -> Count:
    """The Count of a seat that plays. ValueError: it has none."""
    count = state.players[seat].count
    if count is None:
        raise ValueError(seat)
    return count


def colour_of(state: France, seat: Seat) -> Colour | None:
    """F2.1  The colour that the seat has chosen; None before it has entered."""
    return state.players[seat].colour


def partners(state: France, seat: Seat) -> tuple[Seat, ...]:
    """F8.1  The seats with which that seat trades."""
    return tuple(
        [one if other == seat else other for one, other in state.routes if seat in (one, other)]
    )
