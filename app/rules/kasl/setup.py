"""K2  Set-up: the deal, the order of placing, the first pieces, the mission cards."""

from __future__ import annotations

from app.rules.contract import N_, Refusal, Seat
from app.rules.kasl.actions import SetUp
from app.rules.kasl.board import TERRITORIES
from app.rules.kasl.events import (
    Chronicle,
    MissionsDealt,
    PlacingOrderThrown,
    SetUpPlaced,
    TerritoriesDealt,
)
from app.rules.kasl.kingdom import held
from app.rules.kasl.order import throw_for_order
from app.rules.kasl.state import Kasl, land

ARCHERS = 3
"""K2.3  Archers that each player places."""
MISSIONS = 2
"""K2.4  Mission cards of each player."""


def armies(seats: int) -> int:
    """K2.2  How many armies are on the board: with two players, a neutral third."""
    return 3 if seats == 2 else seats


def open_match(chronicle: Chronicle) -> None:
    """K2.1-K2.3  Deal the territories and throw for the order of placing."""
    _deal(chronicle)
    draws = chronicle.chance.throw()
    order, dice = throw_for_order(draws, range(chronicle.state.seats))
    thrown = tuple(tuple(dice[seat]) for seat in range(chronicle.state.seats))
    chronicle.tell(PlacingOrderThrown(draws.number, thrown, tuple(order)))


def _deal(chronicle: Chronicle) -> None:
    draws = chronicle.chance.throw()
    cards = draws.shuffle(TERRITORIES)
    number = armies(chronicle.state.seats)
    size = len(cards) // number
    piles = tuple(tuple(sorted(cards[a * size : (a + 1) * size])) for a in range(number))
    chronicle.tell(TerritoriesDealt(draws.number, piles))


def why_not_set_up(state: Kasl, seat: Seat, action: SetUp) -> Refusal | None:
    """K2.3  A city, three archers and a Lord, all on territories of one's own."""
    for territory in (action.city, action.lord, *action.archers):
        if land(state, territory).holder != seat:
            text = N_("{territory} is not yours; you place on your own territories.")
            return Refusal("K2.3", text, {"territory": territory})
    placed = sum(action.archers.values())
    if placed != ARCHERS:
        text = N_("You place exactly {number} archers; this places {placed}.")
        return Refusal("K2.3", text, {"number": ARCHERS, "placed": placed})
    return None


def set_up(chronicle: Chronicle, seat: Seat, action: SetUp) -> None:
    """K2.3  Place them."""
    archers = {territory: n for territory, n in sorted(action.archers.items()) if n}
    chronicle.tell(SetUpPlaced(seat, action.city, action.lord, archers))


def ways_to_set_up(state: Kasl, seat: Seat) -> list[SetUp]:
    """K2.3  For each territory: all together there, or the archers and the Lord spread from it."""
    own = held(state.lands, seat)
    ways = [SetUp(city, city, {city: ARCHERS}) for city in own]
    for index, city in enumerate(own):
        lord, third = own[index - 1], own[index - 2]
        ways.append(SetUp(city, lord, {city: 1, lord: 1, third: 1}))
    return ways


def deal_missions(chronicle: Chronicle) -> None:
    """K2.4  Two secret cards for each player."""
    draws = chronicle.chance.throw()
    cards = draws.shuffle(TERRITORIES)
    hands = range(0, MISSIONS * chronicle.state.seats, MISSIONS)
    missions = tuple(tuple(cards[first : first + MISSIONS]) for first in hands)
    chronicle.tell(MissionsDealt(draws.number, missions))
