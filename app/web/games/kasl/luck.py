"""K7.6  Luck in Kasl: hits thrown by attack and defence.

Each fall of a die hits by a third, a 1 that is thrown again (K7.5) included: it is a fall that
did not hit, and one more that may. So hits are compared with a third of the falls.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.rules.contract import N_, Event
from app.rules.kasl.events import AttackThrown, Dice
from app.rules.kasl.odds import HIT
from app.web.games.kasl.dice import faces
from app.web.games.luck import Drawn, Luck


def drawn(event: Event) -> Iterator[Drawn]:
    """Both sides of an attack."""
    if isinstance(event, AttackThrown):
        yield _side(event.seat, event.attack)
        yield _side(event.defender, event.defence)


def _side(army: int, dice: Dice) -> Drawn:
    hits, falls = sum(pip.hit for pip in faces(dice)), sum(map(len, dice))
    return Drawn(army, hits, falls * HIT, falls * HIT * (1 - HIT))


LUCK = Luck(N_("Hits of {player}: {got}; {expected} were to be expected."), drawn)
