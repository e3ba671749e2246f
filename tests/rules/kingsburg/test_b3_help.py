"""B3.10, B3.13  The advisors help."""

from __future__ import annotations

import pytest

from app.rules.kingsburg import help  # noqa: A004 - the rulebook's word
from app.rules.kingsburg.actions import DeclineHelp, Influence, Pass, TakeHelp
from app.rules.kingsburg.enemies import HIDDEN
from app.rules.kingsburg.events import CourtCleared, EnemySeen, HelpDeclined, HelpGiven
from app.rules.kingsburg.goods import NONE, choices
from app.rules.kingsburg.state import Kingsburg, Step
from tests.rules.kingsburg.positions import (
    SERVICE,
    after,
    asked,
    begun,
    goods,
    happened,
    has,
    options,
    play,
    position,
    refusal,
    refused_by,
    told,
)

DICE = {
    1: "1", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "6 1", 8: "6 2", 9: "6 3", 10: "6 4",
    11: "6 5", 12: "6 6", 13: "6 6 1", 14: "6 6 2", 15: "6 6 3", 16: "6 6 4", 17: "6 6 5",
    18: "6 6 6",
}  # fmt: skip
"""Dice that reach each advisor."""


def on(advisor: int, red: str = "") -> Kingsburg:
    """Red is on that advisor alone; blue waits for the Merchant of his own, to hold the game."""
    both = {advisor: f"red {advisor}: {DICE[advisor]}", 4: "blue 4: 4"}
    court = " | ".join(both[number] for number in sorted(both)) if advisor != 4 else both[4]
    return position(f"red {red} | blue | yellow", Step.HELP, court=court)


def alone(advisor: int, red: str = "") -> Kingsburg:
    """Red alone is at court; yellow may build, so that the season does not end by itself."""
    court = f"red {advisor}: {DICE[advisor]}"
    return position(f"red {red} | blue | yellow 1 wood", Step.HELP, court=court)


@pytest.mark.rule("B3.13")
@pytest.mark.parametrize(
    ("advisor", "then"),
    [
        (1, "1 VP"),
        (2, "1 gold"),
        (3, "1 wood"),
        (5, "1 soldier"),
        (8, "2 gold"),
        (10, "2 soldier"),
        (13, "3 stone"),
        (15, "1 gold, 1 wood, 1 stone"),
        (16, "4 gold"),
        (18, "1 gold, 1 wood, 1 stone, 1 soldier"),
    ],
)
def test_help_without_a_choice_is_given_of_itself(advisor: int, then: str) -> None:
    assert has(begun(help.settle, alone(advisor)).state, "red") == then


@pytest.mark.rule("B3.13")
@pytest.mark.parametrize(
    ("advisor", "gains"),
    [
        (4, {"1 gold", "1 wood"}),
        (9, {"1 wood 1 gold", "1 wood 1 stone"}),
        (11, {"1 stone 1 wood", "1 stone 1 gold"}),
    ],
)
def test_some_give_one_of_two(advisor: int, gains: set[str]) -> None:
    expected = {TakeHelp(goods(gain)) for gain in gains}
    assert set(options(alone(advisor), "red")) == expected
    why = refusal(alone(advisor), "red", TakeHelp(goods("2 stone")))
    assert "gives either" in told(why)


@pytest.mark.rule("B3.13")
@pytest.mark.parametrize(
    ("advisor", "number", "then"), [(7, 1, "1 token"), (12, 2, "1 token"), (17, 2, "3 VP")]
)
def test_some_give_goods_of_choice(advisor: int, number: int, then: str) -> None:
    state = alone(advisor)
    assert options(state, "red") == [TakeHelp(gain) for gain in choices(number)]
    state = after(state, "red", TakeHelp(goods(f"{number} gold")))
    assert has(state, "red") == f"{number} gold, {then}"


@pytest.mark.rule("B3.13")
@pytest.mark.parametrize("wrong", ["1 gold", "3 gold", ""])
def test_exactly_so_many_goods_are_taken(wrong: str) -> None:
    why = refusal(alone(12), "red", TakeHelp(goods(wrong)))
    assert told(why) == "From advisor 12 you take exactly 2 goods of your choice."


@pytest.mark.rule("B3.13")
def test_the_alchemist_gives_two_goods_of_any_kind_for_one() -> None:
    state = alone(6, "1 gold, 2 stone")
    assert len(options(state, "red")) == 2 * 6 + 1
    then = after(state, "red", TakeHelp(goods("2 wood"), goods("1 stone")))
    assert has(then, "red") == "1 gold, 2 wood, 1 stone"
    assert refused_by(state, "red", TakeHelp(goods("2 wood"), goods("1 wood"))) == "B3.13"
    assert refused_by(state, "red", TakeHelp(goods("2 wood"))) == "B3.13"
    assert refused_by(state, "red", TakeHelp(goods("1 wood"), goods("1 gold"))) == "B3.13"


@pytest.mark.rule("B3.13")
def test_the_alchemist_may_be_declined() -> None:
    played = play(alone(6, "1 gold"), "red", DeclineHelp())
    assert played.events[0] == HelpDeclined(0, 6)
    assert has(played.state, "red") == "1 gold"


@pytest.mark.rule("B3.13")
def test_without_a_good_the_alchemist_does_not_help() -> None:
    played = begun(help.settle, alone(6, "3 token"))
    assert played.events == (HelpDeclined(0, 6, forced=True), CourtCleared())


@pytest.mark.rule("B3.13")
def test_the_smuggler_costs_a_point_even_below_0() -> None:
    state = alone(14)
    assert len(options(state, "red")) == 10 + 1
    state = after(state, "red", TakeHelp(goods("1 gold 2 wood")))
    assert has(state, "red") == "1 gold, 2 wood, -1 VP"


@pytest.mark.rule("B3.13")
def test_the_smuggler_may_be_declined() -> None:
    played = play(alone(14), "red", DeclineHelp())
    assert played.events[0] == HelpDeclined(0, 14)


@pytest.mark.rule("B3.13")
def test_help_that_costs_nothing_is_not_declined() -> None:
    assert refused_by(alone(12), "red", DeclineHelp()) == "B3.13"
    assert refused_by(alone(12), "red", TakeHelp(goods("2 gold"), goods("1 gold"))) == "B3.13"


@pytest.mark.rule("B3.13")
@pytest.mark.parametrize(("advisor", "gain"), [(10, None), (17, "2 wood")])
def test_general_and_queen_show_the_top_enemy_card(advisor: int, gain: str | None) -> None:
    state = alone(advisor)
    if gain is None:
        played = begun(help.settle, state)
    else:
        played = play(state, "red", TakeHelp(goods(gain)))
    assert happened(played, EnemySeen) == [EnemySeen(0, 0)]
    seen = [
        next(e for e in SERVICE.seen(played.events, eyes) if isinstance(e, EnemySeen))
        for eyes in (0, 1, None)
    ]
    assert [event.card for event in seen] == [0, HIDDEN, HIDDEN]
    assert SERVICE.view(played.state, 0).state.pile == (0, *[HIDDEN] * 4)
    for eyes in (1, 2, None):
        assert set(SERVICE.view(played.state, eyes).state.pile) == {HIDDEN}


@pytest.mark.rule("B3.13")
def test_who_has_looked_learns_nothing_by_looking_again() -> None:
    state = position("red | blue | yellow", Step.HELP, court="red 10: 6 4", seen=["red"])
    assert not happened(begun(help.settle, state), EnemySeen)


@pytest.mark.rule("B3.10")
def test_advisors_help_from_1_to_18() -> None:
    text = "red dice 6 2 | blue dice 1 | yellow dice 2"
    state = after(position(text), "red", Influence(8, (6, 2)))
    state = after(state, "blue", Influence(1, (1,)))
    played = play(state, "yellow", Influence(2, (2,)))
    assert [event.advisor for event in happened(played, HelpGiven)] == [1, 2, 8]


@pytest.mark.rule("B3.10")
def test_who_shares_an_advisor_chooses_in_turn_order() -> None:
    text = "red dice 4 | blue dice 4 | yellow"
    state = position(text, order=("blue", "red", "yellow"), turn="red", envoy="blue")
    state = after(state, "red", Influence(4, (4,)))
    state = after(state, "blue", Influence(4, (4,), envoy=True))
    assert asked(state) == [("blue", "help")]
    assert asked(after(state, "blue", TakeHelp(goods("1 gold")))) == [("red", "help")]


@pytest.mark.rule("B3.10")
def test_then_all_dice_go_back_and_the_token_that_was_used() -> None:
    text = "red dice 5 1, white 2, 2 token | blue dice 3 | yellow 1 wood, dice 6"
    state = after(position(text), "red", Influence(7, (5,), plus_two=True))
    for house in ("blue", "yellow", "red"):
        state = after(state, house, Pass())
    state = after(state, "red", TakeHelp(goods("1 gold")))
    assert state.court == ()
    assert has(state, "red") == "1 gold, 2 token"
    assert {(there.own, there.white) for there in state.governors} == {((), ())}


@pytest.mark.rule("B3.10")
def test_it_is_his_turn_who_is_on_the_advisor() -> None:
    state = on(7)
    assert asked(state) == [("blue", "help")]
    assert refused_by(state, "red", TakeHelp(goods("1 gold"))) == "B3.10"
    state = after(state, "blue", TakeHelp(goods("1 wood")))
    assert asked(state) == [("red", "help")]
    assert refused_by(state, "red", Pass()) == "B3.10"


@pytest.mark.rule("B9.2")
@pytest.mark.parametrize(("advisor", "soldiers"), [(5, 2), (10, 3), (18, 2), (2, 0)])
def test_a_stable_brings_one_soldier_more(advisor: int, soldiers: int) -> None:
    (given,) = happened(begun(help.settle, alone(advisor, "Stable")), HelpGiven)
    assert given.soldiers == soldiers


def test_no_price_is_asked_of_most() -> None:
    assert all(a.price == NONE for a in options(alone(17), "red") if isinstance(a, TakeHelp))
