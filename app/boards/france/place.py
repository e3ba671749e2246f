"""Step 4 of the map of France: room for the town, the name and the badge of each county.

All three boxes lie inside the county, and none overlaps another.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.ops import polylabel

from app.boards.france import letters
from app.boards.france.survey import County, Points, plane

SIZES = (("A", 15.5), ("B", 14.0), ("C", 12.8), ("D", 11.6), ("E", 10.4), ("F", 9.0))
BADGE = (22.0, 12.0)
GRID = 1.6
TOWNS, NAMES = 40, 30
"""How many places are tried for the town, the nearest to its seat first, and for the name."""
ROOMS = ((3.0, 15.0, 17.0), (1.8, 15.0, 17.0), (1.4, 13.0, 13.0))
PARIS_ROOMS = ((3.2, 26.0, 20.0), (1.6, 24.0, 18.0), (1.2, 23.0, 17.0))
"""Margin to the border, and width and height of the town, the most generous first."""

Size = tuple[float, float]


class Placed(NamedTuple):
    """What the boxes cost in distance, their middles, and the size of the name."""

    cost: float
    town: Points
    label: Points
    badge: Points
    size_class: str
    size: float
    box: Size


class _Room(NamedTuple):
    """The middles where each box would lie inside, and the sizes of town and name."""

    towns: Points
    labels: Points
    badges: Points
    town: Size
    label: Size


def boxes(at: Points, size: Size) -> NDArray[np.object_]:
    """Boxes of one size around the points."""
    w, h = size
    x, y = at[..., 0], at[..., 1]
    return np.asarray(shapely.box(x - w / 2, y - h / 2, x + w / 2, y + h / 2))


def pole(shape: Polygon) -> Points:
    """The middle of the largest circle inside."""
    found = polylabel(shape, 0.3)
    return np.array((found.x, found.y))


def place(county: County, shape: Polygon) -> Placed:
    """The best places at the largest size that fits; ValueError when none does."""
    first = 0 if county.name == "PARIS" else 1 if county.ducal else 2
    seat, middle = plane()(county.seat), pole(shape)
    for size_class, size in SIZES[first:]:
        label = letters.width(county.name, size, county.style) + 2, size * 0.98
        for margin, *town in PARIS_ROOMS if county.name == "PARIS" else ROOMS:
            room = _room(shape.buffer(-margin), shape, (town[0], town[1]), label)
            best = _best(room, seat, middle)
            if best:
                return Placed(*best, size_class, size, label)
    raise ValueError(f"{county.name} has no room for its name")


def _room(inside: Polygon, shape: Polygon, town: Size, label: Size) -> _Room:
    shapely.prepare(inside)
    x0, y0, x1, y1 = shape.bounds
    grid = np.meshgrid(np.arange(x0, x1, GRID), np.arange(y0, y1, GRID))
    at = np.stack(grid, -1).reshape(-1, 2)
    towns, labels, badges = (
        at[shapely.contains(inside, boxes(at, s))] for s in (town, label, BADGE)
    )
    return _Room(towns, labels, badges, town, label)


_Found = tuple[float, Points, Points, Points]


def _best(room: _Room, seat: Points, middle: Points) -> _Found | None:
    """The cheapest way to place the three; None when they find no room beside each other."""
    if not (len(room.towns) and len(room.labels) and len(room.badges)):
        return None
    best: _Found | None = None
    away = np.hypot(*(room.towns - seat).T)
    for town in room.towns[np.argsort(away)][:TOWNS]:
        far = 0.9 * np.hypot(*(town - seat))
        if best and far > best[0]:
            break
        for cost, label in _labels(room, town, far, middle):
            if best and cost > best[0]:
                break
            found = _with_badge(room, cost, town, label)
            if found and (best is None or found[0] < best[0]):
                best = found
    return best


def _labels(
    room: _Room, town: Points, far: float, middle: Points
) -> Iterator[tuple[float, Points]]:
    """Places for the name beside the town, the cheapest first."""
    (w, h), (tw, th) = room.label, room.town
    at = room.labels[_apart(room.labels, town, (w + tw, h + th), (1, 0.5))]
    aside = 0.8 * abs(at[:, 0] - town[0]) * 0.5
    above = abs(abs(at[:, 1] - town[1]) - (h + th) / 2) * 0.35
    cost = far + aside + above + np.hypot(*(at - middle).T) * 0.25
    for i in np.argsort(cost)[:NAMES]:
        yield float(cost[i]), at[i]


def _with_badge(room: _Room, cost: float, town: Points, label: Points) -> _Found | None:
    (w, h), (tw, th), (bw, bh) = room.label, room.town, BADGE
    free = _apart(room.badges, town, (bw + tw, bh + th), (0.6, 0.6))
    free &= _apart(room.badges, label, (bw + w, bh + h), (0.6, 1.4))
    if not free.any():
        return None
    badges = room.badges[free]
    away = np.hypot(*(badges - (town + label) / 2).T) * 0.3
    nearest = away.argmin()
    return cost + float(away[nearest]), town, label, badges[nearest]


def _apart(at: Points, other: Points, both: Size, gap: Size) -> NDArray[np.bool_]:
    """Which boxes around `at` keep clear of the one around `other`; `both` adds their sizes."""
    beside = abs(at[:, 0] - other[0]) > both[0] / 2 + gap[0]
    above = abs(at[:, 1] - other[1]) > both[1] / 2 + gap[1]
    return np.asarray(beside | above)
