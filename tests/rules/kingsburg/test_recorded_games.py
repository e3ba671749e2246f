"""Recorded whole games: what was played once replays, and is played again, to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.rules.kingsburg import score
from app.rules.kingsburg.game import META
from app.rules.service import RecordedAction
from tests.rules.kingsburg.positions import SERVICE
from tests.rules.kingsburg.record import FOLDER, WANTED, load

each_game = pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda p: p.stem)


@each_game
def test_stored_events_replay_to_the_recorded_end(path: Path) -> None:
    game = load(path)
    events = [event for entry in game.record for event in entry.events]
    assert SERVICE.result(SERVICE.replay(game.seats, {}, events)) == game.result


@each_game
def test_the_same_actions_and_seed_give_the_same_events(path: Path) -> None:
    game = load(path)
    assert game.version == META.version
    record = [RecordedAction(e.seat, e.action, e.events) for e in game.record]
    assert SERVICE.verify(game.seats, {}, bytes.fromhex(game.seed), (), record) is None


def test_every_way_to_end_is_recorded() -> None:
    results = {path.stem: load(path).result for path in FOLDER.glob("*.json")}
    assert set(results) == set(WANTED)
    assert all(WANTED[name].ends(result) for name, result in results.items())
    reasons = {result.reason for result in results.values()}
    assert reasons == {*score.REASONS, score.SHARED}
