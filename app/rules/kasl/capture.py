"""K7.10-K7.13  Taking a territory: overrun, move in or stay out, and its stronghold."""

from __future__ import annotations

from functools import lru_cache

from app.rules.contract import N_, Refusal, Seat
from app.rules.kasl.actions import MoveIn, StayOut
from app.rules.kasl.events import Chronicle, MovedIn, StayedOut, TerritoryTaken
from app.rules.kasl.kingdom import levels
from app.rules.kasl.score import take_out_the_landless
from app.rules.kasl.state import Fight, Kasl, Land, fight_under_way, land, on_turn
from app.rules.kasl.units import NONE, STRONGHOLDS, Units

SINGLES = (Units(infantry=1), Units(archers=1), Units(cavalry=1), Units(war_machine=1))


def is_overrun(origin: Land, target: Land) -> bool:
    """K7.12  Only cavalry attacks, none defends, and no stronghold stands there."""
    only_cavalry = origin.units == Units(cavalry=origin.units.cavalry)
    return only_cavalry and not target.units.cavalry and not target.stronghold


def take(chronicle: Chronicle, fight: Fight, by: str) -> None:
    """K7.10-K7.12  The way in is open by that rule; whoever has only one way in takes it."""
    state = chronicle.state
    seat = on_turn(state)
    target = land(state, fight.target)
    chronicle.tell(TerritoryTaken(seat, fight.origin, fight.target, by, target.units, target.lord))
    take_out_the_landless(chronicle)
    origin = land(chronicle.state, fight.origin)
    ways = ways_in(origin.units)
    is_choice = by == "K7.10" or origin.lord or len(ways) > 1
    if chronicle.state.result is None and not is_choice:
        move_in(chronicle, seat, MoveIn(ways[0]))


def why_not_move_in(state: Kasl, seat: Seat, action: MoveIn) -> Refusal | None:
    """K7.10  One or more units, at least one left behind; the Lord only if he is there."""
    del seat
    fight = fight_under_way(state)
    origin = land(state, fight.origin)
    params = {"origin": fight.origin, "target": fight.target, "units": origin.units}
    if not action.units.within(origin.units):
        return Refusal("K7.10", N_("{origin} has only {units}."), params)
    if not action.units.number:
        return Refusal("K7.10", N_("At least one unit must move into {target}."), params)
    if action.units == origin.units:
        return Refusal("K7.10", N_("At least one unit must stay on {origin}."), params)
    if action.lord and not origin.lord:
        return Refusal("K7.10", N_("No Lord of yours is on {origin}."), params)
    return None


def move_in(chronicle: Chronicle, seat: Seat, action: MoveIn) -> None:
    """K7.10, K7.13  Move in; a stronghold becomes the attacker's, or falls if he has 4."""
    fight = fight_under_way(chronicle.state)
    level = land(chronicle.state, fight.target).stronghold
    is_destroyed = bool(level) and len(levels(chronicle.state.lands, seat)) >= STRONGHOLDS
    chronicle.tell(
        MovedIn(seat, fight.origin, fight.target, action.units, action.lord, level, is_destroyed)
    )
    take_out_the_landless(chronicle)


def why_not_stay_out(state: Kasl, seat: Seat, action: StayOut) -> Refusal | None:
    """K7.10-K7.12  Only where moving in is optional."""
    del seat, action
    if not fight_under_way(state).may_stay_out:
        return Refusal("K7.12", N_("Here at least one unit must move in."))
    return None


def stay_out(chronicle: Chronicle, seat: Seat, action: StayOut) -> None:
    """K7.10  The territory is left as it is."""
    del action
    chronicle.tell(StayedOut(seat, fight_under_way(chronicle.state).target))


@lru_cache(maxsize=4096)
def ways_in(units: Units) -> tuple[Units, ...]:
    """K7.10  A sample of what may go: one unit of each kind alone, and all but one of each kind."""
    singles = [single for single in SINGLES if single.within(units)]
    ways = dict.fromkeys(singles + [units.minus(single) for single in singles])
    return tuple(way for way in ways if way not in (NONE, units))


def ways_to_move_in(state: Kasl, seat: Seat) -> list[MoveIn | StayOut]:
    """K7.10  A sample of the splits, with and without the Lord; staying out where allowed."""
    del seat
    fight = fight_under_way(state)
    origin = land(state, fight.origin)
    ways: list[MoveIn | StayOut] = [MoveIn(units) for units in ways_in(origin.units)]
    if origin.lord:
        ways += [MoveIn(units, lord=True) for units in ways_in(origin.units)]
    if fight.may_stay_out:
        ways.append(StayOut())
    return ways
