"""What templates/games/match.html and update.html show of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from app.web.games.log import Line

Query = Mapping[str, Sequence[str]]
"""What the reader has selected or posted: unchecked text by name."""


class Panel(Struct, frozen=True, kw_only=True):
    """A decision. Each kind adds what it needs, and has its template in the game's decide/."""

    template: str
    title: str
    action: str
    """Where its form goes."""
    url: str
    """The page with what is selected now."""
    at: str = ""
    """The same, to which a number clicked on the board is added."""

    @property
    def selection(self) -> str:
        """The query of `url`, to go on after another one; empty when nothing is selected."""
        query = self.url.partition("?")[2]
        return f"&{query}" if query else ""


class Picture(Struct, frozen=True, kw_only=True):
    """All that the templates show of a match; each game adds what its own templates need."""

    panel: Panel
    ribbon: Any
    """Its `phase` is the line at the head; the rest is for the game's ribbon.html."""
    lines: tuple[Line, ...]
    whole: bool
    """Everything is here, not only what changed."""
    over: bool


class Awaited(NamedTuple):
    """A player, and whether the match waits for him."""

    house: str
    name: str
    pending: bool


def first(query: Query, name: str) -> str:
    """The first value of that name, or nothing."""
    values = query.get(name)
    return values[0] if values else ""


def read_number(text: str, most: int) -> int:
    """A whole number of at most three digits, no larger than `most`; 0 when it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        return 0
    return min(int(text), most)
