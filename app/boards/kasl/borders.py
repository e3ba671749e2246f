"""Step 2 of the board: bend the mesh's edges, roughen the outline, close each territory."""

import math
from dataclasses import dataclass

import numpy as np
from shapely.geometry import LineString, Point, Polygon

from app.boards.kasl.county import FIEFS, RIVERS, SEED, Course
from app.boards.kasl.curves import (
    Field,
    Points,
    lengths,
    normals,
    resample,
    rounded,
    shifted,
    spline,
    waves,
)
from app.boards.kasl.mesh import Mesh, make_mesh

STEP = 5.0
MEANDER = 4.6
MEANDER_LENGTH = 62.0

Pair = tuple[int, int]


@dataclass(frozen=True)
class Flow:
    """A river with, for each of its borders, whether the border's points run downstream."""

    course: Course
    downstream: tuple[bool, ...]


@dataclass(frozen=True)
class Arc:
    """A stretch of the outline between two vertices of the rim."""

    start: int
    end: int
    line: Points
    at_sea: list[bool]


@dataclass(frozen=True)
class Lines:
    """Bent borders by pair, the outline and its coast, each territory's polygon, the rivers."""

    borders: dict[Pair, Points]
    outline: Points
    coast: Points
    polygons: dict[int, Polygon]
    flows: tuple[Flow, ...]


def territory_of_cell() -> dict[int, int]:
    """The territory's number by the mesh's cell."""
    cells = [cell for fief in FIEFS for cell, _ in fief.lands]
    return {cell: number for number, cell in enumerate(cells, 1)}


def draw_lines(rng: np.random.Generator) -> Lines:
    """All lines of the board, warped by the same noise so that they stay joined."""
    mesh = make_mesh(SEED)
    number = territory_of_cell()
    ends = {_pair(number[e.low], number[e.high]): (e.start, e.end) for e in mesh.edges}
    vertices = mesh.vertices.copy()
    bent, flows = _bend_rivers(ends, vertices, rng)
    _bow_others(ends, vertices, bent, rng)
    fields = [waves(rng, w, a) for w, a in ((250, 8.5), (105, 4.2), (46, 2.1), (20, 0.8))]
    rough = [waves(rng, w, a) for w, a in ((70, 5), (30, 1.9), (13, 0.7))]

    arcs = _arcs(mesh, vertices, rough)
    borders = {p: _warped(resample(line, STEP), fields) for p, line in bent.items()}
    arcs = [Arc(a.start, a.end, _warped(a.line, fields), a.at_sea) for a in arcs]
    outline, coast = _outline(arcs)
    seeds = {number[cell]: seed for cell, seed in enumerate(mesh.seeds)}
    return Lines(borders, outline, coast, _polygons(ends, borders, arcs, seeds), tuple(flows))


def _warped(line: Points, fields: list[Field]) -> Points:
    return np.array(rounded(line + shifted(fields, line)))


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _bend_rivers(
    ends: dict[Pair, Pair], vertices: Points, rng: np.random.Generator
) -> tuple[dict[Pair, Points], list[Flow]]:
    """A river is a spline through its vertices that meanders; it moves the vertices along."""
    bent: dict[Pair, Points] = {}
    fixed: set[int] = set()
    flows = []
    for course in RIVERS:
        path = _path([ends[p] for p in course.pairs])
        line = _meander(spline(vertices[path], samples=24), rng)
        for k, pair in enumerate(course.pairs):
            piece = line[24 * k : 24 * k + 25]
            for vertex, at in zip(path[k : k + 2], (piece[0], piece[-1]), strict=True):
                if vertex not in fixed:
                    vertices[vertex] = at
            bent[pair] = piece if ends[pair][0] == path[k] else piece[::-1]
        fixed |= set(path)
        runs = tuple(ends[p][0] == path[k] for k, p in enumerate(course.pairs))
        flows.append(Flow(course, runs))
    return bent, flows


def _path(edges: list[Pair]) -> list[int]:
    """The vertices that the edges lead along, end to end."""
    first, second = edges[0], edges[1]
    path = [first[0] if first[1] in second else first[1]]
    for start, end in edges:
        path.append(end if path[-1] == start else start)
    return path


def _meander(line: Points, rng: np.random.Generator) -> Points:
    along = lengths(line)
    calm = np.clip(np.minimum(along, along[-1] - along) / 25, 0, 1)
    swing = MEANDER * np.sin(2 * np.pi * along / MEANDER_LENGTH + rng.uniform(0, 6)) * calm
    bent: Points = line + normals(line) * swing[:, None]
    return bent


def _bow_others(
    ends: dict[Pair, Pair],
    vertices: Points,
    bent: dict[Pair, Points],
    rng: np.random.Generator,
) -> None:
    """Any border that no river follows is a slightly bowed line."""
    u = np.linspace(0, 1, 30)[:, None]
    for pair, (s, t) in ends.items():
        if pair not in bent:
            a, b = vertices[s], vertices[t]
            across = np.array([-(b - a)[1], (b - a)[0]])
            bent[pair] = a + (b - a) * u + across * rng.normal(0, 0.07) * 4 * u * (1 - u)


def _arcs(mesh: Mesh, vertices: Points, rough: list[Field]) -> list[Arc]:
    """The outline, cut at the vertices that stand on it; the coast is rougher than the frontier."""
    ring = LineString(np.vstack([mesh.ring, mesh.ring[:1]]))
    sea_from = ring.project(Point(560, 850))
    rim = np.flatnonzero(mesh.on_rim)
    stops = sorted((ring.project(Point(mesh.vertices[i])), int(i)) for i in rim)
    arcs = []
    for (s0, i), (s1, j) in zip(stops, stops[1:] + stops[:1], strict=True):
        count = max(6, int(((s1 - s0) % ring.length) / STEP))
        along = np.linspace(s0, s1 + (ring.length if s1 < s0 else 0), count)
        base = np.array([ring.interpolate(s % ring.length).coords[0] for s in along])
        base[0], base[-1] = vertices[i], vertices[j]
        at = along % ring.length
        near_ends = np.clip(np.minimum(along - along[0], along[-1] - along) / 14, 0, 1)
        coastal = np.clip(np.minimum(at - sea_from, ring.length - at) / 50, 0, 1)
        line = base + shifted(rough, base) * (near_ends * (0.35 + 0.65 * coastal))[:, None]
        arcs.append(Arc(i, j, line, [bool(s) for s in at > sea_from]))
    return arcs


def _outline(arcs: list[Arc]) -> tuple[Points, Points]:
    """The whole outline, turned so that the coast comes first; and the coast."""
    outline = np.vstack([arc.line[:-1] for arc in arcs])
    sea = np.concatenate([arc.at_sea[:-1] for arc in arcs])
    start = int(np.flatnonzero(sea & ~np.roll(sea, 1))[0])
    outline, sea = np.roll(outline, -start, 0), np.roll(sea, -start)
    return outline, outline[: sea.sum() + 1]


def _polygons(
    ends: dict[Pair, Pair], borders: dict[Pair, Points], arcs: list[Arc], seeds: dict[int, Points]
) -> dict[int, Polygon]:
    rims: dict[int, list[tuple[int, int, Points]]] = {}
    for arc in arcs:
        owner = _owner(arc, ends, seeds)
        rims.setdefault(owner, []).append((arc.start, arc.end, arc.line))
    found = {}
    for number in seeds:
        sides = [(*ends[p], borders[p]) for p in ends if number in p]
        ring = _walk(sides + rims.get(number, []))
        polygon = Polygon(ring)
        found[number] = polygon if polygon.exterior.is_ccw else Polygon(ring[::-1])
    return found


def _owner(arc: Arc, ends: dict[Pair, Pair], seeds: dict[int, Points]) -> int:
    """Whose stretch of the rim it is: the territory of the borders at both of its ends."""
    at_start = {n for p, st in ends.items() if arc.start in st for n in p}
    at_end = {n for p, st in ends.items() if arc.end in st for n in p}
    middle = arc.line[len(arc.line) // 2]
    return min(at_start & at_end, key=lambda n: math.dist(seeds[n], middle))


def _walk(sides: list[tuple[int, int, Points]]) -> list[tuple[float, float]]:
    """The ring that the sides make, joined end to end."""
    _, at, line = sides.pop(0)
    ring = [tuple(p) for p in line[:-1]]
    while sides:
        k = next(k for k, side in enumerate(sides) if at in side[:2])
        start, end, line = sides.pop(k)
        if start != at:
            start, end, line = end, start, line[::-1]
        ring += [tuple(p) for p in line[:-1]]
        at = end
    return ring
