"""K4  Automatic recruitment, and who is out."""

from __future__ import annotations

import pytest

from app.rules.kasl.actions import Attack, EndTurn, Found, MoveIn, SetLossOrder
from app.rules.kasl.events import CityFounded, PlayerWentOut, RoundBegan, TurnBegan, UnitsAppeared
from app.rules.kasl.state import Kasl, Step
from tests.rules.kasl.positions import (
    after,
    asked,
    happened,
    on,
    play,
    position,
    refused_by,
    units,
)


def blues_turn(blue: str, more: str = "") -> Kasl:
    """What blue finds when red's turn is over."""
    state = position(f"red 48: I city | blue {blue}{more}", Step.LORDS)
    return after(state, "red", EndTurn())


@pytest.mark.rule("K4.1")
@pytest.mark.parametrize(
    ("before", "then"),
    [
        ("I city", "blue 2I city"),
        ("I fortress", "blue IA fortress"),
        ("I castle", "blue IC castle"),
    ],
)
def test_each_stronghold_brings_its_unit(before: str, then: str) -> None:
    assert on(blues_turn(f"28: {before}"), 28) == then


@pytest.mark.rule("K4.1")
def test_every_stronghold_brings_one() -> None:
    state = position("red 48: I city | blue 28: C city, 26: I castle, 1: fortress", Step.LORDS)
    appeared = happened(play(state, "red", EndTurn()), UnitsAppeared)[0]
    assert appeared.placements == {1: units("A"), 26: units("C"), 28: units("I")}


@pytest.mark.rule("K4.1")
def test_only_the_player_whose_turn_begins_recruits() -> None:
    assert on(blues_turn("28: I city"), 48) == "red I city"


@pytest.mark.rule("K4.2")
def test_without_a_stronghold_a_city_is_founded_where_one_chooses() -> None:
    state = blues_turn("28: I, 26: C")
    assert asked(state) == [("blue", "found")]
    assert on(after(state, "blue", Found(26)), 26) == "blue AC Lord city"


@pytest.mark.rule("K4.2")
def test_it_is_founded_by_itself_on_the_only_territory() -> None:
    state = blues_turn("28: I")
    assert on(state, 28) == "blue IA Lord city"
    assert asked(state) == [("blue", "choice")]


@pytest.mark.rule("K4.2")
def test_who_has_a_lord_receives_no_other() -> None:
    state = blues_turn("28: I Lord, 26: C")
    assert on(after(state, "blue", Found(26)), 26) == "blue AC city"


@pytest.mark.rule("K4.2")
def test_it_is_founded_on_ones_own() -> None:
    state = blues_turn("28: I, 26: C")
    assert refused_by(state, "blue", Found(48)) == "K4.2"
    assert refused_by(state, "blue", Found(1)) == "K4.2"


@pytest.mark.rule("K4.2")
@pytest.mark.rule("K1.5")
def test_without_archers_in_the_supply_the_city_stands_alone() -> None:
    state = position("red 48: I city | blue 28: 20A", Step.LORDS)
    assert happened(play(state, "red", EndTurn()), CityFounded) == [CityFounded(1, 28, 0, True)]


LAST_STAND = "red 28: 3I city | blue 26: I | yellow 1: I city"
HITS = (5, 5, 5, 1, 1)
"""The attack's three dice and the defence's two: three hits, none in return."""


@pytest.mark.rule("K4.3")
def test_who_loses_the_last_territory_is_out_at_once() -> None:
    played = play(position(LAST_STAND), "red", Attack(28, 26), HITS)
    assert happened(played, PlayerWentOut) == [PlayerWentOut(1)]


@pytest.mark.rule("K4.3")
def test_he_has_no_turn_any_more() -> None:
    state = after(position(LAST_STAND), "red", Attack(28, 26), HITS)
    state = after(state, "red", MoveIn(units("I")))
    state = position("red 28: I city, 26: I | yellow 1: I city", Step.LORDS)
    assert state.out == (False, True, False)
    played = play(state, "red", EndTurn())
    assert happened(played, TurnBegan) == [TurnBegan(2)]


@pytest.mark.rule("K4.3")
def test_he_has_no_place_in_the_order_of_play() -> None:
    text = "red 28: I city, 26: I | yellow 1: I city"
    state = position(text, Step.LORDS, order=("yellow", "red"))
    began = happened(play(state, "red", EndTurn()), RoundBegan)[0]
    assert (began.order, began.sizes) == ((2, 0), (2, 0, 1))


@pytest.mark.rule("K4.3")
def test_he_is_asked_nothing_and_may_change_nothing() -> None:
    state = position("red 28: II city, 26: I | yellow 1: I city", Step.LORDS)
    order = SetLossOrder(("cavalry", "archers", "war_machine", "infantry"))
    assert refused_by(state, "blue", order) == "K4.3"
    assert refused_by(state, "blue", EndTurn()) == "K9.1"


@pytest.mark.rule("K4.3")
def test_a_lonely_stronghold_keeps_its_owner_in_the_game() -> None:
    state = position("red 28: 3I city | blue 26: I city | yellow 1: I city")
    played = play(state, "red", Attack(28, 26), (*HITS, 1))
    assert not happened(played, PlayerWentOut)
    played = play(played.state, "red", MoveIn(units("I")))
    assert happened(played, PlayerWentOut) == [PlayerWentOut(1)]


@pytest.mark.rule("K4.3")
def test_an_attacker_may_lose_his_own_last_territory() -> None:
    text = "red 28: II | blue 26: 4I city | yellow 1: I city"
    played = play(position(text), "red", Attack(28, 26), (1, 1, 5, 5, 1, 1))
    assert happened(played, PlayerWentOut) == [PlayerWentOut(0)]
    assert asked(played.state) == [("blue", "choice")]
