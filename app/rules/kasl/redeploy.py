"""K8, K9  Redeploying units and Lords."""

from __future__ import annotations

from collections.abc import Iterator

from app.rules.contract import N_, Refusal, Seat
from app.rules.kasl.actions import EndTurn, MoveLord, MoveUnits, Stop
from app.rules.kasl.board import BOARD, TERRITORIES
from app.rules.kasl.capture import ways_in
from app.rules.kasl.events import Chronicle, LordMoved, TurnEnded, UnitsMoved
from app.rules.kasl.kingdom import held, strongholds
from app.rules.kasl.state import Kasl, Territory, land
from app.rules.kasl.units import NONE

Way = tuple[Territory, Territory]


def begin_units(chronicle: Chronicle, seat: Seat) -> bool:
    """K8.1  True when the seat has a stronghold and units that can go somewhere."""
    state = chronicle.state
    return bool(strongholds(state.lands, seat)) and may_move_units(state, seat)


def may_move_units(state: Kasl, seat: Seat) -> bool:
    """K8.1  Whether any units can be redeployed, moves apart."""
    return next(unit_ways(state, seat), None) is not None


def unit_ways(state: Kasl, seat: Seat) -> Iterator[Way]:
    """K8.1  From where to where units can go."""
    lands = state.lands
    for origin, there in zip(TERRITORIES, lands, strict=True):
        if there.holder == seat and there.units.number > 1:
            for target in BOARD.neighbours[origin]:
                if lands[target - 1].holder == seat:
                    yield origin, target


def lord_ways(state: Kasl, seat: Seat) -> Iterator[Way]:
    """K9.1  From where to where Lords can go."""
    lands = state.lands
    for origin in held(lands, seat):
        if lands[origin - 1].lord:
            for target in BOARD.neighbours[origin]:
                there = lands[target - 1]
                if there.holder == seat and not there.lord and there.units != NONE:
                    yield origin, target


def _why_not_way(
    state: Kasl, seat: Seat, action: MoveUnits | MoveLord, rule: str
) -> Refusal | None:
    """K8.1, K9.1, K1.2  A move that is left, from and to one's own, over one passable border."""
    params = {"origin": action.origin, "target": action.target}
    if not state.moves_left:
        return Refusal(rule, N_("No move is left: you have one for each stronghold."))
    for name in ("origin", "target"):
        if land(state, params[name]).holder != seat:
            text = N_("{territory} is not yours; you move between your own territories.")
            return Refusal(rule, text, {"territory": params[name]})
    if action.target not in BOARD.neighbours[action.origin]:
        text = N_("No passable border joins {origin} to {target}; it joins {territories}.")
        return Refusal("K1.2", text, {**params, "territories": BOARD.neighbours[action.origin]})
    return None


def why_not_move_units(state: Kasl, seat: Seat, action: MoveUnits) -> Refusal | None:
    """K8.1  Any number of units, at least one left behind."""
    refusal = _why_not_way(state, seat, action, "K8.1")
    if refusal is not None:
        return refusal
    there = land(state, action.origin).units
    params = {"origin": action.origin, "units": there}
    if not action.units.within(there):
        return Refusal("K8.1", N_("{origin} has only {units}."), params)
    if not action.units.number:
        return Refusal("K8.1", N_("A move takes at least one unit."))
    if action.units == there:
        return Refusal("K8.1", N_("At least one unit must stay on {origin}."), params)
    return None


def move_units(chronicle: Chronicle, seat: Seat, action: MoveUnits) -> None:
    """K8.1  Redeploy them."""
    chronicle.tell(UnitsMoved(seat, action.origin, action.target, action.units))


def ways_to_move_units(state: Kasl, seat: Seat) -> list[MoveUnits | Stop]:
    """K8.1  For each way a sample of the splits; or none."""
    ways: list[MoveUnits | Stop] = [Stop()]
    for origin, target in unit_ways(state, seat):
        splits = ways_in(land(state, origin).units)
        ways += [MoveUnits(origin, target, units) for units in splits]
    return ways


def why_not_move_lord(state: Kasl, seat: Seat, action: MoveLord) -> Refusal | None:
    """K9.1, K1.6, K1.7  A Lord, to a unit with a CV and no other Lord."""
    refusal = _why_not_way(state, seat, action, "K9.1")
    if refusal is not None:
        return refusal
    params = {"origin": action.origin, "target": action.target}
    if not land(state, action.origin).lord:
        return Refusal("K9.1", N_("No Lord of yours is on {origin}."), params)
    if land(state, action.target).lord:
        return Refusal("K1.6", N_("A Lord is on {target} already; each has one at most."), params)
    if land(state, action.target).units == NONE:
        text = N_("No unit of yours is on {target}; a Lord is never alone.")
        return Refusal("K1.7", text, params)
    return None


def move_lord(chronicle: Chronicle, seat: Seat, action: MoveLord) -> None:
    """K9.1  Redeploy him."""
    chronicle.tell(LordMoved(seat, action.origin, action.target))


def end_turn(chronicle: Chronicle, seat: Seat, action: EndTurn) -> None:
    """K9.1  The turn is over."""
    del action
    chronicle.tell(TurnEnded(seat))


def ways_to_move_lord(state: Kasl, seat: Seat) -> list[MoveLord | EndTurn]:
    """K9.1  Each move of a Lord, or none."""
    ways: list[MoveLord | EndTurn] = [EndTurn()]
    if state.moves_left:
        ways += [MoveLord(origin, target) for origin, target in lord_ways(state, seat)]
    return ways
