"""The economy of a match as a plot: Grain by turn and player, and how far victory is."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from app.rules.contract import Event
from app.rules.france.economy import TurnFigures, economy
from app.web.games.france.words import Words

LEFT, RIGHT, TOP, BOTTOM = 34.0, 596.0, 14.0, 250.0
"""Of the plot's field within a view box 720 wide and 286 high; names stand at the right."""
LEAST_GAP = 17.0
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500)
MOST_LINES = 5
MEASURES = ("grain", "counties", "ducal")


class Curve(Struct, frozen=True):
    """One player's line; the name stands at its end, moved apart from others'."""

    name: str
    house: str
    you: bool
    path: str
    dots: tuple[tuple[float, float], ...]
    end: tuple[float, float]
    name_y: float
    value: int


class Plot(Struct, frozen=True):
    """A plot of one measure by turn."""

    key: str
    curves: tuple[Curve, ...]
    rows: tuple[tuple[float, int], ...]
    """Height and number of each ruled line."""
    turns: tuple[tuple[float, int], ...]
    bar: float | None
    """Height of the line that must be reached."""


def plots(events: Sequence[Event], words: Words) -> tuple[Plot, ...]:
    """A plot for Grain, counties, ducal counties; empty before the first turn."""
    figures = economy(events)
    if not figures:
        return ()
    return tuple(_plot(measure, figures, words) for measure in MEASURES)


def _plot(measure: str, figures: Sequence[TurnFigures], words: Words) -> Plot:
    seats = range(len(words.names))
    values = [[getattr(f.standings[seat], measure) for f in figures] for seat in seats]
    least_top = 6 if measure == "ducal" else 5
    highest = max(least_top, *(max(line) for line in values))
    step = next((s for s in (1, 2, *STEPS) if highest / s <= MOST_LINES), STEPS[-1])
    top = -(-highest // step) * step
    wide = max(1, len(figures) - 1)

    def at(place: int, value: float) -> tuple[float, float]:
        x = LEFT + (RIGHT - LEFT) * place / wide
        return round(x, 1), round(BOTTOM - (BOTTOM - TOP) * value / top, 1)

    curves = [
        Curve(
            words.names[seat],
            words.houses[seat],
            seat == words.reader,
            "M" + "L".join(f"{x} {y}" for x, y in (at(k, v) for k, v in enumerate(values[seat]))),
            tuple(at(k, v) for k, v in enumerate(values[seat])),
            at(len(figures) - 1, values[seat][-1]),
            0.0,
            values[seat][-1],
        )
        for seat in seats
    ]
    shown = {0, len(figures) - 1, *range(4, len(figures), 5)}
    return Plot(
        key=measure,
        curves=_apart(curves),
        rows=tuple((at(0, k)[1], k) for k in range(0, top + 1, step)),
        turns=tuple((at(k, 0)[0], f.turn) for k, f in enumerate(figures) if k in shown),
        bar=at(0, 6)[1] if measure == "ducal" else None,
    )


def _apart(curves: Sequence[Curve]) -> tuple[Curve, ...]:
    """Names at the ends of the lines, none over another."""
    order = sorted(range(len(curves)), key=lambda k: curves[k].end[1])
    heights = dict.fromkeys(order, 0.0)
    lowest = TOP - LEAST_GAP
    for k in order:
        lowest = heights[k] = max(curves[k].end[1], lowest + LEAST_GAP)
    excess = max(0.0, lowest - (BOTTOM + 12))
    for k in reversed(order):
        heights[k] -= excess
        excess = max(0.0, excess - 4)
    return tuple(replace(curve, name_y=round(heights[k] + 5, 1)) for k, curve in enumerate(curves))
