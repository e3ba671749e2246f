"""Luck in each game: what a throw gave, and what was to be expected of it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.rules.contract import Event
from app.rules.france.events import AttackRolled, Side
from app.rules.kasl.events import AttackThrown
from app.rules.kingsburg.events import DiceRerolled, DiceThrown, DieRerolled
from app.web.games import LUCK
from app.web.luck import HEIGHT, NAME_HEIGHT, apart

ATTACK = AttackThrown(0, 0, 28, 38, 1, 0, ((1, 5), (6,), (2,)), ((3,), (4,)), (0, 2))
ROLL = AttackRolled(0, "BRETAGNE", 0, 1, Side(7, 5), Side(7, 4), True)
ALL_THROW = DiceThrown(0, ((6, 1), (2,)), ((), (5,)))


@pytest.mark.parametrize(
    ("game", "event", "seat", "got", "expected"),
    [
        ("kasl", ATTACK, 0, 2, 4 / 3),
        ("kasl", ATTACK, 1, 0, 2 / 3),
        ("kingsburg", ALL_THROW, 0, 7, 7),
        ("kingsburg", ALL_THROW, 1, 7, 7),
        ("kingsburg", DieRerolled(0, 1, False, 1, 4), 1, 4, 3.5),
        ("kingsburg", DiceRerolled(0, 0, (1, 1, 2), (6,)), 0, 10, 14),
        ("france", ROLL, 0, 1, 0.55),
        ("france", ROLL, 1, 0, 0.45),
    ],
)
def test_luck_of_a_throw(game: str, event: Event, seat: int, got: int, expected: float) -> None:
    [draw] = [draw for draw in LUCK[game].tally([event]) if draw.seat == seat]
    assert draw.got == got
    assert draw.expected == pytest.approx(expected)
    assert draw.variance > 0


@pytest.mark.parametrize(
    "ends", [(80.0, 80.0, 90.0), (220.0, 219.0, 10.0), (0.0, 0.0, 0.0), (5.0, 100.0, 200.0)]
)
def test_names_at_the_ends_of_lines_do_not_lie_on_each_other(ends: tuple[float, ...]) -> None:
    heights = sorted(apart(ends))
    gaps = [below - above for above, below in pairwise(heights)]
    assert min(gaps) >= NAME_HEIGHT
    assert heights[-1] <= HEIGHT


def test_names_that_are_apart_stay_at_their_lines() -> None:
    assert apart((200.0, 5.0, 100.0)) == [200.0, 5.0, 100.0]
