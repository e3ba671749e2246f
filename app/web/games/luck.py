"""Luck against expectation: what each player threw, and what was to be expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from app.rules.contract import Event


class Drawn(NamedTuple):
    """What dice gave a seat at once: more is luckier. `variance` is of one such draw."""

    seat: int
    got: float
    expected: float
    variance: float


class Luck(NamedTuple):
    """How a game counts luck: a sentence with {player}, {got}, {expected}; draws by event."""

    told: str
    drawn: Callable[[Event], Iterable[Drawn]]

    def tally(self, events: Iterable[Event]) -> Iterator[Drawn]:
        """All draws of a match, in order."""
        for event in events:
            yield from self.drawn(event)
