"""Dice of an attack as they are shown."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from app.rules.kasl.events import Dice
from app.web.languages import Translate

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


def written(pips: tuple[Pip, ...], _: Translate) -> Markup:
    """Dice within a sentence of the log."""
    die = Markup('<span class="pip{}">{}</span>')
    shown = Markup().join(die.format(" hit" if pip.hit else "", pip.face) for pip in pips)
    again = sum(pip.again for pip in pips)
    if not again:
        return Markup('<span class="pips">{}</span>').format(shown)
    note = _.ngettext("(a 1 thrown again)", "({number} ones thrown again)", again)
    return Markup('<span class="pips">{} <small>{}</small></span>').format(shown, note)
