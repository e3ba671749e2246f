"""K2  Set-up."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from app.rules.kasl.actions import Attack, EndTurn, SetUp
from app.rules.kasl.events import MissionsDealt, PlacingOrderThrown, TerritoriesDealt
from app.rules.kasl.kingdom import held, lords, strongholds, supply
from app.rules.kasl.state import Kasl, Step
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
    refusal,
    refused_by,
)
from tests.rules.loaded import LoadedChance

IN_ORDER = tuple(range(48, 1, -1))
"""Dice that leave the 48 cards in the order of their numbers."""
BASIC = {"advanced": "off", "losses": "automatic", "plague": "none"}
ADVANCED = BASIC | {"advanced": "on"}


def opened(seats: int, dice: Iterable[int], options: dict[str, str] = BASIC) -> Outcome:
    return outcome(SERVICE.open(seats, options, LoadedChance((*IN_ORDER, *dice))))


def first_state(seats: int, dice: Iterable[int], options: dict[str, str] = BASIC) -> Kasl:
    return opened(seats, dice, options).state


@pytest.mark.rule("K2.1")
@pytest.mark.parametrize(("seats", "dice", "size"), [(4, (1, 2, 3, 4), 12), (3, (1, 2, 3), 16)])
def test_equal_piles_are_dealt_with_one_infantry_on_each(
    seats: int, dice: tuple[int, ...], size: int
) -> None:
    state = first_state(seats, dice)
    assert [len(held(state.lands, seat)) for seat in range(seats)] == [size] * seats
    assert all(on(state, number).endswith(" I") for number in range(1, 49))


@pytest.mark.rule("K2.1")
def test_the_cards_are_shuffled() -> None:
    played = outcome(SERVICE.open(4, BASIC, LoadedChance((1,) * 47 + (1, 2, 3, 4))))
    piles = happened(played, TerritoriesDealt)[0].piles
    assert piles[0] == tuple(range(2, 14))
    assert piles[3] == (1, *range(38, 49))


@pytest.mark.rule("K2.2")
def test_with_two_players_the_third_pile_is_a_neutral_army() -> None:
    state = first_state(2, (1, 2))
    assert [len(held(state.lands, army)) for army in range(3)] == [16, 16, 16]
    assert on(state, 48) == "grey I"


@pytest.mark.rule("K2.2")
def test_the_neutral_army_has_no_turn() -> None:
    state = position(
        "red 28: II city, 1: I | blue 29: I city, 2: I | grey 26: I castle", Step.LORDS
    )
    blue = after(state, "red", EndTurn())
    assert asked(blue) == [("blue", "choice")]
    assert state.order == (0, 1)


@pytest.mark.rule("K2.2")
def test_the_neutral_army_defends() -> None:
    state = position("red 28: II city | blue 1: I | grey 26: II")
    fought = after(state, "red", Attack(28, 26), dice=(1, 1, 5, 1))
    assert (on(fought, 28), on(fought, 26)) == ("red I city", "grey 2I")


@pytest.mark.rule("K2.3")
@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ((4, 2, 6, 1), (3, 1, 0, 2)),
        ((3, 3, 1, 3, 2, 5, 2, 6, 4), (2, 3, 0, 1)),  # 0, 1, 3 tie: 2 5 2; 0, 3 again: 6 4
    ],
)
def test_the_lowest_die_places_first_and_ties_throw_again(
    dice: tuple[int, ...], order: tuple[int, ...]
) -> None:
    assert first_state(4, dice).order == order


@pytest.mark.rule("K2.3")
def test_the_dice_for_the_order_are_told_by_seat() -> None:
    thrown = happened(opened(3, (2, 2, 1, 5, 4)), PlacingOrderThrown)[0]
    assert thrown.dice == ((2, 5), (2, 4), (1,))


@pytest.mark.rule("K2.3")
def test_each_places_in_that_order() -> None:
    state = first_state(3, (2, 1, 3))
    assert asked(state) == [("blue", "set_up")]
    state = after(state, "blue", SetUp(17, 17, {17: 3}))
    assert asked(state) == [("red", "set_up")]


@pytest.mark.rule("K2.3")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (SetUp(1, 1, {1: 3}), None),
        (SetUp(1, 2, {3: 1, 4: 1, 5: 1}), None),
        (SetUp(1, 2, {3: 2, 4: 1, 5: 0}), None),
        (SetUp(17, 1, {1: 3}), "K2.3"),
        (SetUp(1, 17, {1: 3}), "K2.3"),
        (SetUp(1, 1, {17: 3}), "K2.3"),
        (SetUp(1, 1, {1: 2}), "K2.3"),
        (SetUp(1, 1, {1: 2, 2: 2}), "K2.3"),
        (SetUp(1, 1, {}), "K2.3"),
    ],
)
def test_city_lord_and_three_archers_go_to_ones_own(action: SetUp, rule: str | None) -> None:
    assert refused_by(first_state(3, (1, 2, 3)), "red", action) == rule


@pytest.mark.rule("K2.3")
def test_what_is_placed_stands_there() -> None:
    state = after(first_state(3, (1, 2, 3)), "red", SetUp(1, 2, {2: 1, 3: 2}))
    assert [on(state, n) for n in (1, 2, 3)] == ["red I city", "red IA Lord", "red I2A"]
    assert (supply(state.lands, 0).archers, lords(state.lands, 0)) == (17, 1)
    assert strongholds(state.lands, 0) == [1]


@pytest.mark.rule("K2.3")
def test_a_wrong_number_of_archers_is_told_with_numbers() -> None:
    why = refusal(first_state(3, (1, 2, 3)), "red", SetUp(1, 1, {1: 5}))
    assert why is not None
    assert why.params == {"number": 3, "placed": 5}


@pytest.mark.rule("K2.4")
def test_in_the_advanced_game_each_draws_two_secret_cards_after_the_set_up() -> None:
    state = first_state(2, (1, 2), ADVANCED)
    state = after(state, "red", SetUp(1, 1, {1: 3}))
    assert state.missions == ((), ())
    played = play(state, "blue", SetUp(17, 17, {17: 3}), dice=IN_ORDER)
    dealt = happened(played, MissionsDealt)[0]
    assert dealt.missions == ((1, 2), (3, 4))
    assert dealt.seen_by(0).missions == ((1, 2), (0, 0))
    assert dealt.seen_by(None).missions == ((0, 0), (0, 0))


@pytest.mark.rule("K2.4")
def test_in_the_basic_game_nobody_has_cards() -> None:
    state = after(first_state(2, (1, 2)), "red", SetUp(1, 1, {1: 3}))
    played = play(state, "blue", SetUp(17, 17, {17: 3}))
    assert not happened(played, MissionsDealt)
    assert played.state.round == 1
