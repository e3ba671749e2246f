"""The map's geometry for the page: what owners, pieces and orders are drawn with, made once.

Lengths are units of the view box "0 0 1000 1100", the same as in the pictures of `draw`.
"""

import math
from dataclasses import dataclass
from functools import cache

from app.boards.france.board import Border, County, Map, Pair, Words, load
from app.boards.geometry import Point, path
from app.rules.france.atlas import PARIS, plain

VIEW_BOX = "0 0 1000 1100"
NAME_SIZE, GREAT_NAME_SIZE = 16.5, 19.5
LEAST_GAP = 19.0
"""Between the middle of a name and that of the pieces beside it."""
LOWEST_WORD = 1075.0
"""The frame begins below."""
TAIL = 19.0
"""How far behind the border the Grain of an attack stands."""


@dataclass(frozen=True)
class Spot:
    """A place on the map."""

    x: float
    y: float


@dataclass(frozen=True)
class Land:
    """One county: its outline as an SVG path, its name and the room for what lies on it."""

    id: str
    """In ids and addresses: the name in plain letters."""
    name: str
    path: str
    great: bool
    """Ducal, or the royal capital."""
    royal: bool
    ducal: bool
    occitan: bool
    label: Spot
    piece: Spot
    """Where its sign stands: capital, crown or output."""
    middle: Spot


@dataclass(frozen=True)
class Frontier:
    """The border of two counties as an SVG path."""

    id: str
    pair: Pair
    path: str


@dataclass(frozen=True)
class Arrow:
    """Where an attack crosses, which way it points in degrees, and where its Grain stands."""

    x: float
    y: float
    angle: float
    tail: Spot


@dataclass(frozen=True)
class Legend:
    """A name of a sea or a neighbour, in lines."""

    lines: tuple[str, ...]
    x: float
    y: float
    turn: float
    size: float


@dataclass(frozen=True)
class Chart:
    """All that stays the same on the map of France from match to match."""

    lands: tuple[Land, ...]
    frontiers: tuple[Frontier, ...]
    seas: tuple[Legend, ...]
    abroad: tuple[Legend, ...]
    by_name: dict[str, Land]
    by_id: dict[str, Land]
    arrows: dict[Pair, Arrow]
    """By (origin, target), for each pair of neighbours."""
    lengths: dict[Pair, float]
    """How long the border is, both ways."""


@cache
def chart() -> Chart:
    """The chart of the map in `map.json`."""
    board = load()
    lands = tuple(_land(county) for county in board.counties)
    return Chart(
        lands=lands,
        frontiers=tuple(_frontier(k, b) for k, b in enumerate(board.borders)),
        seas=tuple(_legend(words) for words in board.sea_names),
        abroad=tuple(_legend(words) for words in board.foreign_names if words.y < LOWEST_WORD),
        by_name={land.name: land for land in lands},
        by_id={land.id: land for land in lands},
        arrows=_arrows(board),
        lengths={pair: b.length for b in board.borders for pair in (b.pair, b.pair[::-1])},
    )


def _land(county: County) -> Land:
    royal = county.name == PARIS
    (x, y), (cx, cy) = county.label.at, county.city
    return Land(
        id=plain(county.name),
        name=county.name,
        path=path(county.polygon[:-1], close=True),
        great=county.ducal or royal,
        royal=royal,
        ducal=county.ducal,
        occitan=county.culture == "occitan",
        label=_spot(x, y + 4),
        piece=_spot(cx, _clear_of(cy, y)),
        middle=_spot(*county.anchor),
    )


def _clear_of(at: float, name: float) -> float:
    """A height near `at` that leaves the name free."""
    return max(at, name + LEAST_GAP) if at > name else min(at, name - LEAST_GAP + 2)


def _spot(x: float, y: float) -> Spot:
    return Spot(round(x, 1), round(y, 1))


def _frontier(number: int, border: Border) -> Frontier:
    return Frontier(f"b-{number}", border.pair, path(border.line))


def _legend(words: Words) -> Legend:
    return Legend(tuple(words.text.split("|")), words.x, words.y, words.turn, words.size)


def _arrows(board: Map) -> dict[Pair, Arrow]:
    found: dict[Pair, Arrow] = {}
    for border in board.borders:
        one, other = border.pair
        found[one, other] = _arrow(border.mid, border.normal)
        found[other, one] = _arrow(border.mid, (-border.normal[0], -border.normal[1]))
    return found


def _arrow(middle: Point, way: Point) -> Arrow:
    (x, y), (dx, dy) = middle, way
    angle = round(math.degrees(math.atan2(dy, dx)), 1)
    return Arrow(x, y, angle, _spot(x - TAIL * dx, y - TAIL * dy))


def route(one: Spot, other: Spot) -> str:
    """A trade route as an SVG path: a bow between two towns, to the right of the way."""
    dx, dy = other.x - one.x, other.y - one.y
    bend = 0.16
    x, y = (one.x + other.x) / 2 - bend * dy, (one.y + other.y) / 2 + bend * dx
    return f"M{one.x:g} {one.y:g}Q{x:.1f} {y:.1f} {other.x:g} {other.y:g}"
