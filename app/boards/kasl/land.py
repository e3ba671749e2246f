"""The land as the printer left it: tints, stains, woods, hills, fields and border lines."""

import math
import random
from collections.abc import Callable, Iterator

from app.boards.geometry import chains, outline, path, paths
from app.boards.kasl.board import Board, Decoration
from app.boards.kasl.ink import Inks

PINES = range(16, 30)
"""Territories high enough for pines instead of leafy trees."""

TREE = (
    "M-.4-3.2C-3.6-2.6-5-5-4-7c-1-2.4 1.2-4.6 3-4.2 1.2-1.9 4-1.2 4 1 2 .8 1.9 3.6.4 4.6"
    "C3.4-3.6 1.5-2.8-.4-3.2Z"
)
TREE_FOLD = "M1.2-4.2c1.1-.3 1.9-1.2 1.9-2.3M.4-6c.9-.2 1.6-.9 1.7-1.9M0 0V-4"
PINE = (
    "M0-13-2.6-8.6-1.5-8.8-3.5-5.4-2.3-5.6-4.2-2.4C-1.5-1.8 1.5-1.8 4.2-2.4L2.3-5.6 3.5-5.4"
    " 1.5-8.8 2.6-8.6Z"
)
PINE_FOLD = "M.8-9.5 1.8-6.5M1.2-5.5 2.6-3.2M0 0V-2"
HILL = "M-10 3C-7-3-4-5-1-5 3-5 6-1 10 3"
HILL_FOLD = "M3-2.8c1.7 1.2 3 3 4 4.6M1-2.2c1.3 1.1 2.3 2.4 3 3.8M-.9-1.9c.9.8 1.7 1.8 2.2 2.9"
FIELD = "M-10-3 1-7 10-2-1 4Z"
FIELD_FOLD = "M-7.8-4 .9 2.9M-5.6-4.7 3 1.7M-3.4-5.4 5 .6M-1.2-6.2 7-.5"


def symbols(inks: Inks) -> str:
    """The trees, hills, fields and the abbey that `draw_land` uses."""
    leaf = f'fill="{inks.leaf}" stroke="{inks.leaf_ink}" stroke-width=".8" stroke-linejoin="round"'
    fold = f'fill="none" stroke="{inks.leaf_ink}" stroke-width=".7" stroke-linecap="round"'
    line = f'fill="none" stroke="{inks.ink2}" stroke-width=".7" stroke-linecap="round"'
    tree = f'<path d="{TREE}" {leaf}/><path d="{TREE_FOLD}" {fold}/>'
    pine = f'<path d="{PINE}" {leaf}/><path d="{PINE_FOLD}" {fold}/>'
    return (
        f'<g id="t0">{tree}</g><g id="t1" transform="scale(-1 1)">{tree}</g>'
        f'<g id="p0">{pine}</g><g id="p1" transform="scale(-.9 1.1)">{pine}</g>'
        f'<g id="hill"><path d="{HILL}" fill="{inks.rock}" fill-opacity=".4" stroke="{inks.ink2}"'
        f' stroke-width="1.1" stroke-linecap="round"/><path d="{HILL_FOLD}" {line}/></g>'
        f'<g id="field"><path d="{FIELD}" fill="{inks.gold}" fill-opacity=".24"'
        f' stroke="{inks.ink2}" stroke-width=".8"/><path d="{FIELD_FOLD}" {line}/></g>'
        f'<g id="abbey">{_abbey(inks)}</g>'
    )


def _abbey(inks: Inks) -> str:
    return (
        f'<g stroke="{inks.ink}" stroke-linejoin="round">'
        f'<path d="M-11 6V-2L-4-7 11-7V6Z" fill="{inks.stone}"/>'
        f'<path d="M-4-7 2-2H13L11-7Z" fill="{inks.ink2}"/>'
        f'<path d="M-12 6V-10L-9.5-16-7-10V6Z" fill="{inks.stone}"/></g>'
        f'<path d="M-4-7V6M-9.5-16v-4m-1.5 1.5h3M0 5V1.5M4 5V1.5M8 5V1.5M-9.5 6V2M-9.5-6v2"'
        f" {inks.pen(1)}/>"
    )


def draw_land(board: Board, inks: Inks, rng: random.Random) -> str:
    """Everything on the land but water, mountains and names; needs `#land` and `symbols`."""
    return "".join(
        [
            f'<use href="#land" fill="{inks.paper}"/>',
            *tints(board, inks, rng),
            *_stains(inks, rng),
            *(_DRAWN[d.kind](d, rng) for d in board.decorations if d.kind in _DRAWN),
            *_border_lines(board, inks),
            f'<use href="#land" {inks.pen(2.6)}/>',
        ]
    )


def tints(board: Board, inks: Inks, rng: random.Random | None = None) -> Iterator[str]:
    """A wash for each territory in its fiefdom's colour, uneven as by hand when `rng` is given.

    A fiefdom is deeper along its edge, as on hand-coloured maps.
    """
    of = board.fiefdom_of()
    for k, fief in enumerate(board.fiefdoms):
        wash, edge = inks.of(fief)
        lands = [t.polygon for t in board.territories if of[t.number] == k]
        for land in lands:
            strength = inks.tint - rng.uniform(0, 0.07) if rng else 0.82
            yield f'<path d="{path(land, close=True)}" fill="{wash}" opacity="{strength:.2f}"/>'
        ring = paths(outline(lands), close=True)
        yield (
            f'<clipPath id="c{k}"><path id="u{k}" d="{ring}"/></clipPath>'
            f'<g clip-path="url(#c{k})" fill="none" stroke="{edge}" stroke-linejoin="round">'
            f'<use href="#u{k}" stroke-width="26" opacity=".13"/>'
            f'<use href="#u{k}" stroke-width="11" opacity=".24"/></g>'
        )


def _stains(inks: Inks, rng: random.Random) -> Iterator[str]:
    """The paper's blots and fibres."""
    yield f'<g opacity="{inks.blot}">'
    for _ in range(90):
        x, y, r = rng.uniform(0, 1200), rng.uniform(0, 900), rng.gammavariate(2.2, 26)
        colour = "#7a5a2a" if rng.random() < 0.6 else "#fff8e0"
        yield (
            f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{r:.0f}" ry="{r * rng.uniform(0.5, 1):.0f}"'
            f' fill="{colour}" opacity="{rng.uniform(0.015, 0.05):.3f}"/>'
        )
    fibres = "".join(
        f"M{rng.uniform(0, 1200):.0f} {rng.uniform(0, 900):.0f}"
        f"q{rng.gauss(0, 4):.0f} {rng.gauss(0, 4):.0f} {rng.gauss(0, 8):.0f} {rng.gauss(0, 5):.0f}"
        for _ in range(320)
    )
    yield f'<path d="{fibres}" fill="none" stroke="{inks.ink2}" stroke-width=".5"'
    yield ' opacity=".28"/></g>'


def _wood(d: Decoration, rng: random.Random) -> str:
    """Trees in rows, back to front, close enough to overlap."""
    kind = "p" if d.territory in PINES else "t"
    spots: list[tuple[float, float]] = []
    row = -0.45 * d.size
    while row < 0.75 * d.size:
        half = 0.85 * math.sqrt(max(0, d.size**2 - row**2)) - 1.5
        x = -half + rng.uniform(2, 5)
        while x < half - 1:
            spots.append((x + rng.uniform(-1, 1), row + rng.uniform(-1.3, 1.3)))
            x += rng.uniform(6.2, 8.6)
        row += 5.2
    standing = [p for p in spots if rng.random() < 0.88] or spots
    return "".join(
        f'<use href="#{kind}{rng.randrange(2)}" x="{d.x + x:.0f}" y="{d.y + y + 3:.0f}"/>'
        for x, y in sorted(standing, key=lambda p: p[1])
    )


def _hills(d: Decoration, _: random.Random) -> str:
    if d.size < 9:
        spots = [(0.0, 0.0, 1.0)]
    elif d.size > 13:
        spots = [(-0.38, -0.3, 0.72), (0.36, -0.12, 0.8), (-0.12, 0.36, 0.95)]
    else:
        spots = [(0.28, -0.25, 0.7), (-0.2, 0.2, 0.9)]
    grown = min(d.size, 15) / 11.5
    return "".join(_at(d, "hill", a, b, k * grown, k * grown) for a, b, k in spots)


def _fields(d: Decoration, _: random.Random) -> str:
    if d.size < 12:
        return _at(d, "field", 0, 0, d.size / 11.5, d.size / 11.5)
    spots = [(-0.08, -0.42, 1), (0.46, 0.06, -1), (-0.46, 0.1, 1), (0.1, 0.5, 1)]
    return "".join(_at(d, "field", a, b, m * d.size / 19, d.size / 19) for a, b, m in spots)


def _monastery(d: Decoration, _: random.Random) -> str:
    size = min(d.size, 16) / 15
    return _at(d, "abbey", 0, 3 / d.size, size, size)


def _at(d: Decoration, what: str, dx: float, dy: float, wide: float, high: float) -> str:
    """`what` at a share of the decoration's size from its middle."""
    x, y = d.x + dx * d.size, d.y + dy * d.size
    return (
        f'<use href="#{what}" transform="translate({x:.1f} {y:.1f}) scale({wide:.2f} {high:.2f})"/>'
    )


_DRAWN: dict[str, Callable[[Decoration, random.Random], str]] = {
    "wood": _wood,
    "hill": _hills,
    "field": _fields,
    "abbey": _monastery,
}


def _border_lines(board: Board, inks: Inks) -> Iterator[str]:
    """Dashed and thin within a fiefdom, double and strong between two."""
    of = board.fiefdom_of()

    inner = paths(b.points for b in board.borders if of[b.pair[0]] == of[b.pair[1]])
    outer = paths(chains(b.points for b in board.borders if of[b.pair[0]] != of[b.pair[1]]))
    halo = f'fill="none" stroke="{inks.halo}"'
    yield f'<path d="{inner}" {halo} stroke-width="3.5" opacity=".35"/>'
    yield f'<path d="{inner}" {inks.pen(1.5)} stroke-dasharray="7 3.2" opacity=".85"/>'
    yield f'<path d="{outer}" {inks.pen(4.6)}/>'
    yield f'<path d="{outer}" {halo} stroke-width="1.2" stroke-dasharray="9 5" opacity=".75"/>'
