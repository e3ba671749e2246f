"""The map of France as typed data, read from the same file that the rules play on.

Lengths are units of the map's view box, 1000 wide and 1100 high, y downwards.
"""

from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from app.boards.geometry import Point

PATH = Path(__file__).parents[2] / "rules" / "france" / "map.json"

Pair = tuple[str, str]
Culture = Literal["breton", "frankish", "occitan"]
Sea = Literal["Channel", "Atlantic", "Mediterranean"]


class Label(msgspec.Struct, frozen=True):
    """Where a name stands: its middle, its size and the box that it fills at that size."""

    at: Point
    size: float
    style: str
    w: float
    h: float
    fits: bool


class County(msgspec.Struct, frozen=True):
    """F1.1  A county, with a place for its town, its name and its output."""

    name: str
    culture: Culture
    ducal: bool
    seas: tuple[Sea, ...]
    polygon: tuple[Point, ...]
    area: float
    area_before: float
    anchor: Point
    """The middle of the largest circle inside, and its radius."""
    radius: float
    label: Label
    city: Point
    badge: Point


class Border(msgspec.Struct, frozen=True):
    """F1.2  The line that two counties share, and where an order may cross it.

    `normal` points from the first county to the second.
    """

    pair: Pair
    line: tuple[Point, ...]
    length: float
    mid: Point
    normal: Point


class River(msgspec.Struct, frozen=True):
    """A river from source to mouth; `width` at the mouth."""

    name: str
    width: float
    line: tuple[Point, ...]


class Peak(NamedTuple):
    """A mountain or a tree; (x, y) is the middle of its foot."""

    x: float
    y: float
    size: float


class Words(NamedTuple):
    """A name of a sea or a neighbour, lines parted by "|"; `turn` in degrees."""

    text: str
    x: float
    y: float
    turn: float
    size: float


class Map(msgspec.Struct, frozen=True):
    """The whole map, F1.1 to F1.3."""

    version: int
    outline: tuple[Point, ...]
    foreign: tuple[tuple[Point, ...], ...]
    counties: tuple[County, ...]
    borders: tuple[Border, ...]
    rivers: tuple[River, ...]
    foreign_names: tuple[Words, ...]
    sea_names: tuple[Words, ...]
    peaks: tuple[Peak, ...]
    woods: tuple[Peak, ...]

    def cultures(self) -> dict[str, Culture]:
        """The culture of each county."""
        return {county.name: county.culture for county in self.counties}


@cache
def load() -> Map:
    """The map of `map.json`; raises msgspec.ValidationError when the file is no map."""
    return msgspec.json.decode(PATH.read_bytes(), type=Map)
