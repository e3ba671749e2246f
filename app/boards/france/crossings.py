"""Step 6 of the map of France: where the arrow of an order crosses each border."""

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from app.boards.france.mesh import Pair
from app.boards.france.survey import Points

REACH, HALF = 15, 7.5
"""Of an arrow, to both sides of the border and across."""
TILTS = (0, -20, 20, -38, 38)
WEIGHTS = (2, 1, 1.5)
"""How bad it is to cover the name, the town and the badge."""
OUTSIDE = 0.6


class Crossing(NamedTuple):
    """The middle of an arrow, its unit vector from first county to second, what it covers."""

    cost: float
    middle: Points
    normal: Points
    overlap: float


def crossing(
    pair: Pair,
    border: Points,
    polygons: Mapping[str, Polygon],
    marks: Mapping[str, list[BaseGeometry]],
) -> Crossing:
    """The arrow that covers least of names, towns and badges, the straightest in the middle."""
    boxes = [(w, b) for name in pair for w, b in zip(WEIGHTS, marks[name], strict=True)]
    first, second = (polygons[name] for name in pair)
    best = min(_arrows(LineString(border), first.union(second), boxes), key=_cost)
    ahead, behind = (Point(best.middle + k * best.normal) for k in (4, -4))
    turned = ahead.distance(second) > behind.distance(second)
    return best._replace(normal=-best.normal) if turned else best


def _arrows(
    line: LineString, both: BaseGeometry, boxes: list[tuple[float, BaseGeometry]]
) -> Iterator[Crossing]:
    for along in np.linspace(0.12, 0.88, 25):
        middle = _at(line, along)
        across = _across(_at(line, max(0, along - 0.1)), _at(line, min(1, along + 0.1)))
        for tilt in TILTS:
            normal = _turned(across, math.radians(tilt))
            arrow = LineString([middle - REACH * normal, middle + REACH * normal])
            foot = arrow.buffer(HALF, 4)
            overlap = sum(w * foot.intersection(b).area for w, b in boxes)
            overlap += OUTSIDE * foot.difference(both).area
            cost = overlap + 30 * abs(along - 0.5) + 0.5 * abs(tilt)
            yield Crossing(float(cost), middle, normal, overlap)


def _cost(arrow: Crossing) -> float:
    return arrow.cost


def _at(line: LineString, along: float) -> Points:
    return np.array(line.interpolate(along, normalized=True).coords[0])


def _across(before: Points, after: Points) -> Points:
    normal = np.array((before[1] - after[1], after[0] - before[0]))
    return np.asarray(normal / np.hypot(*normal))


def _turned(way: Points, angle: float) -> Points:
    c, s = math.cos(angle), math.sin(angle)
    return np.array((way[0] * c - way[1] * s, way[0] * s + way[1] * c))
