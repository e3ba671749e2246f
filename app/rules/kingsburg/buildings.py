"""B9  The 20 buildings of a province, as printed on it: five rows of four."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from app.rules.contract import N_
from app.rules.kingsburg.enemies import Kind
from app.rules.kingsburg.goods import Goods

Key: TypeAlias = Literal[
    "statue", "chapel", "church", "cathedral",
    "inn", "market", "farm", "merchants_guild",
    "guard_tower", "blacksmith", "barracks", "wizards_guild",
    "palisade", "stable", "stone_wall", "fortress",
    "barricade", "crane", "town_hall", "embassy",
]  # fmt: skip


class Building(NamedTuple):
    """A building: what it costs, and what it brings at once and in each winter."""

    key: Key
    name: str
    cost: Goods
    vp: int
    effect: str
    """What it does, in a few words."""
    strength: int = 0
    """Bonus in every battle."""
    against: Kind | None = None
    more: int = 0
    """Further bonus against enemies of the kind `against`."""


PROVINCE: tuple[tuple[Building, ...], ...] = (
    (
        Building("statue", N_("Statue"), Goods(2, 0, 0), 3, N_("all dice equal: reroll one")),
        Building("chapel", N_("Chapel"), Goods(3, 0, 1), 5, N_("dice of 7 or less: reroll all")),
        Building(
            "church", N_("Church"), Goods(3, 1, 2), 7, N_("+1 against Demons"),
            against="demons", more=1,
        ),
        Building("cathedral", N_("Cathedral"), Goods(5, 0, 3), 9, N_("the end: 1 VP for 2 goods")),
    ),
    (
        Building("inn", N_("Inn"), Goods(1, 1, 0), 0, N_("a “+2” token a summer")),
        Building("market", N_("Market"), Goods(2, 2, 0), 1, N_("one group to the advisor ±1")),
        Building("farm", N_("Farm"), Goods(2, 3, 1), 2, N_("a white die a season; −1"), -1),
        Building(
            "merchants_guild", N_("Merchants' Guild"), Goods(3, 1, 2), 4, N_("1 gold a season"),
        ),
    ),
    (
        Building("guard_tower", N_("Guard Tower"), Goods(1, 0, 1), 1, N_("+1"), 1),
        Building("blacksmith", N_("Blacksmith"), Goods(1, 2, 0), 2, N_("+1"), 1),
        Building("barracks", N_("Barracks"), Goods(2, 2, 1), 4, N_("a soldier for 1 good")),
        Building("wizards_guild", N_("Wizards' Guild"), Goods(3, 2, 2), 6, N_("+2"), 2),
    ),
    (
        Building(
            "palisade", N_("Palisade"), Goods(0, 2, 0), 0, N_("+1, against Zombies +2"),
            1, against="zombies", more=1,
        ),
        Building("stable", N_("Stable"), Goods(1, 1, 1), 2, N_("5, 10, 18: 1 soldier more")),
        Building("stone_wall", N_("Stone Wall"), Goods(2, 0, 2), 2, N_("+1; a draw is a win"), 1),
        Building("fortress", N_("Fortress"), Goods(3, 0, 2), 4, N_("+1; 1 VP for each win"), 1),
    ),
    (
        Building(
            "barricade", N_("Barricade"), Goods(0, 1, 0), 0, N_("+1 against Goblins"),
            against="goblins", more=1,
        ),
        Building("crane", N_("Crane"), Goods(0, 1, 1), 1, N_("columns III and IV: 1 gold less")),
        Building("town_hall", N_("Town Hall"), Goods(2, 1, 1), 2, N_("1 VP a season for 1 good")),
        Building("embassy", N_("Embassy"), Goods(2, 2, 2), 4, N_("1 VP a season")),
    ),
)  # fmt: skip
"""B9.1  Rows from top to bottom, in each the columns I to IV."""

ROWS, COLUMNS = len(PROVINCE), len(PROVINCE[0])
BUILDINGS: dict[str, Building] = {b.key: b for row in PROVINCE for b in row}
PLACE: dict[str, tuple[int, int]] = {
    b.key: (row, column) for row, line in enumerate(PROVINCE) for column, b in enumerate(line)
}
"""Row and column of each building, counted from 0."""
CRANE_COLUMNS = frozenset({2, 3})
"""B9.2  The columns that the Crane makes cheaper by 1 gold: III and IV."""
