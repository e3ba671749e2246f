"""The players: the ribbon, and the table of their realms."""

from __future__ import annotations

from msgspec import Struct

from app.rules.contract import N_
from app.rules.france.economy import Distance, distances
from app.rules.france.events import Standing
from app.rules.france.grain import standings
from app.rules.france.state import France, partners
from app.rules.france.traits import command_value
from app.web.games.france.words import Words


class RibbonSeat(Struct, frozen=True):
    """A player in the ribbon; `state` is "now", "done", "out" or empty."""

    seat: int
    name: str
    house: str
    status: str
    state: str
    counties: int


class Ribbon(Struct, frozen=True):
    """Where the match is, and the players."""

    phase: str
    seats: tuple[RibbonSeat, ...]


class RealmPicture(Struct, frozen=True):
    """A player's realm, as all may know it."""

    name: str
    house: str
    you: bool
    out: bool
    count: str
    cv: int
    traits: str
    capital: str
    standing: Standing
    distance: Distance
    duchy: bool
    partners: tuple[tuple[str, str], ...]


def phase(state: France, words: Words) -> str:
    """The line at the head of the ribbon."""
    if state.result is not None:
        return words._("The match is over")
    if not state.turn:
        return words._("Entering")
    return words._("Turn {turn} of {turns}", turn=state.turn, turns=state.turns)


def ribbon(state: France, words: Words, waiting: frozenset[int]) -> Ribbon:
    """The ribbon, in the order of seats."""
    known = standings(state)
    return Ribbon(
        phase(state, words),
        tuple(
            _ribbon_seat(state, words, seat, waiting, known[seat]) for seat in range(state.seats)
        ),
    )


def _ribbon_seat(
    state: France, words: Words, seat: int, waiting: frozenset[int], standing: Standing
) -> RibbonSeat:
    mood, status = _standing(state, words, seat, waiting)
    name, house = words.names[seat], words.houses[seat]
    return RibbonSeat(seat, name, house, words._(status), mood, standing.counties)


def _standing(state: France, words: Words, seat: int, waiting: frozenset[int]) -> tuple[str, str]:
    """How the seat stands in the ribbon, and the word for it."""
    if state.result is not None:
        won = seat in state.result.winners
        return ("won", N_("winner")) if won else ("done", "")
    if state.players[seat].eliminated:
        entering = any(entry.seat == seat for entry in state.entries)
        return "out", N_("will enter") if entering else N_("out")
    if seat in waiting:
        mood = "now" if seat == words.reader else ""
        return mood, N_("writing") if state.turn else N_("choosing")
    sheet = state.sent[seat]
    if sheet is not None and sheet.open:
        return "done", N_("sent openly")
    return "done", N_("sent") if state.turn else N_("has entered")


def realms(state: France, words: Words) -> tuple[RealmPicture, ...]:
    """All realms, the strongest economy first."""
    known = standings(state)
    far = distances(known)
    order = sorted(range(state.seats), key=lambda seat: (-far[seat].score, -known[seat].output))
    return tuple(_realm(state, words, seat, known[seat], far[seat]) for seat in order)


def _realm(
    state: France, words: Words, seat: int, standing: Standing, distance: Distance
) -> RealmPicture:
    player = state.players[seat]
    count = player.count
    return RealmPicture(
        name=words.names[seat],
        house=words.houses[seat],
        you=seat == words.reader,
        out=count is None,
        count=count.name if count else "",
        cv=command_value(count) if count else 0,
        traits=words.traits(count.traits) if count else "",
        capital=player.capital or "",
        standing=standing,
        distance=distance,
        duchy=bool(player.duchies),
        partners=tuple(
            (words.houses[other], words.names[other]) for other in partners(state, seat)
        ),
    )
