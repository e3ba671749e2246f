"""The contract that every game keeps, held over whole random games (`contract.Game`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from app.rules.chance import Chance, holds
from app.rules.contract import Action, Event, Option, Refusal, State
from app.rules.service import (
    GAMES,
    GameService,
    Played,
    RecordedAction,
    UnknownActionError,
    rules,
)
from tests.rules.garbage import BROKEN, builtin, garbage

GAMES_A_RUN = 300
"""At least so many games of each kind are played out, if its facts do not say otherwise."""
MOST_COMBINATIONS = 16
"""Of a game with more combinations of options than that, some are played."""
TOO_LONG = 5000
"""Decisions after which a game is taken to have no end."""


class Case(Struct, frozen=True):
    """A game with the number of its seats and its options."""

    game: str
    seats: int
    options: dict[str, str]

    def __str__(self) -> str:
        return "-".join((self.game, str(self.seats), *self.options.values()))


def cases() -> list[Case]:
    """Every game with every number of seats and its options."""
    return [
        Case(game.meta.key, seats, chosen)
        for game in GAMES
        for seats in range(game.meta.seats[0], game.meta.seats[1] + 1)
        for chosen in _chosen(game.meta.options, seats)
    ]


def _chosen(options: Sequence[Option], seats: int) -> list[dict[str, str]]:
    """All combinations of options; where they are many, so many that each value is among them."""
    keys = [option.key for option in options]
    values = [[key for key, _ in option.values] for option in options]
    combinations = [dict(zip(keys, chosen, strict=True)) for chosen in product(*values)]
    if len(combinations) <= MOST_COMBINATIONS:
        return combinations
    return [
        {
            key: some[(row + seats * place) % len(some)]
            for place, (key, some) in enumerate(zip(keys, values, strict=True))
        }
        for row in range(max(map(len, values)))
    ]


CASES = cases()


def some_cases(key: str) -> list[Case]:
    """Cases of that game, not too many."""
    own = [case for case in CASES if case.game == key]
    return Random(key).sample(own, min(24, len(own)))


each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("key", [game.meta.key for game in GAMES])


class Step(Struct, frozen=True):
    """A moment of a random game: the state before, who acted how, and what came of it."""

    before: State
    seat: int | None
    action: Action | None
    played: Played


class RandomGame:
    """A whole game of random players; the same case and seed give the same game."""

    def __init__(self, case: Case, seed: int) -> None:
        self.case = case
        self.service: GameService = rules()[case.game]
        self.random = Random(f"{case}/{seed}")
        self.seed = self.random.randbytes(32)
        self.nonces = [self.random.randbytes(8) for _ in range(case.seats)]
        self.record: list[RecordedAction] = []

    def steps(self) -> Iterator[Step]:
        """Play on; yields the opening and each action."""
        blank = self.service.game.blank(self.case.seats, self.case.options)
        played = self.service.open(self.case.seats, self.case.options, self.chance(blank))
        yield self._kept(Step(blank, None, None, played))
        while asked := self.service.decisions(played.state):
            before = played.state
            seat = self.random.choice(asked).seat
            action = self.random.choice(self.service.options(before, seat))
            played = self.play(before, seat, action)
            yield self._kept(Step(before, seat, action, played))

    def play(self, state: State, seat: int, action: Action) -> Played:
        """A legal action."""
        played = self.service.play(state, seat, action, self.chance(state))
        assert isinstance(played, Played), (seat, action, played)
        return played

    def chance(self, state: State) -> Chance:
        """Chance as the match goes on from there."""
        return Chance(self.seed, self.nonces, state.throws)

    def an_old_action(self) -> Action:
        """Something that was legal at some time, or garbage at the beginning."""
        old = self.random.choice(self.record).action
        return garbage(self.service.game.action_type, self.random) if old is None else old

    def _kept(self, step: Step) -> Step:
        self.record.append(RecordedAction(step.seat, step.action, step.played.events))
        assert len(self.record) < TOO_LONG, "the game has no end"
        return step


def facts(game: str) -> Any:
    """The game's own facts: what holds in every position, and what is secret."""
    return import_module(f"tests.rules.{game}.facts")


@each_case
def test_random_games_keep_the_contract(case: Case) -> None:
    wanted: int = getattr(facts(case.game), "GAMES_A_RUN", GAMES_A_RUN)
    games = -(-wanted // sum(other.game == case.game for other in CASES))
    for seed in range(games):
        game = RandomGame(case, seed)
        state = None
        for step in game.steps():
            state = step.played.state
            _check_pieces(case, step)
            _check_codecs(game.service, step)
            _check_replay(game.service, step)
            _check_throws(game, step)
            _check_questions(game, state)
            if len(game.record) % 2:
                _check_secrets(game, step)
        assert state is not None
        _check_end(game, state)
        if seed % 3 == 0:
            _check_proof(game)


def _check_pieces(case: Case, step: Step) -> None:
    facts(case.game).check(step.played.state)
    facts(case.game).check_step(step.before, step.played.events, step.played.state)


def _check_codecs(service: GameService, step: Step) -> None:
    state, events = step.played.state, step.played.events
    assert service.decode_state(service.encode_state(state)) == state
    assert service.decode_events(service.encode(events)) == events
    if step.action is not None:
        assert service.decode_action(service.encode(step.action)) == step.action
        assert service.read_action(builtin(step.action)) == step.action


def _check_replay(service: GameService, step: Step) -> None:
    assert service.evolved(step.before, step.played.events) == step.played.state


def _check_throws(game: RandomGame, step: Step) -> None:
    numbers = [throw.number for throw in step.played.throws]
    assert numbers == list(range(step.before.throws, step.played.state.throws))
    assert all(holds(game.seed, game.nonces, throw) for throw in step.played.throws)


def _check_questions(game: RandomGame, state: State) -> None:
    """Offered actions and `why_not` agree; garbage is refused or legal, and never raises."""
    service = game.service
    asked = [decision.seat for decision in service.decisions(state)]
    assert len(set(asked)) == len(asked)
    assert bool(asked) is (service.result(state) is None)
    for seat in range(game.case.seats):
        offered = service.options(state, seat)
        assert bool(offered) is (seat in asked)
        for action in game.random.sample(list(offered), min(2, len(offered))):
            assert service.why_not(state, seat, action) is None, action
    seat = game.random.randrange(game.case.seats)
    for nonsense in (garbage(service.game.action_type, game.random), game.an_old_action()):
        refusal = service.why_not(state, seat, nonsense)
        played = service.play(state, seat, nonsense, game.chance(state))
        assert refusal == (played if isinstance(played, Refusal) else None)


def _check_secrets(game: RandomGame, step: Step) -> None:
    """A rival's secrets change nothing that a reader sees: board, questions, events."""
    service, known = game.service, facts(game.case.game)
    owner = game.random.randrange(game.case.seats)
    others: list[int | None] = [seat for seat in range(game.case.seats) if seat != owner]
    reader = game.random.choice(others or [None])
    state = step.played.state
    other = known.with_other_secrets(state, owner, game.random)
    for eyes in (reader, None):
        assert service.view(other, eyes) == service.view(state, eyes)
        for event in step.played.events:
            changed = known.with_other_secrets_told(event, owner, game.random)
            _check_seen_alike(event, changed, eyes)
    if reader is not None:
        seen = service.view(state, reader).state
        assert service.options(seen, reader) == service.options(state, reader)


def _check_seen_alike(event: Event, changed: Event, reader: int | None) -> None:
    seen = event.seen_by(reader)
    assert seen == changed.seen_by(reader)
    assert seen is None or type(seen) is type(event)


def _check_end(game: RandomGame, state: State) -> None:
    """The end: a winner, points for all; and the events alone lead there."""
    service, case = game.service, game.case
    result = service.result(state)
    assert result is not None
    assert set(result.winners) <= set(range(case.seats))
    assert result.winners
    assert len(result.points) == case.seats
    events = (event for entry in game.record for event in entry.events)
    assert service.replay(case.seats, case.options, events) == state


def _check_proof(game: RandomGame) -> None:
    """The recorded actions, played again from the seed, give the recorded events."""
    case = game.case
    assert (
        game.service.verify(case.seats, case.options, game.seed, game.nonces, game.record) is None
    )


@each_case
def test_the_same_seed_gives_the_same_game(case: Case) -> None:
    first, again = RandomGame(case, 1), RandomGame(case, 1)
    assert [step.played for step in first.steps()] == [step.played for step in again.steps()]


@each_game
def test_another_seed_is_found_out(key: str) -> None:
    case = next(case for case in CASES if case.game == key)
    game = RandomGame(case, 1)
    list(game.steps())
    found = game.service.verify(case.seats, case.options, b"x" * 32, game.nonces, game.record)
    assert found is not None
    assert found.endswith("its events differ from the recorded ones")


@each_game
def test_every_offered_action_is_legal(key: str) -> None:
    for case in some_cases(key):
        game = RandomGame(case, 2)
        for step in game.steps():
            state = step.played.state
            for decision in game.service.decisions(state):
                for action in game.service.options(state, decision.seat):
                    assert game.service.why_not(state, decision.seat, action) is None, action


@each_game
def test_a_refused_action_changes_nothing(key: str) -> None:
    case = next(case for case in CASES if case.game == key)
    game = RandomGame(case, 3)
    for step in game.steps():
        state = step.played.state
        before = game.service.encode_state(state)
        for _ in range(5):
            seat = game.random.randrange(case.seats)
            nonsense = garbage(game.service.game.action_type, game.random)
            game.service.play(state, seat, nonsense, game.chance(state))
        assert game.service.encode_state(state) == before


@each_game
@pytest.mark.parametrize("data", BROKEN, ids=repr)
def test_broken_data_is_no_action(key: str, data: dict[str, Any]) -> None:
    with pytest.raises(UnknownActionError):
        rules()[key].read_action(data)


@each_game
def test_refusals_and_headings_can_be_worded(key: str) -> None:
    """Texts name exactly the values that they are given, so that they can be worded."""
    for case in some_cases(key):
        game = RandomGame(case, 4)
        for step in game.steps():
            state = step.played.state
            phase = game.service.game.phase(state)
            assert phase.text.format(**phase.params)
            for seat in range(case.seats):
                nonsense = garbage(game.service.game.action_type, game.random)
                refusal = game.service.why_not(state, seat, nonsense)
                if refusal is not None:
                    assert refusal.text.format(**refusal.params).endswith(".")
