"""Record whole games as fixtures: `python -m tests.rules.kasl.record` writes games/*.json anew.

Do so only when the version of the rules changes: the recorded games are there to notice what
changes by mistake. Seeds are tried from 0 on until a game ends as its name says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from app.rules.chance import SEED_BYTES, Chance
from app.rules.contract import Result
from app.rules.kasl.actions import KaslAction
from app.rules.kasl.events import KaslEvent
from app.rules.kasl.game import META
from app.rules.kasl.state import Kasl
from tests.rules.kasl.players import Player, bot, hunter, waster
from tests.rules.kasl.positions import SERVICE, Outcome, outcome

FOLDER = Path(__file__).with_name("games")
BASIC = {option.key: option.default for option in META.options}


class Entry(Struct, frozen=True):
    """An action of a recorded game with its events; the opening has neither seat nor action."""

    seat: int | None
    action: KaslAction | None
    events: tuple[KaslEvent, ...]


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
    ends: Callable[[Result], bool]
    options: Mapping[str, str] = {}


WANTED: dict[str, Wanted] = {
    "after_round_8": Wanted([bot("random")] * 4, lambda r: len(r.winners) == 1),
    "after_round_8_advanced_with_losses_asked": Wanted(
        [bot("count"), bot("random"), bot("count")],
        lambda r: len(r.winners) == 1,
        {"advanced": "on", "losses": "ask"},
    ),
    "after_round_8_with_a_shared_win": Wanted([bot("random")] * 3, lambda r: len(r.winners) > 1),
    "one_player_left": Wanted([hunter, waster], lambda r: r.rule == "K10.4"),
}


def record(wanted: Wanted, number: int) -> Recorded:
    """The game that these players play with that number's seed."""
    random = Random(number)
    seed = random.randbytes(SEED_BYTES)
    options = BASIC | dict(wanted.options)
    played = outcome(SERVICE.open(len(wanted.players), options, Chance(seed)))
    entries = [_entry(None, None, played)]
    while asked := SERVICE.decisions(played.state):
        seat = asked[0].seat
        state: Kasl = played.state
        action = wanted.players[seat](state, seat, random)
        chance = Chance(seed, next_number=state.throws)
        played = outcome(SERVICE.play(state, seat, action, chance))
        entries.append(_entry(seat, action, played))
    result = played.state.result
    assert result is not None
    seats = len(wanted.players)
    return Recorded(META.version, seats, options, seed.hex(), result, tuple(entries))


def _entry(seat: int | None, action: KaslAction | None, played: Outcome) -> Entry:
    return Entry(seat, action, played.events)  # type: ignore[arg-type]


def find(wanted: Wanted) -> Recorded:
    """The first game that ends as wanted."""
    number = 0
    while not wanted.ends((game := record(wanted, number)).result):
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
