"""The land: counties in the tint of their culture, borders, rivers, mountains, woods."""

from collections.abc import Iterator

from app.boards.france.board import Culture, Map, Peak, River
from app.boards.france.ink import Inks
from app.boards.geometry import number, outline, path, paths

CULTURES: tuple[Culture, ...] = ("breton", "frankish", "occitan")
REACHES = 7
"""A river widens in so many steps."""


def draw_land(board: Map, inks: Inks) -> str:
    """The land with all that grows on it, without towns and names."""
    foreign = paths(board.foreign, close=True)
    thin = paths([border.line for border in board.borders])
    return (
        f'<path d="{foreign}" fill="{inks.foreign}" stroke="{inks.shore}" stroke-width=".9"/>'
        f"{''.join(_tints(board, inks))}"
        f"{''.join(_river(river, inks) for river in board.rivers)}"
        f"{''.join(_peak(peak, inks) for peak in board.peaks)}{_woods(board)}"
        f'<path d="{thin}" {inks.pen(inks.ink, 1.05)} opacity=".85"/>'
        f'<path d="{path(board.outline, close=True)}" {inks.pen(inks.ink, 2.1)}/>'
    )


def _tints(board: Map, inks: Inks) -> Iterator[str]:
    """Each culture's land in its tint, with a coloured edge inside its frontier."""
    for culture in CULTURES:
        rings = [_open(c.polygon) for c in board.counties if c.culture == culture]
        line = paths(outline(rings), close=True)
        edge = getattr(inks, f"{culture}_edge")
        yield (
            f'<clipPath id="in-{culture}"><path d="{line}"/></clipPath>'
            f'<path d="{line}" fill="{getattr(inks, culture)}"/>'
            f'<path d="{line}" {inks.pen(edge, 13)} opacity=".3" clip-path="url(#in-{culture})"/>'
        )


def _open(ring: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    return ring[:-1] if ring[0] == ring[-1] else ring


def _river(river: River, inks: Inks) -> str:
    step = max(1, len(river.line) // REACHES)
    bank = inks.pen(inks.bank, river.width * 0.6 + 1.6)
    drawn = [f'<path d="{path(river.line)}" {bank} opacity=".55"/>']
    for reach in range(REACHES):
        end = (reach + 1) * step + 1 if reach < REACHES - 1 else None
        part = river.line[reach * step : end]
        if len(part) > 1:
            width = round(river.width * (0.38 + 0.62 * (reach + 1) / REACHES), 2)
            drawn.append(f'<path d="{path(part)}" {inks.pen(inks.water, width)}/>')
    return "".join(drawn)


def _peak(peak: Peak, inks: Inks) -> str:
    """A mountain: its face, its side in the shade, the strokes that the light leaves."""
    s = peak.size
    face = "M-.72 0Q-.42-.42-.2-.62T.04-1Q.3-.5 .4-.44T.72 .04"
    shade = "M.04-1Q.3-.5 .4-.44T.72 .04L.12 0Q-.05-.5 .04-1Z"
    lit = "".join(
        f"M{0.04 + 0.68 * k:.2f} {-1 + 1.04 * k:.2f}l-.16 {0.46 - 0.3 * k:.2f}"
        for k in (0.12, 0.3, 0.48, 0.66, 0.82)
    )
    return (
        f'<g transform="translate({number(peak.x)} {number(peak.y)}) scale({number(s)})"'
        f' stroke-linejoin="round"><path d="{face}" fill="{inks.rock}" stroke="{inks.ridge}"'
        f' stroke-width="{0.9 / s:.3f}"/><path d="{shade}" fill="{inks.shade}" opacity=".45"/>'
        f'<path d="{lit}" fill="none" stroke="{inks.ridge}" stroke-width="{0.6 / s:.3f}"/></g>'
    )


def _woods(board: Map) -> str:
    return "".join(
        f'<use href="#tree" transform="translate({number(x)} {number(y)}) scale({size / 5:.2f})"/>'
        for x, y, size in board.woods
    )
