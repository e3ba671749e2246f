"""B7  What a winter may bring: the exact chances of each battle, from what a reader knows."""

from __future__ import annotations

from typing import NamedTuple

from app.rules.contract import Seat
from app.rules.kingsburg.enemies import ENEMIES, HIDDEN, Card, Enemy, cards_of
from app.rules.kingsburg.state import Governor, Kingsburg, governor
from app.rules.kingsburg.winter import Outcome, bonus, outcome

DIE = range(1, 7)
"""B7.1  The soldiers that the King may send, each number equally likely."""


class Chances(NamedTuple):
    """Of so many equally likely cases together, how many are won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def cases(self) -> int:
        """All cases."""
        return self.won + self.drawn + self.lost

    def plus(self, other: Chances) -> Chances:
        """The cases of both."""
        return Chances(self[0] + other[0], self[1] + other[1], self[2] + other[2])


NO_CASES = Chances(0, 0, 0)


def known_cards(state: Kingsburg) -> tuple[Card, ...]:
    """B1.3  The cards that may come in this year's winter, as far as the reader of a view knows."""
    card = state.pile[state.year - 1]
    return tuple(cards_of(state.year)) if card == HIDDEN else (card,)


def against(there: Governor, enemy: Enemy, soldiers: int) -> Chances:
    """B7.1-B7.3  The six cases of the die against one enemy, with so many soldiers before it."""
    before = soldiers + bonus(there, enemy.kind)
    outcomes = [outcome(there, before + die, enemy) for die in DIE]
    return Chances(*(outcomes.count(kind) for kind in (Outcome.WON, Outcome.DRAWN, Outcome.LOST)))


def chances(state: Kingsburg, seat: Seat, more: int = 0) -> dict[Card, Chances]:
    """B7.1-B7.3  A seat's chances in this winter by the enemy that may come.

    `state` is a reader's view, before the winter of a year from 1 on; `more` are soldiers that the
    seat might still recruit.
    """
    there = governor(state, seat)
    soldiers = there.soldiers + more
    return {card: against(there, ENEMIES[card], soldiers) for card in known_cards(state)}


def together(by_card: dict[Card, Chances]) -> Chances:
    """All cards as equally likely as they are (B1.3)."""
    cases = NO_CASES
    for each in by_card.values():
        cases = cases.plus(each)
    return cases
