"""B10.1  The 25 enemies, as printed on the cards: five for each year."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from app.rules.contract import N_
from app.rules.kingsburg.goods import NONE, Goods

Kind: TypeAlias = Literal["barbarians", "goblins", "orcs", "zombies", "demons", "dragons"]
Card: TypeAlias = int
"""An enemy card: its index in `ENEMIES`."""
HIDDEN: Card = -1
"""Stands in a view for a card that its reader may not know."""

NAMES: dict[Kind, str] = {
    "barbarians": N_("Barbarians"),
    "goblins": N_("Goblins"),
    "orcs": N_("Orcs"),
    "zombies": N_("Zombies"),
    "demons": N_("Demons"),
    "dragons": N_("Dragons"),
}


class Terms(NamedTuple):
    """A reward or losses, in the order of the card."""

    goods: Goods = NONE
    any: int = 0
    """Goods of the player's own choice."""
    buildings: int = 0
    vp: int = 0


class Enemy(NamedTuple):
    """An enemy card."""

    year: int
    kind: Kind
    strength: int
    reward: Terms
    losses: Terms

    @property
    def name(self) -> str:
        """His name, to be translated."""
        return NAMES[self.kind]


ENEMIES: tuple[Enemy, ...] = (
    Enemy(1, "barbarians", 2, Terms(Goods(gold=1)), Terms(any=1, buildings=1)),
    Enemy(1, "goblins", 2, Terms(Goods(wood=1)), Terms(Goods(wood=1, stone=1), buildings=1, vp=1)),
    Enemy(1, "goblins", 3, Terms(Goods(stone=1)), Terms(Goods(gold=1), buildings=1)),
    Enemy(1, "orcs", 3, Terms(Goods(gold=1)), Terms(any=2, vp=1)),
    Enemy(1, "zombies", 4, Terms(vp=1), Terms(vp=2)),
    Enemy(2, "goblins", 3, Terms(Goods(wood=1)), Terms(Goods(wood=2, stone=2), buildings=1, vp=1)),
    Enemy(2, "goblins", 4, Terms(Goods(stone=1)), Terms(Goods(gold=2), buildings=1)),
    Enemy(2, "orcs", 4, Terms(Goods(gold=1)), Terms(any=2, buildings=1)),
    Enemy(2, "barbarians", 5, Terms(Goods(gold=1)), Terms(any=2, vp=1)),
    Enemy(2, "zombies", 5, Terms(vp=1), Terms(vp=2)),
    Enemy(3, "goblins", 4, Terms(Goods(wood=1)), Terms(Goods(wood=3, stone=3), buildings=1, vp=1)),
    Enemy(3, "goblins", 5, Terms(Goods(stone=1)), Terms(Goods(gold=3), buildings=1)),
    Enemy(3, "orcs", 5, Terms(Goods(gold=1)), Terms(any=2, buildings=1)),
    Enemy(3, "demons", 6, Terms(vp=1), Terms(Goods(gold=2, wood=1, stone=1), vp=1)),
    Enemy(3, "zombies", 6, Terms(vp=1), Terms(vp=2)),
    Enemy(4, "goblins", 5, Terms(Goods(wood=1)), Terms(Goods(wood=4, stone=4), buildings=1, vp=1)),
    Enemy(4, "goblins", 6, Terms(Goods(stone=1)), Terms(Goods(gold=4), buildings=1)),
    Enemy(4, "demons", 6, Terms(Goods(gold=1), vp=1), Terms(any=4, vp=1)),
    Enemy(4, "orcs", 7, Terms(any=1), Terms(any=2, buildings=1)),
    Enemy(4, "zombies", 7, Terms(vp=1), Terms(vp=2)),
    Enemy(5, "barbarians", 7, Terms(vp=1), Terms(vp=8)),
    Enemy(5, "barbarians", 8, Terms(vp=1), Terms(buildings=1)),
    Enemy(5, "demons", 8, Terms(vp=2), Terms(buildings=1, vp=2)),
    Enemy(5, "demons", 9, Terms(vp=2), Terms(buildings=1)),
    Enemy(5, "dragons", 9, Terms(vp=3), Terms(vp=5)),
)
A_YEAR = 5
"""Cards of each year, of which one is drawn (B1.3)."""


def cards_of(year: int) -> range:
    """The cards of a year, 1 to 5: one of these comes in its winter."""
    return range((year - 1) * A_YEAR, year * A_YEAR)
