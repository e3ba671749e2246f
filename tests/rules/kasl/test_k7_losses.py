"""K7.7-K7.9  Losses."""

from __future__ import annotations

import pytest

from app.rules.kasl.actions import Attack, EndTurn, GiveUp, SetLossOrder
from app.rules.kasl.events import LossChosen, LossOrderSet, UnitsLost
from app.rules.kasl.losses import automatic_loss, ways_to_lose
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, Kasl, Step
from app.rules.kasl.units import Kind
from tests.rules.kasl.positions import (
    SERVICE,
    after,
    asked,
    happened,
    letters,
    on,
    play,
    position,
    refusal,
    refused_by,
    units,
    with_order,
)

WAYS = [
    ("AC", 1, [""]),  # printed: 1 CV, an archers and a cavalry: nothing
    ("3IAC", 3, ["3I", "IA", "C"]),  # printed: 3 CV
    ("IAC", 3, ["IA", "C"]),
    ("IC", 2, ["I"]),
    ("AC", 4, ["C"]),
    ("2A", 3, ["A"]),
    ("AW", 2, ["A", "W"]),
    ("2I", 3, ["2I"]),
    ("2C", 5, ["C"]),
    ("CW", 6, ["CW"]),
    ("I", 0, [""]),
]


@pytest.mark.rule("K7.7")
@pytest.mark.parametrize(("there", "damage", "ways"), WAYS)
def test_whole_units_that_reach_the_greatest_total_the_damage_allows(
    there: str, damage: int, ways: list[str]
) -> None:
    found = [letters(way) for way in ways_to_lose(units(there), damage)]
    assert sorted(found) == sorted(ways)


@pytest.mark.rule("K7.7")
def test_a_unit_worth_more_than_the_damage_stays() -> None:
    state = position("red 28: 3I city | blue 26: AC, 1: I")
    fought = after(state, "red", Attack(28, 26), (5, 1, 1, 1, 1, 1))
    assert on(fought, 26) == "blue AC"


STANDING: list[tuple[str, int, tuple[Kind, ...], str]] = [
    ("3IAC", 3, DEFAULT_LOSS_ORDER, "3I"),
    ("IAC", 3, DEFAULT_LOSS_ORDER, "IA"),
    ("AW", 2, DEFAULT_LOSS_ORDER, "A"),
    ("IAW", 3, DEFAULT_LOSS_ORDER, "IA"),
    ("3IAC", 3, ("cavalry", "archers", "war_machine", "infantry"), "C"),
    ("AW", 2, ("infantry", "war_machine", "archers", "cavalry"), "W"),
    ("2IA", 2, ("archers", "infantry", "war_machine", "cavalry"), "A"),
    ("2IAW", 2, ("cavalry", "war_machine", "infantry", "archers"), "W"),
]


@pytest.mark.rule("K7.8")
@pytest.mark.parametrize(("there", "damage", "order", "lost"), STANDING)
def test_the_standing_order_loses_fewest_of_its_last_kind(
    there: str, damage: int, order: tuple[Kind, ...], lost: str
) -> None:
    assert letters(automatic_loss(units(there), damage, order)) == lost


@pytest.mark.rule("K7.8")
def test_each_side_follows_its_own_order() -> None:
    state = position("red 28: IIA city | blue 26: IIA, 1: I")
    state = with_order(state, "blue", "archers", "infantry", "war_machine", "cavalry")
    fought = after(state, "red", Attack(28, 26), (5, 6, 1, 5, 6, 1))
    assert (on(fought, 28), on(fought, 26)) == ("red A city", "blue 2I")


@pytest.mark.rule("K7.8")
def test_the_neutral_army_follows_the_default_order() -> None:
    state = position("red 28: IIA city | blue 1: I | grey 26: IIA", ask_losses=True)
    fought = after(state, "red", Attack(28, 26), (5, 6, 1, 1, 1, 1))
    assert on(fought, 26) == "grey A"


ASKED = "red 28: IIA city | blue 26: IIA, 1: I | yellow 2: I"


def asking(dice: tuple[int, ...] = (5, 6, 1, 5, 6, 1)) -> Kasl:
    """Both sides must lose 2 CV of two infantry and an archers."""
    return after(position(ASKED, ask_losses=True), "red", Attack(28, 26), dice)


@pytest.mark.rule("K7.8")
def test_both_sides_are_asked_at_once() -> None:
    assert asked(asking()) == [("red", "losses"), ("blue", "losses")]
    assert asked(after(asking(), "blue", GiveUp(units("A")))) == [("red", "losses")]


@pytest.mark.rule("K7.8")
def test_only_a_side_with_more_than_one_way_is_asked() -> None:
    assert asked(asking((5, 6, 1, 5, 1, 1))) == [("blue", "losses")]
    assert asked(asking((5, 1, 1, 5, 1, 1))) == [("red", "attack")]


@pytest.mark.rule("K7.8")
def test_neither_sees_the_others_answer_first() -> None:
    played = play(asking(), "blue", GiveUp(units("A")))
    assert happened(played, LossChosen)[0].seen_by(0) is None
    assert happened(played, LossChosen)[0].seen_by(1) == LossChosen(1, units("A"))
    given = [SERVICE.view(played.state, seat).state.fight.given_up for seat in (0, 1, 2, None)]
    assert given == [(None, None), (None, units("A")), (None, None), (None, None)]


@pytest.mark.rule("K7.8")
def test_both_lose_when_both_have_chosen() -> None:
    state = after(asking(), "blue", GiveUp(units("A")))
    assert on(state, 26) == "blue 2IA"
    played = play(state, "red", GiveUp(units("2I")))
    assert happened(played, UnitsLost)[0].losses == (units("2I"), units("A"))
    assert (on(played.state, 28), on(played.state, 26)) == ("red A city", "blue 2I")


@pytest.mark.rule("K7.7")
@pytest.mark.parametrize("given", ["", "I", "AI", "2IA", "W", "C"])
def test_other_losses_are_refused(given: str) -> None:
    assert refused_by(asking(), "blue", GiveUp(units(given))) == "K7.7"


@pytest.mark.rule("K7.7")
def test_the_refusal_says_what_must_go() -> None:
    why = refusal(asking(), "blue", GiveUp(units("I")))
    assert why is not None
    assert why.params == {"damage": 2, "worth": 2, "given": 1}


@pytest.mark.rule("K7.8")
def test_a_seat_that_has_nothing_to_choose_is_refused() -> None:
    assert refused_by(asking(), "yellow", GiveUp(units("I"))) == "K7.8"
    state = after(asking(), "blue", GiveUp(units("A")))
    assert refused_by(state, "blue", GiveUp(units("A"))) == "K7.8"


@pytest.mark.rule("K7.8")
def test_the_standing_order_may_be_changed_at_any_time() -> None:
    order = SetLossOrder(("cavalry", "archers", "war_machine", "infantry"))
    for house, number in (("red", 0), ("blue", 1), ("yellow", 2)):
        played = play(asking(), house, order)
        assert happened(played, LossOrderSet) == [LossOrderSet(number, order.order)]
        assert played.state.loss_orders[number] == order.order
        assert asked(played.state) == [("red", "losses"), ("blue", "losses")]


@pytest.mark.rule("K7.8")
def test_it_names_each_kind_once() -> None:
    order = SetLossOrder(("cavalry", "cavalry", "war_machine", "infantry"))
    assert refused_by(asking(), "red", order) == "K7.8"


@pytest.mark.rule("K7.8")
def test_it_is_not_changed_after_the_end() -> None:
    state = after(
        position("red 1: I city | blue 2: I", Step.LORDS, round_=8, order=("blue", "red")),
        "red",
        EndTurn(),
    )
    assert refused_by(state, "red", SetLossOrder(DEFAULT_LOSS_ORDER)) == "K10.1"


@pytest.mark.rule("K7.9")
def test_a_lord_who_is_left_alone_is_lost_too() -> None:
    state = position("red 28: II Lord, 48: I city | blue 26: II Lord, 1: I")
    played = play(state, "red", Attack(28, 26), (5, 6, 4, 5, 6))
    assert happened(played, UnitsLost)[0].lords_lost == (True, True)
    assert (on(played.state, 28), on(played.state, 26)) == ("vacant", "vacant")


@pytest.mark.rule("K7.9")
def test_a_lord_stays_with_the_units_that_are_left() -> None:
    state = position("red 28: II Lord, 48: I city | blue 26: II Lord, 1: I")
    fought = after(state, "red", Attack(28, 26), (5, 2, 2, 5, 2))
    assert (on(fought, 28), on(fought, 26)) == ("red I Lord", "blue I Lord")


@pytest.mark.rule("K7.9")
def test_a_territory_without_a_unit_is_nobodys() -> None:
    state = position("red 28: II, 48: I city | blue 26: 3I, 1: I")
    fought = after(state, "red", Attack(28, 26), (1, 1, 5, 5, 1))
    assert on(fought, 28) == "vacant"
