"""The bars that the board must clear: `python -m app.boards.kasl.check` prints each figure.

Needs the packages of the group `board`; the tests hold the board to the same bars.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import dist

from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union

from app.boards.kasl.board import Board, Kind, load

PASSABLE: frozenset[Kind] = frozenset(("open", "bridge"))
INFECTIOUS: frozenset[Kind] = PASSABLE | {"river"}
SIZES = [8, 7, 7, 8, 4, 8, 6]
KINDS = {"open": 79, "bridge": 11, "river": 15, "mountain": 13}
CUT_OFF = (21, 22, 36, 38)
"""K1.3  Neighbours of 29 that are not connected to it."""

Bar = tuple[bool, str]
Graph = dict[int, set[int]]


def graph(board: Board, kinds: frozenset[Kind]) -> Graph:
    """Who borders whom over borders of these kinds."""
    found: Graph = {t.number: set() for t in board.territories}
    for border in board.borders:
        if border.kind in kinds:
            a, b = border.pair
            found[a].add(b)
            found[b].add(a)
    return found


def parts(neighbours: Graph, among: set[int]) -> list[set[int]]:
    """The joined sets that the territories fall into, the largest first."""
    left, found = set(among), []
    while left:
        todo = [left.pop()]
        part = set(todo)
        while todo:
            new = neighbours[todo.pop()] & left
            left -= new
            part |= new
            todo += new
        found.append(part)
    return sorted(found, key=len, reverse=True)


def territories(board: Board) -> Iterator[Bar]:
    """K1.1  Numbers, names and fiefdoms."""
    names = [t.name for t in board.territories]
    yield [t.number for t in board.territories] == list(range(1, 49)), "48 territories, 1 to 48"
    longest = max(map(len, names))
    yield len(set(names)) == 48 and longest <= 12, f"48 names, the longest of {longest} letters"
    sizes = [len(f.territories) for f in board.fiefdoms]
    yield sizes == SIZES, f"fiefdoms of {sizes}"
    run = [n for f in board.fiefdoms for n in f.territories]
    yield run == list(range(1, 49)), "numbers run fiefdom by fiefdom"
    passable = graph(board, PASSABLE)
    whole = all(len(parts(passable, set(f.territories))) == 1 for f in board.fiefdoms)
    yield whole, "each fiefdom is joined within itself"


def passage(board: Board) -> Iterator[Bar]:
    """K1.2, K1.3  Who can pass where."""
    kinds = Counter(b.kind for b in board.borders)
    yield kinds == KINDS, f"{len(board.borders)} borders: {dict(kinds)}"
    numbers = {t.number for t in board.territories}
    passable = graph(board, PASSABLE)
    yield len(parts(passable, numbers)) == 1, "one can pass from anywhere to anywhere"
    yield len(parts(graph(board, INFECTIOUS), numbers)) == 1, "plague can spread anywhere"
    degrees = [len(passable[n]) for n in sorted(numbers)]
    mean = sum(degrees) / len(degrees)
    yield min(degrees) >= 2, f"neighbours that one can pass to: {min(degrees)} to {max(degrees)}"
    yield mean == 3.75, f"{mean:.2f} of them on average"
    cut = {n: 47 - len(parts(passable, numbers - {n})[0]) for n in numbers}
    yield max(cut.values()) <= 8, f"the loss of one territory cuts off {max(cut.values())} at most"
    kind = {b.pair: b.kind for b in board.borders}
    far = [kind[min(n, 29), max(n, 29)] for n in CUT_OFF]
    yield set(far) <= {"river", "mountain"}, f"29 is cut off from {CUT_OFF} by {far}"


def waters(board: Board) -> Iterator[Bar]:
    """Rivers and bridges lie on the borders that they decide."""
    kind = {b.pair: b.kind for b in board.borders}
    line = {b.pair: set(b.points) for b in board.borders}
    wet = sorted(p for r in board.rivers for p in r.pairs)
    yield (
        wet == sorted(p for p in kind if kind[p] in ("river", "bridge")),
        "rivers border by border",
    )
    on = all(line[p] <= set(r.points) for r in board.rivers for p in r.pairs)
    yield on, "rivers run on their borders' points"
    wider = all(a <= b for r in board.rivers for a, b in pairwise(r.widths))
    yield wider, "rivers widen downstream"
    bridged = sorted(b.pair for b in board.bridges)
    yield bridged == sorted(p for p in kind if kind[p] == "bridge"), f"{len(bridged)} bridges"
    yield all(b.point in line[b.pair] for b in board.bridges), "bridges stand on their borders"


def heights(board: Board) -> Iterator[Bar]:
    """Peaks stand on the borders that they block."""
    blocked = {b.pair: LineString(b.points) for b in board.borders if b.kind == "mountain"}
    chained = sorted(p for m in board.mountains for p in m.pairs)
    yield chained == sorted(blocked), f"{len(board.mountains)} ranges block {len(blocked)} borders"
    peaks = [k for m in board.mountains for k in m.peaks]
    yield {k.pair for k in peaks} == set(blocked), "no blocked border without a peak"
    far = max(blocked[k.pair].distance(Point(k.x, k.y - k.size * 0.4)) for k in peaks)
    yield far < 6, f"peaks stand {far:.1f} from their border at most"


def plane(board: Board) -> Iterator[Bar]:
    """The territories tile the county without gap or overlap, and share their borders' points."""
    shape = {t.number: Polygon(t.polygon) for t in board.territories}
    yield all(g.is_valid for g in shape.values()), "polygons are valid"
    overlap = max(shape[a].intersection(shape[b]).area for a, b in combinations(shape, 2))
    yield overlap < 1e-6, f"the largest overlap is {overlap:.2g}"
    gap = Polygon(board.outline).symmetric_difference(unary_union(list(shape.values()))).area
    yield gap < 1e-6, f"gaps of {gap:.2g}"
    pairs = {b.pair for b in board.borders}
    met = {(a, b) for a, b in combinations(shape, 2) if shape[a].intersects(shape[b])}
    yield met == pairs, f"{len(met)} pairs touch, all of them along a border"
    sides = {t.number: _sides(t.polygon) for t in board.territories}
    shared = all(_sides(b.points, closed=False) <= sides[n] for b in board.borders for n in b.pair)
    yield shared, "borders are the same in both polygons, point for point"
    areas = [g.area for g in shape.values()]
    yield max(areas) < 3 * min(areas), f"areas {min(areas):.0f} to {max(areas):.0f}"


def _sides(line: tuple[tuple[float, float], ...], *, closed: bool = True) -> set[frozenset[object]]:
    ring = [*line, line[0]] if closed else list(line)
    return {frozenset(side) for side in pairwise(ring)}


def room(board: Board) -> Iterator[Bar]:
    """There is room for what lies on a territory."""
    shape = {t.number: Polygon(t.polygon) for t in board.territories}
    least = min(t.anchor.r for t in board.territories)
    yield least >= 26, f"circles for pieces of {least} at least"
    inside = all(
        shape[t.number].contains(Point(spot.x, spot.y))
        for t in board.territories
        for spot in (t.label, t.shield, t.stronghold, t.lord, t.units, t.anchor)
    )
    yield inside, "every mark has its place inside its territory"
    shortest = min(_length(b.points) for b in board.borders)
    yield shortest >= 12, f"the shortest border is {shortest:.1f} long"


def _length(line: tuple[tuple[float, float], ...]) -> float:
    return sum(dist(a, b) for a, b in pairwise(line))


Chapter = Callable[[Board], Iterator[Bar]]

CHAPTERS: tuple[Chapter, ...] = (
    territories,
    passage,
    waters,
    heights,
    plane,
    room,
)


def bars(board: Board) -> Iterator[Bar]:
    """Each bar: whether the board clears it, and the figure in words."""
    for chapter in CHAPTERS:
        yield from chapter(board)


def main() -> int:
    """Print all bars; 1 if one is not cleared."""
    found = list(bars(load()))
    for cleared, figure in found:
        print("ok  " if cleared else "FAIL", figure)
    return int(not all(cleared for cleared, _ in found))


if __name__ == "__main__":
    sys.exit(main())
