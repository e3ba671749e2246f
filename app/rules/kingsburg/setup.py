"""B1  Set-up: turn order and the enemy pile."""

from __future__ import annotations

from app.rules.kingsburg.enemies import cards_of
from app.rules.kingsburg.events import Chronicle, OrderDrawn, PileDrawn
from app.rules.kingsburg.state import LAST_YEAR, Governor, Kingsburg


def blank(seats: int) -> Kingsburg:
    """B1.2  Nobody has anything."""
    return Kingsburg(throws=0, seats=seats, governors=(Governor(),) * seats, seen=(False,) * seats)


def draw(chronicle: Chronicle) -> None:
    """B1.2, B1.3  The turn order, and one enemy card of each year."""
    draws = chronicle.chance.throw()
    order = draws.shuffle(range(chronicle.state.seats))
    chronicle.tell(OrderDrawn(draws.number, tuple(order)))
    draws = chronicle.chance.throw()
    cards = [draws.pick(cards_of(year)) for year in range(1, LAST_YEAR + 1)]
    chronicle.tell(PileDrawn(draws.number, tuple(cards)))
