"""K10  End and score."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.rules.kasl.actions import Attack, EndTurn, MoveIn
from app.rules.kasl.events import MatchEnded, PlayerWentOut
from app.rules.kasl.score import Score, score
from app.rules.kasl.state import Step
from tests.rules.kasl.positions import (
    SERVICE,
    Outcome,
    after,
    asked,
    happened,
    play,
    position,
    refused_by,
    units,
)


def ended(
    text: str, *, round_: int = 8, missions: Mapping[str, tuple[int, ...]] | None = None
) -> Outcome:
    """Red's turn, the last of the round, is over."""
    state = position(text, Step.LORDS, round_=round_, order=("blue", "red"), missions=missions)
    return play(state, "red", EndTurn())


def scored(red: str, cards: tuple[int, ...] = ()) -> Score:
    return score(position(f"red {red} | blue 48: I", missions={"red": cards}), 0)


@pytest.mark.rule("K10.1")
def test_the_match_ends_after_round_8() -> None:
    text = "red 1: I city | blue 48: I city, 47: I"
    assert ended(text).state.result is not None
    assert ended(text, round_=7).state.result is None


@pytest.mark.rule("K10.1")
@pytest.mark.parametrize(
    ("red", "expected"),
    [
        ("1: I city, 2: I, 3: I, 40: I", Score(3, 2, 0, 0)),
        ("1: I fortress", Score(1, 4, 0, 0)),
        ("1: I castle", Score(1, 6, 0, 0)),
        ("1: I city, 40: fortress, 36: I castle Lord", Score(2, 12, 2, 0)),
        ("1: I Lord, 2: I Lord, 3: I", Score(0, 0, 4, 0)),
        ("26: I Lord city, 28: I Lord, 24: I", Score(2, 2, 4, 0)),
    ],
)
def test_territories_of_the_principal_kingdom_strongholds_and_lords(
    red: str, expected: Score
) -> None:
    assert scored(red) == expected


@pytest.mark.rule("K10.1")
def test_after_the_end_nobody_is_asked_and_nothing_goes() -> None:
    state = ended("red 1: I city | blue 48: I").state
    assert asked(state) == []
    assert refused_by(state, "red", EndTurn()) == "K10.1"
    assert SERVICE.options(state, 0) == ()


@pytest.mark.rule("K10.2")
def test_most_points_win() -> None:
    result = ended("red 1: I city | blue 48: I fortress").state.result
    assert result is not None
    assert (result.rule, result.winners, result.points) == ("K10.2", (1,), (3, 5))


@pytest.mark.rule("K10.2")
def test_equal_points_share_the_win() -> None:
    result = ended("red 1: I city | blue 48: I city | yellow 30: I").state.result
    assert result is not None
    assert (result.winners, result.points) == ((0, 1), (3, 3, 0))


SELCOMBE = "31: I, 32: I, 33: I, 34: I"


@pytest.mark.rule("K10.3")
@pytest.mark.parametrize(
    ("red", "cards", "points"),
    [
        ("1: I city", (1, 40), 10),
        ("1: I fortress", (40, 1), 15),
        ("1: castle", (1, 40), 20),
        ("1: I", (1, 40), 0),
        (SELCOMBE, (31, 40), 5),
        (SELCOMBE.replace("31: I", "31: I city"), (31, 40), 10),
        (SELCOMBE.replace("31: I", "31: I city"), (31, 32), 15),
        (SELCOMBE.replace("31: I", "31: I castle"), (32, 31), 25),
        (SELCOMBE + ", 1: I city", (1, 33), 15),
        ("1: I city, 2: I castle", (1, 2), 20),
        (SELCOMBE, (31, 32), 5),
        (SELCOMBE.replace("31: I", "31: I city"), (31,), 10),
        (SELCOMBE, (31,), 5),
        (SELCOMBE, (), 0),
    ],
)
def test_missions_in_the_assignment_that_pays_most(
    red: str, cards: tuple[int, ...], points: int
) -> None:
    assert scored(red, cards).missions == points


@pytest.mark.rule("K10.3")
def test_a_mission_is_done_with_a_fiefdom_whose_rest_is_infected() -> None:
    state = position(
        "red 31: I | blue 48: I | plague 32, 33, 34", missions={"red": (31, 1), "blue": (2, 3)}
    )
    assert score(state, 0).missions == 5


@pytest.mark.rule("K10.3")
def test_missions_are_added_and_shown_at_the_end() -> None:
    cards = {"red": (1, 2), "blue": (47, 46)}
    played = ended("red 1: I city | blue 48: I city", missions=cards)
    end = happened(played, MatchEnded)[0]
    assert end.scores == ((1, 2, 0, 10), (1, 2, 0, 0))
    assert end.result.points == (13, 3)
    assert end.missions == ((1, 2), (47, 46))
    assert SERVICE.view(played.state, None).state.missions == ((1, 2), (47, 46))


@pytest.mark.rule("K10.3")
def test_until_then_others_do_not_see_them() -> None:
    state = position("red 1: I city | blue 48: I", missions={"red": (1, 2), "blue": (47, 46)})
    seen = [SERVICE.view(state, seat).state.missions for seat in (0, 1, None)]
    assert seen == [((1, 2), (0, 0)), ((0, 0), (47, 46)), ((0, 0), (0, 0))]


@pytest.mark.rule("K10.4")
def test_when_one_player_is_left_he_wins_at_once_whatever_the_score() -> None:
    state = position("red 28: 3I | blue 26: I | grey 1: I", round_=3)
    played = play(state, "red", Attack(28, 26), (5, 5, 5, 1, 1))
    assert happened(played, PlayerWentOut) == [PlayerWentOut(1)]
    result = played.state.result
    assert result is not None
    assert (result.rule, result.winners, result.points) == ("K10.4", (0,), (0, 0))
    assert asked(played.state) == []


@pytest.mark.rule("K10.4")
def test_it_ends_with_the_capture_of_the_last_stronghold() -> None:
    state = position("red 28: 3I city | blue 26: castle", round_=3)
    taking = after(state, "red", Attack(28, 26))
    result = after(taking, "red", MoveIn(units("I"))).result
    assert result is not None
    assert (result.rule, result.winners, result.points) == ("K10.4", (0,), (10, 0))


@pytest.mark.rule("K10.4")
def test_with_two_players_left_it_goes_on() -> None:
    state = position("red 28: 3I | blue 26: I | yellow 1: I city", round_=3)
    assert after(state, "red", Attack(28, 26), (5, 5, 5, 1, 1)).result is None


@pytest.mark.rule("K10.4")
def test_if_nobody_is_left_the_score_decides() -> None:
    state = position("red 28: II | blue 26: II | grey 1: I")
    played = play(state, "red", Attack(28, 26), (5, 5, 5, 5))
    result = played.state.result
    assert result is not None
    assert (result.rule, result.winners, result.points) == ("K10.4", (0, 1), (0, 0))


@pytest.mark.rule("K10.4")
def test_the_plague_may_take_the_last_territories_of_all() -> None:
    text = "red 1: I city | blue 3: I city | plague 2"
    state = position(text, Step.LORDS, order=("blue", "red"), plague=True)
    tie, spread = (1, 2), (1, 1, 6)
    result = play(state, "red", EndTurn(), (*tie, *spread)).state.result
    assert result is not None
    assert (result.rule, result.winners, result.points) == ("K10.4", (0, 1), (0, 0))
