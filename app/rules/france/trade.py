"""F8  Trade routes: how they come about, and how they end."""

from __future__ import annotations

from collections.abc import Sequence

from app.rules.contract import Seat
from app.rules.france.actions import Orders, StopTrade, Trade
from app.rules.france.events import Chronicle, RouteEnded, RouteOpened, TradeFailed
from app.rules.france.realm import Region, are_neighbours, regions
from app.rules.france.state import Route


def route(one: Seat, other: Seat) -> Route:
    """The route between two seats, the lower first."""
    return (one, other) if one < other else (other, one)


def settle_routes(chronicle: Chronicle, sheets: Sequence[Orders]) -> None:
    """F8.1, F8.2  Routes that end, then those that come about."""
    lands = regions(chronicle.state)
    _end_routes(chronicle, sheets, lands)
    _open_routes(chronicle, sheets, lands)


def _end_routes(chronicle: Chronicle, sheets: Sequence[Orders], lands: Sequence[Region]) -> None:
    """F8.2  By notice, by distance, or because one is eliminated."""
    for one, other in chronicle.state.routes:
        pair = route(one, other)
        if not (lands[one] and lands[other]):
            chronicle.tell(RouteEnded(pair, "eliminated", ()))
        elif by := _stopped_by(sheets, one, other):
            chronicle.tell(RouteEnded(pair, "stopped", by))
        elif not are_neighbours(lands[one], lands[other]):
            chronicle.tell(RouteEnded(pair, "apart", ()))


def _stopped_by(sheets: Sequence[Orders], one: Seat, other: Seat) -> tuple[Seat, ...]:
    pairs = ((one, other), (other, one))
    return tuple(seat for seat, partner in pairs if StopTrade(partner) in sheets[seat])


def _open_routes(chronicle: Chronicle, sheets: Sequence[Orders], lands: Sequence[Region]) -> None:
    """F8.1  Both have ordered it, and they are neighbours after the conquests."""
    for seat, orders in enumerate(sheets):
        for order in orders:
            if isinstance(order, Trade):
                _answer(chronicle, sheets, lands, seat, order.seat)


def _answer(
    chronicle: Chronicle,
    sheets: Sequence[Orders],
    lands: Sequence[Region],
    seat: Seat,
    partner: Seat,
) -> None:
    if Trade(seat) not in sheets[partner]:
        chronicle.tell(TradeFailed(seat, partner, "unanswered"))
    elif not are_neighbours(lands[seat], lands[partner]):
        chronicle.tell(TradeFailed(seat, partner, "apart"))
    elif seat < partner:
        chronicle.tell(RouteOpened(route(seat, partner)))
