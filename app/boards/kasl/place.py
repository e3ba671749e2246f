"""Step 3 of the board: where names, pieces and woods find room."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from app.boards.kasl.curves import Points, resample, rounded

# Widths of bold roman capitals in thousandths of an em; a name is one capital of 16 units and
# small capitals of 12.
EM = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (
    722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944,
    722, 778, 611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667), strict=True))  # fmt: skip
SCALES = (1.0, 0.92, 0.85, 0.78)
LEAST_ROOM = 26.0
GOOD_ROOM = 28.5

Spot = tuple[float, float]
Circle = tuple[float, float, float]


@dataclass(frozen=True)
class Placed:
    """A name, its shield, and the largest circle left for the pieces."""

    score: float
    label: Spot
    shield: Spot
    width: float
    scale: float
    circle: Circle
    taken: BaseGeometry


def pole(shape: BaseGeometry) -> Circle:
    """The largest circle within the shape; none in a shape without an area."""
    if not isinstance(shape, Polygon | MultiPolygon):
        return 0, 0, 0
    (x, y), (u, v) = shapely.maximum_inscribed_circle(shape, tolerance=0.3).coords
    return x, y, float(np.hypot(x - u, y - v))


def parts(shape: BaseGeometry) -> list[BaseGeometry]:
    """The pieces that a shape is made of."""
    return list(getattr(shape, "geoms", [shape]))


def text_width(name: str) -> float:
    """How wide a name is at full size."""
    return 0.016 * EM[name[0]] + 0.012 * sum(EM[c] for c in name[1:].upper()) + 0.5 * len(name)


def place_name(free: Polygon, name: str) -> Placed:
    """The name, its shield before or above it, where it leaves most room for the pieces.

    Raises ValueError when it fits nowhere.
    """
    best: Placed | None = None
    for scale in SCALES:
        found = max(_tries(free, text_width(name) * scale, scale), key=_score, default=None)
        best = max((p for p in (best, found) if p), key=_score, default=None)
        if best and best.circle[2] >= GOOD_ROOM:
            break
    if best is None:
        raise ValueError(f"{name} has no room for its name and its pieces")
    return best


def _score(placed: Placed) -> float:
    return placed.score


def _tries(free: Polygon, width: float, scale: float) -> Iterator[Placed]:
    room = free.buffer(2)
    x0, y0, x1, y1 = free.bounds
    for inline, wide, high in ((True, width + 23, 22.0), (False, width, 36.0)):
        for x in np.arange(x0 + wide / 2, x1 - wide / 2 + 0.1, 5):
            for y in np.arange(y0 + high / 2, y1 - high / 2 + 0.1, 4):
                shape = _block(x, y, wide, high) if inline else _tower(x, y, width)
                if room.contains(shape):
                    spots = _spots(x, y, wide, inline)
                    yield from _judged(free, room, shape, spots, width, scale)


def _block(x: float, y: float, wide: float, high: float) -> BaseGeometry:
    return box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _tower(x: float, y: float, width: float) -> BaseGeometry:
    name = box(x - width / 2, y + 4, x + width / 2, y + 18)
    return name.union(box(x - 11, y - 18, x + 11, y + 6))


def _spots(x: float, y: float, wide: float, inline: bool) -> tuple[Spot, Spot]:
    """The middle of the name and of its shield."""
    if inline:
        return (x + 11.5, y), (x - wide / 2 + 9.5, y)
    return (x, y + 11), (x, y - 7)


def _judged(
    free: Polygon,
    room: BaseGeometry,
    shape: BaseGeometry,
    spots: tuple[Spot, Spot],
    width: float,
    scale: float,
) -> Iterator[Placed]:
    """The place with its score, if the pieces find room beside it."""
    x, y, r = pole(free.difference(shape.buffer(1)))
    if r < LEAST_ROOM:
        return
    label, shield = spots
    inline = label[1] == shield[1]
    middle = (label[0] - 11.5, label[1]) if inline else (label[0], label[1] - 11)
    far = max(0, float(shapely.distance(shape, Point(x, y))) - r - 3)
    snug = min(4, float(room.boundary.distance(shape)))
    score = min(r, 41) + (3 if middle[1] < y else 0) - 0.07 * abs(x - middle[0])
    score += 1.1 * snug - 0.25 * far + (1 if inline else 0)
    yield Placed(score, label, shield, width, scale, (x, y, r), shape)


def river_name(
    line: Points, widths: list[float], name: str, busy: BaseGeometry
) -> list[list[float]] | None:
    """A base line beside the river, left to right, clear of all marks; the straightest one."""
    river = LineString(line).simplify(3)
    need = 6.6 * len(name) + 8
    best: tuple[float, Points] | None = None
    for side in (1, -1):
        shifted = shapely.offset_curve(river, side * (max(widths) / 2 + 7.5))
        lines = [part for part in parts(shifted) if isinstance(part, LineString)]
        beside = max(lines, key=lambda part: part.length)
        for start in np.arange(0, max(1, beside.length - need), 5):
            p = np.array(substring(beside, start, start + need).coords)
            p = p[::-1] if p[-1][0] < p[0][0] else p
            if LineString(p).buffer(5).intersects(busy):
                continue
            way = p[-1] - p[0]
            span = float(np.hypot(*way))
            score = span / need - 0.25 * abs(float(way[1])) / need
            if best is None or score > best[0]:
                best = score, p - np.array([way[1], -way[0]]) / span * 3.5
    return rounded(resample(best[1], 6)) if best else None


def fill(
    rest: BaseGeometry, number: int, rng: np.random.Generator, abbey: bool
) -> Iterator[dict[str, str | float]]:
    """Woods, hills and fields for the room that is left, the largest gap first."""
    theme = ("wood", "hill", "wood", "field", "wood", "hill", "field")[int(rng.integers(7))]
    built = not abbey
    for k in range(5):
        gap = max(parts(rest), key=lambda q: pole(q)[2] if q.area > 60 else 0)
        if gap.area < 60:
            return
        x, y, r = pole(gap)
        size = min(r, 19)
        if size < 6.5:
            return
        kind = theme if k < 2 else ("wood", "hill", "wood")[int(rng.integers(3))]
        if not built and size > 10:
            kind, built = "abbey", True
        yield {
            "kind": kind,
            "x": round(x, 1),
            "y": round(y, 1),
            "size": round(size, 1),
            "territory": number,
        }
        rest = rest.difference(Point(x, y).buffer(size * 1.05))


def ribbon(line: Points, widths: list[float]) -> BaseGeometry:
    """The band of water along a line."""
    along = np.gradient(line, axis=0)
    across = np.c_[-along[:, 1], along[:, 0]] / np.hypot(*along.T)[:, None]
    half = across * np.asarray(widths)[:, None] / 2
    return Polygon(np.vstack([line + half, (line - half)[::-1]])).buffer(0)
