"""The sea: its shore beyond the county, the engraver's lines off the coast, the waves."""

import math
import random
from collections.abc import Iterator

from app.boards.geometry import Line, crossings, nearest, path
from app.boards.kasl.board import Board, Point
from app.boards.kasl.ink import Inks

FRAME = (20.0, 20.0, 1180.0, 880.0)
WAVES = ((42, 0.16), (34, 0.26), (27, 0.4))
ROW = 3.1


def shore(start: Point, to_y: float) -> list[Point]:
    """The coast beyond the county, from its last point up or down to the frame."""
    x, y = start
    return [
        (round(x + 4.5 * math.sin(9 * k + x) * k + 8 * k, 1), round(y + (to_y - y) * k, 1))
        for k in (step / 8 for step in range(1, 9))
    ]


def shores(board: Board) -> tuple[list[Point], list[Point]]:
    """The northern and the southern shore abroad, each from the county's coast outward."""
    _, top, _, bottom = FRAME
    return shore(board.coast[-1], top), shore(board.coast[0], bottom)


def sea_ring(board: Board) -> list[Point]:
    """The ring of all the water inside the frame."""
    north, south = shores(board)
    left, top, _, bottom = FRAME
    return [*south[::-1], *board.coast, *north, (left, top), (left, bottom)]


def draw_sea(board: Board, inks: Inks, rng: random.Random) -> str:
    """The water, shallow by the coast, with its waves and hatching; needs `#land` and `#sea`."""
    around = f'<g clip-path="url(#at-sea)" fill="none" stroke-linejoin="round">{_waves(inks)}</g>'
    ring = sea_ring(board)
    rows = "".join(f"M{x:.0f} {y:.1f}H{to:.0f}" for x, y, to in _hatching(board, ring, rng))
    abroad = "".join(
        path([start, *line])
        for start, line in zip((board.coast[-1], board.coast[0]), shores(board), strict=True)
    )
    return (
        f'<use href="#sea" fill="{inks.sea}"/>{around}'
        f'<path d="{rows}" stroke="{inks.ink}" stroke-width=".75" opacity=".62"/>'
        f'<path d="{abroad}" {inks.pen(1.8)}/>'
    )


def _waves(inks: Inks) -> str:
    """Each wave is what a wide stroke of the land leaves uncovered of a wider one."""
    return (
        "".join(
            f'<use href="#land" stroke="{inks.bank}" stroke-opacity="{strength}"'
            f' stroke-width="{2 * far + 0.9:g}"/>'
            f'<use href="#land" stroke="{inks.sea}" stroke-width="{2 * far - 0.9:g}"/>'
            for far, strength in WAVES
        )
        + f'<use href="#land" stroke="{inks.sea2}" stroke-opacity=".5" stroke-width="44"/>'
    )


def _hatching(board: Board, ring: Line, rng: random.Random) -> Iterator[tuple[float, float, float]]:
    """Level strokes (from x, y, to x) of uneven reach that end just off the coast."""
    y = 29.0
    while y < 872:
        reach = 15 + 6 * math.sin(y / 9.1) + 4 * math.sin(y / 3.3 + 1) + rng.uniform(-3, 3)
        near = [p for p in board.coast if abs(p[1] - y) < reach]
        cuts = crossings(ring, y)
        for start, end in zip(cuts[::2], cuts[1::2], strict=False):
            yield from ((a, y, b) for a, b in _runs(near, start, end, y, reach))
        y += ROW


def _runs(
    near: Line, start: float, end: float, y: float, reach: float
) -> Iterator[tuple[float, float]]:
    """The stretches between `start` and `end` that lie off the coast by less than `reach`."""
    begun: float | None = None
    x = start
    while x <= end:
        inside = 2.6 < nearest(near, (x, y)) < reach
        if inside and begun is None:
            begun = x
        if not inside and begun is not None:
            yield begun, x
            begun = None
        x += 2
    if begun is not None and end - begun > 2:
        yield begun, end - 2
