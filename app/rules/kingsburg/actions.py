"""What a player of Kingsburg may ask for."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from app.rules.contract import Action
from app.rules.kingsburg.buildings import Key
from app.rules.kingsburg.goods import NONE, Good, Goods

Number: TypeAlias = Annotated[int, Meta(ge=1, le=18)]
"""B3.13  An advisor's number."""
Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Dice: TypeAlias = Annotated[tuple[Face, ...], Meta(max_length=6)]
"""Dice by what they show, in any order."""
Shift: TypeAlias = Annotated[int, Meta(ge=-1, le=1)]


class TakeGood(Action, frozen=True):
    """B2.1, B7.3  One good of one's choice: the King's aid, or a reward of any good."""

    good: Good


class RerollDie(Action, frozen=True):
    """B3.3  The Statue: reroll one die, of one's colour or a white one."""

    white: bool = False


class RerollAll(Action, frozen=True):
    """B3.3  The Chapel: reroll all dice."""


class KeepDice(Action, frozen=True):
    """B3.3  Reroll nothing (more)."""


class Influence(Action, frozen=True):
    """B3.5  Put a group of dice on an advisor."""

    advisor: Number
    own: Dice = ()
    """What the dice of one's colour show."""
    white: Dice = ()
    plus_two: bool = False
    """B3.7  With a "+2" token."""
    market: Shift = 0
    """B3.8  With the Market, to the advisor one above (1) or one below (-1)."""
    envoy: bool = False
    """B5.2  With the King's Envoy, to an advisor who is occupied or blocked."""


class Pass(Action, frozen=True):
    """B3.5  Influence nobody any more in this season."""


class TakeHelp(Action, frozen=True):
    """B3.10  Take an advisor's help: all the goods that he gives, and the good given for them."""

    goods: Goods
    price: Goods = NONE


class DeclineHelp(Action, frozen=True):
    """B3.13  Alchemist, Smuggler: give nothing and take nothing."""


class Build(Action, frozen=True):
    """B3.11, B5.2  Put up a building."""

    building: Key


class BuildNothing(Action, frozen=True):
    """B3.11, B5.2  No building, or no second one, in this season."""


class UseTownHall(Action, frozen=True):
    """B3.12  Give a good or a "+2" token for 1 VP."""

    give: Literal["gold", "wood", "stone", "token"]


class KeepAll(Action, frozen=True):
    """B3.12  Leave the Town Hall unused in this season."""


class Recruit(Action, frozen=True):
    """B6.1  Pay goods for soldiers, 2 for each (1 with Barracks)."""

    goods: Goods


class RecruitNobody(Action, frozen=True):
    """B6.1  Recruit no soldiers."""


class GiveUp(Action, frozen=True):
    """B7.5  Goods of one's choice that are lost."""

    goods: Goods


KingsburgAction: TypeAlias = (
    TakeGood
    | RerollDie
    | RerollAll
    | KeepDice
    | Influence
    | Pass
    | TakeHelp
    | DeclineHelp
    | Build
    | BuildNothing
    | UseTownHall
    | KeepAll
    | Recruit
    | RecruitNobody
    | GiveUp
)
