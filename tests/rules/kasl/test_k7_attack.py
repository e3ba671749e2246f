"""K7.1-K7.6  Attacks: who may attack whom, and the dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.rules.kasl.actions import Attack, Stop
from app.rules.kasl.attack import attack_dice, defence_dice, hits
from app.rules.kasl.events import AttackThrown, UnitsLost
from app.rules.kasl.state import Kasl, Step
from tests.rules.kasl.positions import (
    SERVICE,
    after,
    asked,
    happened,
    on,
    play,
    position,
    refusal,
    refused_by,
    units,
)


def siege(origin: str, target: str, more: str = "") -> Kasl:
    """Red on 28 faces blue on 26; both have a city far away."""
    return position(f"red 28: {origin}, 48: I city | blue 26: {target}, 1: I city {more}")


def thrown(state: Kasl, dice: Sequence[int]) -> AttackThrown:
    return happened(play(state, "red", Attack(28, 26), dice), AttackThrown)[0]


@pytest.mark.rule("K7.1")
@pytest.mark.parametrize(
    ("origin", "rule"), [("II", None), ("IA", None), ("C", "K7.1"), ("W Lord", "K7.1")]
)
def test_an_attack_needs_two_units_with_a_combat_value(origin: str, rule: str | None) -> None:
    assert refused_by(siege(origin, "I"), "red", Attack(28, 26)) == rule


@pytest.mark.rule("K7.1")
def test_the_refusal_says_how_many_are_there() -> None:
    why = refusal(siege("C", "I"), "red", Attack(28, 26))
    assert why is not None
    assert (why.params["have"], why.params["needed"]) == (1, 2)


@pytest.mark.rule("K7.1")
@pytest.mark.parametrize(
    ("origin", "target", "rule"),
    [(1, 2, "K7.1"), (28, 48, "K7.1"), (28, 28, "K7.1"), (28, 29, "K3.5"), (28, 25, None)],
)
def test_from_ones_own_against_what_is_not_and_not_infected(
    origin: int, target: int, rule: str | None
) -> None:
    state = siege("II", "I", "| plague 29")
    assert refused_by(state, "red", Attack(origin, target)) == rule


@pytest.mark.rule("K7.1")
def test_each_throw_is_an_attack_of_its_own() -> None:
    state = siege("3I", "2I")
    fought = after(state, "red", Attack(28, 26), (1, 1, 1, 1, 1))
    assert asked(fought) == [("red", "attack")]
    assert refused_by(fought, "red", Attack(28, 25)) is None
    assert after(fought, "red", Stop()).step is not Step.ATTACK


@pytest.mark.rule("K7.1")
def test_one_may_attack_as_often_as_one_likes() -> None:
    state = siege("3I", "2I")
    for _ in range(20):
        state = after(state, "red", Attack(28, 26), (1, 1, 1, 1, 1))
    assert asked(state) == [("red", "attack")]


@pytest.mark.rule("K7.1")
def test_only_the_player_whose_turn_it_is_attacks() -> None:
    state = siege("II", "II")
    why = refusal(state, "blue", Attack(26, 28))
    assert why is not None
    assert (why.rule, why.params) == ("K7.1", {"seat": 0})


@pytest.mark.rule("K7.1")
def test_another_action_is_refused_with_what_is_asked() -> None:
    state = position("red 28: II city | blue 26: I", Step.CHOICE)
    assert refused_by(state, "red", Attack(28, 26)) == "K6.1"


DICE_OF_ATTACK = [
    ("I", 2), ("II", 2), ("A", 2), ("W", 2), ("3I", 3), ("IA", 3), ("C", 3), ("9C", 3),
    ("II Lord", 3), ("3I Lord", 4), ("II castle", 2), ("3I castle", 3),
]  # fmt: skip


@pytest.mark.rule("K7.2")
@pytest.mark.parametrize(("origin", "number"), DICE_OF_ATTACK)
def test_attack_dice_by_total_cv_and_lord(origin: str, number: int) -> None:
    assert attack_dice(siege(origin, "I").lands[27]) == number


DICE_OF_DEFENCE = [
    ("I", 2), ("II", 2), ("A", 2), ("3I", 3), ("C", 3), ("II Lord", 2), ("3I Lord", 3),
    ("I city", 3), ("I fortress", 4), ("I castle", 5), ("C city", 4), ("C castle", 6),
]  # fmt: skip


@pytest.mark.rule("K7.3")
@pytest.mark.parametrize(("target", "number"), DICE_OF_DEFENCE)
def test_defence_dice_by_total_cv_and_stronghold(target: str, number: int) -> None:
    state = siege("II", target)
    assert defence_dice(state.lands[25], state.lands[27]) == number


@pytest.mark.rule("K7.3")
def test_a_siege_throws_the_dice_of_both_sides() -> None:
    result = thrown(siege("II", "C castle"), (1, 2, 1, 2, 3, 4, 1, 2))
    assert result.attack == ((1,), (2,))
    assert result.defence == ((1,), (2,), (3,), (4,), (1,), (2,))


@pytest.mark.rule("K7.4")
@pytest.mark.parametrize(("target", "number"), [("I castle", 2), ("C city", 3), ("C", 3)])
def test_a_war_machine_cancels_the_strongholds_dice(target: str, number: int) -> None:
    state = siege("IW", target)
    assert defence_dice(state.lands[25], state.lands[27]) == number


@pytest.mark.rule("K7.4")
def test_when_the_machine_is_lost_so_is_the_advantage() -> None:
    state = siege("CCW", "2C castle")
    state = after(state, "red", Attack(28, 26), (1, 1, 1, 5, 5, 1))
    assert on(state, 28) == "red 2C"
    assert len(thrown(state, (1,) * 9).defence) == 6


@pytest.mark.rule("K7.5")
def test_a_lord_on_the_origin_throws_each_1_again() -> None:
    result = thrown(siege("II Lord", "II"), (1, 1, 4, 2, 1, 6, 1, 1))
    assert result.attack == ((1, 1, 4), (2,), (1, 6))
    assert result.defence == ((1,), (1,))
    assert result.damage == (0, 1)


@pytest.mark.rule("K7.5")
def test_a_lord_on_the_target_throws_each_1_again() -> None:
    result = thrown(siege("II", "II Lord"), (1, 1, 1, 1, 5, 2))
    assert result.attack == ((1,), (1,))
    assert result.defence == ((1, 1, 5), (2,))
    assert result.damage == (1, 0)


@pytest.mark.rule("K7.5")
def test_a_lord_elsewhere_does_not_help() -> None:
    far = position("red 28: II city, 25: I Lord | blue 26: II, 1: I Lord")
    assert thrown(far, (1, 1, 1, 1)).attack == ((1,), (1,))


@pytest.mark.rule("K7.6")
def test_the_printed_example_four_dice_against_three() -> None:
    state = siege("3I Lord", "4I")
    result = thrown(state, (3, 5, 5, 6, 2, 4, 6))
    assert result.damage == (1, 3)
    fought = after(state, "red", Attack(28, 26), (3, 5, 5, 6, 2, 4, 6))
    assert (on(fought, 28), on(fought, 26)) == ("red 2I Lord", "blue I")


@pytest.mark.rule("K7.6")
@pytest.mark.parametrize(("face", "damage"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_each_5_or_6_costs_one(face: int, damage: int) -> None:
    assert hits(((face,),)) == damage


@pytest.mark.rule("K7.6")
def test_of_a_die_thrown_again_only_the_last_face_counts() -> None:
    assert hits(((1, 1, 6), (1, 2))) == 1


@pytest.mark.rule("K7.6")
def test_both_sides_lose_at_the_same_time() -> None:
    played = play(siege("II", "II"), "red", Attack(28, 26), (5, 6, 5, 6))
    assert happened(played, UnitsLost)[0].losses == (units("II"), units("II"))
    assert (on(played.state, 28), on(played.state, 26)) == ("vacant", "vacant")


def test_attacks_are_offered_for_every_target_and_may_be_stopped() -> None:
    state = position("red 28: II city, 48: I | blue 26: I, 25: I | plague 29")
    offered = SERVICE.options(state, 0)
    assert Stop() in offered
    singles = [a for a in offered if isinstance(a, Attack) and not a.keep]
    assert singles == [Attack(28, target) for target in (25, 26, 30, 38)]


def test_the_fight_stands_in_the_state_while_losses_are_asked() -> None:
    state = position("red 28: IIA city | blue 26: I, 1: I", ask_losses=True)
    asking = after(state, "red", Attack(28, 26), (1, 1, 1, 5, 6))
    assert asking.fight is not None
    assert (asking.fight.damage, asking.fight.given_up) == ((2, 0), (None, None))
