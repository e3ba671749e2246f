"""K1  Board and armies."""

from __future__ import annotations

import pytest

from app.rules.kasl.actions import (
    Attack,
    Build,
    EndTurn,
    Fortify,
    MoveLord,
    MoveUnits,
    Recruit,
    Stop,
)
from app.rules.kasl.board import (
    BOARD,
    FIEFDOM_OF,
    REACH,
    TERRITORIES,
    Region,
    region,
    territories,
)
from app.rules.kasl.choice import recruits
from app.rules.kasl.events import UnitsAppeared
from app.rules.kasl.kingdom import held, joined, lords_left, strongholds, supply
from app.rules.kasl.plague import exposed
from app.rules.kasl.state import Step
from app.rules.kasl.units import ARMY, CV, LORDS, STRONGHOLDS, Units
from tests.rules.kasl.positions import after, happened, on, play, position, refused_by, units


@pytest.mark.rule("K1.1")
def test_48_territories_have_numbers_and_names_of_their_own() -> None:
    assert set(BOARD.names) == set(range(1, 49))
    assert len(set(BOARD.names.values())) == 48


@pytest.mark.rule("K1.1")
def test_7_fiefdoms_share_the_territories_out() -> None:
    sizes = [len(fiefdom.territories) for fiefdom in BOARD.fiefdoms]
    assert len(sizes) == 7
    assert all(4 <= size <= 8 for size in sizes)
    assert sorted(n for f in BOARD.fiefdoms for n in f.territories) == list(TERRITORIES)
    assert all(number in FIEFDOM_OF[number].territories for number in TERRITORIES)


@pytest.mark.rule("K1.2")
@pytest.mark.parametrize(
    ("one", "other", "kind", "passable", "open_to_plague"),
    [
        (1, 2, "open", True, True),
        (28, 38, "bridge", True, True),
        (24, 28, "river", False, True),
        (26, 14, "mountain", False, False),
    ],
)
def test_each_kind_of_border_lets_pass_what_it_should(
    one: int, other: int, kind: str, passable: bool, open_to_plague: bool
) -> None:
    assert BOARD.borders[min(one, other), max(one, other)] == kind
    for here, there in ((one, other), (other, one)):
        assert (there in BOARD.neighbours[here]) is passable
        assert (there in BOARD.plague_neighbours[here]) is open_to_plague


@pytest.mark.rule("K1.2")
@pytest.mark.parametrize(("target", "rule"), [(38, None), (24, "K1.2"), (40, "K1.2")])
def test_armies_attack_over_open_borders_and_bridges_only(target: int, rule: str | None) -> None:
    state = position("red 28: II city | blue 38: I, 24: I, 40: I")
    assert refused_by(state, "red", Attack(28, target)) == rule


@pytest.mark.rule("K1.2")
def test_every_territory_can_be_reached_from_every_other() -> None:
    assert list(joined(region(TERRITORIES))) == [region(TERRITORIES)]
    assert all(len(BOARD.neighbours[number]) >= 2 for number in TERRITORIES)


@pytest.mark.rule("K1.3")
@pytest.mark.parametrize("other", [21, 22, 36, 38])
def test_29_is_not_connected_to_its_neighbours_over_mountains_and_river(other: int) -> None:
    assert other not in BOARD.neighbours[29]
    assert BOARD.borders[min(29, other), max(29, other)] in ("river", "mountain")
    state = position(f"red 29: II city | blue {other}: I")
    assert refused_by(state, "red", Attack(29, other)) == "K1.2"


@pytest.mark.rule("K1.4")
@pytest.mark.parametrize(("text", "cv"), [("I", 1), ("A", 2), ("C", 3), ("W", 2), ("2I3ACW", 13)])
def test_combat_values(text: str, cv: int) -> None:
    assert units(text).cv == cv


@pytest.mark.rule("K1.4")
def test_values_by_kind_are_the_ones_that_sums_use() -> None:
    singles = (Units(1), Units(0, 1), Units(0, 0, 1), Units(0, 0, 0, 1))
    assert tuple(single.cv for single in singles) == CV


@pytest.mark.rule("K1.5")
def test_the_pieces_of_an_army() -> None:
    assert Units(infantry=30, archers=20, cavalry=15, war_machine=10) == ARMY
    assert (LORDS, STRONGHOLDS) == (4, 4)


@pytest.mark.rule("K1.5")
def test_what_is_not_on_the_board_is_in_the_supply() -> None:
    state = position("red 28: 3I2A Lord, 26: CW | blue 29: 9I")
    assert supply(state.lands, 0) == Units(27, 18, 14, 9)
    assert lords_left(state.lands, 0) == 3


@pytest.mark.rule("K1.5")
def test_what_is_lost_returns_to_the_supply() -> None:
    state = position("red 28: 3I city | blue 26: A, 1: I")
    fought = after(state, "red", Attack(28, 26), dice=(1, 2, 3, 5, 4))
    assert supply(fought.lands, 0).infantry == 28


@pytest.mark.rule("K1.5")
def test_recruits_that_the_supply_lacks_are_forgone() -> None:
    state = position("red 28: 29I city, 26: I | blue 1: I", Step.CHOICE)
    assert recruits(state, 0) == Units(archers=1)
    assert refused_by(state, "red", Recruit({28: units("IA")})) == "K6.1"
    assert refused_by(state, "red", Recruit({28: units("A")})) is None


@pytest.mark.rule("K1.5")
@pytest.mark.rule("K4.1")
def test_a_short_supply_serves_the_stronghold_with_the_lowest_number() -> None:
    state = position(
        "red 28: 29I city, 26: city | blue 1: I city",
        Step.LORDS,
        turn="blue",
        order=("blue", "red"),
    )
    played = play(state, "blue", EndTurn())
    assert happened(played, UnitsAppeared)[0].placements == {26: units("I")}


@pytest.mark.rule("K1.5")
def test_a_helper_that_the_supply_lacks_does_not_join() -> None:
    state = position("red 28: 30I city, 26: 20A | blue 1: I", Step.CHOICE)
    assert on(after(state, "red", Fortify(28)), 28) == "red 30I fortress"
    assert on(after(state, "red", Build(26)), 26) == "red 20A city"


@pytest.mark.rule("K1.6")
def test_nobody_builds_a_fifth_stronghold() -> None:
    text = "red 28: I city, 26: I city, 25: I fortress, 24: I {}, 23: I | blue 1: I"
    three = position(text.format(""), Step.CHOICE)
    four = position(text.format("castle"), Step.CHOICE)
    assert refused_by(three, "red", Build(23)) is None
    assert refused_by(four, "red", Build(23)) == "K1.6"


@pytest.mark.rule("K1.6")
def test_nobody_builds_a_second_stronghold_on_a_territory() -> None:
    state = position("red 28: I city | blue 1: I", Step.CHOICE)
    assert refused_by(state, "red", Build(28)) == "K1.6"


@pytest.mark.rule("K1.6")
def test_a_territory_has_one_lord_at_most() -> None:
    state = position("red 28: I Lord city, 26: I Lord | blue 1: I", Step.LORDS, moves=1)
    assert refused_by(state, "red", MoveLord(28, 26)) == "K1.6"


@pytest.mark.rule("K1.7")
@pytest.mark.parametrize(
    ("text", "number", "territories"),
    [("red 28: I, 26: city", 0, [26, 28]), ("red 28: I | blue 26: castle, 1: C", 1, [1, 26])],
)
def test_units_or_a_lonely_stronghold_hold_a_territory(
    text: str, number: int, territories: list[int]
) -> None:
    assert held(position(text).lands, number) == territories


@pytest.mark.rule("K1.7")
def test_a_lord_does_not_go_where_he_would_be_alone() -> None:
    state = position("red 28: I Lord city, 26: city | blue 1: I", Step.LORDS, moves=2)
    assert refused_by(state, "red", MoveLord(28, 26)) == "K1.7"


@pytest.mark.rule("K1.7")
def test_units_may_be_moved_to_ones_own_lonely_stronghold() -> None:
    state = position("red 28: II, 26: city | blue 1: I", Step.UNITS, moves=1)
    assert on(after(state, "red", MoveUnits(28, 26, units("I"))), 26) == "red I city"


def test_regions_are_sets_of_territories() -> None:
    some: Region = region((48, 1, 29, 1))
    assert territories(some) == (1, 29, 48)
    assert all(territories(REACH[number]) == BOARD.neighbours[number] for number in TERRITORIES)


def test_strongholds_are_listed_in_the_order_of_numbers() -> None:
    state = position("red 28: I city, 26: castle | blue 1: I fortress")
    assert strongholds(state.lands, 0) == [26, 28]


def test_the_plague_is_next_to_what_it_borders_over_water_too() -> None:
    state = position("red 1: I | blue 2: I | plague 29")
    assert exposed(state.lands) == [26, 27, 28, 36, 38]


def test_the_next_step_begins_when_attacks_are_stopped() -> None:
    state = position("red 28: II city, 26: I | blue 29: I")
    assert after(state, "red", Stop()).step is Step.UNITS
