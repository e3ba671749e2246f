"""The board of Kasl as typed data, read from the same file that the rules play on.

Lengths are units of the board's view box, 1200 wide and 900 high, y downwards.
"""

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

PATH = Path(__file__).parents[2] / "rules" / "kasl" / "board.json"

Point = tuple[float, float]
Pair = tuple[int, int]
Kind = Literal["open", "bridge", "river", "mountain"]


class Spot(msgspec.Struct, frozen=True):
    """A place on the board."""

    x: float
    y: float


class Circle(msgspec.Struct, frozen=True):
    """The largest circle that fits somewhere."""

    x: float
    y: float
    r: float


class Label(msgspec.Struct, frozen=True):
    """Where a name stands: its middle, its width and its size against the usual one."""

    x: float
    y: float
    width: float
    scale: float


class Territory(msgspec.Struct, frozen=True):
    """K1.1  A numbered and named territory, with a place for every mark that may lie on it."""

    number: int
    name: str
    fiefdom: str
    polygon: tuple[Point, ...]
    area: int
    pole: Circle
    anchor: Circle
    label: Label
    shield: Spot
    stronghold: Spot
    lord: Spot
    units: Spot


class Fiefdom(msgspec.Struct, frozen=True, rename="camel"):
    """K1.1  A fiefdom, its tint on the land and the ink of its shields, by day and by night."""

    key: str
    name: str
    light: str
    dark: str
    ink_light: str
    ink_dark: str
    territories: tuple[int, ...]


class Border(msgspec.Struct, frozen=True):
    """K1.2  The line that two territories share, point for point, and what lies on it."""

    pair: Pair
    kind: Kind
    points: tuple[Point, ...]


class River(msgspec.Struct, frozen=True, rename="camel"):
    """A river from source to mouth along the borders of `pairs`; `name_path` bears its name."""

    name: str
    points: tuple[Point, ...]
    widths: tuple[float, ...]
    pairs: tuple[Pair, ...]
    name_path: tuple[Point, ...]


class Bridge(msgspec.Struct, frozen=True):
    """A bridge on the border of `pair`; `angle` in degrees is the way across."""

    pair: Pair
    river: str
    point: Point
    width: float
    angle: float


class Peak(msgspec.Struct, frozen=True):
    """One peak; (x, y) is the middle of its foot."""

    x: float
    y: float
    size: float
    pair: Pair


class Range(msgspec.Struct, frozen=True):
    """A range of mountains on the borders of `pairs`, open at its `passes`."""

    name: str
    pairs: tuple[Pair, ...]
    passes: tuple[Pair, ...]
    peaks: tuple[Peak, ...]


class Decoration(msgspec.Struct, frozen=True):
    """Something that is only there to be looked at."""

    kind: str
    x: float
    y: float
    size: float
    territory: int = 0
    width: float = 0
    height: float = 0
    text: str = ""


class Board(msgspec.Struct, frozen=True, rename="camel"):
    """The whole board, K1.1 to K1.3."""

    version: int
    view_box: tuple[int, int, int, int]
    county: str
    outline: tuple[Point, ...]
    coast: tuple[Point, ...]
    fiefdoms: tuple[Fiefdom, ...]
    territories: tuple[Territory, ...]
    borders: tuple[Border, ...]
    rivers: tuple[River, ...]
    bridges: tuple[Bridge, ...]
    mountains: tuple[Range, ...]
    decorations: tuple[Decoration, ...]

    def fiefdom_of(self) -> dict[int, int]:
        """The place in `fiefdoms` of each territory's fiefdom."""
        return {n: k for k, fief in enumerate(self.fiefdoms) for n in fief.territories}


@cache
def load() -> Board:
    """The board of `board.json`; raises msgspec.ValidationError when the file is no board."""
    return msgspec.json.decode(PATH.read_bytes(), type=Board)
