"""F9.0-F9.2  The order of a turn, duchies and capitals."""

from __future__ import annotations

import pytest

from app.rules.france import events as e
from app.rules.france.grain import budget
from tests.rules.france.positions import (
    HEADS,
    TAILS,
    count,
    happened,
    on,
    position,
    refused,
    turn,
)


@pytest.mark.rule("F9.0")
def test_a_turn_is_resolved_in_this_order() -> None:
    """One turn in which everything happens."""
    state = position(
        "red Normandie* 26, Beauvais, Vexin, Évreux 30 | blue Caen* | green Cotentin*"
        " | yellow Valois",
    )
    after = turn(
        state,
        [10, 1, 1, 10, HEADS],
        fate=[TAILS, 1, 1, 1, 1, TAILS],
        red="4 Grain to Invest in Normandie; 20 Grain to Conquer PARIS led by Hugues;"
        "20 Grain to Conquer Caen; Move capital to Évreux; Trade with Yellow",
        blue="5 Grain to Defend Caen",
        green="4 Grain to Invest in Cotentin",
        yellow="Declare capital Valois; Trade with Red",
    )
    told = [type(event) for event in after.events]
    assert told[told.index(e.OrdersRevealed) + 1 :] == [
        e.Invested,  # 1
        e.Invested,
        e.CountyAttacked,  # 2: by name, Caen before PARIS
        e.AttackRolled,
        e.CountyAttacked,
        e.AttackRolled,
        e.CountyHeld,
        e.CountyConquered,  # 3
        e.LeaderTossed,  # 4
        e.PlayerEliminated,  # 5
        e.CapitalMoved,  # 6
        e.CapitalMoved,
        e.RouteOpened,  # 7
        e.DuchyProclaimed,  # 8
        e.FateTossed,  # 9
        e.DeathDrawn,
        e.HeirSucceeded,
        e.TurnBegan,  # 10: no victory, nobody enters
    ]


@pytest.mark.rule("F9.0")
def test_the_count_of_the_turns_start_serves_the_whole_turn() -> None:
    """He dies on the attack, and yet his traits pillage; his heir's Grain comes next turn."""
    state = position(
        "red Normandie* 30, Foix | blue Caen* 30, Albi",
        counts={"red": count("Hugues", 1, "cruel")},
    )
    after = turn(
        state,
        [10, 1, 1, 10, TAILS, 1, 3, 5, TAILS],
        red="10 Grain to Conquer Évreux; 10 Grain to Conquer Vexin led by Hugues",
    )
    assert on(after.state, "Évreux") == "red 4"
    heir = after.state.players[0].count
    assert heir is not None
    assert (heir.name, heir.cv, heir.traits) == ("Charles", 3, ("rich",))
    assert budget(after.state, 0) == 30 + 10 + 4 + 5


@pytest.mark.rule("F9.1")
@pytest.mark.parametrize(
    ("counties", "duchy"),
    [
        ("Normandie, Caen, Évreux", False),
        ("Normandie, Caen, Évreux, Vexin", True),
        ("Normandie, Caen, Évreux, Perche", False),  # Perche is not adjacent
        ("Caen, Évreux, Vexin, Beauvais", False),
        ("Normandie, Caen, Évreux, Vexin, Beauvais", True),
    ],
)
def test_a_duchy_needs_a_ducal_county_and_three_around(counties: str, duchy: bool) -> None:
    after = turn(position(f"red {counties} | blue Foix*"))
    assert bool(after.state.players[0].duchies) is duchy
    assert happened(after, e.DuchyProclaimed) == ([e.DuchyProclaimed(0, "Normandie")] * duchy)


@pytest.mark.rule("F9.1")
def test_a_duchy_brings_5_grain_for_good() -> None:
    state = position("red Normandie, Caen, Évreux, Vexin | blue Ponthieu* 20")
    duke = turn(state).state
    assert budget(duke, 0) == 45
    robbed = turn(duke, blue="1 Grain to Conquer Normandie").state
    assert budget(robbed, 0) == 35


@pytest.mark.rule("F9.1")
@pytest.mark.parametrize(("each", "grain"), [(False, 5), (True, 10)])
def test_the_bonus_comes_once_or_for_each_ducal_county(each: bool, grain: int) -> None:
    text = "red Normandie, Caen, Évreux, Vexin, Bourgogne, Autun, Chalon, Langres | blue Foix*"
    state = turn(position(text, duchy_each=each)).state
    assert budget(state, 0) - 80 == grain
    assert len(state.players[0].duchies) == grain / 5
    assert happened(turn(state), e.DuchyProclaimed) == []


# F9.2  Capitals

REALM = "red Normandie* 30, Caen 10 | blue Cotentin* 30, Foix"


@pytest.mark.rule("F9.2")
@pytest.mark.parametrize(
    ("sheet", "refused_by"),
    [
        ("Move capital to Caen", None),
        ("Move capital to Caen; 20 Grain to Defend Caen", None),
        ("Move capital to Caen; 21 Grain to Defend Caen", "F4.2 line 2"),
        ("Move capital to Normandie", "F9.2 line 1"),
        ("Move capital to Cotentin", "F9.2 line 1"),
        ("Declare capital Caen", "F9.2 line 1"),
    ],
)
def test_moving_a_capital_costs_20(sheet: str, refused_by: str | None) -> None:
    assert refused(position(REALM), "red", sheet) == refused_by


@pytest.mark.rule("F9.2")
def test_a_capital_costs_20_that_one_must_have() -> None:
    assert refused(position("red Caen* 10, Foix 9"), "red", "Move capital to Foix") == "F4.2 line 1"


@pytest.mark.rule("F9.2")
@pytest.mark.parametrize(
    ("sheet", "refused_by"),
    [
        ("Declare capital Caen", None),
        ("Declare capital Caen; 40 Grain to Invest in Caen", None),  # free
        ("Move capital to Caen", "F9.2 line 1"),
        ("Declare capital Foix", "F9.2 line 1"),
        ("Declare capital Caen; Declare capital Normandie", "F9.2 line 2"),
    ],
)
def test_declaring_one_is_free_and_needs_that_there_is_none(
    sheet: str, refused_by: str | None
) -> None:
    assert refused(position("red Normandie 30, Caen"), "red", sheet) == refused_by


@pytest.mark.rule("F9.2")
def test_a_capital_works_from_the_next_turn() -> None:
    state = position(REALM)
    after = turn(state, red="Move capital to Caen; 5 Grain to Invest in Caen")
    assert happened(after, e.Invested)[0].cost == 5
    assert after.state.players[0].capital == "Caen"
    again = turn(after.state, red="4 Grain to Invest in Caen")
    assert happened(again, e.Invested)[0].cost == 4


@pytest.mark.rule("F9.2")
def test_where_the_county_is_lost_the_grain_is_gone_and_nothing_changes() -> None:
    after = turn(position(REALM), red="Move capital to Caen", blue="1 Grain to Conquer Caen")
    assert happened(after, e.CapitalLost) == [e.CapitalLost(0, "Caen", 20)]
    assert after.state.players[0].capital == "Normandie"


@pytest.mark.rule("F9.2")
def test_a_capital_that_is_taken_is_none_any_more_even_if_won_back() -> None:
    state = turn(
        position("red Normandie 30, Caen* | blue Cotentin* 30, Foix"),
        blue="1 Grain to Conquer Caen",
    ).state
    assert state.players[0].capital is None
    back = turn(state, red="1 Grain to Conquer Caen").state
    assert on(back, "Caen") == "red 2"
    assert back.players[0].capital is None


@pytest.mark.rule("F9.2")
def test_a_capital_may_move_while_the_old_one_is_taken() -> None:
    state = position("red Normandie 30, Caen* | blue Cotentin* 30, Foix")
    after = turn(state, red="Move capital to Normandie", blue="1 Grain to Conquer Caen").state
    assert after.players[0].capital == "Normandie"
