"""B8  The end: the Cathedral, the winner, the ties."""

from __future__ import annotations

import pytest

from app.rules.contract import Result
from app.rules.kingsburg import score
from app.rules.kingsburg.actions import Pass, RecruitNobody
from app.rules.kingsburg.events import MatchEnded
from app.rules.kingsburg.state import Step
from tests.rules.kingsburg.positions import (
    after,
    asked,
    begun,
    card,
    happened,
    has,
    play,
    position,
    refused_by,
)


def result(text: str) -> Result:
    """How a match ends in that position."""
    (ended,) = happened(begun(score.end, position(text, Step.WINTER, year=5)), MatchEnded)
    return ended.result


@pytest.mark.rule("B8.1")
def test_the_match_ends_after_the_winter_of_year_5() -> None:
    barbarians = [card("Barbarians", 7, 5)] * 5
    state = position("red 9 soldier | blue 2 gold | yellow", Step.RECRUIT, year=5, pile=barbarians)
    played = play(state, "blue", RecruitNobody(), [6])
    (ended,) = happened(played, MatchEnded)
    assert ended.result.points == (2, -8, -8)
    assert ended.result.winners == (0,)
    assert asked(played.state) == []
    assert refused_by(played.state, "red", Pass()) == "B8.1"


@pytest.mark.rule("B8.1")
@pytest.mark.rule("B9.2")
@pytest.mark.parametrize(
    ("goods", "points"), [("", 9), ("1 gold", 9), ("1 gold, 1 wood", 10), ("2 gold, 3 stone", 11)]
)
def test_the_cathedral_brings_a_point_for_two_goods(goods: str, points: int) -> None:
    assert result(f"red 9 VP, Cathedral, {goods} | blue").points == (points, 0)


@pytest.mark.rule("B8.1")
def test_the_goods_are_counted_and_not_given_up() -> None:
    state = begun(score.end, position("red Cathedral, 5 gold | blue", year=5)).state
    assert has(state, "red") == "5 gold, 2 VP"


@pytest.mark.rule("B8.1")
@pytest.mark.parametrize(
    ("text", "winners", "reason"),
    [
        ("red 9 VP | blue 8 VP, 9 gold", (0,), score.MOST_POINTS),
        ("red 9 VP | blue 9 VP, 1 gold", (1,), score.MOST_GOODS),
        ("red 9 VP, 1 gold, Inn | blue 9 VP, 1 wood", (0,), score.MOST_BUILDINGS),
        ("red 9 VP, 1 gold, Inn | blue 9 VP, 1 wood, Statue", (0, 1), score.SHARED),
        ("red -3 VP | blue -2 VP", (1,), score.MOST_POINTS),
    ],
)
def test_most_points_then_goods_then_buildings(
    text: str, winners: tuple[int, ...], reason: str
) -> None:
    ended = result(text)
    assert (ended.winners, ended.reason, ended.rule) == (winners, reason, "B8.1")


@pytest.mark.rule("B8.1")
def test_tokens_do_not_break_ties() -> None:
    assert result("red 9 VP, 4 token | blue 9 VP").winners == (0, 1)


def test_before_the_fifth_winter_the_next_year_begins() -> None:
    pile = [card("Barbarians", 2, 1)] * 5
    state = position("red | blue 2 gold | yellow", Step.RECRUIT, year=4, pile=pile)
    state = after(state, "blue", RecruitNobody(), [6])
    assert state.year == 5
