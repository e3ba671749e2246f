"""Which actions answer when, with the guard that refuses them and what carries them out."""

from __future__ import annotations

from collections.abc import Sequence

from app.rules.contract import N_, Refusal, Seat
from app.rules.france.actions import EnterAs, FranceAction, ReEnter, SendOrders
from app.rules.france.entering import (
    enter,
    re_enter,
    ways_to_enter,
    why_not_enter,
    why_not_re_enter,
)
from app.rules.france.events import Chronicle, OrdersSent
from app.rules.france.samples import ways_to_order
from app.rules.france.sheet import why_not_send
from app.rules.france.state import France
from app.rules.france.turn import awaited, go_on


def options(state: France, seat: Seat) -> Sequence[FranceAction]:
    """Legal answers of the seat, none when it is not asked; of sheets a sample."""
    if seat not in awaited(state):
        return ()
    return ways_to_order(state, seat) if state.turn else ways_to_enter(state, seat)


def why_not(state: France, seat: Seat, action: FranceAction) -> Refusal | None:
    """The rule that forbids the action now: not asked, not what is asked, or the guard's own."""
    if state.result is not None:
        return Refusal(state.result.rule, N_("The match is over."))
    if not 0 <= seat < state.seats:
        return Refusal("F2.1", N_("Only who sits at this table takes part."))
    if not state.turn:
        return _why_not_at_the_beginning(state, seat, action)
    match action:
        case ReEnter():
            return why_not_re_enter(state, seat, action)
        case SendOrders():
            return _why_not_asked(state, seat) or why_not_send(state, seat, action)
        case EnterAs():
            return Refusal("F2.1", N_("The match has begun; now send your orders."))


def _why_not_at_the_beginning(state: France, seat: Seat, action: FranceAction) -> Refusal | None:
    if seat not in awaited(state):
        return Refusal("F2.1", N_("You have entered; the first turn begins when all have."))
    if not isinstance(action, EnterAs):
        return Refusal(
            "F2.1", N_("Now pick a county, a colour, and a Count with a name and a trait.")
        )
    return why_not_enter(state, seat, action)


def _why_not_asked(state: France, seat: Seat) -> Refusal | None:
    """F2.4, F5.4  Orders come from those who hold a county, once a turn."""
    if state.players[seat].eliminated:
        return Refusal("F2.4", N_("You hold no county; only who enters again sends orders."))
    if seat not in awaited(state):
        text = N_("Your orders for turn {turn} are sent, and sent orders are final.")
        return Refusal("F5.4", text, {"turn": state.turn})
    return None


def carry_out(chronicle: Chronicle, seat: Seat, action: FranceAction) -> None:
    """What the action does, and all that follows up to the next question."""
    match action:
        case EnterAs():
            enter(chronicle, seat, action)
        case ReEnter():
            re_enter(chronicle, seat, action)
            return
        case SendOrders():
            chronicle.tell(OrdersSent(seat, action.orders, action.open))
    go_on(chronicle)
