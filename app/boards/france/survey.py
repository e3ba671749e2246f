"""What the map of France is made from: the files of `sources`, and the plane that they lie in.

Coasts come from public-domain data; rivers, neighbours, ranges and woods are set down by hand in
`background.json`. Places are (longitude, latitude) in degrees.
"""

import csv
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

SOURCES = Path(__file__).with_name("sources")
SEED = 5
WIDTH, HEIGHT, TOP = 1000, 1100, 46
CENTRE_LON, CENTRE_LAT = 0.6, 46.9

Points = NDArray[np.float64]
"""Rows of (x, y), or one of them."""
Place = tuple[float, float]
Name = tuple[str, float, float, int | float, int | float]
"""Lines parted by "|", longitude, latitude, turn in degrees, size."""


class County(NamedTuple):
    """A county as surveyed; `ring` is its straight outline, not closed."""

    name: str
    culture: str
    ducal: bool
    seat: Place
    town: str
    seas: tuple[str, ...]
    ring: tuple[Place, ...]

    @property
    def style(self) -> str:
        """How its name is written: ducal names bold, names of the south in italics."""
        if self.ducal or self.name == "PARIS":
            return "Bold"
        return "Italic" if self.culture == "occitan" else "Regular"


class River(msgspec.Struct, frozen=True):
    """A river from source to mouth; `width` at the mouth."""

    name: str
    width: float
    course: tuple[Place, ...]


class Land(msgspec.Struct, frozen=True):
    """A neighbour, drawn generously across the realm, which is cut out later."""

    name: str
    outline: tuple[Place, ...]


class Range(msgspec.Struct, frozen=True):
    """Mountains along a course, in so many rows of peaks of about `size`."""

    course: tuple[Place, ...]
    rows: int
    size: float


class Background(msgspec.Struct, frozen=True):
    """All that is no county. Islands have two radii, woods a measure of trees."""

    rivers: tuple[River, ...]
    lands: tuple[Land, ...]
    islands: tuple[tuple[float, float, float, float], ...]
    ranges: tuple[Range, ...]
    woods: tuple[tuple[float, float, int], ...]
    foreign_names: tuple[Name, ...]
    sea_names: tuple[Name, ...]


class _Geometry(msgspec.Struct):
    coordinates: tuple[tuple[Place, ...], ...]


class _Properties(msgspec.Struct):
    name: str
    culture: str = ""
    ducal: bool = False


class _Feature(msgspec.Struct):
    properties: _Properties
    geometry: _Geometry


class _Collection(msgspec.Struct):
    features: tuple[_Feature, ...]


class _Beside(msgspec.Struct):
    seat: str
    seas: tuple[str, ...]


@cache
def background() -> Background:
    """All that is no county."""
    return msgspec.json.decode((SOURCES / "background.json").read_bytes(), type=Background)


@cache
def counties() -> tuple[County, ...]:
    """The counties in the order of their cells."""
    beside = msgspec.json.decode((SOURCES / "adjacency.json").read_bytes(), type=dict[str, _Beside])
    with (SOURCES / "counties.csv").open(encoding="utf-8", newline="") as file:
        seats = {
            row["name"]: (float(row["lon"]), float(row["lat"])) for row in csv.DictReader(file)
        }
    return tuple(
        County(
            (name := cell.properties.name),
            cell.properties.culture,
            cell.properties.ducal,
            seats[name],
            beside[name].seat,
            beside[name].seas,
            _open(cell.geometry.coordinates[0]),
        )
        for cell in _features("cells.geojson")
    )


def outline() -> tuple[Place, ...]:
    """The outline of the realm."""
    return _features("outline.geojson")[0].geometry.coordinates[0]


def _features(name: str) -> tuple[_Feature, ...]:
    return msgspec.json.decode((SOURCES / name).read_bytes(), type=_Collection).features


def _open(ring: tuple[Place, ...]) -> tuple[Place, ...]:
    """The ring without its last point and without points told twice."""
    ring = ring[:-1]
    return tuple(p for i, p in enumerate(ring) if p != ring[i - 1])


@dataclass(frozen=True)
class Plane:
    """Lambert's azimuthal equal-area projection, fitted into the view box, y downwards."""

    middle: Points
    scale: float

    def __call__(self, place: Place) -> Points:
        """Where a place lies, to two decimals."""
        at = (np.array(_projected(place)) - self.middle) * self.scale + (WIDTH / 2, HEIGHT / 2)
        return np.asarray(np.round(at, 2))


@cache
def plane() -> Plane:
    """The plane in which all counties fill the height between the margins."""
    raw = np.array([_projected(p) for county in counties() for p in county.ring])
    low, high = raw.min(0), raw.max(0)
    return Plane((low + high) / 2, float((HEIGHT - 2 * TOP) / (high[1] - low[1])))


def _projected(place: Place) -> Place:
    lon, lat = math.radians(place[0] - CENTRE_LON), math.radians(place[1])
    mid = math.radians(CENTRE_LAT)
    east, up = math.cos(lat) * math.cos(lon), math.sin(lat)
    k = math.sqrt(2 / (1 + math.sin(mid) * up + math.cos(mid) * east))
    return k * math.cos(lat) * math.sin(lon), -k * (math.cos(mid) * up - math.sin(mid) * east)
