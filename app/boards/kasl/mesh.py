"""Step 1 of the board: a planar mesh of cells within the county's outline."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.spatial import Voronoi
from shapely.geometry import LineString, Point, Polygon

from app.boards.kasl.county import LAND, SEA
from app.boards.kasl.curves import Points, spline

CELLS = 48
SHORTEST_EDGE = 40.0
FAR_POINTS = (
    (-2000, -2000), (3200, -2000), (-2000, 2900), (3200, 2900),
    (600, -2500), (600, 3400), (-2500, 450), (3700, 450),
)  # fmt: skip
"""They close the cells at the rim."""


@dataclass(frozen=True)
class Edge:
    """A side between two cells, from one vertex to another."""

    low: int
    high: int
    start: int
    end: int


@dataclass(frozen=True)
class Mesh:
    """Cells by their seeds, vertices (on the rim or not), edges, and the smooth outline."""

    seeds: Points
    vertices: Points
    on_rim: list[bool]
    edges: tuple[Edge, ...]
    ring: Points


def make_mesh(seed: int) -> Mesh:
    """The mesh that grows from this seed; the same one each time."""
    rng = np.random.default_rng(seed)
    ring = spline(LAND[:-1] + SEA[:-1], closed=True)
    land = Polygon(ring)
    voronoi, seeds = _relaxed(land, _scattered(land, rng))
    vertices, on_rim, edges = _edges(voronoi, land)
    return Mesh(seeds, _lengthened(vertices, on_rim, edges, land), on_rim, tuple(edges), ring)


def _scattered(land: Polygon, rng: np.random.Generator) -> Points:
    """Blue noise by best candidate: each new point is the farthest of sixty."""
    x0, y0, x1, y1 = land.bounds
    points: list[Points] = []
    while len(points) < CELLS:
        tries = np.c_[rng.uniform(x0, x1, 60), rng.uniform(y0, y1, 60)]
        inside = [q for q in tries if land.contains(Point(q))]
        room = [_room(q, points) for q in inside]
        points.append(inside[room.index(max(room))])
    return np.array(points)


def _room(at: Points, points: list[Points]) -> float:
    return min([float(np.hypot(*(at - other))) for other in points] + [1e9])


def _relaxed(land: Polygon, points: Points) -> tuple[Voronoi, Points]:
    """Lloyd's relaxation: each seed moves to the middle of its cell, seven times."""
    frame = np.array(FAR_POINTS)
    for _ in range(7):
        voronoi = Voronoi(np.vstack([points, frame]))
        cells = [
            Polygon(voronoi.vertices[voronoi.regions[voronoi.point_region[i]]]).intersection(land)
            for i in range(CELLS)
        ]
        points = np.array([cell.centroid.coords[0] for cell in cells])
    return voronoi, points


def _edges(voronoi: Voronoi, land: Polygon) -> tuple[Points, list[bool], list[Edge]]:
    """The inner ridges, cut off at the outline, with shared vertices."""
    known: dict[tuple[float, float], int] = {}
    vertices: list[tuple[float, float]] = []
    on_rim: list[bool] = []
    edges: list[Edge] = []
    for a, b, line in _ridges(voronoi, land):
        ends = []
        for x, y in (line.coords[0], line.coords[-1]):
            key = (round(x, 3), round(y, 3))
            if key not in known:
                known[key] = len(vertices)
                vertices.append((x, y))
                on_rim.append(land.exterior.distance(Point(x, y)) < 1e-6)
            ends.append(known[key])
        edges.append(Edge(min(a, b), max(a, b), *ends))
    return np.array(vertices), on_rim, edges


def _ridges(voronoi: Voronoi, land: Polygon) -> Iterator[tuple[int, int, LineString]]:
    pairs = zip(voronoi.ridge_points, voronoi.ridge_vertices, strict=True)
    for (a, b), (s, t) in pairs:
        if max(a, b) < CELLS and min(s, t) >= 0:
            line = LineString([voronoi.vertices[s], voronoi.vertices[t]]).intersection(land)
            if isinstance(line, LineString) and not line.is_empty:
                yield int(a), int(b), line


def _lengthened(vertices: Points, on_rim: list[bool], edges: list[Edge], land: Polygon) -> Points:
    """Push the ends of short edges apart, and keep the rim on the rim."""
    at = vertices.copy()
    for _ in range(400):
        move = np.zeros_like(at)
        for edge in edges:
            way = at[edge.end] - at[edge.start]
            length = np.hypot(*way)
            if length < SHORTEST_EDGE:
                push = way / length * (SHORTEST_EDGE - length) * 0.15
                move[edge.end] += push
                move[edge.start] -= push
        at += move
        for i in np.flatnonzero(on_rim):
            along = land.exterior.project(Point(at[i]))
            at[i] = land.exterior.interpolate(along).coords[0]
    return at
