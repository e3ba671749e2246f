"""F7  Pillage and investment."""

from __future__ import annotations

import pytest

from app.rules.france.events import CountyConquered, Invested
from app.rules.france.grain import budget
from tests.rules.france.positions import count, happened, on, position, refused, turn


@pytest.mark.rule("F7.2")
def test_the_example_of_the_source() -> None:
    """Of 90 Grain, half into Bourbon: 15 + 45 / 5 = 24."""
    state = position("red Bourbon 15, Autun 30, Mâcon 30, Forez* 15")
    assert budget(state, 0) == 90
    after = turn(state, red="45 Grain to Invest in Bourbon")
    assert on(after.state, "Bourbon") == "red 24"


@pytest.mark.rule("F7.2")
@pytest.mark.parametrize(
    ("county", "grain", "points"),
    [
        ("Caen", 3, 0),
        ("Caen", 4, 1),  # the capital
        ("Caen", 7, 1),
        ("Caen", 8, 2),
        ("Lille", 4, 0),
        ("Lille", 5, 1),
        ("Lille", 14, 2),
        ("Lille", 15, 3),
    ],
)
def test_whole_points_alone_count(county: str, grain: int, points: int) -> None:
    after = turn(position("red Caen*, Lille"), red=f"{grain} Grain to Invest in {county}")
    assert on(after.state, county) == f"red {10 + points}"
    assert happened(after, Invested)[0].grain == grain


@pytest.mark.rule("F7.2")
@pytest.mark.parametrize(
    ("sheet", "refused_by"),
    [
        ("99 Grain to Invest in Lille", None),  # 19 points
        ("100 Grain to Invest in Lille", None),  # 20 points: 30
        ("104 Grain to Invest in Lille", None),  # 4 wasted
        ("105 Grain to Invest in Lille", "F7.2 line 1"),
        ("1 Grain to Invest in Foix", None),  # wasted, but not past 30
        ("5 Grain to Invest in Foix", "F7.2 line 1"),
    ],
)
def test_an_investment_past_30_is_refused(sheet: str, refused_by: str | None) -> None:
    state = position("red Lille 10, Foix 30, Albi 30, Agen 30, Blois 20")
    assert refused(state, "red", sheet) == refused_by


@pytest.mark.rule("F7.2")
def test_an_investment_feeds_the_budget_of_the_next_turn() -> None:
    state = position("red Caen*")
    assert refused(state, "red", "4 Grain to Invest in Caen; 7 Grain to Defend Caen") == (
        "F4.2 line 2"
    )
    assert budget(turn(state, red="8 Grain to Invest in Caen").state, 0) == 12


@pytest.mark.rule("F7.1")
@pytest.mark.parametrize(("before", "after"), [(10, 5), (11, 5), (1, 0), (0, 0), (30, 15)])
def test_a_conquered_county_is_halved(before: int, after: int) -> None:
    state = position("red Normandie*", outputs={"Caen": before})
    taken = turn(state, [10, 1], red="10 Grain to Conquer Caen")
    assert happened(taken, CountyConquered) == [
        CountyConquered("Caen", 0, -1, before, after, 0, False)
    ]
    assert on(taken.state, "Caen") == f"red {after}"


@pytest.mark.rule("F7.1")
@pytest.mark.parametrize(
    ("red", "blue", "left"),
    [("just", "cruel", 6), ("cruel", "just", 4), ("rich", "just", 5), ("rich", "cruel", 5)],
)
def test_the_conquerors_trait_counts(red: str, blue: str, left: int) -> None:
    counts = {"red": count("Hugues", 1, red), "blue": count("Jean", 1, blue)}  # type: ignore[arg-type]
    state = position("red Normandie* | blue Caen, Foix", counts=counts)
    assert on(turn(state, red="1 Grain to Conquer Caen").state, "Caen") == f"red {left}"


@pytest.mark.rule("F7.2")
def test_what_is_invested_is_halved_with_the_rest() -> None:
    state = position("red Normandie* | blue Caen 10, Foix")
    after = turn(state, red="1 Grain to Conquer Caen", blue="10 Grain to Invest in Caen")
    assert on(after.state, "Caen") == "red 6"


@pytest.mark.rule("F7.3")
def test_output_0_is_devastated_land() -> None:
    state = position("red Normandie* 10", outputs={"Caen": 1})
    after = turn(state, [10, 1], red="10 Grain to Conquer Caen").state
    assert on(after, "Caen") == "red 0"
    assert refused(after, "red", "1 Grain to Conquer Cotentin") == "F5.6 line 1"
    raised = turn(after, red="5 Grain to Invest in Caen").state
    assert refused(raised, "red", "1 Grain to Conquer Cotentin") is None
