"""F5.5  Who sends nothing by the deadline."""

from __future__ import annotations

import pytest

from app.rules.france.absence import answer, garrison
from app.rules.france.actions import Defend, EnterAs, Invest, SendOrders
from app.rules.france.game import FRANCE
from tests.rules.france.positions import OPTIONS, SERVICE, position, refusal

pytestmark = pytest.mark.rule("F5.5")


@pytest.mark.parametrize(
    ("realm", "defences"),
    [
        ("red Caen* 10", {"Caen": 10}),
        ("red Caen* 30, Normandie 11", {"Caen": 21, "Normandie": 20}),
        ("red Caen 10, Normandie* 9", {"Normandie": 10, "Caen": 9}),
        ("red Caen 10, Évreux 12, Normandie* 0", {"Normandie": 8, "Évreux": 7, "Caen": 7}),
        ("red Évreux 5, Caen 5", {"Caen": 5, "Évreux": 5}),
        (
            "red Caen 0, Évreux 0, Lille 0, Artois 0, Foix 0, Albi* 0",
            dict.fromkeys(["Albi", "Artois", "Caen", "Évreux", "Foix"], 1),
        ),
        ("red Caen* 25, Lille 30, Artois 9", {"Caen": 22, "Lille": 21, "Artois": 21}),
        ("red Caen* 30, Lille 30, Artois 30", {"Caen": 30, "Artois": 30, "Lille": 30}),
    ],
)
def test_the_garrison_goes_round(realm: str, defences: dict[str, int]) -> None:
    state = position(realm)
    sheet = garrison(state, 0)
    assert [(order.county, order.grain) for order in sheet.orders if isinstance(order, Defend)] == [
        *defences.items()
    ]
    assert refusal(state, "red", sheet) is None


def test_no_county_gets_more_than_30() -> None:
    state = position("red Caen* 30 | blue Cotentin*", trade=[("red", "blue")])
    assert garrison(state, 0).orders == (Defend("Caen", 30),)


def test_a_draft_that_is_legal_counts_as_sent() -> None:
    state = position("red Caen* 10", turn=3)
    draft = SendOrders(3, (Invest("Caen", 8),), open=True)
    assert FRANCE.absent(state, 0, draft) == draft
    for useless in (None, SendOrders(2, draft.orders), SendOrders(3, (Invest("Caen", 80),))):
        assert FRANCE.absent(state, 0, useless) == garrison(state, 0)


def test_with_nothing_no_order_is_given() -> None:
    assert answer(position("red Caen* 10", absent="nothing"), 0) == SendOrders(1, ())


def test_who_is_absent_at_the_beginning_enters_somewhere() -> None:
    state = SERVICE.game.blank(12, OPTIONS)
    for seat in range(12):
        action = answer(state, seat)
        assert isinstance(action, EnterAs)
        assert SERVICE.why_not(state, seat, action) is None
