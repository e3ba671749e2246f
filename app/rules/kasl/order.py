"""K2.3, K3.1-K3.3  Who goes first: throws of a die among those who tie, and the order of play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from app.rules.chance import Draws
from app.rules.contract import Seat
from app.rules.kasl.events import Chronicle, OrderTieThrown, RoundBegan
from app.rules.kasl.kingdom import levels, lords, order_size
from app.rules.kasl.state import Kasl

Dice = dict[Seat, list[int]]


def throw_for_order(draws: Draws, seats: Sequence[Seat]) -> tuple[list[Seat], Dice]:
    """K2.3, K3.3  Lowest die first; those who tie throw again among themselves."""
    dice: Dice = {seat: [] for seat in seats}
    return _thrown(draws, seats, dice), dice


def _thrown(draws: Draws, seats: Sequence[Seat], dice: Dice) -> list[Seat]:
    if len(seats) <= 1:
        return list(seats)
    for seat in seats:
        dice[seat].append(draws.die())
    by_die = sorted(seats, key=lambda seat: dice[seat][-1])
    order: list[Seat] = []
    for _, tied in groupby(by_die, key=lambda seat: dice[seat][-1]):
        order += _thrown(draws, list(tied), dice)
    return order


def standing(state: Kasl, seat: Seat) -> tuple[int, int, int, int]:
    """K3.1-K3.3  What the order of play compares; the smallest goes first."""
    own = levels(state.lands, seat)
    return (
        order_size(state.lands, seat),
        min(own, default=0),
        len(own),
        lords(state.lands, seat),
    )


def begin_round(chronicle: Chronicle) -> None:
    """K3.1-K3.3  The next round begins with a new order of play."""
    state = chronicle.state
    standings = {seat: standing(state, seat) for seat, is_out in enumerate(state.out) if not is_out}
    order: list[Seat] = []
    for _, tied in groupby(sorted(standings, key=standings.__getitem__), standings.__getitem__):
        order += _break_tie(chronicle, list(tied))
    sizes = tuple(standings[seat][0] if seat in standings else 0 for seat in range(state.seats))
    chronicle.tell(RoundBegan(state.round + 1, tuple(order), sizes))


def _break_tie(chronicle: Chronicle, tied: list[Seat]) -> list[Seat]:
    if len(tied) == 1:
        return tied
    draws = chronicle.chance.throw()
    order, dice = throw_for_order(draws, tied)
    chronicle.tell(
        OrderTieThrown(draws.number, tuple(tied), tuple(tuple(dice[seat]) for seat in tied))
    )
    return order
