"""Whole games: with newcomers, of bots, and how fast they are."""

from __future__ import annotations

from time import process_time

import pytest

from app.rules.chance import Chance
from app.rules.contract import Action, State
from app.rules.france.events import OrdersRevealed, PlayerEntered
from app.rules.france.state import France
from tests.rules.france.facts import check, check_step
from tests.rules.france.players import bot, ending, idle, whole_game
from tests.rules.france.positions import SERVICE

RANDOM, MARSHAL = bot("random"), bot("marshal")


@pytest.mark.rule("F2.4")
def test_whole_games_with_newcomers_keep_what_must_hold() -> None:
    entered = 0
    for seed in range(12):
        before = None
        players = [RANDOM, MARSHAL, idle, idle][: 2 + seed % 3]
        for _, _, played in whole_game(players, seed, newcomers=True):
            check(played.state)
            if before is not None:
                check_step(before, played.events, played.state)
            before = played.state
            entered += sum(isinstance(e, PlayerEntered) and e.late for e in played.events)
        assert isinstance(before, France)
        assert before.result is not None
    assert entered


@pytest.mark.rule("F9.3")
def test_a_lone_marshal_unifies_france() -> None:
    results = [ending([MARSHAL], seed).result for seed in range(5)]
    assert [result and result.rule for result in results] == ["F9.3"] * 5


def test_the_marshal_beats_players_at_random() -> None:
    wins = 0
    for seed in range(8):
        players = [RANDOM] * 4
        players[seed % 4] = MARSHAL
        result = ending(players, seed).result
        wins += result is not None and result.winners == (seed % 4,)
    assert wins >= 7


def test_twelve_marshals_are_quick() -> None:
    """A game of 20 turns in less than 3 s, a turn resolved in less than 10 ms, thinking aside."""
    before, played_for, turns = None, 0.0, []
    for seat, action, played in whole_game([MARSHAL] * 12, 1):
        if before is not None and seat is not None and action is not None:
            spent = _time_to_play(before, seat, action)
            played_for += spent
            turns += [spent] if any(isinstance(e, OrdersRevealed) for e in played.events) else []
        before = played.state
    assert played_for < 3
    assert sorted(turns)[len(turns) // 2] < 0.01


def _time_to_play(state: State, seat: int, action: Action) -> float:
    began = process_time()
    SERVICE.play(state, seat, action, Chance(b"", next_number=state.throws))
    return process_time() - began
