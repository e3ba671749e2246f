"""B6  Phase 7: recruiting."""

from __future__ import annotations

import pytest

from app.rules.kingsburg.actions import Recruit, RecruitNobody
from app.rules.kingsburg.events import NobodyRecruited, SoldiersRecruited
from app.rules.kingsburg.state import Kingsburg, Step
from tests.rules.kingsburg.positions import (
    after,
    asked,
    goods,
    has,
    options,
    play,
    position,
    refusal,
    refused_by,
    told,
)


def recruits(red: str, blue: str = "2 gold") -> Kingsburg:
    """Red may recruit; then blue."""
    return position(f"red {red} | blue {blue} | yellow 1 gold", Step.RECRUIT)


@pytest.mark.rule("B6.1")
@pytest.mark.rule("B9.2")
def test_with_barracks_3_goods_make_3_soldiers() -> None:
    state = recruits("1 gold, 2 stone, Barracks")
    played = play(state, "red", Recruit(goods("1 gold 2 stone")))
    assert played.events == (SoldiersRecruited(0, goods("1 gold 2 stone"), 3),)
    assert has(played.state, "red") == "3 soldier"


@pytest.mark.rule("B6.1")
def test_each_soldier_costs_2_goods_of_any_kind() -> None:
    state = after(recruits("3 gold, 2 wood"), "red", Recruit(goods("3 gold 1 wood")))
    assert has(state, "red") == "1 wood, 2 soldier"


@pytest.mark.rule("B6.1")
def test_as_many_as_one_can_pay() -> None:
    offered = [a for a in options(recruits("5 gold, 4 stone"), "red") if isinstance(a, Recruit)]
    assert {a.goods.number for a in offered} == {2, 4, 6, 8}


@pytest.mark.rule("B6.1")
def test_in_turn_order() -> None:
    state = position(
        "red 2 gold | blue 2 gold | yellow 2 gold", Step.RECRUIT, order=("blue", "red", "yellow")
    )
    assert asked(state) == [("blue", "recruit")]
    played = play(state, "blue", RecruitNobody())
    assert played.events == (NobodyRecruited(1),)
    assert asked(played.state) == [("red", "recruit")]


@pytest.mark.rule("B6.1")
@pytest.mark.parametrize("red", ["1 gold", "9 token", ""])
def test_who_cannot_pay_is_not_asked(red: str) -> None:
    assert asked(recruits(red)) == [("blue", "recruit")]


@pytest.mark.rule("B6.1")
@pytest.mark.parametrize("payment", ["", "1 gold", "3 gold"])
def test_payments_that_do_not_come_out_even_are_refused(payment: str) -> None:
    state = recruits("5 gold")
    why = refusal(state, "red", Recruit(goods(payment)))
    assert why is not None
    assert why.rule == "B6.1"
    assert "A soldier costs you 2 goods of any kind, and you can pay for 2 at most" in told(why)


@pytest.mark.rule("B6.1")
def test_goods_that_one_lacks_pay_nothing() -> None:
    assert refused_by(recruits("5 gold"), "red", Recruit(goods("2 wood"))) == "B6.1"


@pytest.mark.rule("B6.1")
def test_other_payments_than_those_offered_are_legal_too() -> None:
    state = recruits("9 gold, 9 wood, 9 stone")
    assert len(options(state, "red")) < 150
    assert refused_by(state, "red", Recruit(goods("5 gold 4 wood 3 stone"))) is None
