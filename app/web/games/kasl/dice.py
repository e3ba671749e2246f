"""Dice of an attack as they are shown."""

from __future__ import annotations

from msgspec import Struct

from app.rules.kasl.events import Dice

HIT = 5
"""K7.6  The lowest face that hits."""


class Pip(Struct, frozen=True):
    """A die: the face that counts, whether it hits, and how often a 1 was thrown before."""

    face: int
    hit: bool
    again: int = 0


def faces(dice: Dice) -> tuple[Pip, ...]:
    """The dice of one side, highest first."""
    pips = [Pip(thrown[-1], thrown[-1] >= HIT, len(thrown) - 1) for thrown in dice]
    return tuple(sorted(pips, key=lambda pip: -pip.face))
