"""How the bot shares out its Grain: always the step that brings most for each Grain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct

from app.rules.france.actions import Conquer, Defend, Invest


class Plan(Struct, frozen=True):
    """A command that may get Grain: amounts that make sense, and what each is worth."""

    order: Callable[[int], Defend | Invest | Conquer]
    amounts: tuple[int, ...]
    worth: tuple[float, ...]
    """Of each amount; nothing is worth 0."""


class _Step(NamedTuple):
    """A raise of one plan to one of its amounts."""

    rate: float
    place: int
    grain: int


def share_out(plans: Sequence[Plan], grain: int) -> list[Defend | Invest | Conquer]:
    """The commands that the Grain is best spent on, each with its amount."""
    spent = [(0, 0.0)] * len(plans)
    best = [_best(plan, place, spent[place], grain) for place, plan in enumerate(plans)]
    while True:
        steps = [step for step in best if step is not None]
        step = max(steps, default=None)
        if step is None:
            break
        plan, before = plans[step.place], spent[step.place]
        spent[step.place] = (step.grain, plan.worth[plan.amounts.index(step.grain)])
        grain -= step.grain - before[0]
        for place, known in enumerate(best):
            if place == step.place or (known is not None and known.grain - spent[place][0] > grain):
                best[place] = _best(plans[place], place, spent[place], grain)
    return [plan.order(amount) for plan, (amount, _) in zip(plans, spent, strict=True) if amount]


def _best(plan: Plan, place: int, spent: tuple[int, float], left: int) -> _Step | None:
    """The raise of a plan that brings most for each Grain, within what is left."""
    found: _Step | None = None
    now, worth = spent
    for amount, value in zip(plan.amounts, plan.worth, strict=True):
        if now < amount <= now + left:
            rate = (value - worth) / (amount - now)
            if rate > 0 and (found is None or rate > found.rate):
                found = _Step(rate, place, amount)
    return found
