"""K7  Odds: what the next throw may do, and how an attack that goes on will likely end.

All numbers are exact sums over the dice, no samples. They use the same functions as the attack
itself, with losses by the standing orders (K7.8).
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from app.rules.kasl.attack import ATTACKERS, attack_dice, defence_dice
from app.rules.kasl.capture import is_overrun
from app.rules.kasl.losses import automatic_loss, order_of
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, Kasl, Land, Territory, land
from app.rules.kasl.units import Kind, Units

Distribution: TypeAlias = tuple[float, ...]
"""Probabilities by number of hits, 0 first."""
LossOrder: TypeAlias = tuple[Kind, ...]
Outcomes: TypeAlias = tuple[tuple[Units, float], ...]
"""What may be left of units, and how likely each is."""

HIT = 1 / 3
"""K7.6  A 5 or a 6."""
HIT_WITH_LORD = 2 / 5
"""K7.5  A 5 or a 6 among the faces 2 to 6."""
NEGLIGIBLE = 1e-9
"""Courses of an attack less likely than this are left out."""
NEGLIGIBLE_AMONG_MANY = 1e-5
"""The same for big armies, whose courses are too many to follow all."""
BIG = 700
"""From this product of both combat values on, armies are big."""


@lru_cache(maxsize=32)
def hits(dice: int, lord: bool = False) -> Distribution:
    """K7.5, K7.6  How likely each number of hits is with so many dice."""
    hit = HIT_WITH_LORD if lord else HIT
    return tuple(comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1))


class NextThrow(NamedTuple):
    """One throw: dice of both sides, and how likely each number of hits by either is."""

    attack_dice: int
    defence_dice: int
    by_attack: Distribution
    by_defence: Distribution

    @property
    def mean(self) -> tuple[float, float]:
        """Mean hits by the attack and by the defence."""
        return _mean(self.by_attack), _mean(self.by_defence)


def next_throw(origin: Land, target: Land) -> NextThrow:
    """K7.2-K7.6  The odds of one throw from origin against target."""
    attack, defence = attack_dice(origin), defence_dice(target, origin)
    return NextThrow(attack, defence, hits(attack, origin.lord), hits(defence, target.lord))


class Siege(NamedTuple):
    """How an attack ends that goes on: probabilities, and mean losses in combat value."""

    taken: float = 0.0
    """The target's last unit is gone and units may move in (K7.10 to K7.12)."""
    emptied: float = 0.0
    """The target's last unit is gone, but nobody may move in."""
    stopped: float = 0.0
    """The target holds; the origin can attack no more or fell below the number named (K7.14)."""
    origin_losses: float = 0.0
    target_losses: float = 0.0
    throws: float = 0.0
    left: float = 0.0
    """Mean combat value left on the origin where the target is taken."""
    unsure: float = 0.0
    """The part of all courses that was left out: the probabilities may be off by this."""


def siege_here(state: Kasl, origin: Territory, target: Territory, keep: int = 0) -> Siege:
    """The odds of an attack of this position that goes on as K7.14 says (keep 0: to the end)."""
    ours, theirs = land(state, origin), land(state, target)
    return siege(ours, theirs, (order_of(state, ours.holder), order_of(state, theirs.holder)), keep)


@lru_cache(maxsize=8192)
def siege(
    origin: Land,
    target: Land,
    orders: tuple[LossOrder, LossOrder] = (DEFAULT_LOSS_ORDER, DEFAULT_LOSS_ORDER),
    keep: int = 0,
) -> Siege:
    """How throw after throw from origin against target will end, until it is taken or stops."""
    big = origin.units.cv * target.units.cv >= BIG
    course = _Course(origin, target, orders, keep, NEGLIGIBLE_AMONG_MANY if big else NEGLIGIBLE)
    course.run()
    return course.siege()


class _Course:
    """All courses of one attack at once: the likelihood of each pair of armies, biggest first.

    Losses only make armies smaller, so that a pair is complete when its turn comes.
    """

    def __init__(
        self,
        origin: Land,
        target: Land,
        orders: tuple[LossOrder, LossOrder],
        keep: int,
        negligible: float,
    ) -> None:
        self._origin, self._target, self._orders = origin, target, orders
        self._keep, self._negligible = keep, negligible
        self._pairs: list[dict[tuple[Units, Units], float]] = [
            defaultdict(float) for _ in range(origin.units.cv + target.units.cv + 1)
        ]
        self._pairs[-1][origin.units, target.units] = 1.0
        self._ends = {"taken": 0.0, "emptied": 0.0, "stopped": 0.0}
        self._left = [0.0, 0.0]
        self._left_when_taken = self._throws = self._unsure = 0.0

    def run(self) -> None:
        if self._origin.units.cv < self._keep and self._end(self._origin, self._target) is None:
            self._throw_once()
            return
        for pairs in reversed(self._pairs):
            for (ours, theirs), likely in pairs.items():
                if likely < self._negligible:
                    self._unsure += likely
                else:
                    self._go_on(ours, theirs, likely)

    def siege(self) -> Siege:
        followed = 1 - self._unsure
        taken = self._ends["taken"]
        return Siege(
            **self._ends,
            origin_losses=self._origin.units.cv - self._left[0] / followed,
            target_losses=self._target.units.cv - self._left[1] / followed,
            throws=self._throws,
            left=self._left_when_taken / taken if taken else 0.0,
            unsure=self._unsure,
        )

    def _throw_once(self) -> None:
        """K7.14  Below the number named already: one throw, as declared, and no more."""
        self._throws = 1.0
        by_us, by_them = self._throw(self._origin, self._target)
        for ours, p in by_them:
            for theirs, q in by_us:
                after = self._origin._replace(units=ours), self._target._replace(units=theirs)
                self._close(self._end(*after) or "stopped", *after, p * q)

    def _go_on(self, ours: Units, theirs: Units, likely: float) -> None:
        origin, target = self._origin._replace(units=ours), self._target._replace(units=theirs)
        end = self._end(origin, target)
        if end is None and ours.cv < self._keep:
            end = "stopped"
        if end is None:
            self._follow(origin, target, likely)
        else:
            self._close(end, origin, target, likely)

    def _close(self, end: str, origin: Land, target: Land, likely: float) -> None:
        self._ends[end] += likely
        self._left[0] += likely * origin.units.cv
        if end == "taken":
            self._left_when_taken += likely * origin.units.cv
        else:
            self._left[1] += likely * target.units.cv

    def _end(self, origin: Land, target: Land) -> str | None:
        enough = origin.units.number >= ATTACKERS
        if not target.units.number:
            return "taken" if enough else "emptied"
        if not enough:
            return "stopped"
        return "taken" if is_overrun(origin, target) else None

    def _throw(self, origin: Land, target: Land) -> tuple[Outcomes, Outcomes]:
        """What one throw may leave of the target, and of the origin."""
        throw = next_throw(origin, target)
        by_us = _after(target.units, throw.attack_dice, origin.lord, self._orders[1])
        by_them = _after(origin.units, throw.defence_dice, target.lord, self._orders[0])
        return by_us, by_them

    def _follow(self, origin: Land, target: Land, likely: float) -> None:
        """Throws that change nothing are thrown again: they only make the attack longer."""
        by_us, by_them = self._throw(origin, target)
        unchanged = _unchanged(by_us, target.units) * _unchanged(by_them, origin.units)
        throws = likely / (1 - unchanged)
        self._throws += throws
        for ours, p in by_them:
            for theirs, q in by_us:
                if ours != origin.units or theirs != target.units:
                    self._pairs[ours.cv + theirs.cv][ours, theirs] += throws * p * q


@lru_cache(maxsize=16384)
def _after(units: Units, dice: int, lord: bool, order: LossOrder) -> Outcomes:
    """What is left of units after a throw of so many dice against them, and how likely."""
    after: dict[Units, float] = defaultdict(float)
    for damage, likely in enumerate(hits(dice, lord)):
        after[units.minus(automatic_loss(units, damage, order))] += likely
    return tuple(after.items())


def _unchanged(after: Outcomes, units: Units) -> float:
    return sum(likely for left, likely in after if left == units)


def _mean(distribution: Distribution) -> float:
    return sum(n * likely for n, likely in enumerate(distribution))
