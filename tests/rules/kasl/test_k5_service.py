"""K5  Service of a Lord. Selcombe is the fiefdom of 31, 32, 33 and 34."""

from __future__ import annotations

import pytest

from app.rules.kasl.actions import CallLord, EndTurn
from app.rules.kasl.kingdom import fiefdoms_held, lords
from app.rules.kasl.state import Kasl, Step
from tests.rules.kasl.positions import after, asked, on, position, refusal, refused_by

SELCOMBE = "31: I, 32: I, 33: I, 34: I"
THORNHAY = "43: I, 44: I, 45: I, 46: I, 47: I, 48: I"


def blues_turn(blue: str, more: str = "", red: str = "1: I city") -> Kasl:
    """What blue finds when red's turn is over."""
    state = position(f"red {red} | blue {blue} {more}", Step.LORDS)
    return after(state, "red", EndTurn())


@pytest.mark.rule("K5.1")
def test_a_whole_fiefdom_brings_a_lord_where_one_chooses() -> None:
    state = blues_turn(f"{SELCOMBE}, 23: I city")
    assert asked(state) == [("blue", "lord")]
    called = after(state, "blue", CallLord(33))
    assert on(called, 33) == "blue I Lord"
    assert asked(called) == [("blue", "choice")]


@pytest.mark.rule("K5.1")
@pytest.mark.parametrize("missing", ["red", "nobody"])
def test_a_fiefdom_must_be_whole(missing: str) -> None:
    red = "1: I city, 34: I" if missing == "red" else "1: I city"
    state = blues_turn("31: I, 32: I, 33: I, 23: I city", red=red)
    assert asked(state) == [("blue", "choice")]


@pytest.mark.rule("K5.1")
def test_only_its_healthy_territories_count() -> None:
    state = blues_turn("31: I, 32: I, 23: I city", "| plague 33, 34")
    assert asked(state) == [("blue", "lord")]


@pytest.mark.rule("K5.1")
def test_a_fiefdom_without_a_healthy_territory_brings_nobody() -> None:
    state = position("red 1: I city | blue 23: I | plague 31, 32, 33, 34")
    assert fiefdoms_held(state.lands, 1) == []


@pytest.mark.rule("K5.1")
def test_a_vacant_territory_with_ones_stronghold_counts() -> None:
    state = position("red 1: I city | blue 31: I, 32: city, 33: I, 34: I")
    assert [fiefdom.key for fiefdom in fiefdoms_held(state.lands, 1)] == ["selcombe"]


@pytest.mark.rule("K5.1")
def test_he_comes_by_himself_to_the_only_place() -> None:
    state = blues_turn("31: I Lord, 32: I Lord, 33: I Lord, 34: I city")
    assert on(state, 34) == "blue 2I Lord city"
    assert asked(state) == [("blue", "choice")]


@pytest.mark.rule("K5.1")
def test_one_lord_a_turn_and_the_choice_among_fiefdoms() -> None:
    state = blues_turn(f"{SELCOMBE}, {THORNHAY}, 23: I city")
    assert refused_by(state, "blue", CallLord(31)) is None
    called = after(state, "blue", CallLord(48))
    assert lords(called.lands, 1) == 1
    assert asked(called) == [("blue", "choice")]


@pytest.mark.rule("K5.1")
@pytest.mark.parametrize("territory", [23, 31, 1])
def test_he_comes_to_that_fiefdom_beside_a_unit_and_no_other_lord(territory: int) -> None:
    state = blues_turn("31: I Lord, 32: I, 33: I, 34: I, 23: I city")
    assert refused_by(state, "blue", CallLord(territory)) == "K5.1"


@pytest.mark.rule("K5.1")
def test_the_refusal_says_where_he_may_come() -> None:
    state = blues_turn("31: I Lord, 32: I, 33: I, 34: I, 23: I city")
    why = refusal(state, "blue", CallLord(31))
    assert why is not None
    assert why.params == {"territory": 31, "territories": [32, 33, 34]}


@pytest.mark.rule("K5.2")
def test_nobody_comes_when_all_four_lords_serve() -> None:
    four = "20: I Lord, 21: I Lord, 22: I Lord, 23: I Lord city"
    state = blues_turn(f"{SELCOMBE}, {four}")
    assert asked(state) == [("blue", "choice")]


@pytest.mark.rule("K5.2")
def test_nobody_comes_when_no_territory_can_take_him() -> None:
    full = blues_turn("33: I Lord, 34: I Lord, 24: I city", "| plague 31, 32")
    assert asked(full) == [("blue", "choice")]
