"""F3  Traits."""

from __future__ import annotations

import pytest

from app.rules.france.actions import Trait
from app.rules.france.events import AttackRolled, Invested
from app.rules.france.grain import budget
from app.rules.france.traits import (
    NEGATIVE,
    OPPOSITE,
    POSITIVE,
    command_value,
    further_traits,
    may_lead,
)
from tests.rules.france.positions import count, happened, on, position, refused, turn


@pytest.mark.rule("F3.1")
@pytest.mark.parametrize(("trait", "modifier"), [("conqueror", 2), ("weak", -2), ("rich", 0)])
def test_conqueror_and_weak_change_attack_rolls(trait: Trait, modifier: int) -> None:
    state = position("red Normandie*", counts={"red": count("Hugues", 1, trait)})
    after = turn(state, [5, 5], red="10 Grain to Conquer Caen")
    rolled = happened(after, AttackRolled)[0]
    assert (rolled.attack.total, rolled.won) == (15 + modifier, modifier > 0)


@pytest.mark.rule("F3.2")
@pytest.mark.parametrize(("trait", "modifier"), [("defender", 2), ("unprepared", -2), ("just", 0)])
def test_defender_and_unprepared_change_defence_rolls(trait: Trait, modifier: int) -> None:
    state = position("red Normandie* | blue Caen", counts={"blue": count("Jean", 1, trait)})
    after = turn(state, [5, 5], red="10 Grain to Conquer Caen", blue="9 Grain to Defend Caen")
    rolled = happened(after, AttackRolled)[0]
    assert (rolled.defence.total, rolled.won) == (14 + modifier, modifier < 1)


@pytest.mark.rule("F3.3")
@pytest.mark.parametrize(
    ("trait", "at_home", "abroad"), [("frugal", 3, 4), ("hedonist", 5, 6), ("just", 4, 5)]
)
def test_frugal_and_hedonist_change_the_price_of_a_point(
    trait: Trait, at_home: int, abroad: int
) -> None:
    text = f"{at_home} Grain to Invest in Évreux; {abroad} Grain to Invest in Vexin"
    state = position("red Évreux* 10, Vexin 10, Caen 30", counts={"red": count("Hugues", 1, trait)})
    after = turn(state, red=text)
    assert [(e.cost, e.points) for e in happened(after, Invested)] == [(at_home, 1), (abroad, 1)]


@pytest.mark.rule("F3.4")
@pytest.mark.parametrize(
    ("trait", "before", "after"),
    [
        ("rich", 10, 5),
        ("rich", 11, 5),
        ("just", 10, 6),
        ("just", 11, 6),
        ("just", 1, 1),
        ("just", 0, 0),
        ("cruel", 10, 4),
        ("cruel", 3, 0),
        ("cruel", 1, 0),
    ],
)
def test_just_and_cruel_change_what_pillage_leaves(trait: Trait, before: int, after: int) -> None:
    state = position(
        "red Normandie*", counts={"red": count("Hugues", 1, trait)}, outputs={"Caen": before}
    )
    pillaged = turn(state, [10, 1], red="10 Grain to Conquer Caen")
    assert on(pillaged.state, "Caen") == f"red {after}"


@pytest.mark.rule("F3.5")
def test_rich_brings_5_grain() -> None:
    assert budget(position("red Caen*", counts={"red": count("Hugues", 1, "rich")}), 0) == 15


@pytest.mark.rule("F3.6")
def test_shrewd_brings_3_grain_from_each_route() -> None:
    state = position(
        "red Caen* | blue Normandie* | green Cotentin*",
        trade=[("red", "blue"), ("red", "green")],
        counts={"red": count("Hugues", 1, "shrewd")},
    )
    assert [budget(state, seat) for seat in range(3)] == [26, 15, 15]


@pytest.mark.rule("F3.7")
def test_a_warrior_has_2_more_and_a_coward_leads_nothing() -> None:
    assert command_value(count("Hugues", 3, "warrior")) == 5
    assert command_value(count("Hugues", 3, "just")) == 3
    assert not may_lead(count("Hugues", 3, "coward"))
    state = position("red Caen*", counts={"red": count("Hugues", 3, "just", "coward")})
    assert refused(state, "red", "5 Grain to Defend Caen led by Hugues") == "F3.7 line 1"
    assert refused(state, "red", ";5 Grain to Conquer Évreux led by my Count") == "F3.7 line 1"
    assert refused(state, "red", "5 Grain to Defend Caen") is None


@pytest.mark.rule("F3.7")
def test_opposites_exclude_each_other() -> None:
    assert {OPPOSITE[OPPOSITE[trait]] == trait for trait in OPPOSITE} == {True}
    assert len(POSITIVE) + len(NEGATIVE) == 12
    assert set(further_traits("just")) == {*POSITIVE, *NEGATIVE} - {"just", "cruel"}
    assert len(further_traits("rich")) == 11
