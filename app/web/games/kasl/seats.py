"""The players: the ribbon in order of play, and the table of who holds what."""

from __future__ import annotations

from msgspec import Struct

from app.rules.contract import N_
from app.rules.kasl.kingdom import held, kingdom_size, levels, lords, lords_left, supply
from app.rules.kasl.score import score
from app.rules.kasl.state import LAST_ROUND, Kasl, Step
from app.rules.kasl.units import KINDS, NONE, Units
from app.web.games.kasl.words import KIND_ICONS, Words

_DOING: dict[Step, str] = {
    Step.SET_UP: N_("placing"),
    Step.PLAGUE: N_("on the plague"),
    Step.FOUND: N_("founding"),
    Step.LORD: N_("calling a Lord"),
    Step.CHOICE: N_("choosing"),
    Step.ATTACK: N_("attacking"),
    Step.LOSSES: N_("attacking"),
    Step.MOVE_IN: N_("moving in"),
    Step.UNITS: N_("redeploying"),
    Step.LORDS: N_("redeploying"),
}


class Counter(Struct, frozen=True):
    """Units of one kind."""

    icon: str
    number: int
    label: str


class RibbonSeat(Struct, frozen=True):
    """A player in the ribbon; `state` is "now", "done", "out" or empty."""

    seat: int
    name: str
    house: str
    status: str
    state: str
    kingdom: int
    strongholds: tuple[int, ...]
    lords: int
    cv: int
    points: int


class Ribbon(Struct, frozen=True):
    """Where the match is, and the players in order of play."""

    phase: str
    seats: tuple[RibbonSeat, ...]


class Holdings(Struct, frozen=True):
    """What an army has on the board and in its supply."""

    name: str
    house: str
    you: bool
    territories: int
    units: Units
    supply: Units
    lords: int
    lords_left: int
    strongholds: tuple[int, ...]
    kingdom: int


def phase(state: Kasl, words: Words) -> str:
    """The line at the head of the ribbon."""
    if state.step == Step.OVER:
        return words._("The match is over")
    if state.round == 0:
        return words._("Set-up")
    return words._("Round {round} of {last}", round=state.round, last=LAST_ROUND)


def ribbon(state: Kasl, words: Words, waiting: frozenset[int]) -> Ribbon:
    """The ribbon: first those in the order of play, then those who are out."""
    order = [*state.order, *(s for s in range(state.seats) if s not in state.order)]
    return Ribbon(
        phase(state, words),
        tuple(_ribbon_seat(state, words, seat, waiting) for seat in order),
    )


def _ribbon_seat(state: Kasl, words: Words, seat: int, waiting: frozenset[int]) -> RibbonSeat:
    mood, status = _standing(state, seat, waiting)
    return RibbonSeat(
        seat=seat,
        name=words.names[seat],
        house=words.houses[seat],
        status=words._(status) if status else "",
        state=mood,
        kingdom=kingdom_size(state.lands, seat),
        strongholds=tuple(sorted(levels(state.lands, seat), reverse=True)),
        lords=lords(state.lands, seat),
        cv=units_of(state, seat).cv,
        points=points(state, seat),
    )


def _standing(state: Kasl, seat: int, waiting: frozenset[int]) -> tuple[str, str]:
    if state.step == Step.OVER:
        return _at_the_end(state, seat)
    if state.out and state.out[seat]:
        return "out", N_("out")
    place = state.order.index(seat) if seat in state.order else -1
    if place == state.turn:
        return "now", _DOING.get(state.step, "")
    if seat in waiting:
        return "now", N_("choosing losses")
    if 0 <= place < state.turn:
        return "done", N_("has placed") if state.round == 0 else N_("has played")
    return "", N_("next") if place == state.turn + 1 else ""


def _at_the_end(state: Kasl, seat: int) -> tuple[str, str]:
    if state.result is not None and seat in state.result.winners:
        return "won", N_("winner")
    return "done", ""


def points(state: Kasl, seat: int) -> int:
    """K10.1  Victory points now, missions left out until the end."""
    if state.result is not None:
        return state.result.points[seat]
    now = score(state, seat)
    return now.kingdom + now.strongholds + now.lords


def units_of(state: Kasl, army: int) -> Units:
    """All units of an army on the board."""
    total = NONE
    for land in state.lands:
        if land.holder == army:
            total = total.plus(land.units)
    return total


def counters(units: Units, words: Words) -> tuple[Counter, ...]:
    """Units as counters, those kinds that there are."""
    return tuple(
        Counter(KIND_ICONS[kind], number, words.counted(kind, number))
        for kind, number in zip(KINDS, units, strict=True)
        if number
    )


def holdings(state: Kasl, words: Words) -> tuple[Holdings, ...]:
    """The table of who holds what, the neutral army last."""
    return tuple(_holdings(state, words, army) for army in range(len(words.names)))


def _holdings(state: Kasl, words: Words, army: int) -> Holdings:
    return Holdings(
        name=words.names[army],
        house=words.houses[army],
        you=army == words.reader,
        territories=len(held(state.lands, army)),
        units=units_of(state, army),
        supply=supply(state.lands, army),
        lords=lords(state.lands, army),
        lords_left=lords_left(state.lands, army),
        strongholds=tuple(sorted(levels(state.lands, army), reverse=True)),
        kingdom=kingdom_size(state.lands, army) if army < state.seats else 0,
    )
