"""K6  The strategic choice."""

from __future__ import annotations

import pytest

from app.rules.kasl.actions import Build, EndTurn, Fortify, KaslAction, Recruit, Stop
from app.rules.kasl.choice import CHART, charted, recruits
from app.rules.kasl.events import Recruited
from app.rules.kasl.kingdom import supply
from app.rules.kasl.state import Step
from app.rules.kasl.units import NONE, Units
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
)

SIX = "1: I, 2: I, 3: I, 5: I, 6: I, 7: I"
"""Six territories that are joined."""


def choosing(red: str) -> object:
    return recruits(position(f"red {red} | blue 48: I", Step.CHOICE), 0)


@pytest.mark.rule("K6.1")
@pytest.mark.parametrize(
    ("red", "due"),
    [
        ("1: I city", "IA"),
        ("1: I fortress, 2: I", "AC"),
        (SIX.replace("1: I", "1: I city"), "2IA"),
        (SIX.replace("1: I", "1: I castle"), "ACW"),
        (SIX.replace("1: I", "1: I city") + ", 40: I castle", "ACW"),
        ("1: I city, 2: I, 3: I, 40: I castle, 5: I", "CW"),
    ],
)
def test_row_by_principal_kingdom_and_column_by_highest_level_anywhere(red: str, due: str) -> None:
    assert choosing(red) == units(due)


@pytest.mark.rule("K6.1")
def test_the_size_that_counts_is_the_one_now() -> None:
    state = position("red 1: I city, 2: I, 3: I, 5: I | blue 48: II city, 6: I", Step.LORDS)
    assert recruits(after(state, "red", EndTurn()), 1) == units("IA")


@pytest.mark.rule("K6.1")
def test_over_24_territories_the_last_row_holds() -> None:
    assert charted(48, 3) == charted(24, 3) == units("2I2A2CW")


@pytest.mark.rule("K6.1")
@pytest.mark.parametrize(
    ("placements", "rule"),
    [
        ({1: "2IA"}, None),
        ({1: "IA", 7: "I"}, None),
        ({1: "2IA", 7: ""}, None),
        ({1: "2I"}, "K6.1"),
        ({1: "2I2A"}, "K6.1"),
        ({1: "3I"}, "K6.1"),
        ({}, "K6.1"),
        ({48: "2IA"}, "K6.1"),
        ({1: "2IA", 30: ""}, "K6.1"),
    ],
)
def test_all_that_is_due_goes_to_ones_own_in_any_split(
    placements: dict[int, str], rule: str | None
) -> None:
    state = position(f"red {SIX.replace('1: I', '1: I city')} | blue 48: I", Step.CHOICE)
    action = Recruit({number: units(text) for number, text in placements.items()})
    assert refused_by(state, "red", action) == rule


@pytest.mark.rule("K6.1")
def test_recruits_stand_where_they_are_placed() -> None:
    state = position("red 1: I city, 2: A | blue 48: I", Step.CHOICE)
    played = play(state, "red", Recruit({2: units("I"), 1: units("A")}))
    assert (on(played.state, 1), on(played.state, 2)) == ("red IA city", "red IA")
    assert happened(played, Recruited)[0].placements == {1: units("A"), 2: units("I")}


@pytest.mark.rule("K6.1")
def test_a_wrong_number_is_told_with_what_is_due() -> None:
    state = position("red 1: I city, 2: A | blue 48: I", Step.CHOICE)
    why = refusal(state, "red", Recruit({1: units("2I")}))
    assert why is not None
    assert why.params == {"due": units("IA"), "units": units("2I")}


@pytest.mark.rule("K6.1")
def test_recruiting_may_be_chosen_when_the_supply_has_nothing() -> None:
    state = position("red 1: 30I20A city | blue 48: I", Step.CHOICE)
    assert recruits(state, 0) == NONE
    assert refused_by(state, "red", Recruit({})) is None
    assert Recruit({}) in SERVICE.options(state, 0)


@pytest.mark.rule("K6.1")
@pytest.mark.parametrize("action", [Recruit({1: units("IA")}), Fortify(1), Build(2)])
def test_exactly_one_choice_a_turn(action: KaslAction) -> None:
    state = position("red 1: I city, 2: I | blue 48: I, 3: I", Step.CHOICE)
    assert after(state, "red", action).step is not Step.CHOICE


@pytest.mark.rule("K6.1")
def test_something_must_be_chosen() -> None:
    state = position("red 1: I city, 2: I | blue 48: I, 3: I", Step.CHOICE)
    assert refused_by(state, "red", Stop()) == "K6.1"
    assert refused_by(state, "red", EndTurn()) == "K6.1"


@pytest.mark.rule("K6.2")
@pytest.mark.parametrize(
    ("before", "then"), [("A city", "red IA fortress"), ("A fortress", "red IA castle")]
)
def test_a_stronghold_rises_one_level_and_an_infantry_joins(before: str, then: str) -> None:
    state = position(f"red 1: {before} | blue 48: I", Step.CHOICE)
    assert on(after(state, "red", Fortify(1)), 1) == then


@pytest.mark.rule("K6.2")
def test_a_vacant_stronghold_is_fortified_and_manned() -> None:
    state = position("red 1: I, 2: city | blue 48: I", Step.CHOICE)
    assert on(after(state, "red", Fortify(2)), 2) == "red I fortress"


@pytest.mark.rule("K6.2")
@pytest.mark.parametrize("territory", [1, 2, 48, 30])
def test_only_a_city_or_fortress_of_ones_own_is_fortified(territory: int) -> None:
    state = position("red 1: I castle, 2: I | blue 48: I city", Step.CHOICE)
    assert refused_by(state, "red", Fortify(territory)) == "K6.2"


@pytest.mark.rule("K6.3")
def test_a_city_is_built_and_archers_join() -> None:
    state = position("red 1: I city, 2: I | blue 48: I", Step.CHOICE)
    built = after(state, "red", Build(2))
    assert on(built, 2) == "red IA city"
    assert supply(built.lands, 0).archers == 19


@pytest.mark.rule("K6.3")
@pytest.mark.parametrize("territory", [48, 30])
def test_it_is_built_on_ones_own(territory: int) -> None:
    state = position("red 1: I city, 2: I | blue 48: I", Step.CHOICE)
    assert refused_by(state, "red", Build(territory)) == "K6.3"


@pytest.mark.rule("K6.3")
def test_a_besieged_owner_may_build_elsewhere_and_attacks_follow() -> None:
    state = position("red 1: city, 2: I | blue 3: I", Step.CHOICE)
    assert asked(after(state, "red", Build(2))) == [("red", "attack")]


PRINTED = """
 1-4   IA     AC     CW
 5-8   2IA    IAC    ACW
 9-12  2I2A   I2AC   IACW
13-16  3I2A   2I2AC  I2ACW
17-20  3I3A   2I2A2C 2I2ACW
21-24  4I3A   2I3A2C 2I2A2CW
"""


@pytest.mark.rule("K6.4")
@pytest.mark.parametrize("line", PRINTED.strip().splitlines())
def test_the_chart_as_printed(line: str) -> None:
    sizes, *columns = line.split()
    low, high = map(int, sizes.split("-"))
    for size in range(low, high + 1):
        assert [letters(charted(size, level)) for level in (1, 2, 3)] == columns


@pytest.mark.rule("K6.4")
def test_the_charts_totals() -> None:
    totals = [Units(*map(sum, zip(*column, strict=True))) for column in zip(*CHART, strict=True)]
    assert totals == [Units(15, 12, 0, 0), Units(8, 11, 8, 0), Units(6, 8, 7, 6)]
