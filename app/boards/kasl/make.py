"""Make app/rules/kasl/board.json: `python -m app.boards.kasl.make`, the same file each time.

Needs the packages of the group `board`. `mesh` makes cells, `borders` bends them, `place` finds
room; `county` says what they are.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from app.boards.kasl.board import PATH, Kind
from app.boards.kasl.borders import Lines, Pair, draw_lines
from app.boards.kasl.county import BRIDGES, FIEFS, ORNAMENTS, RANGES, RIVERS, SEED
from app.boards.kasl.curves import Points, rounded
from app.boards.kasl.place import Placed, fill, place_name, pole, ribbon, river_name

ABBEY_LAND = 26
"""Monksallow has an abbey."""


@dataclass(frozen=True)
class Water:
    """The rivers as stored, their bridges, and the land that they take."""

    rivers: list[dict[str, Any]]
    bridges: list[dict[str, Any]]
    taken: list[BaseGeometry]


def main() -> None:
    """Write the board."""
    PATH.write_text(encoded(make_board()), encoding="utf-8")


def make_board() -> dict[str, Any]:
    """The whole board as plain data, as `board.Board` reads it."""
    rng = np.random.default_rng(SEED)
    lines = draw_lines(rng)
    water = _water(lines)
    ranges = [_range(k, lines, rng) for k in range(len(RANGES))]
    rocks = [_rock(peak) for found in ranges for peak in found["peaks"]]
    taken = unary_union(
        [w.buffer(2) for w in water.taken]
        + [rock.buffer(1.5) for rock in rocks]
        + [Point(b["point"]).buffer(b["width"] * 0.5 + 9) for b in water.bridges]
    )
    placed, free = _place_names(lines, taken)
    territories = [_territory(n, lines.polygons[n], placed[n]) for n in sorted(placed)]
    _name_rivers(water.rivers, territories, taken)
    decorations = list(_decorations(water.rivers, placed, free, rng))
    return {
        "version": 1,
        "viewBox": [0, 0, 1200, 900],
        "county": "The County of Kasl",
        "outline": rounded(lines.outline),
        "coast": rounded(lines.coast),
        "fiefdoms": list(_fiefdoms()),
        "territories": territories,
        "borders": [_border(p, lines.borders[p]) for p in sorted(lines.borders)],
        "rivers": water.rivers,
        "bridges": water.bridges,
        "mountains": ranges,
        "decorations": decorations + list(ORNAMENTS),
    }


def encoded(board: dict[str, Any]) -> str:
    """The board as JSON, one record a line, so that a change shows where it is."""

    def short(value: Any) -> str:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    def entry(value: Any) -> str:
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return "[\n" + ",\n".join(map(short, value)) + "\n]"
        return short(value)

    return "{\n" + ",\n".join(f'"{key}":{entry(value)}' for key, value in board.items()) + "\n}\n"


def _names() -> dict[int, str]:
    return dict(enumerate((name for fief in FIEFS for _, name in fief.lands), 1))


def _fiefdoms() -> Iterator[dict[str, Any]]:
    first = 1
    for fief in FIEFS:
        count = len(fief.lands)
        yield {
            "key": fief.key,
            "name": fief.name,
            "light": fief.light,
            "dark": fief.dark,
            "inkLight": fief.ink_light,
            "inkDark": fief.ink_dark,
            "territories": list(range(first, first + count)),
        }
        first += count


def _kind(pair: Pair) -> Kind:
    if pair in BRIDGES:
        return "bridge"
    if any(pair in river.pairs for river in RIVERS):
        return "river"
    return "mountain" if any(pair in chain.pairs for chain in RANGES) else "open"


def _border(pair: Pair, line: Points) -> dict[str, Any]:
    return {"pair": list(pair), "kind": _kind(pair), "points": rounded(line)}


def _water(lines: Lines) -> Water:
    water = Water([], [], [])
    for flow in lines.flows:
        course = flow.course
        pieces = [
            lines.borders[p] if down else lines.borders[p][::-1]
            for p, down in zip(course.pairs, flow.downstream, strict=True)
        ]
        line = np.vstack([piece[:-1] for piece in pieces] + [pieces[-1][-1:]])
        grow = np.linspace(0, 1, len(line)) ** 0.9
        widths = [float(w) for w in course.source + (course.mouth - course.source) * grow]
        water.taken.append(ribbon(line, widths))
        water.bridges.extend(_bridges(course.name, course.pairs, pieces, widths))
        water.rivers.append(
            {
                "name": course.name,
                "points": rounded(line),
                "widths": [round(w, 1) for w in widths],
                "pairs": [list(p) for p in course.pairs],
            }
        )
    return water


def _bridges(
    river: str, pairs: tuple[Pair, ...], pieces: list[Points], widths: list[float]
) -> Iterator[dict[str, Any]]:
    """A bridge halfway along each border that has one, laid across the water."""
    at = 0
    for pair, piece in zip(pairs, pieces, strict=True):
        if pair in BRIDGES:
            k = max(2, min(len(piece) - 3, int(len(piece) * 0.5)))
            dx, dy = piece[k + 2] - piece[k - 2]
            angle = round(math.degrees(math.atan2(dx, -dy)), 1)
            yield {
                "pair": list(pair),
                "river": river,
                "point": rounded([piece[k]])[0],
                "width": round(widths[at + k], 1),
                "angle": round((angle + 90) % 180 - 90, 1),
            }
        at += len(piece) - 1


def _range(k: int, lines: Lines, rng: np.random.Generator) -> dict[str, Any]:
    """A range: large and small peaks by turns along its borders, the farthest first."""
    chain = RANGES[k]
    peaks = [peak for pair in chain.pairs for peak in _peaks(pair, lines.borders[pair], rng)]
    return {
        "name": chain.name,
        "pairs": [list(p) for p in chain.pairs],
        "passes": [list(p) for p in chain.passes],
        "peaks": sorted(peaks, key=lambda peak: float(peak["y"])),
    }


def _peaks(pair: Pair, border: Points, rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    line = LineString(border)
    count = max(2, round(line.length / 15.5))
    for k in range(count):
        at = line.interpolate((k + 0.5) / count, normalized=True)
        size = rng.uniform(21, 26) if k % 2 == 0 else rng.uniform(13, 19)
        aside = 3.5 if k % 2 else -1.5
        yield {
            "x": round(at.x + rng.uniform(-1, 1) + aside, 1),
            "y": round(at.y + size * 0.4 + rng.uniform(-1, 1), 1),
            "size": round(size, 1),
            "pair": list(pair),
        }


def _rock(peak: dict[str, Any]) -> Polygon:
    x, y, size = peak["x"], peak["y"], peak["size"]
    return Polygon([(x - size * 0.8, y + 2), (x, y - size * 1.1), (x + size * 0.8, y + 2)])


def _place_names(
    lines: Lines, taken: BaseGeometry
) -> tuple[dict[int, Placed], dict[int, BaseGeometry]]:
    """Each territory's name with its room, and the land that nothing stands on."""
    placed: dict[int, Placed] = {}
    free: dict[int, BaseGeometry] = {}
    for number, name in _names().items():
        left = lines.polygons[number].buffer(-4.5).difference(taken)
        pieces = [g for g in getattr(left, "geoms", [left]) if isinstance(g, Polygon)]
        free[number] = land = max(pieces, key=lambda g: g.area)
        placed[number] = place_name(land, name)
    return placed, free


def _territory(number: int, polygon: Polygon, placed: Placed) -> dict[str, Any]:
    x, y, r = placed.circle
    reach = min(r, 46)
    px, py, pr = pole(polygon)

    def spot(dx: float, dy: float) -> dict[str, float]:
        return {"x": round(x + dx * reach, 1), "y": round(y + dy * reach, 1)}

    return {
        "number": number,
        "name": _names()[number],
        "fiefdom": next(f["key"] for f in _fiefdoms() if number in f["territories"]),
        "polygon": rounded(list(polygon.exterior.coords)[:-1]),
        "area": round(polygon.area),
        "pole": {"x": round(px, 1), "y": round(py, 1), "r": round(pr, 1)},
        "anchor": {"x": round(x, 1), "y": round(y, 1), "r": round(r, 1)},
        "label": {
            "x": round(float(placed.label[0]), 1),
            "y": round(float(placed.label[1]), 1),
            "width": round(placed.width, 1),
            "scale": placed.scale,
        },
        "shield": {
            "x": round(float(placed.shield[0]), 1),
            "y": round(float(placed.shield[1]), 1),
        },
        "stronghold": spot(-0.36, -0.34),
        "lord": spot(0.42, -0.34),
        "units": spot(0, 0.42),
    }


def _name_rivers(
    rivers: list[dict[str, Any]], territories: list[dict[str, Any]], taken: BaseGeometry
) -> None:
    busy = taken.union(unary_union([_marks(t) for t in territories]))
    for river in rivers:
        line = np.array(river["points"])
        river["namePath"] = river_name(line, river["widths"], river["name"], busy) or []


def _marks(territory: dict[str, Any]) -> BaseGeometry:
    """Where the name, the shield and the pieces of a territory lie."""
    label, shield, anchor = territory["label"], territory["shield"], territory["anchor"]
    x, y, half = label["x"], label["y"], label["width"] / 2
    name = box(x - half - 1, y - 8, x + half + 1, y + 7)
    sign = Point(shield["x"], shield["y"]).buffer(12)
    return name.union(sign).union(Point(anchor["x"], anchor["y"]).buffer(0.6 * anchor["r"]))


def _decorations(
    rivers: list[dict[str, Any]],
    placed: dict[int, Placed],
    free: dict[int, BaseGeometry],
    rng: np.random.Generator,
) -> Iterator[dict[str, str | float]]:
    words = unary_union([LineString(r["namePath"]).buffer(8) for r in rivers if r["namePath"]])
    for number, land in free.items():
        x, y, r = placed[number].circle
        pieces = Point(x, y).buffer(max(26, 0.8 * min(r, 46)))
        rest = land.buffer(2).difference(placed[number].taken.buffer(2))
        rest = rest.difference(pieces).difference(words)
        yield from fill(rest, number, rng, abbey=number == ABBEY_LAND)


if __name__ == "__main__":
    main()
