"""The rules service: its doors, and the proof that a record follows from its seed."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from app.rules.chance import Chance
from app.rules.contract import Refusal
from app.rules.kasl.actions import Attack, EndTurn, SetUp
from app.rules.kasl.state import Kasl
from app.rules.service import RANDOM_BOT, RecordedAction, UnknownActionError, rules

KASL = rules()["kasl"]
OPTIONS = {option.key: option.default for option in KASL.meta.options}
SEED = bytes(32)


def opened() -> Kasl:
    state = KASL.open(2, OPTIONS, Chance(SEED)).state
    assert isinstance(state, Kasl)
    return state


def record() -> list[RecordedAction]:
    """The opening, and the first placing."""
    first = KASL.open(2, OPTIONS, Chance(SEED))
    seat = KASL.decisions(first.state)[0].seat
    action = KASL.options(first.state, seat)[0]
    played = KASL.play(first.state, seat, action, Chance(SEED, (), first.state.throws))
    assert not isinstance(played, Refusal)
    return [RecordedAction(None, None, first.events), RecordedAction(seat, action, played.events)]


def test_a_game_is_found_by_its_key() -> None:
    assert KASL.meta.name == "Kasl"
    with pytest.raises(KeyError):
        rules()["chess"]


def test_the_rules_are_made_once() -> None:
    assert rules() is rules()


def test_a_true_record_is_verified() -> None:
    assert KASL.verify(2, OPTIONS, SEED, (), record()) is None


def test_a_record_with_other_events_is_found_out() -> None:
    opening, placing = record()
    tampered = [opening, replace(placing, events=placing.events[:-1])]
    expected = "action 1: its events differ from the recorded ones"
    assert KASL.verify(2, OPTIONS, SEED, (), tampered) == expected


def test_a_record_with_an_illegal_action_is_found_out() -> None:
    opening, placing = record()
    tampered = [opening, replace(placing, action=EndTurn())]
    assert KASL.verify(2, OPTIONS, SEED, (), tampered) == "action 1: refused by K2.3"


def test_a_refusal_is_a_value() -> None:
    state = opened()
    refusal = KASL.play(state, 0, Attack(1, 2), Chance(SEED, (), state.throws))
    assert isinstance(refusal, Refusal)
    assert refusal == KASL.why_not(state, 0, Attack(1, 2))


def test_form_data_becomes_an_action() -> None:
    data = {"type": "SetUp", "city": "7", "lord": "8", "archers": {"7": "2", "8": "1"}}
    assert KASL.read_action(data) == SetUp(7, 8, {7: 2, 8: 1})


def test_wrong_data_says_what_is_wrong_and_where() -> None:
    with pytest.raises(UnknownActionError, match=r"48.*origin"):
        KASL.read_action({"type": "Attack", "origin": "49", "target": "1"})


def test_a_bot_is_asked_by_name() -> None:
    state = opened()
    seat = KASL.decisions(state)[0].seat
    for bot in (RANDOM_BOT, *KASL.game.bots):
        action = KASL.bot_action(state, seat, bot, Random(1))
        assert KASL.why_not(state, seat, action) is None
    with pytest.raises(KeyError):
        KASL.bot_action(state, seat, "oracle", Random(1))
