"""K8, K9  Redeploying units and Lords."""

from __future__ import annotations

import pytest

from app.rules.kasl.actions import EndTurn, MoveLord, MoveUnits, Stop
from app.rules.kasl.events import LordMoved, StepBegan, UnitsMoved
from app.rules.kasl.state import Kasl, Step
from tests.rules.kasl.positions import after, asked, happened, on, play, position, refused_by, units

MARCH = "red 28: 3IA Lord city, 26: I, 25: C city, 1: II | blue 29: I, 48: I city"


def moving(moves: int = 2) -> Kasl:
    return position(MARCH, Step.UNITS, moves=moves)


def riding(moves: int = 2) -> Kasl:
    return position(MARCH, Step.LORDS, moves=moves)


@pytest.mark.rule("K8.1")
def test_as_many_moves_as_strongholds() -> None:
    played = play(position(MARCH), "red", Stop())
    assert happened(played, StepBegan) == [StepBegan(0, "units", 2)]
    state = after(played.state, "red", MoveUnits(28, 26, units("I")))
    assert state.moves_left == 1
    assert after(state, "red", MoveUnits(28, 26, units("I"))).step is Step.LORDS


@pytest.mark.rule("K8.1")
def test_units_go_over_one_border_to_ones_own() -> None:
    state = after(moving(), "red", MoveUnits(28, 26, units("2IA")))
    assert (on(state, 28), on(state, 26)) == ("red I Lord city", "red 3IA")


@pytest.mark.rule("K8.1")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (MoveUnits(28, 26, units("I")), None),
        (MoveUnits(28, 26, units("2IA")), None),
        (MoveUnits(28, 26, units("3IA")), "K8.1"),
        (MoveUnits(28, 26, units("")), "K8.1"),
        (MoveUnits(28, 26, units("C")), "K8.1"),
        (MoveUnits(28, 29, units("I")), "K8.1"),
        (MoveUnits(28, 30, units("I")), "K8.1"),
        (MoveUnits(29, 28, units("I")), "K8.1"),
        (MoveUnits(28, 1, units("I")), "K1.2"),
        (MoveUnits(28, 28, units("I")), "K1.2"),
    ],
)
def test_any_number_from_ones_own_to_ones_own_leaving_one(
    action: MoveUnits, rule: str | None
) -> None:
    assert refused_by(moving(), "red", action) == rule


@pytest.mark.rule("K8.1")
def test_the_same_unit_may_move_more_than_once() -> None:
    state = position("red 28: IA city, 26: I, 25: I city | blue 48: I", Step.UNITS, moves=2)
    state = after(state, "red", MoveUnits(28, 26, units("A")))
    played = play(state, "red", MoveUnits(26, 25, units("A")))
    assert happened(played, UnitsMoved)
    assert on(played.state, 25) == "red IA city"


@pytest.mark.rule("K8.1")
def test_a_lord_stays_behind() -> None:
    state = after(moving(), "red", MoveUnits(28, 26, units("3I")))
    assert on(state, 28) == "red A Lord city"


@pytest.mark.rule("K8.1")
def test_one_may_stop_at_once() -> None:
    assert asked(after(moving(), "red", Stop())) == [("red", "lords")]


@pytest.mark.rule("K8.1")
@pytest.mark.rule("K8.2")
def test_who_has_no_stronghold_has_no_move() -> None:
    state = position("red 28: 3I, 26: I | blue 29: I, 48: I city")
    stopped = after(state, "red", Stop())
    assert (stopped.step, stopped.moves_left) == (Step.LORDS, 0)


@pytest.mark.rule("K9.1")
def test_as_many_lords_moves_as_strongholds() -> None:
    played = play(moving(), "red", Stop())
    assert happened(played, StepBegan) == [StepBegan(0, "lords", 2)]


@pytest.mark.rule("K9.1")
def test_a_lord_goes_over_one_border_to_ones_own_unit() -> None:
    played = play(riding(), "red", MoveLord(28, 26))
    assert happened(played, LordMoved) == [LordMoved(0, 28, 26)]
    assert (on(played.state, 28), on(played.state, 26)) == ("red 3IA city", "red I Lord")


@pytest.mark.rule("K9.1")
def test_the_same_lord_may_move_more_than_once() -> None:
    state = after(riding(), "red", MoveLord(28, 26))
    state = after(state, "red", MoveLord(26, 25))
    assert on(state, 25) == "red C Lord city"
    assert refused_by(state, "red", MoveLord(25, 26)) == "K9.1"


@pytest.mark.rule("K9.1")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (MoveLord(28, 26), None),
        (MoveLord(28, 29), "K9.1"),
        (MoveLord(28, 30), "K9.1"),
        (MoveLord(26, 28), "K9.1"),
        (MoveLord(28, 1), "K1.2"),
        (MoveUnits(28, 26, units("I")), "K9.1"),
    ],
)
def test_only_a_lord_of_ones_own_over_a_passable_border(
    action: MoveLord | MoveUnits, rule: str | None
) -> None:
    assert refused_by(riding(), "red", action) == rule


@pytest.mark.rule("K9.1")
def test_without_a_stronghold_no_lord_moves() -> None:
    state = position("red 28: I Lord, 26: I | blue 48: I city", Step.LORDS)
    assert refused_by(state, "red", MoveLord(28, 26)) == "K9.1"


@pytest.mark.rule("K9.1")
def test_the_player_ends_his_turn_himself() -> None:
    state = riding(moves=0)
    assert asked(state) == [("red", "lords")]
    assert asked(after(state, "red", EndTurn())) == [("blue", "choice")]
