"""F6.9, F10  Counts: leaders who failed, death and heirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from app.rules.chance import Draws
from app.rules.contract import Seat
from app.rules.france.actions import Trait
from app.rules.france.atlas import ATLAS, County, Culture, plain
from app.rules.france.events import Chronicle, DeathDrawn, FateTossed, HeirSucceeded, LeaderTossed
from app.rules.france.state import France, count_of, held, living
from app.rules.france.traits import POSITIVE, further_traits

NAMES: dict[Culture, tuple[str, ...]] = {
    "breton": ("Alan", "Arzhur", "Eozen", "Fransez", "Jafrez", "Konan", "Per", "Yann"),
    "frankish": ("Charles", "Henri", "Hugues", "Jean", "Louis", "Thibault", "Philippe"),
    "occitan": ("Bernat", "Guilhem", "Odo", "Pons", "Ranulf", "Ramond", "Sans"),
}
"""F2.1  Names by culture."""
HIGHEST_CV = 3
"""F2.2"""
HEADS = 1
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


class FailedLeader(NamedTuple):
    """F6.9  A Count whose command failed."""

    seat: Seat
    county: County
    command: Literal["attack", "defence"]


def is_heads(draws: Draws) -> bool:
    """A coin."""
    return draws.die(2) == HEADS


def toss_for_leaders(chronicle: Chronicle, failed: Iterable[FailedLeader]) -> None:
    """F6.9  A coin for each; on tails he dies."""
    for seat, county, command in failed:
        name = count_of(chronicle.state, seat).name
        draws = chronicle.chance.throw()
        heads = is_heads(draws)
        chronicle.tell(LeaderTossed(draws.number, seat, name, county, command, heads))
        if not heads:
            succeed(chronicle, seat)


def die_of_age(chronicle: Chronicle) -> None:
    """F10.1  A coin; on tails one Count among all dies."""
    draws = chronicle.chance.throw()
    heads = is_heads(draws)
    chronicle.tell(FateTossed(draws.number, heads))
    if heads:
        return
    among = living(chronicle.state)
    draws = chronicle.chance.throw()
    seat = draws.pick(among)
    name = count_of(chronicle.state, seat).name
    chronicle.tell(DeathDrawn(draws.number, among, seat, name))
    succeed(chronicle, seat)


def succeed(chronicle: Chronicle, seat: Seat) -> None:
    """F10.2  An heir; none for a player who holds no county any more."""
    state = chronicle.state
    own = held(state, seat)
    if not own:
        return
    draws = chronicle.chance.throw()
    county = state.players[seat].capital or draws.pick(own)
    name = numbered(state, draws.pick(NAMES[ATLAS.culture[county]]))
    cv = draws.die(HIGHEST_CV)
    chronicle.tell(HeirSucceeded(draws.number, seat, county, name, cv, _traits(draws)))


def _traits(draws: Draws) -> tuple[Trait, ...]:
    """F10.2  One positive trait, and on heads a second of either kind."""
    first = draws.pick(POSITIVE)
    return (first, draws.pick(further_traits(first))) if is_heads(draws) else (first,)


def numbered(state: France, name: str) -> str:
    """F10.2  The name, with a number when a Count of this match has had it."""
    used = {plain(other) for other in state.names}
    if plain(name) not in used:
        return name
    number = 2
    while plain(f"{name} {roman(number)}") in used:
        number += 1
    return f"{name} {roman(number)}"


def roman(number: int) -> str:
    """A number as Counts bear it: 4 is IV."""
    letters = ""
    for value, letter in _ROMAN:
        while number >= value:
            letters += letter
            number -= value
    return letters
