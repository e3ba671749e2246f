"""K1.4-K1.6  Units, their combat values, and what an army has."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta

Kind: TypeAlias = Literal["infantry", "archers", "cavalry", "war_machine"]
KINDS: tuple[Kind, ...] = ("infantry", "archers", "cavalry", "war_machine")
Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]


class Units(NamedTuple):
    """Numbers of units that have a combat value, by kind."""

    infantry: Count = 0
    archers: Count = 0
    cavalry: Count = 0
    war_machine: Count = 0

    @property
    def number(self) -> int:
        """How many units, whatever their kind."""
        return self[0] + self[1] + self[2] + self[3]

    @property
    def cv(self) -> int:
        """K1.4  Their combat values together."""
        return self[0] + 2 * self[1] + 3 * self[2] + 2 * self[3]

    def plus(self, other: Units) -> Units:
        """Both together."""
        return Units(self[0] + other[0], self[1] + other[1], self[2] + other[2], self[3] + other[3])

    def minus(self, other: Units) -> Units:
        """What is left without the others."""
        return Units(self[0] - other[0], self[1] - other[1], self[2] - other[2], self[3] - other[3])

    def within(self, other: Units) -> bool:
        """Whether the others have at least as many of each kind."""
        return (
            self[0] <= other[0]
            and self[1] <= other[1]
            and self[2] <= other[2]
            and self[3] <= other[3]
        )


NONE = Units()
CV = Units(infantry=1, archers=2, cavalry=3, war_machine=2)
"""K1.4  Combat value of one unit of each kind."""
ARMY = Units(infantry=30, archers=20, cavalry=15, war_machine=10)
"""K1.5  Units of an army, by kind."""
LORDS = 4
"""K1.5, K1.6  Lords of an army, all of which may be on the board."""
STRONGHOLDS = 4
"""K1.6  Strongholds of one player on the board at most; an army has 4 of each level (K1.5)."""
MARKERS = 16
"""K3.6  Plague markers."""
CITY, FORTRESS, CASTLE = 1, 2, 3
"""K1.4  Levels of strongholds."""
