"""Counties as sets of bits: what a player holds, what lies beside it, what hangs together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from app.rules.contract import Seat
from app.rules.france.atlas import ATLAS, County, Sea
from app.rules.france.state import DEVASTATED, France

Region: TypeAlias = int
"""A set of counties: bit n stands for the n-th of `ATLAS.counties`."""

BIT: dict[County, Region] = {county: 1 << place for place, county in enumerate(ATLAS.counties)}


def region(counties: Iterable[County]) -> Region:
    """The set of these counties."""
    return sum(BIT[county] for county in set(counties))


def counties(region: Region) -> tuple[County, ...]:
    """The counties of the set, by name."""
    return tuple([county for county in ATLAS.by_name if region & BIT[county]])


REACH: tuple[Region, ...] = tuple(region(ATLAS.neighbours[county]) for county in ATLAS.counties)
"""F1.2  What lies beside each county, in the order of `ATLAS.counties`."""
AROUND: dict[County, Region] = dict(zip(ATLAS.counties, REACH, strict=True))
"""F1.2  What lies beside each county."""
DUCAL: Region = region(ATLAS.ducal)
"""F1.1"""
SEAS: tuple[Sea, ...] = ("Channel", "Atlantic", "Mediterranean")
COASTS: tuple[Region, ...] = tuple(
    region(county for county in ATLAS.counties if sea in ATLAS.seas[county]) for sea in SEAS
)
"""F1.1  The counties on each sea."""


def region_of(state: France, seat: Seat) -> Region:
    """What a seat holds."""
    found = 0
    for place, there in enumerate(state.lands):
        if there.holder == seat:
            found |= 1 << place
    return found


def regions(state: France) -> list[Region]:
    """What each seat holds."""
    found = [0] * state.seats
    for place, there in enumerate(state.lands):
        if there.holder >= 0:
            found[there.holder] |= 1 << place
    return found


def unspoilt(state: France, seat: Seat) -> Region:
    """F5.6  What a seat holds and can attack from."""
    found = 0
    for place, there in enumerate(state.lands):
        if there.holder == seat and there.output != DEVASTATED:
            found |= 1 << place
    return found


def beside(region: Region) -> Region:
    """The counties adjacent to a county of the set, some of it among them."""
    found = 0
    while region:
        lowest = region & -region
        found |= REACH[lowest.bit_length() - 1]
        region ^= lowest
    return found


def part_of(region: Region) -> Region:
    """F9.3  All that land borders join to the first county of the set, within the set."""
    part = region & -region
    while (wider := part | (beside(part) & region)) != part:
        part = wider
    return part


def is_joined(region: Region) -> bool:
    """F9.3  Whether all counties of the set are joined by land borders; the empty set is."""
    return part_of(region) == region


def joined_parts(region: Region) -> list[Region]:
    """F9.3  The parts of the set that hang together."""
    parts: list[Region] = []
    while region:
        parts.append(part_of(region))
        region &= ~parts[-1]
    return parts


def way_between(one: Region, other: Region) -> tuple[County, ...]:
    """The counties of a shortest way from one set to the other, without both ends."""
    rings = [one]
    reached = one
    while not reached & other:
        ring = beside(rings[-1]) & ~reached
        if not ring:
            return ()
        rings.append(ring)
        reached |= ring
    back = rings.pop() & other
    way: list[County] = []
    for ring in reversed(rings[1:]):
        back = ring & beside(back)
        back &= -back
        way.extend(counties(back))
    return tuple(way)


def are_neighbours(one: Region, other: Region) -> bool:
    """F8.1  Whether they hold adjacent counties or touch the same sea."""
    if beside(one) & other:
        return True
    return any(one & coast and other & coast for coast in COASTS)
