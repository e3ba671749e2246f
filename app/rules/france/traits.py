"""F3  Traits of Counts, and what they change."""

from __future__ import annotations

from typing import Final, get_args

from app.rules.france.actions import NegativeTrait, PositiveTrait, Trait
from app.rules.france.state import Count

POSITIVE: tuple[PositiveTrait, ...] = get_args(PositiveTrait)
NEGATIVE: tuple[NegativeTrait, ...] = get_args(NegativeTrait)
OPPOSITE: Final[dict[Trait, Trait]] = {
    "conqueror": "weak",
    "defender": "unprepared",
    "frugal": "hedonist",
    "just": "cruel",
    "warrior": "coward",
    "weak": "conqueror",
    "unprepared": "defender",
    "hedonist": "frugal",
    "cruel": "just",
    "coward": "warrior",
}
"""F3  Pairs that exclude each other; Rich and Shrewd have no opposite."""
ROLL_BONUS = 2
"""F3.1, F3.2"""
RICH_GRAIN = 5
"""F3.5"""
SHREWD_GRAIN = 3
"""F3.6  From each trade route."""
WARRIOR_CV = 2
"""F3.7"""


def attack_modifier(count: Count) -> int:
    """F3.1  What Conqueror or Weak adds to attack rolls."""
    return _signed(count, "conqueror", "weak", ROLL_BONUS)


def defence_modifier(count: Count) -> int:
    """F3.2  What Defender or Unprepared adds to defence rolls."""
    return _signed(count, "defender", "unprepared", ROLL_BONUS)


def point_modifier(count: Count) -> int:
    """F3.3  What Hedonist or Frugal adds to the Grain for each point invested."""
    return _signed(count, "hedonist", "frugal", 1)


def pillage_modifier(count: Count) -> int:
    """F3.4  What Just or Cruel adds to the output that pillage leaves."""
    return _signed(count, "just", "cruel", 1)


def command_value(count: Count) -> int:
    """F2.2, F3.7  What the Count adds to the command that he leads."""
    return count.cv + (WARRIOR_CV if "warrior" in count.traits else 0)


def may_lead(count: Count) -> bool:
    """F3.7  A Coward leads neither an attack nor a defence."""
    return "coward" not in count.traits


def _signed(count: Count, raising: Trait, lowering: Trait, by: int) -> int:
    if raising in count.traits:
        return by
    return -by if lowering in count.traits else 0


def further_traits(first: Trait) -> tuple[Trait, ...]:
    """F10.2  What a second trait may be: neither the first again nor its opposite."""
    barred = {first, OPPOSITE.get(first)}
    return tuple(trait for trait in (*POSITIVE, *NEGATIVE) if trait not in barred)
