"""F9.1, F9.2  Duchies and capitals."""

from __future__ import annotations

from collections.abc import Sequence

from app.rules.contract import Seat
from app.rules.france.actions import DeclareCapital, MoveCapital, Orders
from app.rules.france.atlas import ATLAS, County
from app.rules.france.events import CapitalLost, CapitalMoved, Chronicle, DuchyProclaimed
from app.rules.france.realm import AROUND, BIT, Region, regions
from app.rules.france.state import France, land, living

MOVE_COST = 20
"""F9.2  Grain for moving the capital."""
COUNTIES_AROUND = 3
"""F9.1  Counties adjacent to the ducal one that a Duchy needs."""


def settle_capitals(chronicle: Chronicle, sheets: Sequence[Orders]) -> None:
    """F9.2  Capitals move or are declared where their counties are still held."""
    for seat, orders in enumerate(sheets):
        for order in orders:
            if isinstance(order, MoveCapital):
                _settle(chronicle, seat, order.county, MOVE_COST)
            elif isinstance(order, DeclareCapital):
                _settle(chronicle, seat, order.county, 0)


def _settle(chronicle: Chronicle, seat: Seat, county: County, grain: int) -> None:
    state = chronicle.state
    if land(state, county).holder == seat:
        chronicle.tell(CapitalMoved(seat, state.players[seat].capital, county))
    else:
        chronicle.tell(CapitalLost(seat, county, grain))


def makes_duchy(own: Region, county: County) -> bool:
    """F9.1  Whether one who holds these counties can be a Duchy by that ducal county."""
    return bool(own & BIT[county]) and (own & AROUND[county]).bit_count() >= COUNTIES_AROUND


def proclaim_duchies(chronicle: Chronicle) -> None:
    """F9.1  Who fulfils the conditions becomes a Duchy: once, or for each ducal county."""
    lands = regions(chronicle.state)
    for seat in living(chronicle.state):
        for county in ATLAS.ducal:
            if may_proclaim(chronicle.state, seat, county) and makes_duchy(lands[seat], county):
                chronicle.tell(DuchyProclaimed(seat, county))


def may_proclaim(state: France, seat: Seat, county: County) -> bool:
    """F9.1  Whether that county would bring a bonus that the seat does not have yet."""
    duchies = state.players[seat].duchies
    return county not in duchies if state.duchy_each else not duchies
