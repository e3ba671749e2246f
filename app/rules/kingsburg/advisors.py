"""B3.13  The King's advisors and their help, as printed on the board."""

from __future__ import annotations

from typing import NamedTuple

from app.rules.contract import N_
from app.rules.kingsburg.goods import NONE, Good, Goods


class Advisor(NamedTuple):
    """What an advisor gives to each group of dice on him."""

    number: int
    name: str
    goods: Goods = NONE
    """These goods, always."""
    one_of: tuple[Good, ...] = ()
    """And one of these, by choice."""
    any: int = 0
    """And so many goods of any kind, by choice."""
    tokens: int = 0
    """"+2" tokens."""
    soldiers: int = 0
    vp: int = 0
    """Below 0: it is paid, and the help may be declined."""
    price: int = 0
    """Goods of any kind that are given for it; the help may be declined."""
    sees_enemy: bool = False

    @property
    def may_be_declined(self) -> bool:
        """Whether the help costs something."""
        return self.price > 0 or self.vp < 0


ADVISORS: tuple[Advisor, ...] = (
    Advisor(1, N_("Jester"), vp=1),
    Advisor(2, N_("Squire"), Goods(gold=1)),
    Advisor(3, N_("Architect"), Goods(wood=1)),
    Advisor(4, N_("Merchant"), one_of=("gold", "wood")),
    Advisor(5, N_("Sergeant"), soldiers=1),
    Advisor(6, N_("Alchemist"), any=2, price=1),
    Advisor(7, N_("Astronomer"), any=1, tokens=1),
    Advisor(8, N_("Treasurer"), Goods(gold=2)),
    Advisor(9, N_("Master Hunter"), Goods(wood=1), one_of=("gold", "stone")),
    Advisor(10, N_("General"), soldiers=2, sees_enemy=True),
    Advisor(11, N_("Swordsmith"), Goods(stone=1), one_of=("wood", "gold")),
    Advisor(12, N_("Duchess"), any=2, tokens=1),
    Advisor(13, N_("Champion"), Goods(stone=3)),
    Advisor(14, N_("Smuggler"), any=3, vp=-1),
    Advisor(15, N_("Inventor"), Goods(1, 1, 1)),
    Advisor(16, N_("Wizard"), Goods(gold=4)),
    Advisor(17, N_("Queen"), any=2, vp=3, sees_enemy=True),
    Advisor(18, N_("King"), Goods(1, 1, 1), soldiers=1),
)
LAST = len(ADVISORS)
"""The King's number, the highest."""
STABLED = frozenset({5, 10, 18})
"""B9.2  Advisors who bring one soldier more to the owner of a Stable."""


def advisor(number: int) -> Advisor:
    """The advisor of that number, 1 to 18."""
    return ADVISORS[number - 1]
