"""Prove the map of France: `python -m app.boards.france.check` prints each bar and its figure.

Needs the group `board` of packages.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from app.boards import geometry
from app.boards.france.board import Map, load

Bar = tuple[bool, str]
"""Whether it is cleared, and the figure in words."""

DUCAL = frozenset(
    {
        "Anjou", "Aquitaine", "Blois", "Bourgogne", "Bretogne",
        "Champagne", "Normandie", "Toulouse", "Vasconie",
    }
)  # fmt: skip
COUNTIES, BORDERS = 87, 217
BOTH_SEAS = ("Léon", "Cornouaille")
SHORTEST_BORDER = 6.0
MOST_CHANGED = 0.12
"""Of a county's area, by making its borders natural."""
BADGE = (11.0, 6.0)
TOUCH = 0.01


def counties(board: Map) -> Iterator[Bar]:
    """F1.1  Names, cultures, seas, and the nine ducal counties."""
    names = {county.name for county in board.counties}
    yield len(names) == len(board.counties) == COUNTIES, f"{len(names)} counties"
    ducal = {county.name for county in board.counties if county.ducal}
    yield ducal == DUCAL, f"{len(ducal)} ducal counties"
    yield "PARIS" in names, "PARIS is there"
    seas = {county.name: set(county.seas) for county in board.counties}
    two = all(seas[name] == {"Channel", "Atlantic"} for name in BOTH_SEAS)
    yield two, f"{' and '.join(BOTH_SEAS)} touch Channel and Atlantic"
    yield max(len(s) for s in seas.values()) <= 2, "no county touches three seas"


def neighbours(board: Map) -> Iterator[Bar]:
    """F1.2, F1.3  Borders: as many as listed, all joined, ducal counties with room around them."""
    pairs = {border.pair for border in board.borders}
    yield len(pairs) == len(board.borders) == BORDERS, f"{len(pairs)} borders"
    yield all(a < b for a, b in pairs), "each pair once, in order"
    beside: dict[str, set[str]] = {county.name: set() for county in board.counties}
    for a, b in pairs:
        beside[a].add(b)
        beside[b].add(a)
    least = min(len(beside[name]) for name in DUCAL)
    yield least >= 4, f"a ducal county has {least} neighbours at least"
    reached, edge = {"PARIS"}, ["PARIS"]
    while edge:
        fresh = beside[edge.pop()] - reached
        reached |= fresh
        edge += fresh
    yield len(reached) == COUNTIES, "all hang together"


def plane(board: Map) -> Iterator[Bar]:
    """Counties tile the realm without gap or overlap; who touches is who borders."""
    shapes = {county.name: Polygon(county.polygon) for county in board.counties}
    yield all(g.is_valid for g in shapes.values()), "polygons are valid"
    union = unary_union(list(shapes.values()))
    over = abs(sum(g.area for g in shapes.values()) - union.area)
    yield over < TOUCH, f"overlaps of {over:.2g} in all"
    gap = union.symmetric_difference(Polygon(board.outline)).area
    yield gap < TOUCH, f"gaps of {gap:.2g}"
    yield _touching(shapes) == {border.pair for border in board.borders}, "who touches borders"
    worst = max(abs(c.area / c.area_before - 1) for c in board.counties)
    yield worst < MOST_CHANGED, f"areas changed by {worst:.1%} at most"


def _touching(shapes: dict[str, Polygon]) -> set[tuple[str, str]]:
    names = sorted(shapes)
    tree = STRtree([shapes[name] for name in names])
    return {
        (name, names[j])
        for i, name in enumerate(names)
        for j in tree.query(shapes[name])
        if j > i and shapes[name].intersection(shapes[names[j]]).length > TOUCH
    }


def lines(board: Map) -> Iterator[Bar]:
    """Borders are shared point for point, long enough, and cross nothing."""
    sides = {county.name: _sides(county.polygon) for county in board.counties}
    shared = all(_sides(b.line) <= sides[name] for b in board.borders for name in b.pair)
    yield shared, "borders are the same in both polygons, point for point"
    drawn = [LineString(border.line) for border in board.borders]
    shortest = min(line.length for line in drawn)
    yield shortest >= SHORTEST_BORDER, f"the shortest border is {shortest:.1f} long"
    yield all(line.is_simple for line in drawn), "no border crosses itself"
    crossed = sum(not _meet_at_ends(a, b) for a, b in combinations(drawn, 2))
    yield crossed == 0, f"{crossed} borders cross others"


def _sides(line: Sequence[geometry.Point]) -> set[frozenset[geometry.Point]]:
    return {frozenset(side) for side in pairwise(line)}


def _meet_at_ends(one: LineString, other: LineString) -> bool:
    meeting = one.intersection(other)
    if meeting.is_empty:
        return True
    ends = {one.coords[0], one.coords[-1]} & {other.coords[0], other.coords[-1]}
    return isinstance(meeting, Point) and meeting.coords[0] in ends


def room(board: Map) -> Iterator[Bar]:
    """There is room for name, town and output in each county."""
    shapes = {county.name: Polygon(county.polygon) for county in board.counties}
    names = {c.name: _box(c.label.at, c.label.w / 2, c.label.h / 2) for c in board.counties}
    badges = {c.name: _box(c.badge, *BADGE) for c in board.counties}
    fits = sum(c.label.fits and shapes[c.name].contains(names[c.name]) for c in board.counties)
    yield fits == COUNTIES, f"{fits} names inside their county"
    clear = all(
        shapes[name].contains(badge) and not badge.intersects(names[name])
        for name, badge in badges.items()
    )
    yield clear, "outputs inside, clear of the names"
    yield all(shapes[c.name].contains(Point(c.city)) for c in board.counties), "towns inside"
    apart = not any(names[a].intersects(names[b]) for a, b in combinations(names, 2))
    yield apart, "no names overlap"
    least = min(c.radius for c in board.counties)
    yield least >= 12, f"circles of {least} inside at least"


def _box(middle: geometry.Point, half_width: float, half_height: float) -> Polygon:
    (x, y), w, h = middle, half_width, half_height
    return box(x - w, y - h, x + w, y + h)


Chapter = Callable[[Map], Iterator[Bar]]

CHAPTERS: tuple[Chapter, ...] = (counties, neighbours, plane, lines, room)


def bars(board: Map) -> Iterator[Bar]:
    """Each bar: whether the map clears it, and the figure in words."""
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
