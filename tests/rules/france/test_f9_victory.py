"""F9.3-F9.5  The ends of a match."""

from __future__ import annotations

from typing import Any

import pytest

from app.rules.contract import Result
from app.rules.france.actions import ReEnter
from app.rules.france.events import MatchEnded, PlayerLeftAlone
from app.rules.france.realm import counties, is_joined, region
from app.rules.france.state import France
from app.rules.france.victory import unifies
from tests.rules.france.positions import (
    SERVICE,
    Outcome,
    happened,
    on,
    play,
    position,
    refusal,
    sheet,
    turn,
)

DUCAL_SIX = "Anjou Aquitaine Blois Bretogne Champagne Normandie"
JOINED = f"{DUCAL_SIX} PARIS Tours Caen Mayenne Maine Chartres Évreux Valois"
"""Six ducal counties and PARIS, hanging together."""


def without(county: str) -> str:
    return " ".join(other for other in JOINED.split() if other != county)


def realm(text: str) -> str:
    return "red " + ", ".join(text.split())


def result(outcome: Outcome) -> Result | None:
    return SERVICE.result(outcome.state)


@pytest.mark.rule("F9.3")
@pytest.mark.parametrize(
    ("held", "wins"),
    [
        (JOINED, True),
        (without("PARIS"), False),
        (without("Anjou"), False),  # five ducal counties
        (f"{JOINED} Toulouse", False),  # seven, but one lies apart
        (f"{JOINED} Lille", False),  # any county that lies apart breaks the dominion
        (without("Valois"), False),  # Champagne lies apart
        (without("Maine"), True),  # another way round
        (f"{without('Champagne')} Bourgogne Autun Auxerre Sens Melun", True),
        (f"{without('Champagne')} Bourgogne Autun Auxerre Sens", True),  # Sens touches Valois
        (f"{without('Champagne')} Bourgogne Autun Auxerre", False),
    ],
)
def test_unification(held: str, wins: bool) -> None:
    assert unifies(region(held.split())) is wins
    outcome = turn(position(f"{realm(held)} | blue Foix*"))
    assert (outcome.state.result is not None) is wins
    if outcome.state.result is not None:
        assert outcome.state.result.reason == "France is unified."
        assert outcome.state.result.winners == (0,)
        assert SERVICE.decisions(outcome.state) == ()


@pytest.mark.rule("F9.3")
def test_unification_comes_with_the_conquest_that_brings_it() -> None:
    state = position(f"{realm(without('PARIS'))} | blue Foix*")
    outcome = turn(state, [10, 1], red="30 Grain to Conquer PARIS")
    assert on(outcome.state, "PARIS") == "red 10"
    assert happened(outcome, MatchEnded)[0].result.rule == "F9.3"
    why = refusal(outcome.state, "blue", sheet(state, "blue", ""))
    assert why is not None
    assert why.text == "The match is over."


@pytest.mark.rule("F9.3")
def test_it_does_not_come_with_a_county_lost_in_the_same_turn() -> None:
    state = position(f"{realm(without('PARIS'))} | blue Cotentin* 20")
    outcome = turn(
        state,
        [10, 1],
        red="30 Grain to Conquer PARIS; 1 Grain to Defend Normandie",
        blue="1 Grain to Conquer Caen",
    )
    held = region(c for c in JOINED.split() if c != "Caen")
    assert is_joined(held) is unifies(held) is (outcome.state.result is not None)


# F9.4  After the last turn

LAST: dict[str, Any] = {"turn": 20}


@pytest.mark.rule("F9.4")
@pytest.mark.parametrize(
    ("realm", "points", "winners"),
    [
        ("red Normandie 10, Blois 5 | blue Anjou 29", (30, 29), (0,)),
        ("red Normandie 10, Blois 5 | blue Anjou 30", (30, 30), (0, 1)),
        ("red Caen 30, Lille 30 | blue Anjou 1", (0, 1), (1,)),
        ("red Caen 30, Lille 29 | blue Foix 30, Albi 30", (0, 0), (1,)),
        ("red Caen 30 | blue Foix 30", (0, 0), (0, 1)),
        ("red Normandie 0 | blue Foix 7", (0, 0), (1,)),
    ],
)
def test_after_the_last_turn_the_economy_decides(
    realm: str, points: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    outcome = turn(position(realm, **LAST))
    text = "The last turn is over: the economy decides."
    assert result(outcome) == Result("F9.4", text, winners, points)


@pytest.mark.rule("F9.4")
def test_investments_of_the_last_turn_count() -> None:
    state = position("red Normandie 10 | blue Anjou 11", **LAST)
    outcome = turn(state, red="10 Grain to Invest in Normandie")
    assert happened(outcome, MatchEnded)[0].result.points == (12, 11)


@pytest.mark.rule("F9.4")
def test_the_last_turn_is_the_one_that_the_match_says() -> None:
    assert result(turn(position("red Caen* | blue Foix*", turn=19))) is None
    assert result(turn(position("red Caen* | blue Foix*", turn=15, turns=15))) is not None


@pytest.mark.rule("F9.4")
def test_the_eliminated_do_not_win() -> None:
    outcome = turn(position("red Caen 0 | green Foix 0", **LAST))
    assert happened(outcome, MatchEnded)[0].result.winners == (0, 2)


# F9.5  The only player left

DUEL = "red Normandie* 20 | blue Caen 10"


def last_one(**changes: Any) -> Outcome:
    return turn(position(DUEL, **changes), red="1 Grain to Conquer Caen")


@pytest.mark.rule("F9.5")
def test_the_only_player_left_wins_at_the_end_of_the_next_turn() -> None:
    first = last_one()
    assert result(first) is None
    assert happened(first, PlayerLeftAlone) == [PlayerLeftAlone(0)]
    second = turn(first.state)
    assert result(second) == Result("F9.5", "Only one player is left.", (0,), (25, 0))


@pytest.mark.rule("F9.5")
def test_he_wins_at_once_where_nobody_may_enter() -> None:
    assert happened(last_one(late_entry=False), MatchEnded)[0].result.rule == "F9.5"


def all_taken() -> France:
    """Only PARIS is independent, where nobody enters."""
    full = [c for c in counties((1 << 87) - 1) if c not in {"PARIS", "Caen"}]
    return position(f"{realm(' '.join(full))} | blue Caen 10")


@pytest.mark.rule("F9.5")
def test_he_wins_at_once_where_no_county_is_left_to_enter() -> None:
    outcome = turn(all_taken(), red="1 Grain to Conquer Caen")
    assert happened(outcome, MatchEnded)[0].result.rule == "F9.5"


@pytest.mark.rule("F9.5")
def test_a_late_entry_keeps_the_match_alive() -> None:
    alone = last_one().state
    waiting = play(alone, "blue", ReEnter("Foix", "Odo", "just")).state
    entered = turn(waiting, fate=(1, 2)).state
    assert (entered.result, entered.alone) == (None, False)
    again = turn(turn(entered).state).state
    assert again.result is None


@pytest.mark.rule("F9.5")
def test_a_match_of_one_goes_on() -> None:
    outcome = turn(position("red Caen*"))
    assert result(outcome) is None
    assert outcome.state.turn == 2
