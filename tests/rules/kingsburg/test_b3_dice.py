"""B3.1-B3.4  A season begins: dice that block, the throw, rerolls, the order."""

from __future__ import annotations

import pytest

from app.rules.kingsburg import court, help  # noqa: A004 - the rulebook's word
from app.rules.kingsburg.actions import KeepDice, Pass, RerollAll, RerollDie
from app.rules.kingsburg.events import (
    AdvisorsBlocked,
    CourtCleared,
    DiceKept,
    DiceRerolled,
    DieRerolled,
    GuildPaid,
    HelpGiven,
    OrderSet,
)
from app.rules.kingsburg.state import NOBODY, SUMMER, Step
from tests.rules.kingsburg.positions import (
    after,
    asked,
    begun,
    happened,
    has,
    options,
    play,
    position,
    refused_by,
)


@pytest.mark.rule("B3.1")
@pytest.mark.parametrize(
    ("dice", "blocked"),
    [
        ([4, 4, 5, 2, 3], [13, 5]),
        ([1, 1, 1, 2, 1], [3, 2, 1]),
        ([2, 1, 3, 4, 2], [6, 4, 2]),
        ([2, 1, 3, 3, 3], [6, 3]),
    ],
)
def test_in_a_game_of_two_dice_block_advisors(dice: list[int], blocked: list[int]) -> None:
    played = begun(court.begin, position("red | blue"), [*dice, *[1] * 6])
    (event,) = happened(played, AdvisorsBlocked)
    assert [sum(group) for group in event.groups] == blocked
    assert [(g.advisor, g.seat) for g in played.state.court] == [(n, NOBODY) for n in blocked]


@pytest.mark.rule("B3.1")
@pytest.mark.parametrize("text", ["red | blue | yellow", "red | blue | yellow | green"])
def test_among_more_nothing_is_blocked(text: str) -> None:
    dice = [1] * 3 * (text.count("|") + 1)
    assert begun(court.begin, position(text), dice).state.court == ()


@pytest.mark.rule("B3.1")
def test_they_are_thrown_before_anything_else() -> None:
    state = position("red Merchants' Guild, Farm | blue")
    played = begun(court.begin, state, [1, 1, 1, 5, 5, *[2] * 7])
    assert isinstance(played.events[0], AdvisorsBlocked)
    assert played.state.court[0].own == (1, 1, 1)


@pytest.mark.rule("B3.1")
def test_blocked_advisors_help_nobody_and_the_dice_leave() -> None:
    state = position("red | blue", Step.HELP, court="blocked 8: 5 3 | blocked 2: 2")
    played = begun(help.settle, state)
    assert played.events == (CourtCleared(),)
    assert played.state.court == ()


@pytest.mark.rule("B3.2")
def test_the_guild_brings_a_gold_before_the_throw() -> None:
    played = begun(court.begin, position("red | blue Merchants' Guild, Farm | yellow"), [1] * 10)
    assert played.events[0] == GuildPaid(1)
    assert has(played.state, "blue") == "1 gold"


@pytest.mark.rule("B3.2")
def test_the_farm_brings_a_white_die_in_every_season() -> None:
    state = position("red Farm | blue | yellow", phase=SUMMER)
    played = begun(court.begin, state, [1, 2, 3, 6, *[1] * 6])
    assert played.state.governors[0].own == (3, 2, 1)
    assert played.state.governors[0].white == (6,)


@pytest.mark.rule("B3.3")
def test_the_statue_rerolls_one_of_dice_that_are_all_equal() -> None:
    state = position("red Statue, dice 2 2 2 | blue dice 1 | yellow dice 1", Step.REROLL)
    assert options(state, "red") == [KeepDice(), RerollDie()]
    played = play(state, "red", RerollDie(), [6])
    assert played.events[0] == DieRerolled(0, 0, False, 2, 6)
    assert played.state.governors[0].own == (6, 2, 2)


@pytest.mark.rule("B3.3")
def test_the_player_chooses_which_die() -> None:
    text = "red Statue, dice 2 2 2, white 2 | blue dice 1 | yellow dice 1"
    state = position(text, Step.REROLL)
    assert options(state, "red") == [KeepDice(), RerollDie(), RerollDie(white=True)]
    state = after(state, "red", RerollDie(white=True), [5])
    assert (state.governors[0].own, state.governors[0].white) == ((2, 2, 2), (5,))


@pytest.mark.rule("B3.3")
@pytest.mark.parametrize("red", ["Statue, dice 2 2 3", "Statue, dice 2 2 2, white 3", "dice 1 1 1"])
def test_otherwise_nobody_is_asked(red: str) -> None:
    state = position(f"red {red} | blue dice 1 | yellow dice 1", Step.REROLL)
    assert asked(state) == []


@pytest.mark.rule("B3.3")
def test_the_chapel_rerolls_all_dice_up_to_a_sum_of_7() -> None:
    text = "red Chapel, dice 1 2 2, white 2 | blue dice 1 | yellow dice 1"
    state = position(text, Step.REROLL)
    assert options(state, "red") == [KeepDice(), RerollAll()]
    played = play(state, "red", RerollAll(), [1, 3, 2, 6])
    assert played.events[0] == DiceRerolled(0, 0, (3, 2, 1), (6,))


@pytest.mark.rule("B3.3")
def test_a_sum_of_8_stays() -> None:
    text = "red Chapel, dice 1 2 2, white 3 | blue dice 1 | yellow dice 1"
    assert asked(position(text, Step.REROLL)) == []


@pytest.mark.rule("B3.3")
def test_both_may_be_used_in_either_order_each_once() -> None:
    text = "red Chapel, dice 1 1 1 | blue dice 1 | yellow dice 1"
    state = position(text, Step.REROLL)
    assert options(state, "red") == [KeepDice(), RerollDie(), RerollAll()]
    by_statue = after(state, "red", RerollDie(), [2])
    assert options(by_statue, "red") == [KeepDice(), RerollAll()]
    by_chapel = after(state, "red", RerollAll(), [2, 2, 2])
    assert options(by_chapel, "red") == [KeepDice(), RerollDie()]
    assert refused_by(by_chapel, "red", RerollAll()) == "B3.3"
    assert asked(after(by_chapel, "red", RerollDie(), [2])) != [("red", "reroll")]


@pytest.mark.rule("B3.3")
def test_each_is_judged_by_the_dice_as_they_are() -> None:
    state = position("red Chapel, dice 1 1 1 | blue dice 1 | yellow dice 1", Step.REROLL)
    state = after(state, "red", RerollAll(), [6, 5, 4])
    assert asked(state) != [("red", "reroll")]


@pytest.mark.rule("B3.3")
def test_the_order_of_the_season_before_holds() -> None:
    text = "red Statue, dice 1 1 1 | blue Statue, dice 2 2 2 | yellow dice 1"
    state = position(text, Step.REROLL, order=("blue", "yellow", "red"))
    assert asked(state) == [("blue", "reroll")]
    played = play(state, "blue", KeepDice())
    assert played.events == (DiceKept(1),)
    assert asked(played.state) == [("red", "reroll")]


@pytest.mark.rule("B3.3")
def test_what_one_cannot_reroll_is_refused() -> None:
    text = "red Chapel, dice 1 2 2 | blue dice 1 | yellow dice 1"
    assert refused_by(position(text, Step.REROLL), "red", RerollDie()) == "B3.3"
    text = "red Statue, dice 3 3 3 | blue dice 1 | yellow dice 1"
    state = position(text, Step.REROLL)
    assert refused_by(state, "red", RerollAll()) == "B3.3"
    assert refused_by(state, "red", RerollDie(white=True)) == "B3.3"
    assert refused_by(state, "red", Pass()) == "B3.3"


@pytest.mark.rule("B3.4")
def test_the_lowest_sum_goes_first_white_dice_counted() -> None:
    text = "red dice 3 3 2, white 6 | blue dice 5 5 3 | yellow dice 1 1 6"
    played = begun(court.set_order, position(text))
    assert played.events == (OrderSet((2, 1, 0), (14, 13, 8)),)


@pytest.mark.rule("B3.4")
def test_who_ties_keeps_the_order_of_the_season_before() -> None:
    text = "red dice 3 3 2 | blue dice 4 3 1 | yellow dice 1 1 6"
    state = position(text, order=("yellow", "red", "blue"))
    assert begun(court.set_order, state).state.order == (2, 0, 1)


def test_no_help_is_forgotten_when_the_court_is_cleared() -> None:
    state = position("red | blue | yellow", Step.HELP, court="red 1: 1 | blue 2: 2")
    assert len(happened(begun(help.settle, state), HelpGiven)) == 2
