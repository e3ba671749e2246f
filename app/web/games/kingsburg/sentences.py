"""What the sentences of the log are made with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from app.web.games.kingsburg.words import Words
from app.web.games.log import Line

DICE = "dice-six-faces-five"
CROWN = "queen-crown"
ENEMY = "swords-emblem"
EYE = "spyglass"

Teller: TypeAlias = Callable[[Any, Words], Iterator[Line]]
"""Tells of an event in one line or several."""


def about(event: Any, w: Words, you: str, other: str, **values: Any) -> Iterator[Line]:
    """A sentence about the event's seat: `you` when it is the reader's, else `other`."""
    yield Line(w.told(event.seat, you, other, **values), event.rule, w.houses[event.seat])
