"""Undo, redo and replay at every moment of random games of every game: nothing shown, no new dice.

The record is what a match stores; how far an undo goes is `app.matches.line`'s to say.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.matches.line import Line, Reach, Told
from app.rules.contract import State, is_final
from app.rules.service import GAMES, Played, RecordedAction, restored
from tests.rules.test_contract import CASES, Case, RandomGame, Step, facts, some_cases

NOW = datetime(2026, 1, 1, tzinfo=UTC)
WINDOW = 300
"""Of so many actions the reach is computed here; a page takes fewer."""
GAMES_OF_EACH_CASE = 2

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("key", [game.meta.key for game in GAMES])


class Chronicled(RandomGame):
    """A random game whose players take back, do again, or do something else instead."""

    def __init__(self, case: Case, seed: int) -> None:
        super().__init__(case, seed)
        self.told: list[Told] = []
        self.states: list[State] = []

    @property
    def state(self) -> State:
        """As it is now."""
        return self.states[-1]

    def begin(self) -> None:
        """The opening."""
        blank = self.service.game.blank(self.case.seats, self.case.options)
        played = self.service.open(self.case.seats, self.case.options, self.chance(blank))
        self.note(None, RecordedAction(None, None, played.events), played.state)

    def move(self) -> None:
        """Somebody who is asked answers at random."""
        seat = self.random.choice(self.service.decisions(self.state)).seat
        action = self.random.choice(self.service.options(self.state, seat))
        played = self.play(self.state, seat, action)
        self.note(seat, RecordedAction(seat, action, played.events), played.state)

    def restore(self, seat: int, to: int) -> None:
        """Bring back the state after an action."""
        entry = RecordedAction(seat, None, (), to)
        self.note(seat, entry, restored(self.states[to], self.state))

    def note(self, seat: int | None, entry: RecordedAction, state: State) -> None:
        """Write down what was done."""
        number = len(self.told)
        self.record.append(entry)
        self.told.append(Told(number, seat, NOW, entry.events, restores=entry.restores))
        self.states.append(state)

    def reach(self, seat: int) -> Reach:
        """How far that seat may go."""
        return Line(self.told[-WINDOW:]).reach(seat)


@each_case
def test_every_step_that_may_be_taken_back_can_be_and_done_again(case: Case) -> None:
    """The state is the earlier one to the byte, and the same answer has the same outcome."""
    for seed in range(GAMES_OF_EACH_CASE):
        game = Chronicled(case, seed)
        game.begin()
        while game.service.decisions(game.state):
            game.move()
            mover = game.told[-1].seat
            assert mover is not None
            _check_back_and_on(game, mover)


def _check_back_and_on(game: Chronicled, seat: int) -> None:
    service, last = game.service, len(game.told) - 1
    back = game.reach(seat).back
    assert bool(back) is not is_final(game.told[last].events)
    if not back or game.random.random() < 0.5:
        return
    to = game.random.choice(back)
    steps = back.index(to) + 1
    game.restore(seat, to)
    assert service.encode_state(game.state) == service.encode_state(game.states[to])
    again = game.reach(seat).on
    assert again[-1] == last
    assert len(again) == steps
    action = game.record[again[0]].action
    assert action is not None
    played = game.play(game.state, seat, action)
    assert (played.state, played.events) == (game.states[again[0]], game.told[again[0]].events)
    if game.random.random() < 0.5:
        game.restore(seat, last)
        assert service.encode_state(game.state) == service.encode_state(game.states[last])


@each_game
def test_a_record_with_undos_verifies_and_replays_to_every_state(key: str) -> None:
    for case in some_cases(key):
        game = Chronicled(case, 7)
        game.begin()
        while game.service.decisions(game.state):
            game.move()
            seat = game.told[-1].seat
            _wander(game, 0 if seat is None else seat)
        chairs, options = case.seats, case.options
        assert game.service.verify(chairs, options, game.seed, game.nonces, game.record) is None
        assert list(game.service.retrace(chairs, options, game.record)) == game.states
        numbers = [e.throw for told in game.told for e in told.events if hasattr(e, "throw")]
        assert numbers == list(range(game.state.throws)), "a throw is missing or made twice"


def _wander(game: Chronicled, seat: int) -> None:
    """Back and on, up to three times."""
    for _ in range(game.random.randrange(4)):
        reach = game.reach(seat)
        goals = reach.back + reach.on
        if goals:
            game.restore(seat, game.random.choice(goals))


@each_case
def test_what_may_be_taken_back_has_shown_nobody_anything(case: Case) -> None:
    """Whoever could not tell two positions apart before it cannot after it, either."""
    for seed in range(GAMES_OF_EACH_CASE):
        game = RandomGame(case, seed)
        for step in game.steps():
            if step.seat is not None and not is_final(step.played.events):
                owner = game.random.randrange(case.seats)
                for reader in (*range(case.seats), None):
                    if reader != owner:
                        _check_nothing_shown(game, step, owner, reader)


def _check_nothing_shown(game: RandomGame, step: Step, owner: int, reader: int | None) -> None:
    service = game.service
    other = facts(game.case.game).with_other_secrets(step.before, owner, game.random)
    assert step.seat is not None
    assert step.action is not None
    played = service.play(other, step.seat, step.action, game.chance(other))
    assert isinstance(played, Played), (step.action, played)
    assert service.view(played.state, reader) == service.view(step.played.state, reader)
    assert service.seen(played.events, reader) == service.seen(step.played.events, reader)
