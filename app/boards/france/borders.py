"""Step 2 of the map of France: each border between two counties gets a natural course."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, unary_union

from app.boards.france.curves import organic
from app.boards.france.mesh import Mesh, Pair
from app.boards.france.survey import Place, Points

NEAR = 14
APART, BESIDE = 3.2, 1.5
"""Least gap between borders that share no node, and between those that do, 9 units from it."""
TRIES, RIVER_TRIES = 80, 12
OFF_SHORE = 1.2


@dataclass
class Borders:
    """The borders, straight at first; `lay` bends one of them."""

    rng: np.random.Generator
    mesh: Mesh
    rivers: BaseGeometry
    realm: Polygon
    arcs: dict[Pair, Points] = field(init=False)
    ends: dict[Pair, tuple[Place, Place]] = field(init=False)
    followed: set[Pair] = field(default_factory=set)
    """The borders that run along a river."""

    def __post_init__(self) -> None:
        self.ends = self.mesh.ends()
        self.arcs = {
            pair: np.array([self.mesh.nodes[p] for p in ends]) for pair, ends in self.ends.items()
        }

    def lay(self, pair: Pair, scale: float = 1.0) -> None:
        """Give a border a course clear of others and of the shore; left alone if there is none."""
        if not self._laid(pair, scale, 6):
            self._laid(pair, scale, 16)

    def _laid(self, pair: Pair, scale: float, from_mouth: float) -> bool:
        a, b = (self.mesh.nodes[p] for p in self.ends[pair])
        others = self._near(pair)
        mouths = self._mouths(pair, from_mouth)
        for i in range(TRIES):
            course = organic(self.rng, a, b, 0.1 * scale * 0.965**i)
            tries_river = scale == 1 and i < RIVER_TRIES
            wet = along_river(course, self.rivers) if tries_river else None
            line = np.round(course if wet is None else wet, 2)
            line[0], line[-1] = a, b
            inland = LineString(line).difference(mouths)
            if self._clear(line, pair, others) and inland.distance(self.realm.boundary) > OFF_SHORE:
                self.arcs[pair] = line
                if wet is not None:
                    self.followed.add(pair)
                return True
        return False

    def _mouths(self, pair: Pair, reach: float) -> BaseGeometry:
        """Around the ends on the shore, where a border has to come close to it."""
        ends = [p for p in self.ends[pair] if p in self.mesh.coastal]
        return unary_union([Point(self.mesh.nodes[p]).buffer(reach) for p in ends])

    def _near(self, pair: Pair) -> list[Pair]:
        line = LineString(self.arcs[pair])
        return [
            other
            for other, arc in self.arcs.items()
            if other != pair and LineString(arc).distance(line) < NEAR
        ]

    def _clear(self, course: Points, pair: Pair, others: Sequence[Pair]) -> bool:
        return LineString(course).is_simple and all(
            self._clear_of(course, pair, other) for other in others
        )

    def _clear_of(self, course: Points, pair: Pair, other: Pair) -> bool:
        """Neighbours at a node touch there only and do not run side by side."""
        line, beside = LineString(course), LineString(self.arcs[other])
        shared = set(self.ends[pair]) & set(self.ends[other])
        if not shared:
            before = LineString(self.arcs[pair]).distance(beside)
            return line.distance(beside) >= min(APART, 0.8 * before)
        if line.intersection(beside).geom_type != "Point":
            return False
        node = Point(self.mesh.nodes[shared.pop()])
        from_node = np.hypot(*(course[0] - np.array(node.coords[0]))) < 0.1
        rest = LineString(course[1:] if from_node else course[:-1]).difference(node.buffer(9))
        return rest.distance(beside) >= BESIDE


def along_river(course: Points, rivers: BaseGeometry) -> Points | None:
    """The course pulled on to a river that runs close beside it; None when there is none."""
    length = np.hypot(*(course[-1] - course[0]))
    points = [Point(p) for p in course]
    away = np.array([rivers.distance(p) for p in points])
    if length < 22 or np.mean(away < 0.17 * length) < 0.5:
        return None
    t = np.linspace(0, 1, len(course))
    w = np.clip(np.minimum(t, 1 - t) / 0.22, 0, 1)
    w = (w * w * (3 - 2 * w)) * np.clip((0.30 * length - away) / (0.15 * length), 0, 1)
    target = np.array([nearest_points(p, rivers)[1].coords[0] for p in points])
    pulled: Points = course + w[:, None] * (target - course)
    for _ in range(2):
        pulled[1:-1] = (pulled[:-2] + 2 * pulled[1:-1] + pulled[2:]) / 4
    return pulled
