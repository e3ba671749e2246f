"""Recorded whole games: what was played once replays, and is played again, to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.rules.france.game import META
from app.rules.service import RecordedAction
from tests.rules.france.positions import SERVICE
from tests.rules.france.record import FOLDER, WANTED, load

each_game = pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda p: p.stem)


@each_game
def test_stored_events_replay_to_the_recorded_end(path: Path) -> None:
    game = load(path)
    events = [event for entry in game.record for event in entry.events]
    state = SERVICE.replay(game.seats, game.options, events)
    assert SERVICE.result(state) == game.result


@each_game
def test_the_same_actions_and_seed_give_the_same_events(path: Path) -> None:
    game = load(path)
    assert game.version == META.version
    record = [RecordedAction(e.seat, e.action, e.events) for e in game.record]
    seed = bytes.fromhex(game.seed)
    assert SERVICE.verify(game.seats, game.options, seed, (), record) is None


def test_every_way_to_end_is_recorded() -> None:
    games = {path.stem: load(path) for path in FOLDER.glob("*.json")}
    assert set(games) == set(WANTED)
    assert all(WANTED[name].ends(game) for name, game in games.items())
    assert {game.result.rule for game in games.values()} == {"F9.3", "F9.4", "F9.5"}
