"""B3.2, B3.3  Luck in Kingsburg: what the dice for influence show, rerolls included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.rules.contract import N_, Event
from app.rules.kingsburg.events import DiceRerolled, DiceThrown, DieRerolled
from app.web.games.luck import Drawn, Luck

MEAN = 3.5
VARIANCE = 35 / 12
"""Of one die."""


def drawn(event: Event) -> Iterator[Drawn]:
    """The dice of each seat that threw."""
    if isinstance(event, DiceThrown):
        for seat, (own, white) in enumerate(zip(event.own, event.white, strict=True)):
            yield _dice(seat, (*own, *white))
    elif isinstance(event, DiceRerolled):
        yield _dice(event.seat, (*event.own, *event.white))
    elif isinstance(event, DieRerolled):
        yield _dice(event.seat, (event.new,))


def _dice(seat: int, dice: Sequence[int]) -> Drawn:
    return Drawn(seat, sum(dice), MEAN * len(dice), VARIANCE * len(dice))


LUCK = Luck(N_("Pips of {player}: {got}; {expected} were to be expected."), drawn)
