"""F5.5  What the house sends for a seat that does not answer by the deadline."""

from __future__ import annotations

from app.rules.contract import Seat
from app.rules.france.actions import Defend, FranceAction, SendOrders
from app.rules.france.atlas import County, plain
from app.rules.france.entering import ways_to_enter
from app.rules.france.grain import budget
from app.rules.france.sheet import MOST_IN_A_COMMAND
from app.rules.france.state import France, held, land

SPREAD = 29
"""Keeps those who enter by the clock apart on the map."""


def answer(state: France, seat: Seat) -> FranceAction:
    """The answer of an awaited seat that is absent and has left no draft that is legal.

    While players enter, it enters somewhere free.
    """
    if not state.turn:
        ways = ways_to_enter(state, seat)
        return ways[seat * SPREAD % len(ways)]
    return garrison(state, seat) if state.absent == "garrison" else SendOrders(state.turn, ())


def garrison(state: France, seat: Seat) -> SendOrders:
    """F5.5  All Grain into defence: one at a time in rounds, the capital first."""
    order = sorted(held(state, seat), key=lambda county: _rank(state, seat, county))
    share, rest = divmod(min(budget(state, seat), MOST_IN_A_COMMAND * len(order)), len(order))
    grain = [share + (place < rest) for place in range(len(order))]
    defences = (Defend(county, each) for county, each in zip(order, grain, strict=True) if each)
    return SendOrders(state.turn, tuple(defences))


def _rank(state: France, seat: Seat, county: County) -> tuple[bool, int, str]:
    """Capital first, then by output, highest first, then by name."""
    is_capital = state.players[seat].capital == county
    return (not is_capital, -land(state, county).output, plain(county))
