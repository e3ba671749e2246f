"""K7.10-K7.13  Capture, vacant territories, cavalry, strongholds; several throws in one go."""

from __future__ import annotations

import pytest

from app.rules.kasl.actions import Attack, GiveUp, MoveIn, StayOut
from app.rules.kasl.events import AttackThrown, MovedIn, StayedOut, TerritoryTaken, UnitsLost
from app.rules.kasl.kingdom import strongholds
from app.rules.kasl.state import Kasl
from tests.rules.kasl.positions import (
    SERVICE,
    Outcome,
    after,
    asked,
    happened,
    on,
    play,
    position,
    refused_by,
    units,
)

WIN = (5, 5, 5, 1, 1)
"""Three dice of attack hit, two of defence do not."""


def taken(origin: str = "3I", target: str = "I", more: str = "") -> Kasl:
    """Red on 28 has beaten what was on 26."""
    state = position(f"red 28: {origin}, 48: I city | blue 26: {target}, 1: I city {more}")
    return after(state, "red", Attack(28, 26), WIN)


@pytest.mark.rule("K7.10")
def test_who_has_two_units_left_may_move_in() -> None:
    assert asked(taken()) == [("red", "move_in")]


@pytest.mark.rule("K7.10")
@pytest.mark.parametrize(
    ("moved", "rule"), [("I", None), ("2I", None), ("3I", "K7.10"), ("", "K7.10"), ("A", "K7.10")]
)
def test_one_or_more_move_in_and_one_stays(moved: str, rule: str | None) -> None:
    assert refused_by(taken(), "red", MoveIn(units(moved))) == rule


@pytest.mark.rule("K7.10")
def test_moving_in_makes_the_territory_ones_own() -> None:
    state = after(taken("IAC"), "red", MoveIn(units("AC")))
    assert (on(state, 28), on(state, 26)) == ("red I", "red AC")
    assert asked(state) == [("red", "attack")]


@pytest.mark.rule("K7.10")
@pytest.mark.parametrize(
    ("lord", "origin", "target"),
    [(True, "red I", "red I Lord"), (False, "red I Lord", "red I")],
)
def test_the_lord_may_go_along(lord: bool, origin: str, target: str) -> None:
    state = position("red 28: 2I Lord, 48: I city | blue 26: I, 1: I")
    state = after(state, "red", Attack(28, 26), (5, 2, 2, 1, 1))
    state = after(state, "red", MoveIn(units("I"), lord))
    assert (on(state, 28), on(state, 26)) == (origin, target)


@pytest.mark.rule("K7.10")
def test_no_lord_goes_along_who_is_not_there() -> None:
    assert refused_by(taken(), "red", MoveIn(units("I"), lord=True)) == "K7.10"


@pytest.mark.rule("K7.10")
def test_who_stays_out_leaves_it_vacant() -> None:
    played = play(taken(), "red", StayOut())
    assert happened(played, StayedOut) == [StayedOut(0, 26)]
    assert on(played.state, 26) == "vacant"
    assert asked(played.state) == [("red", "attack")]


@pytest.mark.rule("K7.10")
def test_with_one_unit_left_nobody_moves_in() -> None:
    state = position("red 28: 3I, 48: I city | blue 26: I, 1: I")
    played = play(state, "red", Attack(28, 26), (5, 1, 1, 5, 5))
    assert not happened(played, TerritoryTaken)
    assert (on(played.state, 28), on(played.state, 26)) == ("red I", "vacant")


@pytest.mark.rule("K7.10")
@pytest.mark.rule("K7.9")
def test_the_defenders_lord_is_lost_with_his_last_unit() -> None:
    state = position("red 28: 3I, 48: I city | blue 26: I Lord, 1: I")
    state = after(state, "red", Attack(28, 26), (5, 5, 5, 2, 2))
    assert on(after(state, "red", StayOut()), 26) == "vacant"


def walked_in(origin: str, target: str = "") -> Outcome:
    side = f"blue 1: I city{target}"
    state = position(f"red 28: {origin}, 48: I city | {side}")
    return play(state, "red", Attack(28, 26))


@pytest.mark.rule("K7.11")
def test_a_vacant_territory_is_taken_without_dice() -> None:
    played = walked_in("3I")
    assert happened(played, TerritoryTaken) == [TerritoryTaken(0, 28, 26, "K7.11")]
    assert asked(played.state) == [("red", "move_in")]


@pytest.mark.rule("K7.11")
def test_one_must_move_in() -> None:
    state = walked_in("3I").state
    assert refused_by(state, "red", StayOut()) == "K7.12"
    assert StayOut() not in SERVICE.options(state, 0)


@pytest.mark.rule("K7.11")
def test_the_only_way_in_is_taken_by_itself() -> None:
    played = walked_in("II")
    assert (on(played.state, 28), on(played.state, 26)) == ("red I", "red I")


@pytest.mark.rule("K7.11")
def test_with_a_lord_there_is_a_choice() -> None:
    assert asked(walked_in("II Lord").state) == [("red", "move_in")]


@pytest.mark.rule("K7.11")
def test_with_two_kinds_of_units_there_is_a_choice() -> None:
    assert asked(walked_in("IA").state) == [("red", "move_in")]


@pytest.mark.rule("K7.11")
def test_a_vacant_territory_needs_two_units_too() -> None:
    state = position("red 28: C, 48: I city | blue 1: I city")
    assert refused_by(state, "red", Attack(28, 26)) == "K7.1"


@pytest.mark.rule("K7.11")
@pytest.mark.rule("K7.13")
def test_a_vacant_stronghold_is_taken_without_dice() -> None:
    played = walked_in("II", ", 26: castle")
    assert on(played.state, 26) == "red I castle"


@pytest.mark.rule("K7.12")
@pytest.mark.parametrize("target", ["I", "9A", "2IW", "I Lord"])
def test_cavalry_alone_beats_others_without_dice(target: str) -> None:
    state = position(f"red 28: 3C, 48: I city | blue 26: {target}, 1: I city")
    played = play(state, "red", Attack(28, 26))
    beaten = state.lands[25]
    expected = TerritoryTaken(0, 28, 26, "K7.12", beaten.units, beaten.lord)
    assert happened(played, TerritoryTaken) == [expected]
    assert on(played.state, 26) == "vacant"
    assert asked(played.state) == [("red", "move_in")]


@pytest.mark.rule("K7.12")
@pytest.mark.parametrize(
    ("origin", "target", "dice"),
    [("2CI", "I", 5), ("2CW", "I", 5), ("2C", "C", 6), ("2C", "IC", 6), ("2C", "I city", 6)],
)
def test_dice_are_thrown_against_cavalry_or_a_stronghold_or_with_others_along(
    origin: str, target: str, dice: int
) -> None:
    state = position(f"red 28: {origin}, 48: I city | blue 26: {target}, 1: I city")
    assert happened(play(state, "red", Attack(28, 26), (1,) * dice), AttackThrown)


@pytest.mark.rule("K7.12")
def test_lords_do_not_matter_to_it() -> None:
    state = position("red 28: 2C Lord, 48: I city | blue 26: I Lord, 1: I city")
    assert not happened(play(state, "red", Attack(28, 26)), AttackThrown)


@pytest.mark.rule("K7.12")
def test_moving_in_is_not_optional() -> None:
    state = position("red 28: 3C, 48: I city | blue 26: I, 1: I city")
    state = after(state, "red", Attack(28, 26))
    assert refused_by(state, "red", StayOut()) == "K7.12"
    assert on(after(state, "red", MoveIn(units("2C"))), 26) == "red 2C"


@pytest.mark.rule("K7.12")
def test_two_cavalry_have_only_one_way_in() -> None:
    state = position("red 28: 2C, 48: I city | blue 26: 5I, 1: I city")
    assert on(after(state, "red", Attack(28, 26)), 26) == "red C"


@pytest.mark.rule("K7.12")
def test_the_neutral_army_is_ridden_down_too() -> None:
    state = position("red 28: 2C, 48: I city | blue 1: I city | grey 26: 5I")
    assert on(after(state, "red", Attack(28, 26)), 26) == "red C"


def besieged(reds: str = "48: I city", level: str = "fortress") -> Kasl:
    """Red has beaten the garrison of blue's stronghold on 26."""
    state = position(f"red 28: 3IW, {reds} | blue 26: I {level}, 1: I city")
    return after(state, "red", Attack(28, 26), WIN)


@pytest.mark.rule("K7.13")
@pytest.mark.parametrize("level", ["city", "fortress", "castle"])
def test_a_stronghold_becomes_the_attackers_at_the_same_level(level: str) -> None:
    state = after(besieged(level=level), "red", MoveIn(units("I")))
    assert on(state, 26) == f"red I {level}"
    assert strongholds(state.lands, 1) == [1]


@pytest.mark.rule("K7.13")
def test_it_is_destroyed_if_he_has_four_already() -> None:
    four = "48: I city, 47: I city, 46: I city, 45: I castle"
    played = play(besieged(four), "red", MoveIn(units("I")))
    moved = happened(played, MovedIn)[0]
    assert (moved.stronghold, moved.destroyed) == (2, True)
    assert on(played.state, 26) == "red I"


@pytest.mark.rule("K7.13")
def test_while_nobody_moves_in_its_owner_keeps_it_and_the_territory() -> None:
    state = after(besieged(), "red", StayOut())
    assert on(state, 26) == "blue fortress"
    assert strongholds(state.lands, 1) == [1, 26]


@pytest.mark.rule("K7.13")
def test_the_attackers_own_lost_stronghold_stays_his() -> None:
    state = position("red 28: II castle | blue 26: 3I, 1: I city")
    assert on(after(state, "red", Attack(28, 26), (1, 1, 5, 5, 1)), 28) == "red castle"


@pytest.mark.rule("K7.14")
def test_throws_in_one_go_until_it_is_taken() -> None:
    state = position("red 28: 5I, 48: I city | blue 26: II, 1: I city")
    dice = (1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 5, 1, 1, 1, 1)
    played = play(state, "red", Attack(28, 26, keep=2), dice)
    assert len(happened(played, AttackThrown)) == 3
    assert asked(played.state) == [("red", "move_in")]


@pytest.mark.rule("K7.14")
@pytest.mark.parametrize(("keep", "throws"), [(0, 1), (5, 1), (4, 2), (3, 3), (2, 4), (1, 4)])
def test_throws_in_one_go_end_below_the_number_named(keep: int, throws: int) -> None:
    state = position("red 28: 5I, 48: I city | blue 26: 4I, 1: I city")
    dice = [die for _ in range(throws) for die in (1, 1, 1, 5, 1, 1)]
    if throws == 4:
        del dice[-6]  # two infantry throw two dice
    played = play(state, "red", Attack(28, 26, keep), dice)
    assert len(happened(played, AttackThrown)) == throws


@pytest.mark.rule("K7.14")
def test_throws_in_one_go_wait_for_losses_that_are_asked() -> None:
    state = position("red 28: 3IC, 48: I city | blue 26: 4I, 1: I city", ask_losses=True)
    state = after(state, "red", Attack(28, 26, keep=3), (1, 1, 1, 5, 5, 5))
    assert asked(state) == [("red", "losses")]
    played = play(state, "red", GiveUp(units("3I")))
    assert on(played.state, 28) == "red C"


@pytest.mark.rule("K7.14")
def test_after_the_answer_they_go_on() -> None:
    state = position("red 28: 3IC, 48: I city | blue 26: 4I, 1: I city", ask_losses=True)
    state = after(state, "red", Attack(28, 26, keep=3), (1, 1, 1, 5, 5, 5))
    again = play(state, "red", GiveUp(units("C")), (5, 5, 5, 5, 1, 1))
    assert len(happened(again, UnitsLost)) == 2
    assert (on(again.state, 28), on(again.state, 26)) == ("red 2I", "blue I")


@pytest.mark.rule("K7.14")
def test_cavalry_that_is_left_alone_rides_the_rest_down() -> None:
    state = position("red 28: I2C, 48: I city | blue 26: IC, 1: I city")
    played = play(state, "red", Attack(28, 26, keep=2), (5, 5, 5, 5, 1, 1))
    taken = happened(played, TerritoryTaken)
    assert taken == [TerritoryTaken(0, 28, 26, "K7.12", units("I"))]
