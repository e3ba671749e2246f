"""What happens in a winter of Kingsburg (B7): the enemy, the battle, its end."""

from __future__ import annotations

from typing import ClassVar

from app.rules.contract import Event, Seat, Thrown
from app.rules.kingsburg.buildings import Key
from app.rules.kingsburg.enemies import Card
from app.rules.kingsburg.goods import Goods


class EnemyRevealed(Event, frozen=True):
    """B7.1  This year's enemy card lies open."""

    rule: ClassVar[str] = "B7.1"
    reveals: ClassVar[bool] = True
    card: Card


class ReinforcementsThrown(Thrown, frozen=True):
    """B7.1  The first player threw: everybody gets so many soldiers."""

    rule: ClassVar[str] = "B7.1"
    seat: Seat
    die: int


class StrengthsCounted(Event, frozen=True):
    """B7.2  Soldiers and bonuses against this enemy, by seat."""

    rule: ClassVar[str] = "B7.2"
    strengths: tuple[int, ...]


class BattleWon(Event, frozen=True):
    """B7.3  A reward: goods and VP of the card, then VP of the Fortress and of the strongest."""

    rule: ClassVar[str] = "B7.3"
    seat: Seat
    goods: Goods
    vp: int
    fortress: int
    """B9.2  1 with a Fortress."""
    strongest: int
    """B7.4  1 for a winner whose strength is the highest of all."""


class BattleDrawn(Event, frozen=True):
    """B7.3  Equal strength: neither reward nor losses."""

    rule: ClassVar[str] = "B7.3"
    seat: Seat


class BattleLost(Event, frozen=True):
    """B7.5, B7.6  What was lost; the building's VP go besides the card's."""

    rule: ClassVar[str] = "B7.5"
    seat: Seat
    goods: Goods
    buildings: tuple[Key, ...]
    buildings_vp: int
    vp: int


class WinterEnded(Event, frozen=True):
    """B7.7  All soldiers are gone, and the card has left the game."""

    rule: ClassVar[str] = "B7.7"
