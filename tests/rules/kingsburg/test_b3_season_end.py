"""B3.12  The end of a season: Inn, Embassy and Town Hall."""

from __future__ import annotations

import pytest

from app.rules.kingsburg import season_end
from app.rules.kingsburg.actions import Build, KeepAll, UseTownHall
from app.rules.kingsburg.events import EmbassyHonoured, InnServed, TownHallUsed
from app.rules.kingsburg.state import AUTUMN, SPRING, SUMMER, Kingsburg, Step
from tests.rules.kingsburg.positions import (
    Outcome,
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


def ended(text: str, phase: int = SPRING) -> Outcome:
    """The end of a season of that phase begins."""
    return begun(season_end.begin, position(text, Step.SEASON_END, phase=phase))


def town_hall(red: str) -> Kingsburg:
    """Red has a Town Hall, and so has blue, who is asked too."""
    return ended(f"red {red}, Town Hall | blue 1 wood, Town Hall | yellow").state


@pytest.mark.rule("B3.12")
@pytest.mark.parametrize(("phase", "tokens"), [(SPRING, ""), (SUMMER, "1 token"), (AUTUMN, "")])
def test_the_inn_gives_a_token_each_summer(phase: int, tokens: str) -> None:
    assert has(ended("red Inn | blue | yellow", phase).state, "red") == tokens


@pytest.mark.rule("B3.12")
@pytest.mark.parametrize("phase", [SPRING, SUMMER, AUTUMN])
def test_the_embassy_gives_a_point_each_season(phase: int) -> None:
    assert happened(ended("red | blue Embassy | yellow", phase), EmbassyHonoured) == [
        EmbassyHonoured(1)
    ]


@pytest.mark.rule("B3.12")
@pytest.mark.rule("B9.2")
def test_it_gives_it_in_the_season_in_which_it_is_built() -> None:
    text = "red 2 gold, 2 wood, 2 stone, Town Hall | blue | yellow 1 gold, Town Hall"
    state = position(text, Step.BUILD)
    state = after(state, "red", Build("embassy"))
    assert has(state, "red") == "1 gold, 5 VP"


@pytest.mark.rule("B3.12")
@pytest.mark.rule("B9.2")
def test_an_inn_built_in_summer_serves_at_once() -> None:
    text = "red 1 gold, 1 wood | blue 1 gold, Town Hall | yellow"
    played = play(position(text, Step.BUILD, phase=SUMMER), "red", Build("inn"))
    assert happened(played, InnServed) == [InnServed(0)]


@pytest.mark.rule("B3.12")
@pytest.mark.parametrize(
    ("give", "then"),
    [
        ("gold", "1 wood, 1 token, 1 VP"),
        ("wood", "1 gold, 1 token, 1 VP"),
        ("token", "1 gold, 1 wood, 1 VP"),
    ],
)
def test_the_town_hall_makes_a_point_of_a_good_or_token(give: str, then: str) -> None:
    state = town_hall("1 gold, 1 wood, 1 token")
    action = next(a for a in options(state, "red") if getattr(a, "give", "") == give)
    state = after(state, "red", action)
    played = play(state, "blue", KeepAll(), [1] * 9)
    assert has(played.state, "red") in {then, then.replace("1 VP", "2 VP")}
    assert [e.seat for e in happened(played, TownHallUsed)] == [0]


@pytest.mark.rule("B3.12")
def test_it_is_used_once_a_season() -> None:
    state = after(town_hall("5 gold"), "red", UseTownHall("gold"))
    assert asked(state) == [("blue", "town_hall")]
    assert refused_by(state, "red", UseTownHall("gold")) == "B3.12"


@pytest.mark.rule("B3.12")
def test_only_what_one_has_may_be_given() -> None:
    state = town_hall("1 gold")
    assert options(state, "red") == [UseTownHall("gold"), KeepAll()]
    assert refused_by(state, "red", UseTownHall("token")) == "B3.12"
    why = refusal(state, "red", UseTownHall("stone"))
    assert told(why) == "You have none of these; you have: 1 gold, “+2” tokens: 0."


@pytest.mark.rule("B3.12")
def test_who_has_nothing_to_give_is_not_asked() -> None:
    state = ended("red Town Hall | blue 1 gold, Town Hall | yellow 1 gold").state
    assert asked(state) == [("blue", "town_hall")]


@pytest.mark.rule("B3.12")
def test_the_inns_token_may_be_given_at_once() -> None:
    state = ended("red Inn, Town Hall | blue | yellow", SUMMER).state
    assert options(state, "red") == [UseTownHall("token"), KeepAll()]


@pytest.mark.rule("B3.12")
def test_what_was_given_is_told_when_all_have_answered() -> None:
    state = after(town_hall("1 gold"), "red", UseTownHall("gold"))
    played = play(state, "blue", UseTownHall("wood"), [1] * 9)
    assert happened(played, TownHallUsed) == [
        TownHallUsed(0, goods("1 gold"), False),
        TownHallUsed(1, goods("1 wood"), False),
    ]
