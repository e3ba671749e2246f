"""B3.5-B3.9  Influence."""

from __future__ import annotations

import pytest

from app.rules.kingsburg.actions import Build, Influence, Pass
from app.rules.kingsburg.events import AdvisorInfluenced, HelpGiven, Passed
from app.rules.kingsburg.state import Kingsburg
from tests.rules.kingsburg.positions import (
    after,
    asked,
    happened,
    has,
    options,
    play,
    position,
    refusal,
    refused_by,
    told,
)


def reds(red: str, *, court: str = "", envoy: str = "blocked") -> Kingsburg:
    """Red has these; blue and yellow wait."""
    text = f"red {red} | blue dice 6 6 6 | yellow dice 6 6 6"
    return position(text, court=court, envoy=envoy)


def reach(state: Kingsburg, house: str = "red") -> set[int]:
    """The advisors whom that house may influence now."""
    return {a.advisor for a in options(state, house) if isinstance(a, Influence)}


@pytest.mark.rule("B3.5")
def test_one_group_a_round_in_turn_order() -> None:
    text = "red dice 1 2 | blue dice 3 4 | yellow dice 5 6"
    state = position(text, order=("blue", "yellow", "red"))
    state = after(state, "blue", Influence(7, (3, 4)))
    state = after(state, "yellow", Influence(5, (5,)))
    assert asked(state) == [("red", "influence")]
    state = after(state, "red", Influence(1, (1,)))
    assert asked(state) == [("yellow", "influence")]


@pytest.mark.rule("B3.5")
def test_who_passes_is_out_for_the_season() -> None:
    state = position("red dice 1 2 | blue dice 3 4 | yellow dice 5 6")
    state = after(state, "red", Pass())
    state = after(state, "blue", Influence(3, (3,)))
    state = after(state, "yellow", Influence(5, (5,)))
    assert asked(state) == [("blue", "influence")]
    assert refused_by(state, "red", Influence(1, (1,))) == "B3.5"


@pytest.mark.rule("B3.5")
def test_who_has_no_dice_left_passes_of_himself() -> None:
    state = position("red dice 1 2 | blue dice 3 | yellow dice 5")
    state = after(state, "red", Influence(1, (1,)))
    state = after(state, "blue", Influence(3, (3,)))
    state = after(state, "yellow", Influence(5, (5,)))
    assert happened(play(state, "red", Pass()), Passed) == [
        Passed(0),
        Passed(1, forced=True),
        Passed(2, forced=True),
    ]


@pytest.mark.rule("B3.5")
@pytest.mark.parametrize("help_", ["1 token", "Market"])
def test_token_and_market_count_for_a_legal_placement(help_: str) -> None:
    court = "yellow 2: 2"
    blocked = position("red dice 5 | blue dice 2 | yellow", court=court)
    assert happened(play(blocked, "red", Influence(5, (5,)), [1] * 9), Passed)[0].seat == 1
    state = position(f"red dice 5 | blue dice 2, {help_} | yellow", court=court)
    assert asked(after(state, "red", Influence(5, (5,)))) == [("blue", "influence")]


@pytest.mark.rule("B3.5")
def test_the_envoy_counts_for_a_legal_placement() -> None:
    state = position("red dice 5 | blue dice 2 | yellow", court="yellow 2: 2", envoy="blue")
    assert asked(after(state, "red", Influence(5, (5,)))) == [("blue", "influence")]


@pytest.mark.rule("B3.6")
def test_the_sum_is_the_advisors_number() -> None:
    state = reds("dice 1 4 6")
    assert reach(state) == {1, 4, 5, 6, 7, 10, 11}
    assert refused_by(state, "red", Influence(9, (4, 6))) == "B3.6"
    why = refusal(state, "red", Influence(9, (4, 6)))
    assert told(why) == "This comes to 10, which reaches advisor 10 and not 9."


@pytest.mark.rule("B3.6")
def test_a_group_has_a_die_of_ones_own_colour() -> None:
    state = reds("dice 1, white 3 6")
    assert reach(state) == {1, 4, 7, 10}
    assert refused_by(state, "red", Influence(9, (), (3, 6))) == "B3.6"
    assert refused_by(state, "red", Influence(4, (), ())) == "B3.6"


@pytest.mark.rule("B3.6")
@pytest.mark.parametrize(
    "action",
    [Influence(8, (6, 2)), Influence(10, (5, 5)), Influence(8, (5,), (3,)), Influence(3, (3,))],
)
def test_dice_that_are_not_his_or_are_placed_are_refused(action: Influence) -> None:
    state = reds("dice 5 2", court="red 3: 3")
    assert refused_by(state, "red", action) == "B3.6"
    assert "you have left: 5, 2 of your colour" in told(refusal(state, "red", action))


@pytest.mark.rule("B3.6")
def test_dice_are_named_in_any_order() -> None:
    played = play(reds("dice 5 2 1, white 3"), "red", Influence(9, (1, 5), (3,)))
    assert played.events == (AdvisorInfluenced(0, 9, (5, 1), (3,)),)
    assert played.state.governors[0].own == (2,)
    assert played.state.governors[0].white == ()


@pytest.mark.rule("B3.6")
@pytest.mark.parametrize("dice", [(6, 6, 6), (6, 6, 5)])
def test_sums_beyond_the_king_are_no_advisors(dice: tuple[int, ...]) -> None:
    state = reds("dice 6 6 6 5, 1 token")
    assert refused_by(state, "red", Influence(18, dice, plus_two=True)) == "B3.6"


@pytest.mark.rule("B3.7")
def test_a_token_adds_2_and_lies_at_court() -> None:
    state = reds("dice 5, 2 token")
    assert reach(state) == {5, 7}
    state = after(state, "red", Influence(7, (5,), plus_two=True))
    assert has(state, "red") == "1 token"


@pytest.mark.rule("B3.7")
def test_only_one_a_season() -> None:
    state = reds("dice 5 1, 2 token", court="red 6: 4 +2")
    assert reach(state) == {1, 5}
    assert refused_by(state, "red", Influence(7, (5,), plus_two=True)) == "B3.7"


@pytest.mark.rule("B3.7")
def test_only_one_that_he_has() -> None:
    state = reds("dice 5")
    assert refused_by(state, "red", Influence(7, (5,), plus_two=True)) == "B3.7"


@pytest.mark.rule("B3.8")
@pytest.mark.parametrize("advisor", [8, 10])
def test_a_9_reaches_8_or_10_with_the_market(advisor: int) -> None:
    state = reds("Market, dice 5 4")
    assert refused_by(state, "red", Influence(advisor, (5, 4))) == "B3.6"
    played = play(state, "red", Influence(advisor, (5, 4), market=advisor - 9))
    assert played.events == (AdvisorInfluenced(0, advisor, (5, 4), market=advisor - 9),)


@pytest.mark.rule("B3.8")
def test_the_dice_stay_as_they_are() -> None:
    state = after(reds("Market, dice 5 4"), "red", Influence(10, (5, 4), market=1))
    assert state.court[0].own == (5, 4)


@pytest.mark.rule("B3.8")
def test_it_helps_one_group_a_season() -> None:
    state = reds("Market, dice 5 4", court="red 3: 2 market")
    assert reach(state) == {4, 5, 9}
    assert refused_by(state, "red", Influence(6, (5,), market=1)) == "B3.8"


@pytest.mark.rule("B3.8")
def test_it_needs_a_market() -> None:
    assert refused_by(reds("Inn, dice 5"), "red", Influence(6, (5,), market=1)) == "B3.8"


@pytest.mark.rule("B3.8")
def test_it_works_with_a_token_too() -> None:
    state = reds("Market, dice 5, 1 token")
    assert reach(state) == {4, 5, 6, 7, 8}
    assert refused_by(state, "red", Influence(8, (5,), plus_two=True, market=1)) is None


@pytest.mark.rule("B3.8")
def test_it_does_not_leave_the_advisors() -> None:
    state = reds("Market, dice 6 6 6 1")
    assert refused_by(state, "red", Influence(18, (6, 6, 6), market=1)) == "B3.8"
    assert refused_by(state, "red", Influence(1, (1,), market=-1)) == "B3.8"
    assert reach(state) & {0, 19} == set()


@pytest.mark.rule("B3.9")
@pytest.mark.parametrize("owner", ["red", "blue"])
def test_an_occupied_advisor_is_closed_to_all(owner: str) -> None:
    state = reds("dice 5 2", court=f"{owner} 5: 5")
    assert reach(state) == {2, 7}
    assert refused_by(state, "red", Influence(5, (5,))) == "B3.9"
    assert told(refusal(state, "red", Influence(5, (5,)))).endswith("your dice reach: 2, 7.")


@pytest.mark.rule("B3.1")
def test_a_blocked_advisor_is_closed_to_all() -> None:
    state = position("red dice 5 2 | blue dice 5", court="blocked 5: 4 1")
    assert refused_by(state, "red", Influence(5, (5,))) == "B3.1"
    assert reach(state) == {2, 7}


@pytest.mark.rule("B3.1")
@pytest.mark.rule("B5.2")
def test_the_envoy_reaches_a_blocked_advisor_and_his_owner_alone_is_helped() -> None:
    state = position("red dice 5 | blue", court="blocked 5: 4 1", envoy="red")
    played = play(state, "red", Influence(5, (5,), envoy=True), [1] * 11)
    assert happened(played, HelpGiven) == [HelpGiven(0, 5, soldiers=1)]


def test_another_answer_is_told_what_is_asked() -> None:
    why = refusal(reds("dice 5"), "red", Build("inn"))
    assert why is not None
    assert (why.rule, told(why)) == ("B3.5", "Now influence an advisor, or pass.")


def test_who_is_not_asked_is_told_who_is() -> None:
    why = refusal(reds("dice 5"), "blue", Pass())
    assert why is not None
    assert (why.rule, why.params) == ("B3.5", {"seat": 0})
