"""K1.1-K1.3  The board: territories, fiefdoms and borders, read from the file that is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from app.rules.kasl.state import Territory

BorderKind: TypeAlias = Literal["open", "bridge", "river", "mountain"]
Pair: TypeAlias = tuple[Territory, Territory]
Region: TypeAlias = int
"""A set of territories: the bit 1 << number stands for the territory of that number."""

TERRITORIES = range(1, 49)
PASSABLE: frozenset[BorderKind] = frozenset({"open", "bridge"})
"""K1.2  What armies, kingdoms and redeployment pass over."""
OPEN_TO_PLAGUE: frozenset[BorderKind] = frozenset({"open", "bridge", "river"})
"""K1.2  What the plague passes over."""


class Fiefdom(Struct, frozen=True):
    """K1.1  A fiefdom: 4 to 8 territories."""

    key: str
    name: str
    territories: tuple[Territory, ...]

    @property
    def region(self) -> Region:
        """Its territories as a set."""
        return region(self.territories)


class Board(Struct, frozen=True):
    """The board of Kasl as the rules need it."""

    names: dict[Territory, str]
    fiefdoms: tuple[Fiefdom, ...]
    borders: dict[Pair, BorderKind]
    """Kind of each border; the lower number stands first in the pair."""
    neighbours: dict[Territory, tuple[Territory, ...]]
    """K1.2  Territories joined to each by a passable border, in the order of numbers."""
    plague_neighbours: dict[Territory, tuple[Territory, ...]]
    """K1.2  Territories to which the plague can spread from each."""


class _Named(Struct):
    number: Territory
    name: str


class _Border(Struct):
    pair: Pair
    kind: BorderKind


class _File(Struct):
    territories: tuple[_Named, ...]
    fiefdoms: tuple[Fiefdom, ...]
    borders: tuple[_Border, ...]


def region(territories: Iterable[Territory]) -> Region:
    """The set of these territories."""
    return sum(1 << number for number in set(territories))


def territories(region: Region) -> tuple[Territory, ...]:
    """The territories of the set, in the order of their numbers."""
    return tuple(number for number in TERRITORIES if region >> number & 1)


def _joined(
    borders: dict[Pair, BorderKind], kinds: frozenset[BorderKind]
) -> dict[Territory, tuple[Territory, ...]]:
    joined: dict[Territory, list[Territory]] = {number: [] for number in TERRITORIES}
    for (one, other), kind in borders.items():
        if kind in kinds:
            joined[one].append(other)
            joined[other].append(one)
    return {number: tuple(sorted(others)) for number, others in joined.items()}


def _read(path: Path) -> Board:
    file = msgspec.json.decode(path.read_bytes(), type=_File)
    borders = {(min(b.pair), max(b.pair)): b.kind for b in file.borders}
    return Board(
        names={t.number: t.name for t in file.territories},
        fiefdoms=file.fiefdoms,
        borders=borders,
        neighbours=_joined(borders, PASSABLE),
        plague_neighbours=_joined(borders, OPEN_TO_PLAGUE),
    )


BOARD = _read(Path(__file__).with_name("board.json"))
FIEFDOM_OF: dict[Territory, Fiefdom] = {
    number: fiefdom for fiefdom in BOARD.fiefdoms for number in fiefdom.territories
}
"""K1.1  The fiefdom in which each territory lies."""
REACH: tuple[Region, ...] = (0, *(region(BOARD.neighbours[number]) for number in TERRITORIES))
"""K1.2  By number, the territories over its passable borders as a set."""
