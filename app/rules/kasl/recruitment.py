"""K4.1, K4.2, K5  Automatic recruitment and the service of a Lord."""

from __future__ import annotations

from app.rules.contract import N_, Refusal, Seat
from app.rules.kasl.actions import CallLord, Found
from app.rules.kasl.events import Chronicle, CityFounded, LordCalled, UnitsAppeared
from app.rules.kasl.kingdom import (
    fiefdoms_held,
    held,
    lords,
    lords_left,
    strongholds,
    supply,
)
from app.rules.kasl.state import Kasl, Lands, Territory, land
from app.rules.kasl.units import NONE, Units

APPEARING = (NONE, Units(infantry=1), Units(archers=1), Units(cavalry=1))
"""K4.1  What a stronghold brings, by its level."""


def begin_recruitment(chronicle: Chronicle, seat: Seat) -> bool:
    """K4.1, K4.2  Recruits appear, or a city is founded; True when the seat must say where."""
    if strongholds(chronicle.state.lands, seat):
        _recruit_automatically(chronicle, seat)
        return False
    sites = held(chronicle.state.lands, seat)
    if len(sites) > 1:
        return True
    found(chronicle, seat, Found(sites[0]))
    return False


def appearing(lands: Lands, seat: Seat) -> dict[Territory, Units]:
    """K4.1, K1.5  What appears where; a short supply serves the lowest numbers first."""
    left = supply(lands, seat)
    placements: dict[Territory, Units] = {}
    for number in strongholds(lands, seat):
        units = APPEARING[lands[number - 1].stronghold]
        if units.within(left):
            placements[number] = units
            left = left.minus(units)
    return placements


def _recruit_automatically(chronicle: Chronicle, seat: Seat) -> None:
    placements = appearing(chronicle.state.lands, seat)
    if placements:
        chronicle.tell(UnitsAppeared(seat, placements))


def why_not_found(state: Kasl, seat: Seat, action: Found) -> Refusal | None:
    """K4.2  On a territory of one's own."""
    if land(state, action.territory).holder != seat:
        text = N_("{territory} is not yours; the city is founded on one of your territories.")
        return Refusal("K4.2", text, {"territory": action.territory})
    return None


def found(chronicle: Chronicle, seat: Seat, action: Found) -> None:
    """K4.2  A city, one archers, and a Lord for whoever has none on the board."""
    lands = chronicle.state.lands
    archers = min(1, supply(lands, seat).archers)
    chronicle.tell(CityFounded(seat, action.territory, archers, lords(lands, seat) == 0))


def ways_to_found(state: Kasl, seat: Seat) -> list[Found]:
    """K4.2  Any territory of one's own."""
    return [Found(number) for number in held(state.lands, seat)]


def lord_sites(state: Kasl, seat: Seat) -> list[Territory]:
    """K5.1, K5.2  Where a Lord may come into service now, in number order."""
    if not lords_left(state.lands, seat):
        return []
    return sorted(
        number
        for fiefdom in fiefdoms_held(state.lands, seat)
        for number in fiefdom.territories
        if _has_room_for_lord(state, number)
    )


def _has_room_for_lord(state: Kasl, number: Territory) -> bool:
    there = land(state, number)
    return not there.lord and there.units != NONE


def begin_service(chronicle: Chronicle, seat: Seat) -> bool:
    """K5.1  A Lord comes by himself to the only place; True when the seat must choose one."""
    sites = lord_sites(chronicle.state, seat)
    if len(sites) == 1:
        chronicle.tell(LordCalled(seat, sites[0]))
    return len(sites) > 1


def why_not_call_lord(state: Kasl, seat: Seat, action: CallLord) -> Refusal | None:
    """K5.1  Into a fiefdom that is wholly one's own, beside a unit and no other Lord."""
    sites = lord_sites(state, seat)
    if action.territory not in sites:
        text = N_("No Lord can come to {territory}; he may come to {territories}.")
        return Refusal("K5.1", text, {"territory": action.territory, "territories": sites})
    return None


def call_lord(chronicle: Chronicle, seat: Seat, action: CallLord) -> None:
    """K5.1  The Lord comes."""
    chronicle.tell(LordCalled(seat, action.territory))


def ways_to_call_lord(state: Kasl, seat: Seat) -> list[CallLord]:
    """K5.1  Each place to which he may come."""
    return [CallLord(number) for number in lord_sites(state, seat)]
