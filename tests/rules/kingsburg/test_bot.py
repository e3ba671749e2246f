"""The "Count bot": legal in every position, quick, and clearly better than chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import process_time

import pytest

from app.rules.chance import Chance
from app.rules.contract import Result
from app.rules.kingsburg import choice, winter
from app.rules.kingsburg.actions import (
    Build,
    GiveUp,
    Influence,
    KeepDice,
    Recruit,
    RecruitNobody,
    RerollAll,
    RerollDie,
    TakeGood,
)
from app.rules.kingsburg.bot import sensible
from app.rules.kingsburg.game import KINGSBURG
from app.rules.kingsburg.state import AUTUMN, Kingsburg, Step
from app.rules.service import RANDOM_BOT, Played
from tests.rules.kingsburg.positions import SERVICE, asked, begun, card, position

QUICK = 0.02
"""Seconds of processor time for a decision, in the median of the slowest tenth."""


def played(bots: Sequence[str], seed: int, times: list[float] | None = None) -> Result:
    """A whole game of these bots; a refused action fails the test."""
    random = Random(seed)
    secret = random.randbytes(32)
    state = SERVICE.open(len(bots), {}, Chance(secret)).state
    while decisions := SERVICE.decisions(state):
        seat = decisions[-1].seat
        began = process_time()
        action = SERVICE.bot_action(state, seat, bots[seat], random)
        if times is not None:
            times.append(process_time() - began)
        answer = SERVICE.play(state, seat, action, Chance(secret, next_number=state.throws))
        assert isinstance(answer, Played), (answer, action)
        state = answer.state
    result = SERVICE.result(state)
    assert result is not None
    return result


def answer(state: Kingsburg) -> object:
    """What it does as red."""
    assert ("red", asked(state)[0][1]) in asked(state)
    action = sensible(SERVICE.view(state, 0).state, 0, Random(0))
    assert SERVICE.why_not(state, 0, action) is None
    return action


def test_it_is_the_bot_that_kingsburg_offers() -> None:
    assert next(iter(KINGSBURG.bots)) == "count"


@pytest.mark.parametrize("seats", [2, 5])
def test_it_beats_chance(seats: int) -> None:
    for seed in range(8):
        seat = seed % seats
        bots = ["count" if number == seat else RANDOM_BOT for number in range(seats)]
        assert played(bots, seed).winners == (seat,)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_with_its_like_it_builds_a_province_worth_the_name(seats: int) -> None:
    points = [max(played(["count"] * seats, seed).points) for seed in range(3)]
    assert min(points) >= 20


def test_it_decides_quickly() -> None:
    times: list[float] = []
    played(["count"] * 5, 7, times)
    times.sort()
    assert times[int(len(times) * 0.95)] < QUICK


def test_the_same_position_gets_the_same_answer() -> None:
    state = position("red dice 6 4 1, 2 gold | blue dice 5 | yellow dice 5")
    assert sensible(state, 0, Random(1)) == sensible(state, 0, Random(2))


def test_it_splits_its_dice_for_help() -> None:
    action = answer(position("red dice 6 6 6 | blue dice 5 | yellow dice 5"))
    assert isinstance(action, Influence)


def test_it_rerolls_low_dice() -> None:
    text = "| blue dice 1 | yellow dice 1"
    assert answer(position(f"red Chapel, dice 2 2 2 {text}", Step.REROLL)) == RerollAll()
    assert answer(position(f"red Statue, dice 2 2 2 {text}", Step.REROLL)) == RerollDie()
    assert answer(position(f"red Statue, dice 6 6 6 {text}", Step.REROLL)) == KeepDice()


def test_it_builds_what_it_can_pay() -> None:
    state = position("red 2 gold, 2 wood | blue | yellow", Step.BUILD, phase=AUTUMN)
    assert isinstance(answer(state), Build)


def test_in_the_last_year_it_recruits_with_all_it_has() -> None:
    enemy = card("Dragons", 9, 5)
    state = position(
        "red 9 gold, 3 soldier | blue | yellow",
        Step.RECRUIT,
        year=5,
        pile=[enemy] * 5,
        seen=["red"],
    )
    action = answer(state)
    assert isinstance(action, Recruit)
    assert action.goods.number == 8


def test_it_keeps_its_goods_when_the_province_is_safe() -> None:
    state = position("red 9 gold, 9 soldier | blue | yellow", Step.RECRUIT)
    assert answer(state) == RecruitNobody()


def test_it_gives_up_what_it_needs_least() -> None:
    orcs = card("Orcs", 3, 1)
    state = position(
        "red 4 stone, 1 gold | blue 9 soldier | yellow 9 soldier", Step.WINTER, pile=[orcs] * 5
    )
    action = answer(begun(winter.begin, state, [1]).state)
    assert isinstance(action, GiveUp)
    assert action.goods.stone >= 1


def test_it_takes_the_good_that_its_plan_needs() -> None:
    state = position("red 5 stone | blue | yellow", Step.AID)
    state = begun(lambda chronicle: choice.ask(chronicle, (0,)), state).state
    assert answer(state) != TakeGood("stone")
