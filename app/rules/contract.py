"""What a game is: the contract that every game of the house keeps.

A game is its own folder with one object that satisfies :class:`Game`, and one line in
`service.GAMES`. States, actions and events are plain data (msgspec Structs): they encode,
compare and replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from app.rules.chance import Chance

Seat: TypeAlias = int
"""A place at the table, 0 to seats - 1; bots and people sit alike."""

Params: TypeAlias = Mapping[str, Any]
"""Named values of a text: numbers, rulebook words, territories, units, seats; worded when shown."""


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark an English text for translation; it is translated where it is shown, for its reader."""
    return text


class State(Struct, frozen=True, array_like=True):
    """All that a match needs to go on, the pending questions and the number of throws made too."""

    throws: int


class Action(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What a seat asks for: an imperative with its choices, checked by the guards of its rule."""


class Event(Struct, frozen=True, tag=True):
    """What happened: past tense, luck included, with the number of the rule that made it so."""

    rule: ClassVar[str]
    quiet: ClassVar[bool] = False
    """Whether others' pages stay true after it: it takes no choice from them."""
    aside: ClassVar[bool] = False
    """Whether it answers no question: nobody gains time by it."""
    reveals: ClassVar[bool] = False
    """Whether it shows anybody, its own seat too, what was hidden: it is never taken back."""
    sealed: ClassVar[bool] = False
    """Whether it is a hidden answer: what follows it in the same action is told of its secret."""

    def seen_by(self, seat: Seat | None) -> Event | None:
        """The event as that seat (None: a spectator) may know it; None if it may not know of it."""
        return self


class Thrown(Event, frozen=True):
    """An event with luck in it; `throw` is the number of the match's throw, for the proof."""

    throw: int


def is_final(events: Sequence[Event]) -> bool:
    """Whether nobody may take these events back: luck, or something hidden that was shown."""
    if any(isinstance(event, Thrown) or event.reveals for event in events):
        return True
    return any(event.sealed for event in events[:-1])


class Refusal(Struct, frozen=True):
    """Why an action is not allowed: rule number, a sentence that says what would be, its values."""

    rule: str
    text: str
    params: dict[str, Any] = {}


class Decision(Struct, frozen=True):
    """A question that a seat must answer now: its kind in the game's words and its rule number."""

    seat: Seat
    kind: str
    rule: str


class Result(Struct, frozen=True, array_like=True):
    """How a match ended: rule number, a sentence for the reason, winners, and points by seat."""

    rule: str
    reason: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]


class Option(Struct, frozen=True):
    """A choice made when the match is made: its key, labelled values and default."""

    key: str
    label: str
    values: tuple[tuple[str, str], ...]
    default: str


class Meta(Struct, frozen=True):
    """What the lobby must know of a game; `version` of its rules is stored with each match.

    `bots` is how many one person meets in a match begun with one click; None: a full table's.
    """

    key: str
    name: str
    seats: tuple[int, int]
    version: int
    options: tuple[Option, ...]
    houses: tuple[str, ...]
    summary: str
    length: str
    bots: int | None = None


class Phase(Struct, frozen=True):
    """Where a match is, for lists and headings: a text to translate and its values."""

    text: str
    params: dict[str, Any] = {}


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
E = TypeVar("E", bound=Event)
Bot: TypeAlias = Callable[[S, Seat, Random], A]


class View(Struct, Generic[S], frozen=True):
    """What one reader may know: the state with others' secrets taken out, and who must decide."""

    seat: Seat | None
    state: S
    decisions: tuple[Decision, ...]


class Game(Protocol[S, A, E]):
    """The rules of one game. Every method is pure; only `evolve` makes a new state."""

    meta: Meta
    state_type: type[S]
    action_type: Any
    """Union of the game's actions, for decoding."""
    event_type: Any
    """Union of the game's events, for decoding."""
    bots: Mapping[str, Bot[S, A]]
    """Players that choose from a view; the first is the one offered."""

    def blank(self, seats: int, options: Mapping[str, str]) -> S:
        """The state before anything has happened."""
        ...

    def open(self, chronicle: Chronicle[S, E]) -> None:
        """Set up and go on to the first question."""
        ...

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Who must decide what now; empty when the match is over. At most one a seat."""
        ...

    def options(self, state: S, seat: Seat) -> Sequence[A]:
        """Legal answers of that seat to its decision, never none where it must decide.

        All of them, or where they are too many (splits of units) a varied sample.
        """
        ...

    def why_not(self, state: S, seat: Seat, action: A) -> Refusal | None:
        """The rule that forbids the action now, or None when it is legal."""
        ...

    def play(self, chronicle: Chronicle[S, E], seat: Seat, action: A) -> None:
        """Carry out a legal action and all that follows of itself, up to the next question."""
        ...

    def evolve(self, state: S, event: E) -> S:
        """The state after the event: no luck, no questions, no guards."""
        ...

    def view(self, state: S, seat: Seat | None) -> S:
        """The state as that seat (None: a spectator) may know it."""
        ...

    def phase(self, state: S) -> Phase:
        """Where the match is, in the rulebook's words."""
        ...

    def result(self, state: S) -> Result | None:
        """How it ended, or None while it goes on."""
        ...


def evolved(game: Game[S, A, E], state: S, event: E) -> S:
    """The state after an event, the count of throws included."""
    after = game.evolve(state, event)
    return replace(after, throws=event.throw + 1) if isinstance(event, Thrown) else after


class Chronicle(Generic[S, E]):
    """What happens during one action: events in order, and the state that they have led to.

    Rule functions read `state`, throw with `chance` and `tell` what happened.
    """

    __slots__ = ("_game", "chance", "events", "state")

    def __init__(self, game: Game[S, Any, E], state: S, chance: Chance) -> None:
        self._game = game
        self.state = state
        self.chance = chance
        self.events: list[E] = []

    def tell(self, event: E) -> None:
        """Append an event and evolve the state by it."""
        self.events.append(event)
        self.state = evolved(self._game, self.state, event)


def fold(game: Game[S, A, E], state: S, events: Iterator[E]) -> S:
    """Replay: the state after all the events, without throwing a die again."""
    for event in events:
        state = evolved(game, state, event)
    return state
