"""Step 3 of the map of France: the edge of the realm, and the counties closed into polygons."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from app.boards.france.borders import Borders
from app.boards.france.curves import organic
from app.boards.france.mesh import Pair
from app.boards.france.survey import Place, Points, counties

MOST_CHANGED = 0.09
"""Of a county's area, before its borders are laid anew, more calmly."""
ROUNDS, CALM = 12, 0.6
FRONTIER, COAST = 0.07, 0.02
"""How rough the two kinds of edge are; a stroke of 8 units or less stays straight."""


class Stretch(NamedTuple):
    """A part of a county's outline from `start`: a border, or a chain of nodes on the edge."""

    border: Pair | None
    chain: tuple[Place, ...]

    @property
    def start(self) -> Place:
        """The node where it begins."""
        return self.chain[0]


@dataclass
class Shores:
    """The outlines of the counties, made of borders and of the edge of the realm."""

    rng: np.random.Generator
    borders: Borders
    abroad: BaseGeometry
    stretches: dict[str, list[Stretch]] = field(init=False)
    edges: dict[tuple[Place, ...], Points] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stretches = {c.name: self._stretches(c.ring) for c in counties()}

    def close(self) -> dict[str, Polygon]:
        """The polygon of each county; borders are laid anew where one grew or shrank too much."""
        for stretches in self.stretches.values():
            for stretch in stretches:
                if stretch.border is None:
                    self.edges[stretch.chain] = self._edge(stretch.chain)
        polygons = self._polygons()
        for _ in range(ROUNDS):
            bad = {name for name, shape in polygons.items() if self._is_off(name, shape)}
            if not bad:
                break
            for pair in sorted(self.borders.arcs):
                if bad.intersection(pair):
                    self.borders.lay(pair, CALM)
            polygons = self._polygons()
        return polygons

    def _is_off(self, name: str, shape: Polygon) -> bool:
        change = abs(shape.area / self.borders.mesh.area[name] - 1)
        return not shape.is_valid or change > MOST_CHANGED

    def _stretches(self, ring: tuple[Place, ...]) -> list[Stretch]:
        """The ring from a border on, sides on the edge of the realm joined."""
        sides = list(zip(ring, ring[1:] + ring[:1], strict=True))
        pairs = [self.borders.mesh.inner.get(frozenset(side)) for side in sides]
        first = next(i for i, pair in enumerate(pairs) if pair)
        found: list[Stretch] = []
        for i in [*range(first, len(sides)), *range(first)]:
            if pairs[i] is None and found[-1].border is None:
                found[-1] = Stretch(None, (*found[-1].chain, sides[i][1]))
            else:
                found.append(Stretch(pairs[i], sides[i]))
        return found

    def _edge(self, chain: tuple[Place, ...]) -> Points:
        """The coast as given with its corners cut once; frontiers on land get a rough edge."""
        nodes = [self.borders.mesh.nodes[place] for place in chain]
        line = [nodes[0]]
        for a, b in pairwise(nodes):
            on_land = self.abroad.distance(Point((a + b) / 2)) < 1.5
            height = FRONTIER if on_land else COAST
            line += list(organic(self.rng, a, b, height if np.hypot(*(b - a)) > 8 else 0))[1:]
        return np.round(shapely.get_coordinates(LineString(_cut(np.array(line))).simplify(0.12)), 2)

    def _polygons(self) -> dict[str, Polygon]:
        return {
            name: Polygon([tuple(p) for stretch in found for p in self._line(stretch)[:-1]])
            for name, found in self.stretches.items()
        }

    def _line(self, stretch: Stretch) -> Points:
        if stretch.border is None:
            return self.edges[stretch.chain]
        arc = self.borders.arcs[stretch.border]
        return arc if self.borders.ends[stretch.border][0] == stretch.start else arc[::-1]


def _cut(line: Points) -> Points:
    """Each corner replaced by two points, a quarter of the side before and after it."""
    before, after = line[:-1], line[1:]
    quarters = np.column_stack([0.75 * before + 0.25 * after, 0.25 * before + 0.75 * after])
    return np.vstack([line[:1], quarters.reshape(-1, 2), line[-1:]])
