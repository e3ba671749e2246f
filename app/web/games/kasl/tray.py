"""The tray of dice: the last throw of the turn that is under way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from app.matches import LogEntry
from app.rules.contract import Event
from app.rules.kasl.events import AttackThrown, TurnBegan, UnitsLost
from app.web.games.kasl.dice import Pip, faces
from app.web.games.kasl.words import Words


class LastThrow(Struct, frozen=True):
    """The throw of an attack: both sides' dice, hits and names."""

    seat: int
    origin: int
    target: int
    attacker: str
    attack_house: str
    attack: tuple[Pip, ...]
    hits: int
    defender: str
    defence_house: str
    defence: tuple[Pip, ...]
    hits_back: int
    throws: int
    """How many throws were made in one go; this is the last of them."""
    lost: str
    """What both sides lost by it, when that is settled."""
    number: int
    """The action in which it was made."""


def this_turn(log: Sequence[LogEntry]) -> Iterator[tuple[LogEntry, Event]]:
    """Events since the present turn began, newest first."""
    for entry in reversed(log):
        for event in reversed(entry.events):
            yield entry, event
            if isinstance(event, TurnBegan):
                return


def last_throw(log: Sequence[LogEntry], words: Words) -> LastThrow | None:
    """The last throw of this turn, or None when nobody has thrown."""
    lost: UnitsLost | None = None
    for entry, event in this_turn(log):
        if isinstance(event, UnitsLost) and lost is None:
            lost = event
        if isinstance(event, AttackThrown):
            return _shown(event, entry, lost, words)
    return None


def _shown(
    event: AttackThrown,
    entry: LogEntry,
    lost: UnitsLost | None,
    words: Words,
) -> LastThrow:
    throws = sum(isinstance(other, AttackThrown) for other in entry.events)
    return LastThrow(
        seat=event.seat,
        origin=event.origin,
        target=event.target,
        attacker=_side(event.seat, words),
        attack_house=words.houses[event.seat],
        attack=faces(event.attack),
        hits=event.damage[1],
        defender=_side(event.defender, words),
        defence_house=words.houses[event.defender],
        defence=faces(event.defence),
        hits_back=event.damage[0],
        throws=throws,
        lost=words.losses(lost) if lost else "",
        number=entry.number,
    )


def _side(army: int, words: Words) -> str:
    return words._("You") if army == words.reader else words.names[army]
