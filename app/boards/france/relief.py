"""Step 5 of the map of France: peaks and trees, clear of names, towns, badges and borders."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from shapely.affinity import rotate
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from app.boards.france.curves import spline
from app.boards.france.place import boxes
from app.boards.france.survey import HEIGHT, WIDTH, Points, background, plane

Spot = list[float]
"""The middle of the foot, and the size."""

TALL_PEAK, TALL_TREE = 1.1, 1.3
MARGIN = 26


@dataclass
class Relief:
    """What is drawn on the land so far; `taken` grows with it."""

    rng: np.random.Generator
    land: BaseGeometry
    realm: Polygon
    taken: list[BaseGeometry]

    def peaks(self) -> list[Spot]:
        """The mountains of all ranges, the farthest first."""
        return sorted(self._peaks(), key=_y)

    def trees(self) -> list[Spot]:
        """The trees of all woods, the farthest first."""
        return sorted(self._trees(), key=_y)

    def _peaks(self) -> Iterator[Spot]:
        for chain in background().ranges:
            size = chain.size
            for foot in spline([plane()(p) for p in chain.course], size * 0.8):
                for row in range(chain.rows):
                    down = (row - (chain.rows - 1) / 2) * size * 1.1
                    for _ in range(3):
                        at = foot + self.rng.normal(0, size * 0.6, 2) + (0, down)
                        yield from self._put(at, size * self.rng.uniform(0.75, 1.25), TALL_PEAK)

    def _trees(self) -> Iterator[Spot]:
        for lon, lat, count in background().woods:
            for _ in range(3 * count):
                at = plane()((lon, lat)) + self.rng.normal(0, 6.5, 2) * (1.4, 0.9)
                yield from self._put(at, self.rng.uniform(4.2, 5.4), TALL_TREE)

    def _put(self, at: Points, size: float, tall: float) -> Iterator[Spot]:
        x, y = at
        shape = box(x - size * 0.75, y - size * tall, x + size * 0.75, y + size * 0.15)
        if self._is_free(shape):
            self.taken.append(shape.buffer(-size * (0.34 if tall < 1.2 else 0.2)))
            yield [round(float(x), 1), round(float(y), 1), round(float(size), 1)]

    def _is_free(self, shape: Polygon) -> bool:
        return (
            self.land.contains(shape)
            and not shape.intersects(self.realm.exterior)
            and box(0, 0, WIDTH, HEIGHT).buffer(-MARGIN).contains(shape)
            and not any(shape.intersects(other) for other in self.taken)
        )


def foreign_words() -> Iterator[BaseGeometry]:
    """Where the names of the neighbours stand."""
    for text, lon, lat, turn, size in background().foreign_names:
        at = plane()((lon, lat))
        words = boxes(at - (0, size * 0.3), (len(text) * size * 0.98, size)).item()
        yield rotate(words, turn, origin=tuple(at))


def _y(spot: Spot) -> float:
    return spot[1]
