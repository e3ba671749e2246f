"""B3.11, B9  Buildings."""

from __future__ import annotations

import pytest

from app.rules.kingsburg.actions import Build, BuildNothing
from app.rules.kingsburg.buildings import BUILDINGS, PROVINCE, Key
from app.rules.kingsburg.events import BuildingBuilt, NothingBuilt
from app.rules.kingsburg.goods import total
from app.rules.kingsburg.state import Kingsburg, Step
from tests.rules.kingsburg.positions import (
    after,
    asked,
    goods,
    has,
    options,
    play,
    position,
    refusal,
    refused_by,
    told,
)

RICH = "9 gold, 9 wood, 9 stone"


def builds(red: str, blue: str = "1 wood", *, envoy: str = "blocked") -> Kingsburg:
    """Red may build; then blue, who can pay for a Barricade."""
    return position(f"red {red} | blue {blue} | yellow", Step.BUILD, envoy=envoy)


@pytest.mark.rule("B9.1")
def test_with_a_crane_the_farm_costs_1_gold() -> None:
    state = builds("1 gold, 3 wood, 1 stone, Market, Crane")
    played = play(state, "red", Build("farm"))
    assert played.events == (BuildingBuilt(0, "farm", goods("1 gold 3 wood 1 stone"), 2),)
    assert refused_by(builds("1 gold, 3 wood, 1 stone, Market"), "red", Build("farm")) == "B3.11"


@pytest.mark.rule("B9.1")
@pytest.mark.parametrize(("building", "gold"), [("town_hall", 1), ("church", 2), ("cathedral", 4)])
def test_the_crane_saves_a_gold_in_columns_iii_and_iv(building: Key, gold: int) -> None:
    left = {"town_hall": "Crane", "church": "Chapel", "cathedral": "Church"}[building]
    played = play(builds(f"{RICH}, Crane, {left}"), "red", Build(building))
    event = played.events[0]
    assert isinstance(event, BuildingBuilt)
    assert event.cost == BUILDINGS[building].cost._replace(gold=gold)


@pytest.mark.rule("B9.1")
@pytest.mark.parametrize("building", ["statue", "chapel"])
def test_it_saves_nothing_in_columns_i_and_ii(building: Key) -> None:
    left = ", Statue" if building == "chapel" else ""
    (event, *_) = play(builds(f"{RICH}, Crane{left}"), "red", Build(building)).events
    assert isinstance(event, BuildingBuilt)
    assert event.cost == BUILDINGS[building].cost


@pytest.mark.rule("B9.1")
def test_totals_of_the_province() -> None:
    assert sum(building.vp for building in BUILDINGS.values()) == 59
    assert total(b.cost for b in BUILDINGS.values()) == goods("38 gold 22 wood 22 stone")
    assert [len(line) for line in PROVINCE] == [4] * 5


@pytest.mark.rule("B3.11")
def test_one_building_in_turn_order() -> None:
    text = f"red {RICH} | blue {RICH} | yellow {RICH}"
    state = position(text, Step.BUILD, order=("blue", "yellow", "red"))
    assert asked(state) == [("blue", "build")]
    state = after(state, "blue", Build("statue"))
    assert asked(state) == [("yellow", "build")]
    played = play(state, "yellow", BuildNothing())
    assert played.events == (NothingBuilt(2),)
    assert asked(played.state) == [("red", "build")]


@pytest.mark.rule("B3.11")
def test_it_is_paid_in_full_and_its_points_count_at_once() -> None:
    state = after(builds("3 gold, 1 stone, 4 VP"), "red", Build("statue"))
    assert has(state, "red") == "1 gold, 1 stone, 7 VP"


@pytest.mark.rule("B3.11")
def test_each_row_goes_from_left_to_right() -> None:
    state = builds(f"{RICH}, Statue, Inn")
    assert {a.building for a in options(state, "red") if isinstance(a, Build)} == {
        "chapel", "market", "guard_tower", "palisade", "barricade",
    }  # fmt: skip
    why = refusal(state, "red", Build("farm"))
    assert told(why) == "Before Farm you build Market: each row goes from left to right."
    assert refused_by(state, "red", Build("statue")) == "B3.11"


@pytest.mark.rule("B3.11")
def test_what_is_missing_is_told() -> None:
    why = refusal(builds("1 gold, 1 wood"), "red", Build("guard_tower"))
    assert why is not None
    assert (why.rule, told(why)) == (
        "B3.11",
        "Guard Tower costs 1 gold, 1 stone; you lack 1 stone.",
    )


@pytest.mark.rule("B3.11")
def test_who_can_pay_for_nothing_is_not_asked() -> None:
    assert asked(builds("1 gold")) == [("blue", "build")]


@pytest.mark.rule("B3.11")
def test_nobody_builds_twice() -> None:
    state = after(builds(RICH), "red", Build("statue"))
    assert asked(state) == [("blue", "build")]
    assert refused_by(state, "red", Build("chapel")) == "B3.11"


@pytest.mark.rule("B3.11")
def test_a_complete_row_offers_nothing_more() -> None:
    state = builds(f"{RICH}, Cathedral")
    assert not any(
        a.building in {"statue", "chapel", "church", "cathedral"}
        for a in options(state, "red")
        if isinstance(a, Build)
    )
    assert refused_by(state, "red", Build("cathedral")) == "B3.11"


@pytest.mark.rule("B5.2")
def test_the_envoy_allows_a_second_building() -> None:
    state = after(builds(RICH, envoy="red"), "red", Build("guard_tower"))
    assert asked(state) == [("red", "second_building")]
    played = play(state, "red", Build("blacksmith"))
    assert played.events == (BuildingBuilt(0, "blacksmith", goods("1 gold 2 wood"), 2, True),)
    assert played.state.envoy == -1
    assert asked(played.state) == [("blue", "build")]


@pytest.mark.rule("B5.2")
def test_both_are_paid() -> None:
    state = after(builds("2 gold, 1 stone, 1 wood", envoy="red"), "red", Build("inn"))
    assert has(state, "red") == "1 gold, 1 stone"
    state = after(state, "red", Build("guard_tower"))
    assert has(state, "red") == "1 VP"


@pytest.mark.rule("B5.2")
def test_a_crane_built_first_counts_for_the_second() -> None:
    state = builds("1 gold, 2 wood, 2 stone, Barricade", envoy="red")
    state = after(state, "red", Build("crane"))
    assert asked(state) == [("red", "second_building")]
    assert refused_by(state, "red", Build("town_hall")) is None


@pytest.mark.rule("B5.2")
def test_the_second_is_not_asked_when_nothing_can_be_paid() -> None:
    state = after(builds("2 gold", envoy="red"), "red", Build("statue"))
    assert asked(state) == [("blue", "build")]
    assert state.envoy == 0


@pytest.mark.rule("B5.2")
def test_the_envoy_stays_when_no_second_is_built() -> None:
    state = after(builds(RICH, envoy="red"), "red", Build("guard_tower"))
    state = after(state, "red", BuildNothing())
    assert state.envoy == 0
    assert asked(state) == [("blue", "build")]


@pytest.mark.rule("B5.2")
def test_there_is_no_third() -> None:
    state = after(builds(RICH, envoy="red"), "red", Build("guard_tower"))
    state = after(state, "red", Build("blacksmith"))
    assert refused_by(state, "red", Build("barracks")) == "B3.11"
