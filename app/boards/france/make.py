"""Make app/rules/france/map.json: `python -m app.boards.france.make`, the same file each time.

Needs the packages of the group `board`. `mesh` finds the nodes, `borders` and `shores` bend what
lies between them, `place` finds room; `survey` reads what all is made from.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from app.boards.france import survey
from app.boards.france.board import PATH
from app.boards.france.borders import Borders
from app.boards.france.coast import FRAME, Coast, abroad, coast, parts, rivers
from app.boards.france.crossings import crossing
from app.boards.france.mesh import make_mesh
from app.boards.france.place import BADGE, Placed, boxes, place, pole
from app.boards.france.relief import Relief, foreign_words
from app.boards.france.shores import Shores
from app.boards.france.survey import Points, background, counties, plane

EARTH_KM = 6371
TOWN, PARIS_TOWN = (15, 16), (26, 20)
A_LINE = 12
"""Points or outlines in a line of the file; a shorter list is one line."""

Polygons = dict[str, Polygon]
Record = dict[str, Any]


def main() -> None:
    """Write the map."""
    PATH.write_text(encoded(make_map()), encoding="utf-8")


def make_map() -> Record:
    """The whole map as plain data, as `board.Map` reads it."""
    rng = np.random.default_rng(survey.SEED)
    water = rivers(rng)
    neighbours = abroad(rng)
    surveyed = Polygon([plane()(p) for p in survey.outline()])
    borders = Borders(rng, make_mesh(), unary_union(list(water.values())), surveyed)
    for pair in sorted(borders.arcs):
        borders.lay(pair)
    polygons = Shores(rng, borders, neighbours.difference(surveyed)).close()
    realm = unary_union(list(polygons.values()))
    if not isinstance(realm, Polygon):
        raise TypeError("the realm fell apart")
    around = coast(rng, realm, neighbours)
    placed = {c.name: place(c, polygons[c.name]) for c in counties()}
    marks = {name: _marks(name, found) for name, found in placed.items()}
    taken = [mark for found in marks.values() for mark in found] + list(foreign_words())
    relief = Relief(rng, around.land, realm, taken)
    return {
        **_head(),
        "outline": rounded(realm.exterior.coords),
        "sea": [_water(g) for g in parts(around.sea) if isinstance(g, Polygon)],
        "foreign": [rounded(g.exterior.coords) for g in around.foreign],
        "counties": list(_counties(polygons, placed, borders.mesh.area)),
        "borders": list(_borders(borders, polygons, marks)),
        "rivers": list(_rivers(water, around)),
        "foreign_names": _words(background().foreign_names),
        "sea_names": _words(background().sea_names),
        "peaks": relief.peaks(),
        "woods": relief.trees(),
        "islands": [rounded(g.exterior.coords) for g in around.islands],
    }


def encoded(made: Record) -> str:
    """The map as JSON in lines of one record or of a few points or outlines."""
    entries = (f'"{key}":{_entry(value)}' for key, value in made.items())
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _short(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _entry(value: Any) -> str:
    if not isinstance(value, list) or len(value) <= A_LINE:
        return _short(value)
    count = 1 if isinstance(value[0], dict) else A_LINE
    rows = (value[i : i + count] for i in range(0, len(value), count))
    return "[\n" + ",\n".join(_short(row)[1:-1] for row in rows) + "\n]"


def rounded(line: Any, digits: int = 2) -> list[list[float]]:
    """The points as they are stored."""
    return [[round(float(x), digits), round(float(y), digits)] for x, y in line]


def _spot(at: Points) -> list[float]:
    return rounded([at], 1)[0]


def _head() -> Record:
    return {
        "version": 1,
        "viewBox": [0, 0, survey.WIDTH, survey.HEIGHT],
        "projection": {
            "kind": "Lambert azimuthal equal-area",
            "lon0": survey.CENTRE_LON,
            "lat0": survey.CENTRE_LAT,
            "units_per_km": round(plane().scale / EARTH_KM, 4),
        },
    }


def _water(shape: Polygon) -> Record:
    holes = [rounded(hole.coords) for hole in shape.interiors]
    return {"outer": rounded(shape.exterior.coords), "holes": holes}


def _marks(name: str, placed: Placed) -> list[BaseGeometry]:
    """What the name, the town and the badge take up."""
    w, h = placed.box
    town = PARIS_TOWN if name == "PARIS" else TOWN
    label = round(w, 1), round(h, 1)
    found = ((placed.label, label), (placed.town, town), (placed.badge, BADGE))
    return [boxes(at, size).item().buffer(1) for at, size in found]


def _counties(
    polygons: Polygons, placed: dict[str, Placed], before: dict[str, float]
) -> Iterator[Record]:
    for county in sorted(counties()):
        shape, found = polygons[county.name], placed[county.name]
        middle = pole(shape)
        yield {
            "name": county.name,
            "culture": county.culture,
            "ducal": county.ducal,
            "seas": list(county.seas),
            "seat": county.town,
            "polygon": rounded(shape.exterior.coords),
            "area": round(shape.area, 1),
            "area_before": round(before[county.name], 1),
            "anchor": _spot(middle),
            "radius": round(shape.exterior.distance(Point(middle)), 1),
            "label": _label(found, county.style),
            "city": _spot(found.town),
            "badge": _spot(found.badge),
        }


def _label(placed: Placed, style: str) -> Record:
    w, h = placed.box
    return {
        "at": _spot(placed.label),
        "size_class": placed.size_class,
        "size": placed.size,
        "style": style,
        "w": round(w, 1),
        "h": round(h, 1),
        "fits": True,
    }


def _borders(
    borders: Borders, polygons: Polygons, marks: dict[str, list[BaseGeometry]]
) -> Iterator[Record]:
    for pair, line in sorted(borders.arcs.items(), key=lambda item: item[0]):
        arrow = crossing(pair, line, polygons, marks)
        yield {
            "pair": list(pair),
            "line": rounded(line),
            "length": round(LineString(line).length, 1),
            "mid": _spot(arrow.middle),
            "normal": rounded([arrow.normal], 3)[0],
            "overlap": round(arrow.overlap, 1),
            "river": pair in borders.followed,
        }


def _rivers(water: dict[str, LineString], around: Coast) -> Iterator[Record]:
    """The longest piece of each river on land."""
    wet = around.land.buffer(1).intersection(FRAME)
    for river in background().rivers:
        longest = max(parts(water[river.name].intersection(wet)), key=lambda g: g.length)
        line = rounded(longest.coords, 1)
        yield {"name": river.name, "width": river.width, "line": line}


def _words(names: Sequence[survey.Name]) -> list[list[Any]]:
    return [[text, *_spot(plane()((lon, lat))), turn, size] for text, lon, lat, turn, size in names]


if __name__ == "__main__":
    main()
