"""F2  Entering: county, colour, and a Count with his trait; at the beginning or late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from app.rules.contract import N_, Refusal, Seat
from app.rules.france.actions import Colour, EnterAs, ReEnter
from app.rules.france.atlas import ATLAS, PARIS, County
from app.rules.france.counts import HIGHEST_CV, NAMES
from app.rules.france.events import Chronicle, EntryFailed, EntryMade, PlayerEntered
from app.rules.france.names import nearest
from app.rules.france.state import NOBODY, Entry, France, land
from app.rules.france.traits import POSITIVE

COLOURS: tuple[Colour, ...] = get_args(Colour)
"""F2.1"""
LONGEST_NAME = 24


def open_counties(state: France) -> tuple[County, ...]:
    """F2.1, F2.4  Where one may enter, by name."""
    chosen = {entry.county for entry in state.entries}
    return tuple(
        county
        for county in ATLAS.by_name
        if county != PARIS and county not in chosen and land(state, county).holder == NOBODY
    )


def free_colours(state: France) -> tuple[Colour, ...]:
    """F2.1  Colours that nobody has."""
    had = {player.colour for player in state.players}
    return tuple(colour for colour in COLOURS if colour not in had)


def names_for(county: County) -> tuple[str, ...]:
    """F2.1  Names that are offered for a Count there."""
    return NAMES[ATLAS.culture[county]]


# At the beginning


def why_not_enter(state: France, seat: Seat, action: EnterAs) -> Refusal | None:
    """F2.1  An independent county, a colour that nobody has, a Count with a name."""
    del seat
    refusal = _why_not_there(state, action.county) or _why_not_named(action.count)
    if refusal is not None:
        return refusal
    free = free_colours(state)
    if action.colour not in free:
        text = N_("{colour} is taken; free are {colours}.")
        return Refusal("F2.1", text, {"colour": action.colour, "colours": free})
    return None


def enter(chronicle: Chronicle, seat: Seat, action: EnterAs) -> None:
    """F2.1-F2.3  The player enters; his Count's CV is thrown."""
    draws = chronicle.chance.throw()
    cv = draws.die(HIGHEST_CV)
    county, colour, count = action.county, action.colour, action.count.strip()
    chronicle.tell(PlayerEntered(draws.number, seat, county, colour, count, cv, action.trait))


def ways_to_enter(state: France, seat: Seat) -> Sequence[EnterAs]:
    """F2.1  Every free county, each with some free colour, name and trait."""
    free = free_colours(state)
    return [
        EnterAs(
            county,
            free[(place + seat) % len(free)],
            names_for(county)[place % len(names_for(county))],
            POSITIVE[(place + seat) % len(POSITIVE)],
        )
        for place, county in enumerate(open_counties(state))
    ]


# Late


def why_not_re_enter(state: France, seat: Seat, action: ReEnter) -> Refusal | None:
    """F2.4  Who was eliminated may come back, where late entry is on."""
    if not state.players[seat].eliminated:
        return Refusal("F2.4", N_("Only who has been eliminated may enter again."))
    if not state.late_entry:
        return Refusal("F2.4", N_("In this match nobody enters late."))
    if any(entry.seat == seat for entry in state.entries):
        text = N_("You have chosen your county; you enter when this turn is resolved.")
        return Refusal("F2.4", text)
    return _why_not_there(state, action.county) or _why_not_named(action.count)


def re_enter(chronicle: Chronicle, seat: Seat, action: ReEnter) -> None:
    """F2.4  The entry waits until the turn is resolved."""
    chronicle.tell(EntryMade(seat, action.county, action.count.strip(), action.trait))


def admit(chronicle: Chronicle) -> None:
    """F2.4  Entries take effect where the county is still independent."""
    for entry in chronicle.state.entries:
        if land(chronicle.state, entry.county).holder == NOBODY:
            _admit(chronicle, entry)
        else:
            chronicle.tell(EntryFailed(entry.seat, entry.county))


def _admit(chronicle: Chronicle, entry: Entry) -> None:
    colour = chronicle.state.players[entry.seat].colour
    if colour is None:
        raise ValueError(entry)
    draws = chronicle.chance.throw()
    cv = draws.die(HIGHEST_CV)
    chronicle.tell(
        PlayerEntered(
            draws.number,
            entry.seat,
            entry.county,
            colour,
            entry.count,
            cv,
            entry.trait,
            late=True,
        )
    )


def vacant_seats(state: France) -> tuple[Seat, ...]:
    """F2.4  Eliminated seats for which nobody has chosen a county yet, where late entry is on."""
    if not state.late_entry or state.result is not None:
        return ()
    entering = {entry.seat for entry in state.entries}
    return tuple(
        seat
        for seat, player in enumerate(state.players)
        if player.eliminated and seat not in entering
    )


# Both


def _why_not_there(state: France, county: County) -> Refusal | None:
    """F2.1  The county must be there, independent, and not PARIS."""
    if county not in ATLAS.index:
        text = N_("There is no county {name}; the nearest name is {county}.")
        return Refusal("F2.1", text, {"name": county, "county": nearest(county)})
    if county == PARIS:
        return Refusal("F2.1", N_("Nobody enters in PARIS; choose any other independent county."))
    free = open_counties(state)
    if county not in free:
        text = N_("{county} is taken; still independent are for example {counties}.")
        return Refusal("F2.1", text, {"county": county, "counties": _near(county, free)})
    return None


def _near(county: County, free: Sequence[County]) -> tuple[County, ...]:
    """Some of the free counties, those beside it first."""
    beside = [other for other in ATLAS.neighbours[county] if other in free]
    return tuple([*beside, *(other for other in free if other not in beside)][:4])


def _why_not_named(count: str) -> Refusal | None:
    """F2.1  A name that can be written in an order."""
    name = count.strip()
    is_short = len(name) <= LONGEST_NAME and any(map(str.isalnum, name))
    if is_short and name.isprintable() and not set(name) & set("[]<>()"):
        return None
    text = N_("The Count needs a name of 1 to {most} letters, without brackets.")
    return Refusal("F2.1", text, {"most": LONGEST_NAME})
