"""F4  Grain."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.rules.france.events import TurnBegan
from app.rules.france.grain import budget
from app.rules.france.state import land
from tests.rules.france.positions import count, happened, position, refused, turn


@pytest.mark.rule("F4.1")
def test_grain_is_outputs_rank_trade_and_traits() -> None:
    state = position(
        "red Normandie* 20, Caen 7 | blue Cotentin*",
        trade=[("red", "blue")],
        counts={"red": count("Hugues", 1, "rich", "shrewd")},
    )
    duke = replace(state.players[0], duchies=("Normandie",))
    state = replace(state, players=(duke, state.players[1]))
    assert budget(state, 0) == 27 + 5 + 5 + 5 + 3


@pytest.mark.rule("F4.1")
@pytest.mark.parametrize(("output", "grain"), [(0, 5), (3, 5), (5, 5), (6, 6)])
def test_who_holds_a_county_has_5_grain_at_least(output: int, grain: int) -> None:
    assert budget(position(f"red Caen {output}"), 0) == grain


@pytest.mark.rule("F4.1")
def test_the_eliminated_have_none_and_nothing_is_kept() -> None:
    state = position("red Caen* 12", seats=2)
    assert budget(state, 1) == 0
    after = turn(state)
    assert [s.grain for s in happened(after, TurnBegan)[0].standings] == [12, 0]


@pytest.mark.rule("F4.2")
@pytest.mark.parametrize(
    ("sheet", "refused_by"),
    [
        ("10 Grain to Defend Caen", None),
        ("11 Grain to Defend Caen", "F4.2 line 1"),
        ("5 Grain to Defend Caen; 5 Grain to Conquer Évreux", None),
        ("5 Grain to Defend Caen; 6 Grain to Conquer Évreux", "F4.2 line 2"),
        ("10 Grain to Defend Caen; 1 Grain to Invest in Caen", "F4.2 line 2"),
    ],
)
def test_orders_spend_no_more_than_there_is(sheet: str, refused_by: str | None) -> None:
    assert refused(position("red Caen*"), "red", sheet) == refused_by


@pytest.mark.rule("F4.3")
def test_independent_counties_have_10_and_paris_20() -> None:
    state = position("red Caen*")
    assert (land(state, "Normandie").output, land(state, "PARIS").output) == (10, 20)


@pytest.mark.rule("F4.3")
def test_output_never_exceeds_30() -> None:
    state = position("red Caen* 29, Vexin 30")
    assert refused(state, "red", "7 Grain to Invest in Caen") is None  # 1 point, 3 are wasted
    assert refused(state, "red", "8 Grain to Invest in Caen") == "F7.2 line 1"
