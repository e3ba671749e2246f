"""Plane geometry of boards, without any library: paths, outlines, ribbons.

The drawing runs on every machine that serves the house, so it needs nothing but Python.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

Point = tuple[float, float]
Line = Sequence[Point]


def number(value: float) -> str:
    """`value` to one decimal, as short as SVG allows."""
    text = f"{value:.1f}".removesuffix(".0")
    if text in {"-0", ""}:
        return "0"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def path(line: Line, *, close: bool = False, grid: float = 0.5) -> str:
    """An SVG path of relative steps between points moved to a grid of `grid` units.

    Points are moved before the steps are taken, so a line shared by two shapes stays shared.
    """
    at = [(round(x / grid), round(y / grid)) for x, y in line]
    steps = [(x - u, y - v) for (u, v), (x, y) in pairwise(at) if (x, y) != (u, v)]
    body = " ".join(number(c * grid) for step in steps for c in step).replace(" -", "-")
    start = f"M{number(at[0][0] * grid)} {number(at[0][1] * grid)}"
    return f"{start}l{body}{'z' if close else ''}"


def paths(lines: Iterable[Line], *, close: bool = False, grid: float = 0.5) -> str:
    """Several lines as one SVG path."""
    return "".join(path(line, close=close, grid=grid) for line in lines)


def edges(ring: Line) -> Iterator[tuple[Point, Point]]:
    """The sides of a closed ring."""
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def outline(rings: Iterable[Line]) -> list[list[Point]]:
    """The rings around the union of shapes that share their sides point for point."""
    sides = {side for ring in rings for side in edges(ring)}
    return list(_rings({a: b for a, b in sides if (b, a) not in sides}))


def _rings(step: dict[Point, Point]) -> Iterator[list[Point]]:
    while step:
        start = min(step)
        at = step.pop(start)
        ring = [start]
        while at != start:
            ring.append(at)
            at = step.pop(at)
        yield ring


def chains(lines: Iterable[Line]) -> list[list[Point]]:
    """Lines joined wherever exactly two of them meet end to end, so that dashes run on."""
    left = [list(line) for line in lines]
    done: list[list[Point]] = []
    while left:
        chain = left.pop()
        while (k := _follower(chain, left, done)) is not None:
            piece = left.pop(k)
            chain += (piece if piece[0] == chain[-1] else piece[::-1])[1:]
        done.append(chain)
    return done


def _follower(chain: Line, left: list[list[Point]], done: list[list[Point]]) -> int | None:
    end = chain[-1]
    if any(end in (line[0], line[-1]) for line in done):
        return None
    found = [k for k, line in enumerate(left) if end in (line[0], line[-1])]
    return found[0] if len(found) == 1 else None


def smooth(line: Line, times: int = 1) -> list[Point]:
    """The line with its inner points drawn towards their neighbours, `times` times over."""
    at = list(line)
    for _ in range(times):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(at, at[1:], at[2:], strict=False)
        ]
        at = [at[0], *inner, at[-1]]
    return at


def ribbon(line: Line, widths: Sequence[float]) -> list[Point]:
    """The ring of a band that follows `line`, as wide as `widths` at each of its points."""
    left: list[Point] = []
    right: list[Point] = []
    for k, ((x, y), width) in enumerate(zip(line, widths, strict=True)):
        a, b = line[max(0, k - 1)], line[min(len(line) - 1, k + 1)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        half = width / 2 / (math.hypot(dx, dy) or 1)
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    return left + right[::-1]


def crossings(ring: Line, y: float) -> list[float]:
    """Where the level line at `y` crosses the ring, from left to right."""
    return sorted(
        ax + (y - ay) * (bx - ax) / (by - ay)
        for (ax, ay), (bx, by) in edges(ring)
        if (ay <= y) != (by <= y)
    )


def nearest(line: Line, to: Point) -> float:
    """The distance from `to` to the nearest point that the line is made of."""
    return min((math.dist(p, to) for p in line), default=math.inf)
