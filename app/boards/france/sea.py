"""The sea: the engraver's lines off the coast, waves farther out, lines of the compass."""

import math
import random
from collections.abc import Iterator, Sequence

from app.boards.france.board import Map
from app.boards.france.ink import Inks
from app.boards.geometry import Point

RINGS = ((27.0, 0.28), (20.5, 0.42), (15.5, 0.6))
"""Distance from the coast, and how strong the line is."""
SHALLOWS = ((44.0, 0.1), (30.0, 0.12))
HATCHES = ((13.0, "hatch-far"), (8.5, "hatch-near"))
ROSES = ((912, 1022), (178, 600))
CELL = 31.0
"""Waves keep so far from the land."""


def draw_sea(board: Map, inks: Inks, rng: random.Random) -> str:
    """All water; the land is drawn over it. Needs `#land`."""
    return (
        f"<defs>{_hatch('hatch-near', 2.7, 0, inks)}{_hatch('hatch-far', 5.4, 2.7, inks)}</defs>"
        f'<path d="M0 0H1000V1100H0Z" fill="{inks.sea}"/>{_depths(inks)}'
        f'<path d="{_rhumbs()}" {inks.pen(inks.rhumb, 0.6)} opacity=".3"/>'
        f"{_rings(inks)}{_hatching()}"
        f'<path d="{"".join(_waves(board, rng))}" {inks.pen(inks.ring, 0.8)} opacity=".62"/>'
    )


def _hatch(name: str, step: float, start: float, inks: Inks) -> str:
    return (
        f'<pattern id="{name}" width="40" height="{step}" patternUnits="userSpaceOnUse">'
        f'<path d="M0 {start}H40" stroke="{inks.hatch}" stroke-width=".6" opacity=".75"/></pattern>'
    )


def _depths(inks: Inks) -> str:
    """The open sea is darker than the coast."""
    return "".join(
        f'<use href="#land" fill="none" stroke="{colour}" stroke-width="{2 * far}"'
        f' stroke-opacity="{strength}" stroke-linejoin="round"/>'
        for far, colour, strength in (
            (60, inks.sea, 1),
            (44, inks.white, 0.1),
            (30, inks.white, 0.12),
        )
    )


def _rings(inks: Inks) -> str:
    """Each ring is what a wide stroke of the land leaves uncovered of a wider one."""
    return "".join(
        f'<use href="#land" fill="none" stroke="{inks.ring}" stroke-opacity="{strength}"'
        f' stroke-width="{2 * far + 0.7:g}" stroke-linejoin="round"/>'
        f'<use href="#land" fill="none" stroke="{inks.sea}"'
        f' stroke-width="{2 * far - 0.7:g}" stroke-linejoin="round"/>'
        for far, strength in RINGS
    )


def _hatching() -> str:
    return "".join(
        f'<use href="#land" fill="none" stroke="url(#{name})" stroke-width="{2 * far:g}"/>'
        for far, name in HATCHES
    )


def _rhumbs() -> str:
    angles = [k * math.pi / 8 for k in range(16)]
    return "".join(
        f"M{x} {y}l{1500 * math.cos(a):.0f} {1500 * math.sin(a):.0f}"
        for x, y in ROSES
        for a in angles
    )


def _waves(board: Map, rng: random.Random) -> Iterator[str]:
    near = _cells([board.outline, *board.foreign])
    for row, y in enumerate(range(34, 1080, 17)):
        for x in range(30 + 19 * (row % 2), 975, 38):
            px, py = x + rng.uniform(-6, 6), y + rng.uniform(-3, 3)
            if (int(px // CELL), int(py // CELL)) not in near:
                yield f"M{px - 8:.0f} {py:.0f}q2-3.2 4 0t4 0t4 0t4 0"


def _cells(rings: Sequence[Sequence[Point]]) -> set[tuple[int, int]]:
    """The squares that a coast crosses, and those around them."""
    crossed = {(int(x // CELL), int(y // CELL)) for ring in rings for x, y in ring}
    return {(x + dx, y + dy) for x, y in crossed for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
