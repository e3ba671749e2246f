"""Record whole games as fixtures: `python -m tests.rules.kingsburg.record` writes games/*.json.

Do so only when the version of the rules changes: the recorded games are there to notice what
changes by mistake. Seeds are tried from 0 on until a game ends as its name says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from app.rules.chance import SEED_BYTES, Chance
from app.rules.contract import Result
from app.rules.kingsburg import score
from app.rules.kingsburg.actions import KingsburgAction
from app.rules.kingsburg.events import KingsburgEvent
from app.rules.kingsburg.game import META
from tests.rules.kingsburg.positions import SERVICE, Outcome, outcome

FOLDER = Path(__file__).with_name("games")


class Entry(Struct, frozen=True):
    """An action of a recorded game with its events; the opening has neither seat nor action."""

    seat: int | None
    action: KingsburgAction | None
    events: tuple[KingsburgEvent, ...]


class Recorded(Struct, frozen=True):
    """A whole game."""

    version: int
    seats: int
    seed: str
    result: Result
    record: tuple[Entry, ...]


class Wanted(Struct, frozen=True):
    """A game to look for: which bots play, and how it must end."""

    bots: Sequence[str]
    ends: Callable[[Result], bool]


WANTED: dict[str, Wanted] = {
    "most_points_of_two": Wanted(["count", "random"], lambda r: r.reason == score.MOST_POINTS),
    "most_points_of_five": Wanted(
        ["count", "random", "count", "random", "count"], lambda r: r.reason == score.MOST_POINTS
    ),
    "most_goods": Wanted(["random"] * 3, lambda r: r.reason == score.MOST_GOODS),
    "most_buildings": Wanted(["random"] * 4, lambda r: r.reason == score.MOST_BUILDINGS),
    "shared_win": Wanted(["random"] * 2, lambda r: r.reason == score.SHARED),
}


def record(wanted: Wanted, number: int) -> Recorded:
    """The game that these bots play with that number's seed."""
    random = Random(number)
    seed = random.randbytes(SEED_BYTES)
    seats = len(wanted.bots)
    played = outcome(SERVICE.open(seats, {}, Chance(seed)))
    entries = [_entry(None, None, played)]
    while asked := SERVICE.decisions(played.state):
        seat = random.choice(asked).seat
        action = SERVICE.bot_action(played.state, seat, wanted.bots[seat], random)
        chance = Chance(seed, next_number=played.state.throws)
        played = outcome(SERVICE.play(played.state, seat, action, chance))
        entries.append(_entry(seat, action, played))
    result = played.state.result
    assert result is not None
    return Recorded(META.version, seats, seed.hex(), result, tuple(entries))


def _entry(seat: int | None, action: object, played: Outcome) -> Entry:
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
