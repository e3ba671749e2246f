"""What decides passage (K1.2) and so lies over the owners' washes: rivers, bridges, mountains."""

import math
import random
from collections.abc import Iterator

from app.boards.geometry import Line, nearest, path, ribbon, smooth
from app.boards.kasl.board import Board, Bridge, Peak, Point, River
from app.boards.kasl.ink import Inks

LEAST_WIDTH = 5.0
BANK = 3.4
SWELL = (0.4, 1.0, 1.8, 2.8, 4.0)
"""How much wider a river gets over its last five steps before the sea."""


def draw_relief(board: Board, inks: Inks, rng: random.Random) -> str:
    """Rivers with banks and glints, then peaks from the back to the front, then bridges."""
    peaks = sorted((p for m in board.mountains for p in m.peaks), key=lambda p: p.y)
    return "".join(
        [
            *_rivers(board, inks),
            *(_peak(p, inks, rng) for p in peaks),
            *(_bridge(b, inks) for b in board.bridges),
        ]
    )


def _rivers(board: Board, inks: Inks) -> Iterator[str]:
    courses = [_course(board, r) for r in sorted(board.rivers, key=lambda r: r.widths[-1])]
    for wider, fill in ((BANK, inks.bank), (0, inks.water)):
        for line, widths in courses:
            band = ribbon(line, [w + wider for w in widths])
            yield f'<path d="{path(band, close=True, grid=0.1)}" fill="{fill}"/>'
    for river in board.rivers:
        inner = smooth(river.points, 2)[6:-2]
        yield (
            f'<path d="{path(inner)}" fill="none" stroke="{inks.glint}" stroke-width="1.2"'
            ' stroke-dasharray="14 9 5 9" stroke-linecap="round"/>'
        )


def _course(board: Board, river: River) -> tuple[list[Point], list[float]]:
    """The river's line and widths, drawn out past the county's edge at either end."""
    line, widths = smooth(river.points), [max(LEAST_WIDTH, w + 1) for w in river.widths]
    for end in (0, -1):
        if nearest(board.outline, line[end]) > 1:
            continue
        mouth = nearest(board.coast, line[end]) < 1
        tip = _mouth(line, end) if mouth else _abroad(line[end])
        line = [*tip[::-1], *line] if end == 0 else [*line, *tip]
        more = [widths[end] + 5 * mouth] * len(tip)
        widths = [*more, *widths] if end == 0 else [*widths, *more]
        if mouth:
            widths[-6:-1] = [w + s for w, s in zip(widths[-6:-1], SWELL, strict=True)]
    return line, widths


def _mouth(line: Line, end: int) -> list[Point]:
    """One more point, a little way out into the sea."""
    (x, y), (u, v) = line[end], line[4 if end == 0 else -5]
    far = math.dist((x, y), (u, v))
    return [(x + 4.5 * (x - u) / far, y + 4.5 * (y - v) / far)]


def _abroad(start: Point) -> list[Point]:
    """From the frontier on to the nearest side of the frame, in a slow bend."""
    x, y = start
    sides = ((x, (-1, 0)), (1200 - x, (1, 0)), (y, (0, -1)), (900 - y, (0, 1)))
    reach, (dx, dy) = min(sides)
    steps = [5.0 * k for k in range(1, int((19 + reach) / 5) + 2)]
    sway = [3 * math.sin(s / 11) for s in steps]
    return [(x + s * dx - w * dy, y + s * dy + w * dx) for s, w in zip(steps, sway, strict=True)]


def _peak(peak: Peak, inks: Inks, rng: random.Random) -> str:
    """A broken ridge line, the lee side shaded and hatched, foot lines left open."""
    wide, high = peak.size * 0.86, peak.size * 1.16

    def at(a: float, b: float) -> str:
        return f"{peak.x + a * wide:.1f} {peak.y - b * high:.1f}"

    def near(a: float, by: float = 0.06) -> float:
        return a + rng.uniform(-by, by)

    top, left_knee, right_knee = near(0, 0.1), near(0.5), near(0.55)
    left = (
        f"M{at(-1, 0)}Q{at(-0.8, near(0.1))} {at(-0.62, left_knee - 0.18)}"
        f"L{at(near(-0.5), left_knee)} {at(-0.34, left_knee + 0.04)} {at(top - 0.13, 0.9)}"
        f" {at(top, 1)}"
    )
    right = (
        f"L{at(top + 0.12, 0.84)} {at(near(0.3), right_knee + 0.06)}"
        f" {at(near(0.46), right_knee - 0.04)} {at(0.66, 0.2)}Q{at(0.85, 0.05)} {at(1, 0)}"
    )
    lee = f"L{at(0.1, 0)} {at(0.2, 0.14)} {at(top + 0.02, 0.36)} {at(top + 0.16, 0.56)}"
    folds = "".join(
        f"M{at(top + 0.1 + 0.13 * k, 0.74 - 0.15 * k)}"
        f"L{at(top + 0.13 + 0.17 * k, 0.46 - 0.125 * k)}"
        for k in range(4)
    )
    return (
        f'<path d="{left}{right}Z" fill="{inks.rock}"/>'
        f'<path d="M{at(top, 1)}{right}{lee} {at(top + 0.02, 0.74)}Z" fill="{inks.shade}"'
        f' opacity=".72"/><path d="{left}{right}" {inks.pen(1.5)}/>'
        f'<path d="{folds}M{at(-0.36, left_knee - 0.06)}L{at(-0.42, 0.2)}M{at(-0.12, 0.5)}'
        f'L{at(-0.2, 0.26)}" {inks.pen(0.7)}/>'
    )


def _bridge(bridge: Bridge, inks: Inks) -> str:
    """A deck with parapets across the water, its planks laid crosswise."""
    half = max(15.0, bridge.width / 2 + 9.5)
    dark = "#231b15"
    planks = "".join(f"M{x:g}-6V6" for x in _planks(half))
    x, y = bridge.point
    return (
        f'<g transform="translate({x:g} {y:g}) rotate({bridge.angle:g})" stroke="{dark}"'
        ' stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="M{-half:g}-6.5Q0-8.5 {half:g}-6.5V6.5Q0 8.5 {-half:g} 6.5Z" fill="{inks.deck}"'
        f' stroke-width="1.2"/><path d="{planks}" stroke-width=".9" opacity=".75"/>'
        f'<path d="M{-half - 3:g}-8.5Q0-6 {half + 3:g}-8.5M{-half - 3:g} 8.5Q0 6 {half + 3:g} 8.5"'
        ' fill="none" stroke-width="2.6"/></g>'
    )


def _planks(half: float) -> list[float]:
    count = round(half / 3.6)
    return [round(half * (2 * k / count - 1), 1) for k in range(1, count)]
