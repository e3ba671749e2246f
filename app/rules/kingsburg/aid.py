"""B2  Phase 1: the King's aid for whoever has least."""

from __future__ import annotations

from app.rules.contract import Seat
from app.rules.kingsburg import choice
from app.rules.kingsburg.actions import TakeGood
from app.rules.kingsburg.events import AidDieGiven, AidTaken, Chronicle
from app.rules.kingsburg.goods import GOODS, ONE
from app.rules.kingsburg.state import Kingsburg


def neediest(state: Kingsburg) -> list[Seat]:
    """B2.1, B5.1  Who has fewest buildings, and of these fewest goods; in turn order."""
    wealth = {
        seat: (governor.buildings, governor.goods.number)
        for seat, governor in enumerate(state.governors)
    }
    least = min(wealth.values())
    return [seat for seat in state.order if wealth[seat] == least]


def begin(chronicle: Chronicle) -> None:
    """B2.1  A white die for the neediest; several choose a good each instead."""
    seats = neediest(chronicle.state)
    if len(seats) == 1:
        chronicle.tell(AidDieGiven(seats[0]))
    else:
        choice.ask(chronicle, seats)


def settle(chronicle: Chronicle) -> None:
    """B2.1  When all have chosen, each takes his good."""
    state = chronicle.state
    if state.asks:
        return
    for seat in state.order:
        taken = choice.chosen(state, seat)
        if taken is not None:
            chronicle.tell(AidTaken(seat, taken.goods))


def take_good(chronicle: Chronicle, seat: Seat, action: TakeGood) -> None:
    """B2.1, B7.3  One good of one's choice."""
    choice.choose(chronicle, seat, ONE[action.good])


def ways_to_take_good(state: Kingsburg, seat: Seat) -> list[TakeGood]:
    """B2.1, B7.3  Each kind."""
    del state, seat
    return [TakeGood(good) for good in GOODS]
