"""The board's geometry for the page: what owners, pieces and marks are drawn with, made once.

Lengths are units of the view box "0 0 1200 900", the same as in the pictures of `draw`.
"""

import math
from dataclasses import dataclass
from functools import cache

from app.boards.geometry import number, path, smooth
from app.boards.kasl.board import Board, Border, Kind, Pair, Point, Spot, Territory, load
from app.boards.kasl.ornaments import cartouche_cells

VIEW_BOX = "0 0 1200 900"
NAME_SIZE = 17.0
HOLD_HEIGHT = 27.0
"""Of strongholds and Lords, which stand on the plaque of their territory's units."""
ROW_HEIGHT = 19.0
SMALLEST_NAME = 0.9


@dataclass(frozen=True)
class Places:
    """The middles of a territory's plaque, of its stronghold and of its Lord."""

    plaque: Spot
    stronghold: Spot
    lord: Spot


@dataclass(frozen=True)
class Land:
    """One territory: its outline as an SVG path, its name and the room for what lies on it."""

    number: int
    name: str
    fiefdom: str
    path: str
    pole: Spot
    anchor: Spot
    label: Spot
    label_size: str
    shield: Spot

    def places(self, cells: int, stronghold: bool, lord: bool) -> Places:
        """Where things go on it: `cells` kinds of units, stronghold and Lord above them.

        What is there stands around the anchor, so that it keeps clear of the name.
        """
        x, y = self.anchor.x, self.anchor.y
        rows = (cells + 1) // 2 * ROW_HEIGHT
        above = HOLD_HEIGHT if stronghold or lord else 0
        top = y - (rows + above) / 2
        foot = top + above
        both = stronghold and lord
        return Places(
            plaque=_whole(x, foot + rows / 2),
            stronghold=_whole(x - 13 * both, foot - 13),
            lord=_whole(x + 17 * both, foot - 9),
        )


@dataclass(frozen=True)
class Frontier:
    """The border of two neighbours as an SVG path; `id` is like "b-28-38", lower number first."""

    id: str
    pair: Pair
    kind: Kind
    path: str


@dataclass(frozen=True)
class Arrow:
    """Where an attack crosses and which way it points, in degrees clockwise from rightwards."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class Words:
    """A name that follows a line."""

    id: str
    text: str
    path: str


@dataclass(frozen=True)
class Plate:
    """A fiefdom's entry in the cartouche."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Chart:
    """All that stays the same on the board of Kasl from match to match."""

    county: str
    title: Spot
    leagues: Spot
    lands: tuple[Land, ...]
    frontiers: tuple[Frontier, ...]
    rivers: tuple[Words, ...]
    plates: tuple[Plate, ...]
    abroad: tuple[tuple[str, float, float], ...]
    arrows: dict[Pair, Arrow]
    """By (origin, target), for each pair of neighbours with a passable border."""

    def land(self, territory: int) -> Land:
        """The territory of this number."""
        return self.lands[territory - 1]


@cache
def chart() -> Chart:
    """The chart of the board in `board.json`."""
    board = load()
    frame = next(d for d in board.decorations if d.kind == "cartouche")
    scale = next(d for d in board.decorations if d.kind == "scale")
    names = {f.key: f.name for f in board.fiefdoms}
    return Chart(
        county=board.county,
        title=Spot(frame.x, round(frame.y - frame.height / 2 + 29, 1)),
        leagues=Spot(scale.x + 4 * scale.size + 7, scale.y + 6),
        lands=tuple(_land(t) for t in board.territories),
        frontiers=tuple(_frontier(b) for b in board.borders),
        rivers=tuple(
            Words(f"river-{k}", r.name, path(smooth(r.name_path, 6)))
            for k, r in enumerate(board.rivers)
        ),
        plates=tuple(Plate(names[key], x, y) for key, x, y in cartouche_cells(board)),
        abroad=tuple((d.text, d.x, d.y) for d in board.decorations if d.kind == "text"),
        arrows=_arrows(board),
    )


def _land(t: Territory) -> Land:
    shield = t.shield
    above = abs(shield.x - t.label.x) < 12
    shield = Spot(shield.x - (0 if above else 3), shield.y - (2 if above else 0))
    return Land(
        number=t.number,
        name=t.name,
        fiefdom=t.fiefdom,
        path=path(t.polygon, close=True),
        pole=_whole(t.pole.x, t.pole.y),
        anchor=_whole(t.anchor.x, t.anchor.y + 1),
        label=_whole(t.label.x, t.label.y),
        label_size=number(NAME_SIZE * max(SMALLEST_NAME, t.label.scale)),
        shield=_whole(shield.x, shield.y),
    )


def _whole(x: float, y: float) -> Spot:
    return Spot(round(x), round(y))


def _frontier(border: Border) -> Frontier:
    low, high = border.pair
    return Frontier(f"b-{low}-{high}", border.pair, border.kind, path(border.points))


def _arrows(board: Board) -> dict[Pair, Arrow]:
    bridges = {b.pair: b.point for b in board.bridges}
    found: dict[Pair, Arrow] = {}
    for border in board.borders:
        if border.kind in ("open", "bridge"):
            a, b = border.pair
            middle = bridges.get(border.pair, border.points[len(border.points) // 2])
            poles = [board.territories[n - 1].pole for n in border.pair]
            way = (poles[1].x - poles[0].x, poles[1].y - poles[0].y)
            found[a, b] = _arrow(middle, way)
            found[b, a] = _arrow(middle, (-way[0], -way[1]))
    return found


def _arrow(middle: Point, way: Point) -> Arrow:
    """An arrow 40 long that begins a little before the middle of the border."""
    far = math.hypot(*way)
    x, y = (m - 12 * w / far for m, w in zip(middle, way, strict=True))
    return Arrow(round(x, 1), round(y, 1), round(math.degrees(math.atan2(way[1], way[0])), 1))
