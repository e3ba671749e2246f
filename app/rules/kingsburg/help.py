"""B3.10, B3.13  The advisors help, 1 to 18 in turn; then the court is cleared."""

from __future__ import annotations

from functools import cache

from app.rules.contract import N_, Refusal, Seat
from app.rules.kingsburg.actions import DeclineHelp, TakeHelp
from app.rules.kingsburg.advisors import STABLED, Advisor, advisor
from app.rules.kingsburg.events import (
    Chronicle,
    CourtCleared,
    EnemySeen,
    HelpDeclined,
    HelpGiven,
)
from app.rules.kingsburg.goods import NONE, ONE, Goods, choices, choices_from
from app.rules.kingsburg.state import NOBODY, Group, Kingsburg, governor


def next_group(state: Kingsburg) -> Group | None:
    """B3.10  The next group whose owner is to be helped; blocking dice come last, for nobody."""
    if state.helped < len(state.court) and state.court[state.helped].seat != NOBODY:
        return state.court[state.helped]
    return None


def helped_seat(state: Kingsburg) -> Seat:
    """B3.10  Who has to choose his help; every other help is given by `settle`."""
    group = next_group(state)
    return group.seat if group else NOBODY


def helping(state: Kingsburg) -> Advisor:
    """The advisor whose turn it is to help. IndexError: all have helped."""
    return advisor(state.court[state.helped].advisor)


@cache
def gains(number: int) -> tuple[Goods, ...]:
    """B3.13  All that an advisor may give, in goods."""
    there = advisor(number)
    if there.one_of:
        return tuple(there.goods.plus(ONE[good]) for good in there.one_of)
    return tuple(there.goods.plus(more) for more in choices(there.any))


def settle(chronicle: Chronicle) -> None:
    """B3.10  Help that leaves no choice is given; after the last, the court is cleared."""
    while (group := next_group(chronicle.state)) is not None:
        there = advisor(group.advisor)
        if there.price and not governor(chronicle.state, group.seat).goods.number:
            chronicle.tell(HelpDeclined(group.seat, group.advisor, forced=True))
        elif len(gains(group.advisor)) == 1:
            _give(chronicle, group.seat, there, gains(group.advisor)[0], NONE)
        else:
            return
    chronicle.tell(CourtCleared())


def _give(chronicle: Chronicle, seat: Seat, there: Advisor, goods: Goods, price: Goods) -> None:
    """B3.13  All that the advisor gives."""
    state = chronicle.state
    is_stabled = there.number in STABLED and governor(state, seat).has("stable")
    soldiers = there.soldiers + is_stabled
    number, tokens = there.number, there.tokens
    chronicle.tell(HelpGiven(seat, number, goods, price, tokens, soldiers, there.vp))
    if there.sees_enemy and not state.seen[seat]:
        chronicle.tell(EnemySeen(seat, state.pile[state.year - 1]))


def why_not_take_help(state: Kingsburg, seat: Seat, action: TakeHelp) -> Refusal | None:
    """B3.13  What the advisor gives, for what he asks."""
    there = helping(state)
    have = governor(state, seat).goods
    if action.price.number != there.price or not action.price.within(have):
        text = N_("Advisor {advisor} takes {number} of your goods for his help; you have: {goods}.")
        params = {"advisor": there.number, "number": there.price, "goods": have}
        return Refusal("B3.13", text, params)
    if action.goods not in gains(there.number):
        return _why_not_gain(there)
    return None


def _why_not_gain(there: Advisor) -> Refusal:
    if there.one_of:
        first, second = gains(there.number)
        text = N_("Advisor {advisor} gives either {first} or {second}.")
        params = {"advisor": there.number, "first": first, "second": second}
        return Refusal("B3.13", text, params)
    text = N_("From advisor {advisor} you take exactly {number} goods of your choice.")
    return Refusal("B3.13", text, {"advisor": there.number, "number": there.any})


def take_help(chronicle: Chronicle, seat: Seat, action: TakeHelp) -> None:
    """B3.13  The help that was chosen."""
    _give(chronicle, seat, helping(chronicle.state), action.goods, action.price)


def why_not_decline_help(state: Kingsburg, seat: Seat, action: DeclineHelp) -> Refusal | None:
    """B3.13  Only help that costs something."""
    del seat, action
    there = helping(state)
    if not there.may_be_declined:
        text = N_("The help of advisor {advisor} costs nothing; choose what you take.")
        return Refusal("B3.13", text, {"advisor": there.number})
    return None


def decline_help(chronicle: Chronicle, seat: Seat, action: DeclineHelp) -> None:
    """B3.13  No help."""
    del action
    chronicle.tell(HelpDeclined(seat, helping(chronicle.state).number))


def ways_to_take_help(state: Kingsburg, seat: Seat) -> list[TakeHelp | DeclineHelp]:
    """B3.13  Everything that may be chosen."""
    there = helping(state)
    prices = choices_from(governor(state, seat).goods, there.price) if there.price else (NONE,)
    ways: list[TakeHelp | DeclineHelp] = [
        TakeHelp(gain, price) for price in prices for gain in gains(there.number)
    ]
    if there.may_be_declined:
        ways.append(DeclineHelp())
    return ways
