"""F5  Orders: what a sheet may say, and who may know it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.rules.contract import Refusal
from app.rules.france.actions import Conquer, Defend, Invest, SendOrders, Trade
from app.rules.france.events import OrdersRevealed, OrdersSent
from app.rules.france.state import France
from tests.rules.france.positions import (
    SERVICE,
    Outcome,
    happened,
    orders,
    play,
    position,
    refusal,
    refused,
    sheet,
    turn,
)

REALM = "red Normandie* 40, Caen 30, Vexin 0, Lille 10 | blue Cotentin* 20, Beauvais 10"
SOURCE = """\
5 Grain to Defend Normandie.
5 Grain to Invest in Normandie.
10 Grain to Conquer Caen."""


@pytest.mark.rule("F5.1")
def test_the_sheet_of_the_source() -> None:
    state = position("red Normandie* 20")
    assert orders(state, "red", SOURCE) == (
        Defend("Normandie", 5),
        Invest("Normandie", 5),
        Conquer("Caen", 10),
    )
    assert refused(state, "red", SOURCE) is None
    assert refused(position("red Normandie* 19"), "red", SOURCE) == "F4.2 line 3"


@pytest.mark.rule("F5.1")
@pytest.mark.parametrize(
    ("sheet", "refused_by"),
    [
        ("1 Grain to Defend Caen; 1 Grain to Invest in Vexin", None),
        ("1 Grain to Defend Évreux", "F5.1 line 1"),
        ("1 Grain to Defend Caen; 1 Grain to Defend Cotentin", "F5.1 line 2"),
        ("1 Grain to Invest in Cotentin", "F5.1 line 1"),
        ("1 Grain to Conquer Normandie", "F5.1 line 1"),
        ("1 Grain to Conquer Toulouse", "F5.1 line 1"),
        ("1 Grain to Conquer Cotentin", None),
        ("1 Grain to Conquer Perche led by Hugues", None),
        (
            "1 Grain to Conquer Perche led by Hugues; 1 Grain to Defend Caen led by Hugues",
            "F5.1 line 2",
        ),
    ],
)
def test_what_may_be_ordered_where(sheet: str, refused_by: str | None) -> None:
    assert refused(position(REALM), "red", sheet) == refused_by


@pytest.mark.rule("F5.1")
def test_a_refusal_says_what_would_be_legal() -> None:
    state = position(REALM)
    why = refusal(
        state, "red", sheet(state, "red", "1 Grain to Conquer Perche; 1 Grain to Conquer Foix")
    )
    assert why is not None
    assert why.params["line"] == 2
    assert why.params["counties"] == ("Carcassonne", "Comminges", "Roussillon", "Toulouse")
    assert why.text.format(**why.params).startswith("Line 2: Foix is adjacent to none of yours")


@pytest.mark.rule("F5.1")
def test_an_unknown_county_is_answered_with_the_nearest_name() -> None:
    state = position(REALM)
    why = refusal(state, "red", SendOrders(1, (Conquer("Cotentine", 1),)))
    assert why is not None
    assert (why.rule, why.params["county"]) == ("F5.1", "Cotentin")


@pytest.mark.rule("F5.2")
@pytest.mark.parametrize(
    ("sheet", "refused_by"),
    [
        ("30 Grain to Defend Caen", None),
        ("31 Grain to Defend Caen", "F5.2 line 1"),
        ("30 Grain to Conquer Évreux", None),
        ("31 Grain to Conquer Évreux", "F5.2 line 1"),
        ("1 Grain to Defend Caen; 1 Grain to Defend Normandie; 1 Grain to Invest in Vexin", None),
        ("1 Grain to Defend Caen; 1 Grain to Defend Caen", "F5.2 line 2"),
        ("1 Grain to Invest in Vexin;; 1 Grain to Invest in Vexin", "F5.2 line 2"),
        ("1 Grain to Conquer Évreux; 1 Grain to Conquer Évreux", "F5.2 line 2"),
    ],
)
def test_one_of_each_per_county_and_at_most_30(sheet: str, refused_by: str | None) -> None:
    assert refused(position(REALM), "red", sheet) == refused_by


@pytest.mark.rule("F4.2")
@pytest.mark.parametrize("grain", [0, -1, -30])
def test_an_order_needs_a_grain(grain: int) -> None:
    for order in (Defend("Caen", grain), Invest("Vexin", grain), Conquer("Évreux", grain)):
        why = refusal(position(REALM), "red", SendOrders(1, (Trade(1), order)))
        assert why == Refusal("F4.2", "Line {line}: an order needs at least 1 Grain.", {"line": 2})


@pytest.mark.rule("F4.2")
def test_an_enormous_number_is_refused() -> None:
    for order in (Defend("Caen", 10**30), Invest("Vexin", 10**30), Conquer("Évreux", 10**30)):
        assert refusal(position(REALM), "red", SendOrders(1, (order,))) is not None


@pytest.mark.rule("F5.4")
def test_a_sheet_is_for_the_open_turn_alone() -> None:
    state = position(REALM, turn=7)
    for number in (0, 6, 8):
        why = refusal(state, "red", SendOrders(number, ()))
        assert why is not None
        assert (why.rule, why.params) == ("F5.4", {"sheet": number, "turn": 7})


def sent(*, open_: bool) -> Outcome:
    state = position(REALM)
    return play(state, "red", sheet(state, "red", "3 Grain to Defend Caen", open_=open_))


def known(state: France, seat: int | None) -> object:
    view = SERVICE.view(state, seat).state
    return view.sent[0] and view.sent[0].orders


@pytest.mark.rule("F5.4")
def test_sent_orders_are_final() -> None:
    state = sent(open_=False).state
    why = refusal(state, "red", SendOrders(1, ()))
    assert why is not None
    assert why.rule == "F5.4"
    assert [d.seat for d in SERVICE.decisions(state)] == [1]


@pytest.mark.rule("F5.4")
def test_others_see_that_orders_are_sent_and_not_which() -> None:
    outcome = sent(open_=False)
    told = happened(outcome, OrdersSent)[0]
    assert known(outcome.state, 0) == told.orders == (Defend("Caen", 3),)
    for other in (1, None):
        assert known(outcome.state, other) is None
        assert SERVICE.view(outcome.state, other).state.sent[0] is not None
        assert told.seen_by(other) == replace(told, orders=None)


@pytest.mark.rule("F5.4")
def test_open_orders_are_seen_by_all() -> None:
    outcome = sent(open_=True)
    told = happened(outcome, OrdersSent)[0]
    for reader in (0, 1, None):
        assert known(outcome.state, reader) == (Defend("Caen", 3),)
        assert told.seen_by(reader) == told


@pytest.mark.rule("F5.5")
def test_the_turn_is_resolved_when_all_have_sent() -> None:
    state = sent(open_=False).state
    after = play(state, "blue", SendOrders(1, ()), [1])
    assert after.state.turn == 2
    assert after.state.sent == (None, None)
    assert after.state.last == ((Defend("Caen", 3),), ())
    assert happened(after, OrdersRevealed) == [
        OrdersRevealed(1, ((Defend("Caen", 3),), ()), (80, 30))
    ]


@pytest.mark.rule("F5.6")
@pytest.mark.parametrize(
    ("sheet", "refused_by"),
    [
        ("1 Grain to Conquer Beauvais", None),  # beside Vexin, which is devastated, and Normandie
        ("1 Grain to Conquer PARIS", "F5.6 line 1"),  # beside Vexin alone
        ("1 Grain to Invest in Vexin; 5 Grain to Conquer Chartres", "F5.6 line 2"),
        ("5 Grain to Invest in Vexin", None),
    ],
)
def test_no_attack_from_devastated_land(sheet: str, refused_by: str | None) -> None:
    assert refused(position(REALM), "red", sheet) == refused_by


@pytest.mark.rule("F5.6")
def test_devastated_land_attacks_from_the_turn_after_an_investment() -> None:
    state = turn(position("red Vexin 0, Lille 10"), red="5 Grain to Invest in Vexin").state
    assert refused(state, "red", "1 Grain to Conquer PARIS") is None
