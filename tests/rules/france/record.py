"""Record whole games as fixtures: `python -m tests.rules.france.record` writes games/*.json anew.

Do so only when the version of the rules changes: the recorded games are there to notice what
changes by mistake. Seeds are tried from 0 on until a game ends as its name says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from app.rules.contract import Result
from app.rules.france.actions import FranceAction
from app.rules.france.events import FranceEvent, PlayerEntered
from app.rules.france.game import META
from app.rules.france.state import France
from tests.rules.france.players import Player, bot, idle, secret_of, whole_game
from tests.rules.france.positions import OPTIONS

FOLDER = Path(__file__).with_name("games")


class Entry(Struct, frozen=True):
    """An action of a recorded game with its events; the opening has neither seat nor action."""

    seat: int | None
    action: FranceAction | None
    events: tuple[FranceEvent, ...]


class Recorded(Struct, frozen=True):
    """A whole game."""

    version: int
    seats: int
    options: dict[str, str]
    seed: str
    result: Result
    record: tuple[Entry, ...]


class Wanted(Struct, frozen=True):
    """A game to look for: who plays, and how it must end."""

    players: Sequence[Player]
    ends: Callable[[Recorded], bool]
    options: Mapping[str, str] = {}
    newcomers: bool = False


def late_entries(game: Recorded) -> int:
    """How many entered late."""
    return sum(
        isinstance(event, PlayerEntered) and event.late
        for entry in game.record
        for event in entry.events
    )


def turns(game: Recorded) -> int:
    """In how many turns orders were sent."""
    return max(getattr(entry.action, "turn", 0) for entry in game.record)


MARSHAL, RANDOM = bot("marshal"), bot("random")
SHORT = {"turns": "10"}
WANTED: dict[str, Wanted] = {
    "unified": Wanted([MARSHAL], lambda g: g.result.rule == "F9.3"),
    "after_the_last_turn": Wanted(
        [RANDOM, RANDOM, MARSHAL],
        lambda g: g.result.rule == "F9.4" and len(g.result.winners) == 1,
        SHORT | {"duchy_bonus": "each"},
    ),
    "after_the_last_turn_shared": Wanted(
        [idle, idle], lambda g: g.result.rule == "F9.4" and len(g.result.winners) == 2, SHORT
    ),
    "only_one_left_one_turn_later": Wanted(
        [MARSHAL, idle], lambda g: g.result.rule == "F9.5" and turns(g) < 9, SHORT
    ),
    "only_one_left_at_once": Wanted(
        [MARSHAL, idle],
        lambda g: g.result.rule == "F9.5" and turns(g) < 9,
        SHORT | {"late_entry": "off"},
    ),
    "with_late_entries": Wanted(
        [RANDOM, idle, MARSHAL], lambda g: late_entries(g) > 1, SHORT, newcomers=True
    ),
}


def record(wanted: Wanted, number: int) -> Recorded:
    """The game that these players play with that number's seed."""
    steps = list(
        whole_game(wanted.players, number, newcomers=wanted.newcomers, options=wanted.options)
    )
    entries = tuple(Entry(seat, action, played.events) for seat, action, played in steps)  # type: ignore[arg-type]
    final = steps[-1][2].state
    assert isinstance(final, France)
    assert final.result is not None
    options = OPTIONS | dict(wanted.options)
    seed = secret_of(number).hex()
    return Recorded(META.version, len(wanted.players), options, seed, final.result, entries)


def find(wanted: Wanted) -> Recorded:
    """The first game that ends as wanted."""
    number = 0
    while not wanted.ends(game := record(wanted, number)):
        number += 1
    return game


def load(path: Path) -> Recorded:
    """A recorded game."""
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


def main() -> None:
    """Write all the wanted games."""
    FOLDER.mkdir(exist_ok=True)
    for name, wanted in WANTED.items():
        encoded = msgspec.json.encode(find(wanted))
        by_action = encoded.replace(b'{"seat":', b'\n{"seat":')
        (FOLDER / f"{name}.json").write_bytes(by_action + b"\n")
        print(name)


if __name__ == "__main__":
    main()
