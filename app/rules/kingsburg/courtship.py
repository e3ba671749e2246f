"""How the bot sets its dice: the split between advisors that is worth most together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from app.rules.kingsburg.actions import Influence
from app.rules.kingsburg.advisors import LAST, STABLED, Advisor, advisor
from app.rules.kingsburg.goods import NONE, Goods, choices_from
from app.rules.kingsburg.help import gains
from app.rules.kingsburg.influence import (
    NO_SHIFT,
    SHIFTS,
    TOKEN,
    Dice,
    groups,
    may_use_market,
    may_use_token,
    occupied,
)
from app.rules.kingsburg.judgement import LOOK, Judgement
from app.rules.kingsburg.state import LAST_YEAR, SUMMER, Faces, Governor

TOKEN_KEPT, ENVOY_KEPT = 0.8, 2.0
"""What the token, or the Envoy, must gain to be used now."""


def prices(judgement: Judgement, there: Advisor) -> tuple[Goods, ...]:
    """B3.13  The ways to pay the advisor in goods: none for most."""
    return choices_from(judgement.there.goods, there.price) if there.price else (NONE,)


def helped(judgement: Judgement, there: Advisor, goods: Goods, price: Goods) -> Governor:
    """B3.13  The governor after that help."""
    before = judgement.there
    is_stabled = there.number in STABLED and before.has("stable")
    return replace(
        before,
        goods=before.goods.minus(price).plus(goods),
        tokens=before.tokens + there.tokens,
        soldiers=before.soldiers + there.soldiers + is_stabled,
        vp=before.vp + there.vp,
    )


def help_worth(judgement: Judgement, there: Advisor) -> float:
    """B3.13  What an advisor's help adds to the position, well chosen."""
    if there.price and not judgement.there.goods.number:
        return 0.0
    best = max(
        judgement.worth(helped(judgement, there, gain, price))
        for price in prices(judgement, there)
        for gain in gains(there.number)
    )
    look = LOOK if there.sees_enemy and len(judgement.cards) > 1 else 0.0
    return best - judgement.worth(judgement.there) + look


class Means(NamedTuple):
    """What is left to set with."""

    own: Faces
    white: Faces
    token: bool
    market: bool
    envoy: bool
    taken: frozenset[int]


class Split(NamedTuple):
    """Placements, and what they bring together."""

    worth: float = 0.0
    placements: tuple[Influence, ...] = ()


class Court:
    """The advisors as a seat sees them now."""

    def __init__(self, judgement: Judgement) -> None:
        state, seat = judgement.state, judgement.seat
        self._judgement = judgement
        self._worths: dict[int, float] = {}
        self.means = Means(
            judgement.there.own,
            judgement.there.white,
            may_use_token(state, seat),
            may_use_market(state, seat),
            state.envoy == seat,
            frozenset(occupied(state)),
        )
        goes_unused = state.phase == SUMMER or state.year == LAST_YEAR
        self._envoy_kept = 0.2 if goes_unused else ENVOY_KEPT

    def worth(self, number: int) -> float:
        """What that advisor's help is worth."""
        known = self._worths.get(number)
        if known is None:
            known = self._worths[number] = help_worth(self._judgement, advisor(number))
        return known

    def best(self, means: Means) -> Split:
        """The best split: the first die of one's colour is in a group, or goes unused."""
        if not means.own:
            return Split()
        best = self.best(means._replace(own=means.own[1:]))
        for dice in groups(means.own, means.white):
            if dice.own[0] != means.own[0]:
                continue
            for placement in self._reach(dice, means):
                rest = self.best(_without(means, placement))
                worth = self._gain(placement) + rest.worth
                if worth > best.worth:
                    best = Split(worth, (placement, *rest.placements))
        return best

    def _gain(self, placement: Influence) -> float:
        kept = TOKEN_KEPT * placement.plus_two + self._envoy_kept * placement.envoy
        return self.worth(placement.advisor) - kept

    def _reach(self, dice: Dice, means: Means) -> Iterator[Influence]:
        """B3.6-B3.9  Where a group may go; never by token and Market together, which is a waste."""
        shifts = SHIFTS if means.market else NO_SHIFT
        ways = [(False, shift) for shift in shifts] + [(True, 0)] * means.token
        for plus_two, shift in ways:
            number = dice.sum + TOKEN * plus_two + shift
            is_taken = number in means.taken
            if 1 <= number <= LAST and (means.envoy or not is_taken):
                yield Influence(number, dice.own, dice.white, plus_two, shift, is_taken)


def _without(means: Means, placement: Influence) -> Means:
    return Means(
        _left(means.own, placement.own),
        _left(means.white, placement.white),
        means.token and not placement.plus_two,
        means.market and not placement.market,
        means.envoy and not placement.envoy,
        means.taken | {placement.advisor},
    )


def _left(dice: Faces, gone: Faces) -> Faces:
    if not gone:
        return dice
    left = list(dice)
    for face in gone:
        left.remove(face)
    return tuple(left)
