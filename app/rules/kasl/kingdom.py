"""K1.5-K1.7, K3.2  What an army holds: territories, kingdoms, fiefdoms, and its supply."""

from __future__ import annotations

from collections.abc import Iterator

from app.rules.kasl.board import BOARD, REACH, TERRITORIES, Fiefdom, Region
from app.rules.kasl.state import Lands, Territory
from app.rules.kasl.units import ARMY, LORDS, MARKERS, Units

_BITS = tuple(1 << number for number in TERRITORIES)
_FIEFDOMS = tuple((fiefdom, fiefdom.region) for fiefdom in BOARD.fiefdoms)


def held(lands: Lands, army: int) -> list[Territory]:
    """K1.7  The army's territories in the order of their numbers."""
    return [number for number, land in zip(TERRITORIES, lands, strict=True) if land[0] == army]


def region_of(lands: Lands, army: int) -> Region:
    """K1.7  The army's territories as a set."""
    region = 0
    for bit, land in zip(_BITS, lands, strict=True):
        if land[0] == army:
            region |= bit
    return region


def joined(region: Region) -> Iterator[Region]:
    """K3.2  The maximal parts of the set that passable borders join, by their lowest numbers."""
    while region:
        part = frontier = region & -region
        while frontier:
            lowest = frontier & -frontier
            fresh = REACH[lowest.bit_length() - 1] & region & ~part
            part |= fresh
            frontier = (frontier ^ lowest) | fresh
        yield part
        region &= ~part


def strongholds(lands: Lands, army: int) -> list[Territory]:
    """Where the army's strongholds stand, in the order of numbers."""
    return [
        number
        for number, land in zip(TERRITORIES, lands, strict=True)
        if land.stronghold and land.holder == army
    ]


def levels(lands: Lands, army: int) -> list[int]:
    """K1.4  The levels of the army's strongholds, in the order of their territories."""
    return [land.stronghold for land in lands if land.stronghold and land.holder == army]


def kingdoms(lands: Lands, army: int) -> list[Region]:
    """K3.2  The army's kingdoms: joined territories with at least one of its strongholds."""
    region = region_of(lands, army)
    seats = sum(1 << number for number in strongholds(lands, army))
    return [part for part in joined(region) if part & seats]


def principal_kingdom(lands: Lands, army: int) -> Region:
    """K3.2  The largest of the army's kingdoms, the empty set without a stronghold.

    Of two that are equally large, the one with the lowest number.
    """
    return max(kingdoms(lands, army), key=int.bit_count, default=0)


def kingdom_size(lands: Lands, army: int) -> int:
    """K3.2  Territories of the principal kingdom, 0 without a stronghold."""
    return principal_kingdom(lands, army).bit_count()


def order_size(lands: Lands, army: int) -> int:
    """K3.2  The size that counts for the order of play: without a stronghold, any joined set's."""
    size = kingdom_size(lands, army)
    if size:
        return size
    return max((part.bit_count() for part in joined(region_of(lands, army))), default=0)


def lords(lands: Lands, army: int) -> int:
    """How many Lords the army has on the board."""
    return sum(land.lord for land in lands if land.holder == army)


def lords_left(lands: Lands, army: int) -> int:
    """K1.5  Lords in the army's supply."""
    return LORDS - lords(lands, army)


def supply(lands: Lands, army: int) -> Units:
    """K1.5  Units in the army's supply, by kind."""
    infantry, archers, cavalry, war_machines = ARMY
    for holder, units, *_ in lands:
        if holder == army:
            infantry -= units[0]
            archers -= units[1]
            cavalry -= units[2]
            war_machines -= units[3]
    return Units(infantry, archers, cavalry, war_machines)


def available(wanted: Units, lands: Lands, army: int) -> Units:
    """K1.5  As much of what is wanted as the supply holds."""
    left = supply(lands, army)
    return Units(*(min(one, other) for one, other in zip(wanted, left, strict=True)))


def infected(lands: Lands) -> list[Territory]:
    """K3.5  Territories with a plague marker, in the order of numbers."""
    return [number for number, land in zip(TERRITORIES, lands, strict=True) if land.plague]


def markers_left(lands: Lands) -> int:
    """K3.6  Plague markers that are not yet on the board."""
    return MARKERS - len(infected(lands))


def fiefdoms_held(lands: Lands, army: int) -> list[Fiefdom]:
    """K5.1  Fiefdoms whose healthy territories, one at least, are all the army's."""
    region = region_of(lands, army)
    plague = sum(1 << number for number in infected(lands))
    return [
        fiefdom for fiefdom, whole in _FIEFDOMS if whole & ~plague and not whole & ~plague & ~region
    ]
