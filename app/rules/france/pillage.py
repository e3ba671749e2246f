"""F7  Investment and pillage: what raises an output, and what lowers it."""

from __future__ import annotations

from collections.abc import Sequence

from app.rules.contract import Seat
from app.rules.france.actions import Invest, Orders
from app.rules.france.atlas import County
from app.rules.france.events import Chronicle, Invested
from app.rules.france.state import Count, France, count_of, land
from app.rules.france.traits import pillage_modifier, point_modifier

HIGHEST_OUTPUT = 30
"""F4.3"""
POINT = 5
"""F7.2  Grain for a point of output."""
POINT_IN_CAPITAL = 4
"""F7.2"""


def point_cost(state: France, seat: Seat, county: County) -> int:
    """F7.2, F3.3  Grain for a point of output in that county."""
    player = state.players[seat]
    basis = POINT_IN_CAPITAL if player.capital == county else POINT
    return max(1, basis + point_modifier(count_of(state, seat)))


def points(state: France, seat: Seat, order: Invest) -> int:
    """F7.2  The whole points that an investment brings."""
    return order.grain // point_cost(state, seat, order.county)


def most_to_invest(state: France, seat: Seat, county: County) -> int:
    """F7.2  The Grain that raises that county to the highest output."""
    return (HIGHEST_OUTPUT - land(state, county).output) * point_cost(state, seat, county)


def invest(chronicle: Chronicle, sheets: Sequence[Orders]) -> None:
    """F7.2  All investments, in the order of seats and lines."""
    for seat, orders in enumerate(sheets):
        for order in orders:
            if isinstance(order, Invest):
                _invest(chronicle, seat, order)


def _invest(chronicle: Chronicle, seat: Seat, order: Invest) -> None:
    state, county = chronicle.state, order.county
    brought = points(state, seat, order)
    output = land(state, county).output + brought
    cost = point_cost(state, seat, county)
    chronicle.tell(Invested(seat, county, order.grain, cost, brought, output))


def pillaged(output: int, conqueror: Count) -> int:
    """F7.1  What is left of an output: half, rounded down, and what the trait changes."""
    left = output // 2 + pillage_modifier(conqueror)
    return max(0, min(left, output))
