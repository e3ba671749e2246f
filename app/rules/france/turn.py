"""F9.0  The turn: who is asked, and the order in which all sheets are resolved."""

from __future__ import annotations

from app.rules.contract import Decision, Seat
from app.rules.france.conquest import fight, sieges, take
from app.rules.france.counts import die_of_age, toss_for_leaders
from app.rules.france.duchy import proclaim_duchies, settle_capitals
from app.rules.france.entering import admit
from app.rules.france.events import Chronicle, OrdersRevealed, TurnBegan
from app.rules.france.grain import standings
from app.rules.france.pillage import invest
from app.rules.france.state import France, living
from app.rules.france.trade import settle_routes
from app.rules.france.victory import (
    eliminate,
    end_by_survival,
    end_by_turns,
    end_by_unification,
)


def awaited(state: France) -> tuple[Seat, ...]:
    """The seats that must answer: all who have not entered, or have not sent their orders."""
    if state.result is not None:
        return ()
    if not state.turn:
        return tuple(seat for seat, player in enumerate(state.players) if player.colour is None)
    return tuple(seat for seat in living(state) if state.sent[seat] is None)


def decisions(state: France) -> tuple[Decision, ...]:
    """F2.1, F5.1  Who must decide what now."""
    kind, rule = ("orders", "F5.1") if state.turn else ("enter", "F2.1")
    return tuple(Decision(seat, kind, rule) for seat in awaited(state))


def go_on(chronicle: Chronicle) -> None:
    """F5.5  When nobody is awaited any more: the first turn, or the resolution of this one."""
    if awaited(chronicle.state):
        return
    if not chronicle.state.turn:
        begin_turn(chronicle)
    else:
        resolve(chronicle)


def begin_turn(chronicle: Chronicle) -> None:
    """F4.1  The next turn is open for orders."""
    state = chronicle.state
    chronicle.tell(TurnBegan(state.turn + 1, standings(state)))


def resolve(chronicle: Chronicle) -> None:
    """F9.0  All sheets together, step by step; then the end or the next turn."""
    state = chronicle.state
    sheets = tuple((sheet.orders or ()) if sheet else () for sheet in state.sent)
    grain = tuple(standing.grain for standing in standings(state))
    chronicle.tell(OrdersRevealed(state.turn, sheets, grain))
    invest(chronicle, sheets)  # 1
    outcomes = [fight(chronicle, siege) for siege in list(sieges(state, sheets))]  # 2
    for outcome in outcomes:  # 3
        take(chronicle, outcome)
    toss_for_leaders(chronicle, [failed for out in outcomes for failed in out.failed])  # 4
    eliminate(chronicle)  # 5
    settle_capitals(chronicle, sheets)  # 6
    settle_routes(chronicle, sheets)  # 7
    proclaim_duchies(chronicle)  # 8
    die_of_age(chronicle)  # 9
    if not _is_over(chronicle):  # 10
        begin_turn(chronicle)


def _is_over(chronicle: Chronicle) -> bool:
    """F9.3-F9.5, F2.4  Victory, or entries and who is left."""
    if end_by_unification(chronicle) or end_by_turns(chronicle):
        return True
    admit(chronicle)
    return end_by_survival(chronicle)
