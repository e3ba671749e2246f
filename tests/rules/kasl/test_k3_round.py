"""K3  Round of play: the order and the plague."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.rules.kasl.actions import (
    Attack,
    Build,
    DeclarePlague,
    EndTurn,
    MoveUnits,
    Recruit,
    WithholdPlague,
)
from app.rules.kasl.board import territories
from app.rules.kasl.events import (
    OrderTieThrown,
    PlagueDeclared,
    PlagueSpread,
    PlagueThrown,
    PlayerWentOut,
    RoundBegan,
    TerritoryInfected,
)
from app.rules.kasl.kingdom import (
    infected,
    kingdom_size,
    kingdoms,
    lords,
    markers_left,
    order_size,
    principal_kingdom,
    supply,
)
from app.rules.kasl.order import standing
from app.rules.kasl.plague import SQUARES
from app.rules.kasl.state import Kasl, Step
from tests.rules.kasl.positions import (
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


def next_round(text: str, *dice: int, **more: Any) -> Outcome:
    """What happens from the last turn's end on; red plays last."""
    settings: dict[str, Any] = {"order": ("blue", "red"), "round_": 1}
    return play(position(text, Step.LORDS, **settings | more), "red", EndTurn(), dice)


def order_of(played: Outcome) -> tuple[int, ...]:
    return happened(played, RoundBegan)[0].order


@pytest.mark.rule("K3.1")
def test_the_smallest_principal_kingdom_goes_first() -> None:
    played = next_round("red 28: I city | blue 1: I city, 2: I")
    assert order_of(played) == (0, 1)
    assert happened(played, RoundBegan)[0].sizes == (1, 2)
    assert asked(played.state) == [("red", "choice")]


@pytest.mark.rule("K3.1")
def test_the_order_is_made_anew_each_round() -> None:
    played = next_round("red 28: I city, 26: I, 25: I | blue 1: I city, 2: I")
    assert order_of(played) == (1, 0)
    assert played.state.round == 2


@pytest.mark.rule("K3.2")
def test_a_kingdom_is_joined_over_passable_borders_and_has_a_stronghold() -> None:
    state = position("red 1: I, 2: I city, 4: I, 24: I, 28: I, 26: I, 48: castle | blue 3: I")
    parts = [territories(part) for part in kingdoms(state.lands, 0)]
    assert parts == [(1, 2, 4), (48,)]  # 24 and 28: a river; 26 and 28: no stronghold


@pytest.mark.rule("K3.2")
def test_the_principal_kingdom_is_the_largest() -> None:
    state = position("red 1: I city, 25: I, 26: I castle, 28: I, 44: I | blue 3: I")
    assert territories(principal_kingdom(state.lands, 0)) == (25, 26, 28)


@pytest.mark.rule("K3.2")
def test_without_a_stronghold_the_largest_joined_set_counts_for_the_order_alone() -> None:
    state = position("red 1: I, 25: I, 26: I, 28: I | blue 3: I")
    assert (order_size(state.lands, 0), kingdom_size(state.lands, 0)) == (3, 0)


@pytest.mark.rule("K3.2")
def test_a_small_kingdom_counts_before_a_larger_set_without_a_stronghold() -> None:
    state = position("red 1: I city, 25: I, 26: I, 28: I | blue 3: I")
    assert order_size(state.lands, 0) == 1


@pytest.mark.rule("K3.3")
@pytest.mark.parametrize(
    ("red", "blue", "first"),
    [
        ("28: I fortress", "1: I city", 1),
        ("28: I city, 10: I castle", "1: I fortress", 0),
        ("28: I", "1: I city", 0),
        ("28: I city, 10: I city", "1: I city", 1),
        ("28: I city, 10: I Lord", "1: I city", 1),
    ],
)
def test_ties_lowest_level_then_fewest_strongholds_then_fewest_lords(
    red: str, blue: str, first: int
) -> None:
    state = position(f"red {red} | blue {blue}")
    assert standing(state, 0)[0] == standing(state, 1)[0] == 1
    assert order_of(next_round(f"red {red} | blue {blue}"))[0] == first


@pytest.mark.rule("K3.3")
def test_a_last_tie_is_broken_by_the_lowest_die() -> None:
    played = next_round("red 28: I city | blue 1: I city", 3, 2)
    assert order_of(played) == (1, 0)
    assert happened(played, OrderTieThrown)[0].dice == ((3,), (2,))


@pytest.mark.rule("K3.3")
def test_those_who_tie_on_the_die_throw_again() -> None:
    played = next_round("red 28: I city | blue 1: I city", 3, 3, 6, 6, 1, 4)
    assert order_of(played) == (0, 1)
    assert happened(played, OrderTieThrown)[0].dice == ((3, 6, 1), (3, 6, 4))


@pytest.mark.rule("K3.3")
def test_only_those_throw_who_tie() -> None:
    played = next_round(
        "red 28: I city, 26: I | blue 1: I city, 2: I | yellow 10: I city",
        5,
        4,
        order=("blue", "yellow", "red"),
    )
    assert happened(played, OrderTieThrown)[0].seats == (0, 1)
    assert order_of(played) == (2, 1, 0)


BORDERLAND = "red 28: II Lord city, 1: I | blue 26: I city, 2: I, 3: I, 24: I"


@pytest.mark.rule("K3.4")
@pytest.mark.parametrize(
    ("ended", "die", "appears"),
    [
        (1, 1, True),
        (1, 2, False),
        (3, 2, True),
        (3, 3, False),
        (5, 3, True),
        (7, 4, True),
        (7, 5, False),
    ],
)
def test_the_plague_appears_on_a_number_of_the_rounds_square(
    ended: int, die: int, appears: bool
) -> None:
    dice = (die, 28) if appears else (die,)
    played = next_round(BORDERLAND, *dice, round_=ended, plague=True)
    assert happened(played, PlagueThrown)[0].die == die
    assert infected(played.state.lands) == ([28] if appears else [])


@pytest.mark.rule("K3.4")
def test_no_die_is_thrown_in_round_1() -> None:
    assert SQUARES[1] == ()
    played = next_round(BORDERLAND, round_=0, plague=True)
    assert not happened(played, PlagueThrown)


@pytest.mark.rule("K3.4")
def test_it_appears_once_in_a_game() -> None:
    text = BORDERLAND + " | plague 48"
    played = next_round(text, 6, 6, 6, round_=4, plague=True)
    assert not happened(played, PlagueThrown)


@pytest.mark.rule("K3.4")
def test_in_a_match_without_plague_no_die_is_thrown() -> None:
    played = next_round(BORDERLAND, round_=7)
    assert not happened(played, PlagueThrown)


@pytest.mark.rule("K3.5")
def test_everything_on_an_infected_territory_goes_back_to_the_supply() -> None:
    played = next_round(BORDERLAND, 1, 28, plague=True)
    state = played.state
    assert on(state, 28) == "plague"
    assert lords(state.lands, 0) == 0
    assert supply(state.lands, 0).infantry == 29
    assert markers_left(state.lands) == 15


@pytest.mark.rule("K3.5")
@pytest.mark.parametrize("action", [Attack(28, 26), Attack(26, 28)])
def test_an_infected_territory_is_neither_attacked_nor_attacks(action: Attack) -> None:
    state = position("red 28: II city, 29: I | blue 1: I | plague 26")
    expected = "K3.5" if action.origin == 28 else "K7.1"
    assert refused_by(state, "red", action) == expected


@pytest.mark.rule("K3.5")
def test_nobody_builds_recruits_or_moves_on_an_infected_territory() -> None:
    text = "red 28: II city, 29: I | blue 1: I | plague 26"
    assert refused_by(position(text, Step.CHOICE), "red", Build(26)) == "K6.3"
    recruits = Recruit({26: units("IA")})
    assert refused_by(position(text, Step.CHOICE), "red", recruits) == "K6.1"
    move = MoveUnits(28, 26, units("I"))
    assert refused_by(position(text, Step.UNITS, moves=1), "red", move) == "K8.1"


@pytest.mark.rule("K3.5")
def test_an_infected_territory_joins_no_kingdom() -> None:
    state = position("red 1: I city, 2: I, 3: I | blue 48: I")
    cut = position("red 1: I city, 3: I | blue 48: I | plague 2")
    assert (kingdom_size(state.lands, 0), kingdom_size(cut.lands, 0)) == (3, 1)


SPREADING = "red 44: I city, 2: I | blue 33: I city, 32: I, 7: I, 4: I, 8: I | plague 31"


@pytest.mark.rule("K3.6")
def test_one_throw_for_each_healthy_territory_beside_the_plague_in_number_order() -> None:
    played = next_round(SPREADING, 6, 1, 2, plague=True)
    spread = happened(played, PlagueSpread)[0]
    assert spread.dice == ((7, 6), (32, 1), (33, 2))  # 7 lies over a river
    assert spread.infected == (32,)
    assert on(played.state, 32) == "plague"


@pytest.mark.rule("K3.6")
def test_only_the_markers_that_lay_before_count() -> None:
    played = next_round(SPREADING, 1, 6, 6, plague=True)
    assert happened(played, TerritoryInfected) == [TerritoryInfected(7)]
    assert [n for n, _ in happened(played, PlagueSpread)[0].dice] == [7, 32, 33]


@pytest.mark.rule("K3.6")
def test_mountains_stop_it() -> None:
    played = next_round(
        "red 44: I city, 43: I | blue 1: I city, 5: I | plague 4", 6, 6, plague=True
    )
    assert [n for n, _ in happened(played, PlagueSpread)[0].dice] == [1, 7]


@pytest.mark.rule("K3.6")
def test_one_throw_for_a_territory_with_several_infected_neighbours() -> None:
    text = "red 44: I city, 43: I | blue 32: I city, 2: I | plague 31, 33"
    played = next_round(text, 6, 6, 6, 6, plague=True)
    assert [n for n, _ in happened(played, PlagueSpread)[0].dice] == [7, 23, 32, 34]


@pytest.mark.rule("K3.6")
def test_it_does_not_spread_in_the_round_of_its_appearance() -> None:
    played = next_round(BORDERLAND, 1, 48, plague=True)
    assert not happened(played, PlagueSpread)


@pytest.mark.rule("K3.6")
def test_it_spreads_until_the_markers_are_used_up() -> None:
    fifteen = "plague " + ", ".join(map(str, range(1, 16)))
    text = f"red 44: I city | blue 46: I city, 45: I | {fifteen}"
    played = next_round(text, 6, 1, plague=True)
    assert len(happened(played, PlagueSpread)[0].dice) == 2
    assert markers_left(played.state.lands) == 0


@pytest.mark.rule("K3.6")
def test_with_all_16_markers_laid_no_die_is_thrown() -> None:
    sixteen = "plague " + ", ".join(map(str, range(1, 17)))
    played = next_round(f"red 44: I city | blue 46: I city, 45: I | {sixteen}", plague=True)
    assert not happened(played, PlagueSpread)


DECLARING = "red 28: II city | blue 26: I city, 27: I"
CARDS = {"red": (26, 48), "blue": (1, 2)}


def declaring(ended: int = 1) -> Kasl:
    return next_round(DECLARING, round_=ended, plague=True, missions=CARDS).state


@pytest.mark.rule("K3.7")
@pytest.mark.parametrize("ended", [0, 1, 7])
def test_the_smallest_kingdom_is_asked_and_no_die_is_thrown(ended: int) -> None:
    assert asked(declaring(ended)) == [("red", "plague")]


@pytest.mark.rule("K3.7")
def test_a_card_given_up_infects_its_territory_and_serves_no_more() -> None:
    played = play(declaring(), "red", DeclarePlague(26))
    state = played.state
    assert on(state, 26) == "plague"
    assert state.missions == ((48,), (1, 2))
    assert happened(played, PlagueDeclared) == [PlagueDeclared(0, 26)]


@pytest.mark.rule("K3.7")
def test_only_a_card_of_ones_own_is_given_up() -> None:
    assert refused_by(declaring(), "red", DeclarePlague(1)) == "K3.7"
    assert refused_by(declaring(), "blue", DeclarePlague(1)) == "K3.7"


@pytest.mark.rule("K3.7")
def test_who_withholds_it_begins_his_turn() -> None:
    state = after(declaring(), "red", WithholdPlague())
    assert asked(state) == [("red", "choice")]
    assert not state.plague_out


@pytest.mark.rule("K3.7")
def test_once_declared_nobody_is_asked_again() -> None:
    state = after(declaring(), "red", DeclarePlague(48))
    state = replace(state, step=Step.LORDS, turn=1)
    later = play(state, "blue", EndTurn(), dice=(6, 6, 6))
    assert happened(later, PlagueSpread)
    assert asked(later.state)[0][1] == "choice"


@pytest.mark.rule("K3.7")
def test_without_plague_nobody_is_asked() -> None:
    state = next_round(DECLARING, missions=CARDS).state
    assert asked(state) == [("red", "choice")]


@pytest.mark.rule("K3.7")
@pytest.mark.rule("K4.3")
def test_a_declared_plague_may_take_a_players_last_territory() -> None:
    text = "red 28: I city | blue 26: I city, 27: I | yellow 1: I city, 2: I, 3: I"
    cards = {"red": (28, 2), "blue": (3, 4), "yellow": (5, 6)}
    order = ("blue", "yellow", "red")
    state = next_round(text, plague=True, missions=cards, order=order).state
    played = play(state, "red", DeclarePlague(28))
    assert happened(played, PlayerWentOut) == [PlayerWentOut(0)]
    assert asked(played.state)[0] == ("blue", "choice")
