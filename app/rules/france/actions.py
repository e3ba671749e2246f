"""What a player of Unification of France may ask for, and the orders of a turn."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from app.rules.contract import Action, Seat
from app.rules.france.atlas import County

Colour: TypeAlias = Literal[
    "red",
    "yellow",
    "green",
    "cyan",
    "orange",
    "silver",
    "purple",
    "white",
    "teal",
    "pink",
    "blue",
    "grey",
]
"""F2.1  What a player is known by."""
PositiveTrait: TypeAlias = Literal[
    "conqueror", "defender", "frugal", "just", "rich", "shrewd", "warrior"
]
NegativeTrait: TypeAlias = Literal["weak", "unprepared", "hedonist", "cruel", "coward"]
Trait: TypeAlias = PositiveTrait | NegativeTrait
"""F3  What a Count is like."""

CountyName: TypeAlias = Annotated[County, Meta(max_length=40)]
"""A county; the guards refuse what is on no map."""
CountName: TypeAlias = Annotated[str, Meta(max_length=24)]
"""F2.1  A Count's name."""


class Order(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """F5.1  One line of a sheet. Numbers are Grain, checked by the guards and not by the type."""


class Defend(Order, frozen=True):
    """F5.1  Grain to defend a county of one's own; `led` by one's Count."""

    county: CountyName
    grain: int
    led: bool = False


class Invest(Order, frozen=True):
    """F5.1, F7.2  Grain to invest in a county of one's own."""

    county: CountyName
    grain: int


class Conquer(Order, frozen=True):
    """F5.1  Grain to conquer a county beside one's own; `led` by one's Count."""

    county: CountyName
    grain: int
    led: bool = False


class MoveCapital(Order, frozen=True):
    """F9.2  Move the capital, for 20 Grain."""

    county: CountyName


class DeclareCapital(Order, frozen=True):
    """F9.2  Declare a capital when one has none."""

    county: CountyName


class Trade(Order, frozen=True):
    """F8.1  Ask for a trade route with a player."""

    seat: Seat


class StopTrade(Order, frozen=True):
    """F8.2  End the trade route with a player."""

    seat: Seat


AnyOrder: TypeAlias = Defend | Invest | Conquer | MoveCapital | DeclareCapital | Trade | StopTrade
Orders: TypeAlias = tuple[AnyOrder, ...]
"""F5.1  A sheet, in the order of its lines; line numbers count from 1."""


class EnterAs(Action, frozen=True):
    """F2.1  At the beginning: pick county, colour, and a Count with his trait."""

    county: CountyName
    colour: Colour
    count: CountName
    trait: PositiveTrait


class ReEnter(Action, frozen=True):
    """F2.4  Enter again in the colour of one who was eliminated, when the open turn is resolved."""

    county: CountyName
    count: CountName
    trait: PositiveTrait


class SendOrders(Action, frozen=True):
    """F5.4  Send the sheet for that turn: final; `open` shows it to all at once."""

    turn: int
    orders: Orders
    open: bool = False


FranceAction: TypeAlias = EnterAs | ReEnter | SendOrders
