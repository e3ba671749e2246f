"""RulesService: the one door to the rules, over plain data; and the list of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.rules.chance import Chance, Throw
from app.rules.contract import (
    Action,
    Chronicle,
    Decision,
    Event,
    Game,
    Refusal,
    Result,
    Seat,
    State,
    View,
    evolved,
    fold,
)
from app.rules.france.game import FRANCE
from app.rules.kasl.game import KASL
from app.rules.kingsburg.game import KINGSBURG

AnyGame: TypeAlias = Game[Any, Any, Any]


class Played(Struct, frozen=True):
    """What an action did: the events, the state after them, and the throws made."""

    state: State
    events: tuple[Event, ...]
    throws: tuple[Throw, ...]


class RecordedAction(Struct, frozen=True):
    """A stored action of a match with what it did; seat None is the opening.

    `restores`: an undo or a redo, which brings back the state after that action of the record
    (0: the opening) and does nothing else.
    """

    seat: Seat | None
    action: Action | None
    events: tuple[Event, ...]
    restores: int | None = None


def restored(earlier: State, present: State) -> State:
    """An earlier state brought back: what has been thrown since stays spent."""
    return replace(earlier, throws=present.throws)


class UnknownActionError(ValueError):
    """The data is no action of this game; the message says what is wrong and where."""


class GameService:
    """The rules of one game: play, view and codecs. Obtain it from :class:`RulesService`."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.meta = game.meta

    def open(self, seats: int, options: Mapping[str, str], chance: Chance) -> Played:
        """A new match, set up to its first question.

        `seats` must be in `meta.seats` and `options` hold a legal value for each of `meta.options`.
        """
        return self._carry_out(
            Chronicle(self.game, self.game.blank(seats, options), chance), None, None
        )

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Who must decide what now."""
        return self.game.decisions(state)

    def options(self, state: State, seat: Seat) -> Sequence[Action]:
        """Legal answers of a seat (a sample where they are too many)."""
        return self.game.options(state, seat)

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        """The rule that forbids the action, or None."""
        return self.game.why_not(state, seat, action)

    def play(self, state: State, seat: Seat, action: Action, chance: Chance) -> Played | Refusal:
        """All or nothing: a refusal that changes nothing, or what happened."""
        refusal = self.game.why_not(state, seat, action)
        if refusal is not None:
            return refusal
        return self._carry_out(Chronicle(self.game, state, chance), seat, action)

    def view(self, state: State, seat: Seat | None) -> View[Any]:
        """What that seat, or a spectator (None), may know."""
        return View(seat, self.game.view(state, seat), self.game.decisions(state))

    def result(self, state: State) -> Result | None:
        """How the match ended, or None."""
        return self.game.result(state)

    @property
    def stands_in(self) -> bool:
        """Whether the rules say what counts for who is absent."""
        return getattr(self.game, "absent", None) is not None

    def stand_in(self, state: State, seat: Seat, draft: Action | None) -> Action | None:
        """What counts for an awaited seat that is absent; `draft` is what it has written.

        None: in this game nobody can be passed over.
        """
        absent = getattr(self.game, "absent", None)
        action: Action | None = absent(state, seat, draft) if absent else None
        return action

    def house(self, state: State | None, seat: Seat) -> str:
        """The colours of a seat: chosen in the match where the game lets one, else by its chair."""
        chosen = getattr(self.game, "house", None)
        house: str | None = chosen(state, seat) if chosen and state is not None else None
        return house or self.meta.houses[seat]

    def vacant(self, state: State) -> tuple[Seat, ...]:
        """Seats that somebody new may take while the match runs."""
        vacant = getattr(self.game, "vacant", None)
        return tuple(vacant(state)) if vacant else ()

    def out(self, state: State) -> tuple[Seat, ...]:
        """Seats that are out of the game."""
        out = getattr(self.game, "out", None)
        return tuple(out(state)) if out else self.vacant(state)

    def bot_action(self, state: State, seat: Seat, bot: str, random: Random) -> Action:
        """The answer of a bot, chosen from what its seat may know. KeyError: no such bot."""
        view = self.view(state, seat)
        if bot == RANDOM_BOT:
            return random.choice(self.options(view.state, seat))
        action: Action = self.game.bots[bot](view.state, seat, random)
        return action

    def seen(self, events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
        """The events as that seat or a spectator may know them."""
        views = (event.seen_by(seat) for event in events)
        return tuple(event for event in views if event is not None)

    def replay(self, seats: int, options: Mapping[str, str], events: Iterable[Event]) -> State:
        """The state after the events, from the beginning; nothing is thrown again."""
        state: State = fold(self.game, self.game.blank(seats, options), iter(events))
        return state

    def evolved(self, state: State, events: Iterable[Event]) -> State:
        """The state after further events."""
        for event in events:
            state = evolved(self.game, state, event)
        return state

    def verify(
        self,
        seats: int,
        options: Mapping[str, str],
        seed: bytes,
        nonces: Sequence[bytes],
        record: Iterable[RecordedAction],
    ) -> str | None:
        """Play the recorded actions again from the seed: None if all agrees, else what differs.

        An entry of the record restores only earlier ones.
        """
        state = self.game.blank(seats, options)
        states: list[State] = []
        for number, entry in enumerate(record):
            if entry.restores is not None:
                state = restored(states[entry.restores], state)
                states.append(state)
                continue
            chance = Chance(seed, nonces, state.throws)
            if entry.action is not None and entry.seat is not None:
                refusal = self.why_not(state, entry.seat, entry.action)
                if refusal is not None:
                    return f"action {number}: refused by {refusal.rule}"
            played = self._carry_out(Chronicle(self.game, state, chance), entry.seat, entry.action)
            if played.events != entry.events:
                return f"action {number}: its events differ from the recorded ones"
            state = played.state
            states.append(state)
        return None

    def retrace(
        self, seats: int, options: Mapping[str, str], record: Iterable[RecordedAction]
    ) -> Iterator[State]:
        """The state after each action of a record that begins with the opening, by its events."""
        state: State = self.game.blank(seats, options)
        states: list[State] = []
        for entry in record:
            if entry.restores is None:
                state = self.evolved(state, entry.events)
            else:
                state = restored(states[entry.restores], state)
            states.append(state)
            yield state

    def _carry_out(
        self, chronicle: Chronicle[Any, Any], seat: Seat | None, action: Action | None
    ) -> Played:
        if seat is None or action is None:
            self.game.open(chronicle)
        else:
            self.game.play(chronicle, seat, action)
        return Played(chronicle.state, tuple(chronicle.events), chronicle.chance.record())

    # Codecs: states as MessagePack, actions and events as JSON.

    def encode_state(self, state: State) -> bytes:
        """The state as MessagePack, a few KB at most."""
        return _msgpack.encode(state)

    def decode_state(self, data: bytes) -> State:
        """The state back from `encode_state`."""
        return self._state_decoder.decode(data)

    def encode(self, value: Action | Sequence[Event] | Sequence[Throw]) -> bytes:
        """An action, events or throws as JSON."""
        return _json.encode(value)

    def decode_action(self, data: bytes | str) -> Action:
        """A stored action back from JSON."""
        return self._action_decoder.decode(data)

    def decode_events(self, data: bytes | str) -> tuple[Event, ...]:
        """Stored events back from JSON."""
        return self._events_decoder.decode(data)

    def read_action(self, data: Mapping[str, Any]) -> Action:
        """An action from a form or an API call: {"type": "Attack", …}, numbers also as text.

        Raises UnknownActionError when it is none.
        """
        try:
            action: Action = msgspec.convert(data, self.game.action_type, strict=False)
        except (msgspec.ValidationError, OverflowError, ValueError) as error:
            raise UnknownActionError(str(error)) from error
        return action

    @cached_property
    def _state_decoder(self) -> msgspec.msgpack.Decoder[State]:
        return msgspec.msgpack.Decoder(self.game.state_type)

    @cached_property
    def _action_decoder(self) -> msgspec.json.Decoder[Action]:
        return msgspec.json.Decoder(self.game.action_type)

    @cached_property
    def _events_decoder(self) -> msgspec.json.Decoder[tuple[Event, ...]]:
        events: Any = tuple[self.game.event_type, ...]  # type: ignore[name-defined]
        return msgspec.json.Decoder(events)


RANDOM_BOT = "random"
"""A player that every game has: any of its options, each as likely."""

_msgpack = msgspec.msgpack.Encoder()
_json = msgspec.json.Encoder()


class RulesService:
    """All games of the house, by key."""

    def __init__(self, games: Iterable[AnyGame]) -> None:
        self.games: Mapping[str, GameService] = {g.meta.key: GameService(g) for g in games}

    def __getitem__(self, key: str) -> GameService:
        """The game's rules. KeyError: the house has no such game."""
        return self.games[key]


GAMES: tuple[AnyGame, ...] = (KASL, KINGSBURG, FRANCE)
"""The games of the house: one line a game."""


@cache
def rules() -> RulesService:
    """The rules of all games of the house."""
    return RulesService(GAMES)
