"""F1.1-F1.3  The map: counties, seas and borders, read from the file that is drawn."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

County: TypeAlias = str
"""F1.1  A county's name, as it stands on the map."""
Culture: TypeAlias = Literal["breton", "frankish", "occitan"]
Sea: TypeAlias = Literal["Channel", "Atlantic", "Mediterranean"]

PARIS: County = "PARIS"
"""F1.1  The royal capital."""


class Atlas(Struct, frozen=True):
    """The map of France as the rules need it."""

    counties: tuple[County, ...]
    """In the order of the file, which is also that of `state.lands`."""
    index: dict[County, int]
    """Where each county stands in `counties`."""
    by_name: tuple[County, ...]
    """F9.0  In the order in which they are resolved: by name, accents and case aside."""
    culture: dict[County, Culture]
    seas: dict[County, frozenset[Sea]]
    ducal: tuple[County, ...]
    """F1.1  The nine ducal counties, by name."""
    neighbours: dict[County, tuple[County, ...]]
    """F1.2  Counties that share a land border with each, by name."""


class _County(Struct):
    name: County
    culture: Culture
    ducal: bool
    seas: tuple[Sea, ...]


class _Border(Struct):
    pair: tuple[County, County]


class _File(Struct):
    counties: tuple[_County, ...]
    borders: tuple[_Border, ...]


def plain(name: str) -> str:
    """A name without accents, hyphens, spaces and case: "Châlons" and "chalons" are the same."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def _neighbours(borders: tuple[_Border, ...]) -> dict[County, tuple[County, ...]]:
    joined: dict[County, list[County]] = {}
    for one, other in (border.pair for border in borders):
        joined.setdefault(one, []).append(other)
        joined.setdefault(other, []).append(one)
    return {county: tuple(sorted(others, key=plain)) for county, others in joined.items()}


def _read(path: Path) -> Atlas:
    file = msgspec.json.decode(path.read_bytes(), type=_File)
    names = tuple(county.name for county in file.counties)
    by_name = tuple(sorted(names, key=plain))
    ducal = {county.name for county in file.counties if county.ducal}
    return Atlas(
        counties=names,
        index={name: place for place, name in enumerate(names)},
        by_name=by_name,
        culture={county.name: county.culture for county in file.counties},
        seas={county.name: frozenset(county.seas) for county in file.counties},
        ducal=tuple(name for name in by_name if name in ducal),
        neighbours=_neighbours(file.borders),
    )


ATLAS = _read(Path(__file__).with_name("map.json"))
