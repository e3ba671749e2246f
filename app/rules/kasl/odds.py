"""K7  Odds: what the next throw may do, and how an attack that goes on will likely end.

All numbers are exact sums over the dice, no samples. They use the same functions as the attack
itself, with losses by the standing orders (K7.8).
"""

from __future__ import annotations

import math
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from app.rules.kasl.attack import ATTACKERS, attack_dice, defence_dice
from app.rules.kasl.capture import is_overrun
from app.rules.kasl.losses import automatic_loss, order_of
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, Kasl, Land, Territory, land
from app.rules.kasl.units import Kind, Units

Distribution: TypeAlias = tuple[float, ...]
"""Probabilities by number of hits, 0 first."""
LossOrder: TypeAlias = tuple[Kind, ...]

HIT = 1 / 3
"""K7.6  A 5 or a 6."""
HIT_WITH_LORD = 2 / 5
"""K7.5  A 5 or a 6 among the faces 2 to 6."""
NEGLIGIBLE = ((700, 1e-9), (3000, 1e-7), (math.inf, 1e-5))
"""Courses of an attack less likely than this are left out, by the product of both combat values:
those of giant armies are too many to follow all."""
UNSURE = 0.0005
"""What may be left out of numbers that are shown as exact."""


@lru_cache(maxsize=32)
def hits(dice: int, lord: bool = False) -> Distribution:
    """K7.5, K7.6  How likely each number of hits is with so many dice."""
    hit = HIT_WITH_LORD if lord else HIT
    return tuple(math.comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1))


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
    """The part of all courses that was left out: the probabilities may be off by as much."""

    @property
    def is_exact(self) -> bool:
        """Whether the numbers hold as shown, in whole per cent; else say "about"."""
        return self.unsure < UNSURE


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
    ours, theirs = _Side(origin, orders[0]).start, _Side(target, orders[1]).start
    negligible = next(least for size, least in NEGLIGIBLE if ours.cv * theirs.cv <= size)
    course = _Course(ours, theirs, keep, negligible)
    course.run()
    return course.siege()


class _Side:
    """One side of an attack: its army at the start, and each army that losses may leave of it."""

    def __init__(self, land: Land, order: LossOrder) -> None:
        self.order = order
        self._armies: dict[Units, _Army] = {}
        self.start = self.army(land)

    def army(self, land: Land) -> _Army:
        """The army of that land, the same object each time."""
        if land.units not in self._armies:
            self._armies[land.units] = _Army(self, land)
        return self._armies[land.units]


class _Army:
    """One side at some moment, and what is left of it after a throw of so many dice against it."""

    __slots__ = ("_after", "cv", "is_enough", "land", "side")

    def __init__(self, side: _Side, land: Land) -> None:
        self.side, self.land, self.cv = side, land, land.units.cv
        self.is_enough = land.units.number >= ATTACKERS
        self._after: dict[tuple[int, bool], _Outcomes] = {}

    def after(self, dice: int, lord: bool) -> _Outcomes:
        """How likely it is to stay as it is, and to become each of the smaller armies."""
        if (dice, lord) not in self._after:
            self._after[dice, lord] = self._suffer(hits(dice, lord))
        return self._after[dice, lord]

    def _suffer(self, damages: Distribution) -> _Outcomes:
        unchanged, smaller = 0.0, defaultdict[_Army, float](float)
        for damage, likely in enumerate(damages):
            lost = automatic_loss(self.land.units, damage, self.side.order)
            if lost.number:
                left = self.land._replace(units=self.land.units.minus(lost))
                smaller[self.side.army(left)] += likely
            else:
                unchanged += likely
        return unchanged, (*smaller.items(), (self, unchanged))


_Outcomes: TypeAlias = tuple[float, tuple[tuple[_Army, float], ...]]


class _Course:
    """All courses of one attack at once: the likelihood of each pair of armies, biggest first.

    Losses only make armies smaller, so that a pair is complete when its turn comes.
    """

    def __init__(self, ours: _Army, theirs: _Army, keep: int, negligible: float) -> None:
        self._start, self._keep, self._negligible = (ours, theirs), keep, negligible
        self._pairs: list[dict[tuple[_Army, _Army], float]] = [
            defaultdict(float) for _ in range(ours.cv + theirs.cv + 1)
        ]
        self._pairs[-1][self._start] = 1.0
        self._ends = {"taken": 0.0, "emptied": 0.0, "stopped": 0.0}
        self._left = [0.0, 0.0]
        self._left_when_taken = self._throws = self._unsure = 0.0

    def run(self) -> None:
        """Follow them all to their ends."""
        if self._start[0].cv < self._keep:
            self._declare_once()
            return
        for pairs in reversed(self._pairs):
            for (ours, theirs), likely in pairs.items():
                if likely < self._negligible:
                    self._unsure += likely
                else:
                    self._go_on(ours, theirs, likely)

    def siege(self) -> Siege:
        """The means of what was followed."""
        followed, taken = 1 - self._unsure, self._ends["taken"]
        return Siege(
            **{end: likely / followed for end, likely in self._ends.items()},
            origin_losses=max(0.0, self._start[0].cv - self._left[0] / followed),
            target_losses=max(0.0, self._start[1].cv - self._left[1] / followed),
            throws=self._throws / followed,
            left=self._left_when_taken / taken if taken else 0.0,
            unsure=self._unsure,
        )

    def _declare_once(self) -> None:
        """K7.14  Below the number named already: one attack, as declared, and no more."""
        end = _end(*self._start) or _without_dice(*self._start)
        if end is not None:
            self._close(end, *self._start, 1.0)
            return
        self._throws = 1.0
        (_, by_us), (_, by_them) = _throw(*self._start)
        for ours, p in by_them:
            for theirs, q in by_us:
                self._close(_end(ours, theirs) or "stopped", ours, theirs, p * q)

    def _go_on(self, ours: _Army, theirs: _Army, likely: float) -> None:
        end = _end(ours, theirs) or ("stopped" if ours.cv < self._keep else None)
        end = end or _without_dice(ours, theirs)
        if end is None:
            self._follow(ours, theirs, likely)
        else:
            self._close(end, ours, theirs, likely)

    def _close(self, end: str, ours: _Army, theirs: _Army, likely: float) -> None:
        self._ends[end] += likely
        self._left[0] += likely * ours.cv
        if end == "taken":
            self._left_when_taken += likely * ours.cv
        else:
            self._left[1] += likely * theirs.cv

    def _follow(self, ours: _Army, theirs: _Army, likely: float) -> None:
        """Throws that change nothing are thrown again: they only make the attack longer."""
        (same, by_us), (as_before, by_them) = _throw(ours, theirs)
        throws = likely / (1 - same * as_before)
        self._throws += throws
        for our_rest, p in by_them:
            for their_rest, q in by_us:
                if our_rest is not ours or their_rest is not theirs:
                    pairs = self._pairs[our_rest.cv + their_rest.cv]
                    pairs[our_rest, their_rest] += throws * p * q


def _end(ours: _Army, theirs: _Army) -> str | None:
    """K7.1, K7.10  How the attack ends here, or None while it may go on."""
    if not theirs.cv:
        return "taken" if ours.is_enough else "emptied"
    return None if ours.is_enough else "stopped"


def _without_dice(ours: _Army, theirs: _Army) -> str | None:
    """K7.12  Whether the next attack needs no dice."""
    return "taken" if is_overrun(ours.land, theirs.land) else None


def _throw(ours: _Army, theirs: _Army) -> tuple[_Outcomes, _Outcomes]:
    """K7.2-K7.7  What one throw may leave of the target, and of the origin."""
    attack, defence = attack_dice(ours.land), defence_dice(theirs.land, ours.land)
    return theirs.after(attack, ours.land.lord), ours.after(defence, theirs.land.lord)


def _mean(distribution: Distribution) -> float:
    return sum(n * likely for n, likely in enumerate(distribution))
