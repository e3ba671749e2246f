"""B2  Phase 1: the King's aid."""

from __future__ import annotations

import pytest

from app.rules.kingsburg import aid, court, sequence
from app.rules.kingsburg.actions import GiveUp, TakeGood
from app.rules.kingsburg.events import AidDieGiven, AidTaken, ChoicesAsked, DiceThrown
from app.rules.kingsburg.state import SUMMER, Step
from tests.rules.kingsburg.positions import (
    after,
    begun,
    goods,
    happened,
    options,
    play,
    position,
    refused_by,
)


@pytest.mark.rule("B2.1")
def test_fewest_buildings_get_the_white_die() -> None:
    state = position("red Inn | blue | yellow Inn", Step.AID)
    assert begun(aid.begin, state).events == (AidDieGiven(1),)


@pytest.mark.rule("B2.1")
def test_of_those_who_tie_fewest_goods_get_it() -> None:
    state = position("red 2 gold, 1 wood | blue 1 gold, 1 stone | yellow Inn", Step.AID)
    assert begun(aid.begin, state).events == (AidDieGiven(1),)


@pytest.mark.rule("B2.1")
def test_still_tied_each_takes_a_good_and_nobody_the_die() -> None:
    state = position("red 1 gold | blue 1 wood | yellow Inn", Step.AID)
    played = begun(aid.begin, state)
    assert played.events == (ChoicesAsked((0, 1)),)
    state = after(played.state, "red", TakeGood("wood"))
    played = play(state, "blue", TakeGood("stone"), [1] * 9)
    assert happened(played, AidTaken) == [
        AidTaken(0, goods("1 wood")),
        AidTaken(1, goods("1 stone")),
    ]
    assert happened(played, DiceThrown)[0].white == ((), (), ())


@pytest.mark.rule("B2.1")
def test_tokens_do_not_count_as_goods() -> None:
    state = position("red 3 token | blue 1 gold | yellow 1 gold", Step.AID)
    assert begun(aid.begin, state).events == (AidDieGiven(0),)


@pytest.mark.rule("B2.1")
def test_each_good_may_be_taken() -> None:
    state = begun(aid.begin, position("red | blue", Step.AID)).state
    assert options(state, "red") == [TakeGood("gold"), TakeGood("wood"), TakeGood("stone")]
    assert refused_by(state, "red", GiveUp(goods("1 gold"))) == "B2.1"


@pytest.mark.rule("B2.1")
def test_the_die_is_thrown_in_spring() -> None:
    state = begun(aid.begin, position("red Inn | blue | yellow Inn", Step.AID)).state
    played = begun(sequence.go_on, state, [1, 1, 1, 2, 2, 2, 6, 3, 3, 3])
    assert happened(played, DiceThrown)[0].white == ((), (6,), ())


@pytest.mark.rule("B2.1")
def test_it_is_thrown_in_no_other_season() -> None:
    state = position("red Inn | blue | yellow Inn", phase=SUMMER)
    state = begun(aid.begin, state).state
    played = begun(court.begin, state, [1] * 9)
    assert played.state.governors[1].white == ()
