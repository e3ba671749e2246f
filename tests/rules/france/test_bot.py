"""The Marshal: what it does in positions that one can see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from app.rules.france.actions import (
    Conquer,
    DeclareCapital,
    Defend,
    EnterAs,
    Invest,
    Order,
    SendOrders,
    StopTrade,
    Trade,
)
from app.rules.france.atlas import ATLAS
from app.rules.france.game import FRANCE
from app.rules.france.state import France
from tests.rules.france.positions import OPTIONS, SERVICE, count, position


def asked(state: France, seed: int = 1) -> Sequence[Order]:
    """The sheet of the bot in red; it must be legal."""
    action = SERVICE.bot_action(state, 0, "marshal", Random(seed))
    assert isinstance(action, SendOrders)
    assert SERVICE.why_not(state, 0, action) is None
    return action.orders


def grain(orders: Sequence[Order], kind: type[Defend | Invest | Conquer]) -> int:
    return sum(order.grain for order in orders if isinstance(order, kind))


def test_it_is_the_bot_that_the_game_offers() -> None:
    assert next(iter(FRANCE.bots)) == "marshal"


@pytest.mark.rule("F2.1")
def test_it_enters_apart_from_others() -> None:
    state = SERVICE.game.blank(6, OPTIONS)
    for seat in range(6):
        action = SERVICE.bot_action(state, seat, "marshal", Random(seat))
        assert isinstance(action, EnterAs)
        assert SERVICE.why_not(state, seat, action) is None


def test_it_expands_while_there_is_land() -> None:
    assert grain(asked(position("red Normandie* 15")), Conquer) >= 10


def test_it_invests_where_all_neighbours_are_partners() -> None:
    around = ", ".join(ATLAS.neighbours["Normandie"])
    state = position(f"red Normandie* 15 | blue {around}, Foix*", trade=[("red", "blue")])
    assert grain(asked(state), Invest) == 20


def test_it_defends_what_is_threatened_and_nothing_else() -> None:
    state = position("red Normandie* 20, Caen 20, Foix 20 | blue Cotentin* 30, Avranches 30")
    defended = {order.county for order in asked(state) if isinstance(order, Defend)}
    assert "Caen" in defended
    assert not {"Normandie", "Foix"} & defended


@pytest.mark.rule("F8.1")
def test_it_offers_trade_and_answers_offers() -> None:
    state = position("red Normandie* 15 | blue Caen* 15 | green Lille* 15")
    assert Trade(1) in asked(state)
    offered = replace(state, last=((), (Trade(0),), ()))
    assert Trade(1) in asked(offered)


@pytest.mark.rule("F8.2")
def test_it_stops_trading_with_one_who_is_about_to_unify() -> None:
    text = "blue PARIS, Normandie, Blois, Bretogne, Champagne, Toulouse | red Caen* 15, Vexin"
    state = position(text, trade=[("red", "blue")])
    assert StopTrade(1) in asked(state)


@pytest.mark.rule("F9.2")
def test_it_declares_a_capital_when_it_has_none() -> None:
    assert any(isinstance(order, DeclareCapital) for order in asked(position("red Caen, Lille")))


@pytest.mark.rule("F9.3")
def test_it_goes_for_paris_when_that_unifies() -> None:
    joined = "Anjou Aquitaine Blois Bretogne Champagne Normandie Tours Caen Mayenne Maine"
    state = position("red " + ", ".join([*joined.split(), "Chartres", "Évreux", "Valois"]))
    conquests = {o.county: o.grain for o in asked(state) if isinstance(o, Conquer)}
    assert conquests["PARIS"] >= 20


@pytest.mark.rule("F9.3")
def test_it_joins_what_lies_apart_when_that_unifies() -> None:
    held = "Anjou Aquitaine Blois Bretogne Champagne Normandie PARIS Tours Caen Mayenne Chartres"
    state = position("red " + ", ".join([*held.split(), "Évreux"]))
    conquests = {o.county: o.grain for o in asked(state) if isinstance(o, Conquer)}
    assert {"Valois", "Sens"} & set(conquests)  # Champagne lies apart


@pytest.mark.rule("F3.7")
def test_a_coward_leads_nothing() -> None:
    state = position("red Normandie* 25", counts={"red": count("Hugues", 3, "just", "coward")})
    assert not any(order.led for order in asked(state) if isinstance(order, Conquer | Defend))
    brave = position("red Normandie* 25", counts={"red": count("Hugues", 3, "just")})
    assert any(order.led for order in asked(brave) if isinstance(order, Conquer))


def test_it_spends_its_grain() -> None:
    for output in (10, 15, 30):
        orders = asked(position(f"red Normandie* {output}, Caen {output}"))
        spent = sum(grain(orders, kind) for kind in (Defend, Invest, Conquer))
        assert spent >= output
    assert all(order.county in ATLAS.index for order in orders if isinstance(order, Conquer))
