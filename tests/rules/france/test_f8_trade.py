"""F8  Trade."""

from __future__ import annotations

from typing import Any

import pytest

from app.rules.france.actions import SendOrders, StopTrade, Trade
from app.rules.france.events import RouteEnded, RouteOpened, TradeFailed
from app.rules.france.grain import budget
from tests.rules.france.positions import happened, position, refusal, refused, turn

LAND = "red Normandie* | blue Caen*"
SEA = "red Léon* | blue Bordeaux*"
FAR = "red Lille* | blue Foix*"
BOTH: dict[str, Any] = {"red": "Trade with Blue", "blue": "Trade with Red"}


@pytest.mark.rule("F8.1")
@pytest.mark.parametrize(
    ("where", "sheets", "routes"),
    [
        (LAND, BOTH, ((0, 1),)),
        (SEA, BOTH, ((0, 1),)),
        ("red Léon* | blue Flandre*", BOTH, ((0, 1),)),
        ("red Roussillon* | blue Nîmes, Melgueil*", BOTH, ((0, 1),)),
        (FAR, BOTH, ()),
        ("red Bordeaux* | blue Flandre*", BOTH, ()),  # two seas
        (LAND, {"red": "Trade with Blue"}, ()),
        (LAND, {"blue": "Trade with Red"}, ()),
    ],
)
def test_both_must_order_it_and_be_neighbours(
    where: str, sheets: dict[str, Any], routes: tuple[tuple[int, int], ...]
) -> None:
    after = turn(position(where), **sheets)
    assert after.state.routes == routes
    assert [event.seats for event in happened(after, RouteOpened)] == [*routes]


@pytest.mark.rule("F8.1")
def test_a_failed_offer_is_told() -> None:
    after = turn(position(LAND), red="Trade with Blue")
    assert happened(after, TradeFailed) == [TradeFailed(0, 1, "unanswered")]
    after = turn(position(FAR), **BOTH)
    assert happened(after, TradeFailed) == [
        TradeFailed(0, 1, "apart"),
        TradeFailed(1, 0, "apart"),
    ]


@pytest.mark.rule("F8.1")
def test_a_route_brings_5_grain_to_each_from_the_next_turn_on() -> None:
    state = position(LAND)
    assert refused(state, "red", "Trade with Blue; 11 Grain to Defend Normandie") == "F4.2 line 2"
    after = turn(state, **BOTH).state
    assert (budget(after, 0), budget(after, 1)) == (15, 15)


@pytest.mark.rule("F8.1")
@pytest.mark.parametrize(
    ("realm", "dice", "opened"),
    [
        # red comes to blue's border with this turn's conquest
        ("red Foix* 20 | blue Toulouse*", [], True),
        ("red Roussillon* 20 | blue Toulouse*", [10, 1], True),
        ("red Roussillon* 20 | blue Toulouse*", [1, 10], False),
    ],
)
def test_neighbours_are_judged_after_the_conquests(
    realm: str, dice: list[int], opened: bool
) -> None:
    conquest = "; 10 Grain to Conquer Foix" if dice else ""
    after = turn(position(realm), dice, red=f"Trade with Blue{conquest}", blue="Trade with Red")
    assert bool(after.state.routes) is opened


TRADING: dict[str, Any] = {"trade": [("red", "blue")]}


@pytest.mark.rule("F8.2")
@pytest.mark.parametrize(
    ("sheets", "by"),
    [
        ({"red": "Stop trading with Blue"}, (0,)),
        ({"blue": "Stop trading with Red"}, (1,)),
        ({"red": "Stop trading with Blue", "blue": "Stop trading with Red"}, (0, 1)),
    ],
)
def test_a_route_ends_when_either_stops_it(sheets: dict[str, Any], by: tuple[int, ...]) -> None:
    after = turn(position(LAND, **TRADING), **sheets)
    assert happened(after, RouteEnded) == [RouteEnded((0, 1), "stopped", by)]
    assert after.state.routes == ()


@pytest.mark.rule("F8.2")
def test_a_route_ends_with_the_neighbourhood() -> None:
    state = position("red Toulouse 20, Lille* | blue Foix | green Albi*", trade=[("red", "blue")])
    after = turn(state, green="1 Grain to Conquer Toulouse")
    assert happened(after, RouteEnded) == [RouteEnded((0, 1), "apart", ())]


@pytest.mark.rule("F8.2")
def test_a_route_ends_when_one_is_eliminated() -> None:
    state = position("red Toulouse*, Albi | blue Foix | green Comminges*", trade=[("red", "blue")])
    after = turn(state, green="1 Grain to Conquer Foix")
    assert happened(after, RouteEnded) == [RouteEnded((0, 1), "eliminated", ())]


@pytest.mark.rule("F8.2")
def test_a_route_holds_while_both_keep_it() -> None:
    assert turn(position(LAND, **TRADING)).state.routes == ((0, 1),)


@pytest.mark.rule("F8.2")
def test_in_the_turn_of_the_notice_partners_cannot_attack() -> None:
    state = position(LAND, **TRADING)
    sheet = "Stop trading with Blue; 1 Grain to Conquer Caen"
    assert refused(state, "red", sheet) == "F6.8 line 2"
    after = turn(state, red="Stop trading with Blue").state
    assert refused(after, "red", "1 Grain to Conquer Caen") is None


@pytest.mark.rule("F8.3")
@pytest.mark.parametrize(
    ("sheet", "refused_by"),
    [
        ("Stop trading with Blue", None),
        ("Trade with Blue", "F8.3 line 1"),
        ("Trade with Green", None),
        ("Stop trading with Green", "F8.3 line 1"),
        ("Trade with Green; Stop trading with Green", "F8.3 line 2"),
        ("Stop trading with Blue; Trade with Blue", "F8.3 line 2"),
        ("Trade with Green; Trade with Green", "F8.3 line 2"),
        ("Trade with Red", "F8.1 line 1"),
        ("Trade with Yellow", "F8.1 line 1"),  # eliminated
    ],
)
def test_what_makes_no_sense_is_refused(sheet: str, refused_by: str | None) -> None:
    state = position(f"{LAND} | green Évreux*", seats=4, trade=[("red", "blue")])
    assert refused(state, "red", sheet) == refused_by


@pytest.mark.rule("F8.3")
@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_trades_with_nobody(seat: int) -> None:
    for order in (Trade(seat), StopTrade(seat)):
        why = refusal(position(LAND), "red", SendOrders(1, (order,)))
        assert why is not None
        assert why.rule == "F8.1"
