"""The rulings that our rulebook adds to the printed rules: K3.8, K7.14, K7.15, K8.2."""

from __future__ import annotations

import pytest

from app.rules.chance import Chance
from app.rules.kasl.actions import Attack, DeclarePlague, Fortify, SetLossOrder
from app.rules.kasl.board import BOARD
from app.rules.kasl.events import AttackThrown, LossOrderSet, StepBegan, TerritoryTaken
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, Kasl, Step
from app.rules.kasl.units import Kind
from tests.rules.kasl.positions import (
    SERVICE,
    Outcome,
    after,
    asked,
    happened,
    on,
    outcome,
    play,
    position,
    refused_by,
)

NEAR = BOARD.neighbours[1]
ALL_AROUND = ", ".join(f"{number}:" for number in NEAR)
CAVALRY_FIRST: tuple[Kind, Kind, Kind, Kind] = ("cavalry", "war_machine", "archers", "infantry")


@pytest.mark.rule("K3.8")
def test_the_order_of_the_round_stands_when_the_plague_changes_kingdoms() -> None:
    first, second, *_ = NEAR
    before = position(
        f"red 30: I city | blue 1: I city, {first}: I, {second}: I | yellow 40: I city, 41: I",
        Step.PLAGUE,
        order=("red", "yellow", "blue"),
        missions={"red": (1, 30), "yellow": (2, 3), "blue": (4, 5)},
        plague=True,
        round_=2,
    )
    declared = after(before, "red", DeclarePlague(1))
    assert on(declared, 1) == "plague"
    assert declared.order == before.order
    assert asked(declared) == [("red", "choice")]


def siege() -> Kasl:
    """A long siege: red goes against a fortress."""
    return position(f"red 1: 6I3A Lord city | blue {NEAR[0]}: 3I2A fortress, 40: I")


def thrown(state: Kasl, attack: Attack, seed: int) -> Outcome:
    chance = Chance(bytes([seed]) * 32, next_number=state.throws)
    return outcome(SERVICE.play(state, 0, attack, chance))


@pytest.mark.rule("K7.14")
@pytest.mark.parametrize("seed", range(6))
def test_several_throws_in_one_go_do_what_single_throws_would(seed: int) -> None:
    together = thrown(siege(), Attack(1, NEAR[0], keep=5), seed)
    throws = len(happened(together, AttackThrown))
    assert throws > 1
    alone = siege()
    for _ in range(throws):
        alone = thrown(alone, Attack(1, NEAR[0]), seed).state
    assert (alone.lands, alone.step, alone.throws) == (
        together.state.lands,
        together.state.step,
        together.state.throws,
    )


@pytest.mark.rule("K7.14")
@pytest.mark.parametrize("seed", range(6))
def test_several_throws_end_with_the_capture_or_below_the_number_named(seed: int) -> None:
    ended = thrown(siege(), Attack(1, NEAR[0], keep=5), seed)
    taken = bool(happened(ended, TerritoryTaken))
    left = ended.state.lands[0].units.cv
    held = ended.state.lands[NEAR[0] - 1].units.number > 0
    assert taken or left < 5 or not held


@pytest.mark.rule("K7.14")
def test_a_number_above_the_army_makes_one_throw() -> None:
    ended = play(siege(), "red", Attack(1, NEAR[0], keep=99), [2] * 4 + [3] * 5)
    assert len(happened(ended, AttackThrown)) == 1
    assert asked(ended.state) == [("red", "attack")]


@pytest.mark.rule("K7.15")
@pytest.mark.parametrize("reader", [None, 0, 1])
def test_everybody_sees_the_standing_orders(reader: int | None) -> None:
    changed = play(siege(), "blue", SetLossOrder(CAVALRY_FIRST))
    assert SERVICE.seen(changed.events, reader) == (LossOrderSet(1, CAVALRY_FIRST),)
    view = SERVICE.view(changed.state, reader).state
    assert view.loss_orders == (DEFAULT_LOSS_ORDER, CAVALRY_FIRST)


@pytest.mark.rule("K7.15")
@pytest.mark.parametrize("step", [step for step in Step if step is not Step.OVER])
def test_a_standing_order_may_be_changed_at_any_time(step: Step) -> None:
    state = position("red 1: 2I city | blue 40: I city", step)
    assert refused_by(state, "blue", SetLossOrder(CAVALRY_FIRST)) is None


@pytest.mark.rule("K8.2")
def test_steps_without_a_choice_are_passed_over_but_the_turn_is_ended_by_hand() -> None:
    enclosed = position(f"red 1: I city | blue 40: 2I city | plague {ALL_AROUND}", Step.CHOICE)
    fortified = play(enclosed, "red", Fortify(1))
    assert on(fortified.state, 1) == "red 2I fortress"
    assert [event.step for event in happened(fortified, StepBegan)] == ["lords"]
    assert asked(fortified.state) == [("red", "lords")]


@pytest.mark.rule("K8.2")
def test_redeployment_is_asked_for_where_attacks_are_not_possible() -> None:
    first, *others = NEAR
    around = ", ".join(f"{number}:" for number in {*others, *BOARD.neighbours[first]} - {1, first})
    state = position(f"red 1: I city, {first}: I | blue 40: 2I city | plague {around}", Step.CHOICE)
    assert asked(after(state, "red", Fortify(1))) == [("red", "units")]
