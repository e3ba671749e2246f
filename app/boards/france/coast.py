"""Rivers, islands, neighbours and the sea around the realm, for the map of France."""

from typing import NamedTuple

import numpy as np
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from app.boards.france.curves import meander, rough, spline
from app.boards.france.survey import HEIGHT, WIDTH, background, plane

FRAME = box(0, 0, WIDTH, HEIGHT)
LAND_ROUGHNESS = 0.035
LEAST_LAND = 30
SLIVER = 0.05
"""Gaps along a frontier on land that are no sea."""


class Coast(NamedTuple):
    """What lies around the realm."""

    foreign: list[Polygon]
    islands: list[Polygon]
    land: BaseGeometry
    sea: BaseGeometry


def rivers(rng: np.random.Generator) -> dict[str, LineString]:
    """The courses of the rivers, winding."""
    return {
        river.name: LineString(meander(rng, spline([plane()(p) for p in river.course])))
        for river in background().rivers
    }


def abroad(rng: np.random.Generator) -> BaseGeometry:
    """The neighbours' land, partly under the realm."""
    outlines = ([plane()(p) for p in land.outline] for land in background().lands)
    return unary_union([Polygon(rough(rng, ring, LAND_ROUGHNESS)).buffer(0) for ring in outlines])


def coast(rng: np.random.Generator, realm: Polygon, neighbours: BaseGeometry) -> Coast:
    """The neighbours with the realm cut out, the islands, and the sea that is left."""
    islands = [_island(rng, *island) for island in background().islands]
    around = neighbours.difference(realm).intersection(FRAME)
    foreign = [g for g in parts(around) if isinstance(g, Polygon) and g.area > LEAST_LAND]
    foreign += [island for island in islands if island.disjoint(realm)]
    land = unary_union([realm, *foreign])
    sea = FRAME.difference(land).buffer(-SLIVER, join_style="mitre")
    return Coast(foreign, islands, land, sea.buffer(SLIVER, join_style="mitre"))


def parts(shape: BaseGeometry) -> list[BaseGeometry]:
    """The pieces that a shape is made of."""
    return list(getattr(shape, "geoms", [shape]))


def _island(rng: np.random.Generator, lon: float, lat: float, rx: float, ry: float) -> Polygon:
    angle = np.linspace(0, 2 * np.pi, 13)[:-1]
    k = rng.uniform(0.75, 1.2, 12)
    ring = np.column_stack([rx * k * np.cos(angle), ry * k * np.sin(angle)])
    shape = Polygon(spline(np.vstack([ring, [[rx * k[0], 0]]]) + plane()((lon, lat)))).buffer(0)
    if not isinstance(shape, Polygon):
        raise TypeError("an island fell apart")
    return shape
