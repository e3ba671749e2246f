"""The only maker of states: what each event does to a position of Kasl."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.rules.kasl import events as e
from app.rules.kasl.state import (
    NOBODY,
    Fight,
    Kasl,
    Land,
    Lands,
    Step,
    Territory,
    fight_under_way,
    land,
)
from app.rules.kasl.units import CITY, NONE, Units


def evolve(state: Kasl, event: e.KaslEvent) -> Kasl:
    """The state after the event."""
    return _EVOLVE[type(event)](state, event)


def _with(lands: Lands, number: Territory, land: Land) -> Lands:
    return (*lands[: number - 1], land, *lands[number:])


def _joined(lands: Lands, number: Territory, units: Units) -> Lands:
    """The lands with units added on a territory whose holder stays the same."""
    there = lands[number - 1]
    after = Land(there.holder, there.units.plus(units), there.lord, there.stronghold)
    return _with(lands, number, after)


def _lordly(lands: Lands, number: Territory, lord: bool) -> Lands:
    there = lands[number - 1]
    return _with(lands, number, Land(there.holder, there.units, lord, there.stronghold))


def _left(there: Land, lost: Units, lord_lost: bool) -> Land:
    """K7.9  What is left; without a unit it is nobody's, unless a stronghold stands there."""
    units = there.units.minus(lost)
    holder = there.holder if units != NONE or there.stronghold else NOBODY
    return Land(holder, units, there.lord and not lord_lost, there.stronghold)


def _territories_dealt(state: Kasl, event: e.TerritoriesDealt) -> Kasl:
    holders = {number: army for army, pile in enumerate(event.piles) for number in pile}
    infantry = Units(infantry=1)
    return replace(
        state, lands=tuple(Land(holders[number], infantry) for number in sorted(holders))
    )


def _placing_order_thrown(state: Kasl, event: e.PlacingOrderThrown) -> Kasl:
    return replace(state, order=event.order, turn=0, step=Step.SET_UP)


def _set_up_placed(state: Kasl, event: e.SetUpPlaced) -> Kasl:
    lands = state.lands
    for number, archers in event.archers.items():
        lands = _joined(lands, number, Units(archers=archers))
    lands = _fortified(lands, event.city, CITY)
    return replace(state, lands=_lordly(lands, event.lord, True), turn=state.turn + 1)


def _fortified(lands: Lands, number: Territory, level: int) -> Lands:
    there = lands[number - 1]
    return _with(lands, number, Land(there.holder, there.units, there.lord, level))


def _missions_dealt(state: Kasl, event: e.MissionsDealt) -> Kasl:
    return replace(state, missions=event.missions)


def _round_began(state: Kasl, event: e.RoundBegan) -> Kasl:
    return replace(state, round=event.round, order=event.order, turn=0)


def _unchanged(state: Kasl, event: e.KaslEvent) -> Kasl:
    del event
    return state


def _plague_thrown(state: Kasl, event: e.PlagueThrown) -> Kasl:
    return replace(state, plague_out=event.territory != 0)


def _plague_declared(state: Kasl, event: e.PlagueDeclared) -> Kasl:
    missions = tuple(
        tuple(card for card in cards if seat != event.seat or card != event.card)
        for seat, cards in enumerate(state.missions)
    )
    return replace(state, missions=missions, plague_out=True)


def _territory_infected(state: Kasl, event: e.TerritoryInfected) -> Kasl:
    return replace(state, lands=_with(state.lands, event.territory, Land(plague=True)))


def _turn_began(state: Kasl, event: e.TurnBegan) -> Kasl:
    return replace(state, turn=state.order.index(event.seat), step=Step.FOUND, moves_left=0)


def _player_went_out(state: Kasl, event: e.PlayerWentOut) -> Kasl:
    out = tuple(is_out or seat == event.seat for seat, is_out in enumerate(state.out))
    return replace(state, out=out)


def _placed(state: Kasl, event: e.UnitsAppeared | e.Recruited) -> Kasl:
    lands = state.lands
    for number, units in event.placements.items():
        lands = _joined(lands, number, units)
    return replace(state, lands=lands)


def _city_founded(state: Kasl, event: e.CityFounded) -> Kasl:
    there = land(state, event.territory)
    units = there.units.plus(Units(archers=event.archers))
    founded = Land(there.holder, units, there.lord or event.lord, CITY)
    return replace(state, lands=_with(state.lands, event.territory, founded))


def _lord_called(state: Kasl, event: e.LordCalled) -> Kasl:
    return replace(state, lands=_lordly(state.lands, event.territory, True))


def _stronghold_fortified(state: Kasl, event: e.StrongholdFortified) -> Kasl:
    lands = _joined(state.lands, event.territory, Units(infantry=event.infantry))
    return replace(state, lands=_fortified(lands, event.territory, event.level))


def _city_built(state: Kasl, event: e.CityBuilt) -> Kasl:
    lands = _joined(state.lands, event.territory, Units(archers=event.archers))
    return replace(state, lands=_fortified(lands, event.territory, CITY))


def _attack_thrown(state: Kasl, event: e.AttackThrown) -> Kasl:
    fight = Fight(event.origin, event.target, event.keep, event.damage)
    return replace(state, fight=fight, step=Step.LOSSES)


def _loss_chosen(state: Kasl, event: e.LossChosen) -> Kasl:
    fight = fight_under_way(state)
    given = list(fight.given_up)
    given[0 if land(state, fight.origin).holder == event.seat else 1] = event.units
    return replace(state, fight=replace(fight, given_up=(given[0], given[1])))


def _units_lost(state: Kasl, event: e.UnitsLost) -> Kasl:
    origin = _left(land(state, event.origin), event.losses[0], event.lords_lost[0])
    target = _left(land(state, event.target), event.losses[1], event.lords_lost[1])
    lands = _with(_with(state.lands, event.origin, origin), event.target, target)
    return replace(state, lands=lands, fight=None, step=Step.ATTACK)


def _territory_taken(state: Kasl, event: e.TerritoryTaken) -> Kasl:
    beaten = _left(land(state, event.target), event.beaten, event.lord_lost)
    fight = Fight(event.origin, event.target, may_stay_out=event.by == "K7.10")
    lands = _with(state.lands, event.target, beaten)
    return replace(state, lands=lands, fight=fight, step=Step.MOVE_IN)


def _moved_in(state: Kasl, event: e.MovedIn) -> Kasl:
    origin = land(state, event.origin)
    left = Land(
        origin.holder,
        origin.units.minus(event.units),
        origin.lord and not event.lord,
        origin.stronghold,
    )
    level = 0 if event.destroyed else event.stronghold
    lands = _with(state.lands, event.origin, left)
    lands = _with(lands, event.target, Land(event.seat, event.units, event.lord, level))
    return replace(state, lands=lands, fight=None, step=Step.ATTACK)


def _stayed_out(state: Kasl, event: e.StayedOut) -> Kasl:
    del event
    return replace(state, fight=None, step=Step.ATTACK)


def _step_began(state: Kasl, event: e.StepBegan) -> Kasl:
    return replace(state, step=Step(event.step), moves_left=event.moves)


def _units_moved(state: Kasl, event: e.UnitsMoved) -> Kasl:
    origin = land(state, event.origin)
    left = Land(origin.holder, origin.units.minus(event.units), origin.lord, origin.stronghold)
    lands = _joined(_with(state.lands, event.origin, left), event.target, event.units)
    return replace(state, lands=lands, moves_left=state.moves_left - 1)


def _lord_moved(state: Kasl, event: e.LordMoved) -> Kasl:
    lands = _lordly(_lordly(state.lands, event.origin, False), event.target, True)
    return replace(state, lands=lands, moves_left=state.moves_left - 1)


def _loss_order_set(state: Kasl, event: e.LossOrderSet) -> Kasl:
    orders = list(state.loss_orders)
    orders[event.seat] = event.order
    return replace(state, loss_orders=tuple(orders))


def _match_ended(state: Kasl, event: e.MatchEnded) -> Kasl:
    return replace(state, result=event.result, missions=event.missions, step=Step.OVER, fight=None)


_EVOLVE: dict[type[e.KaslEvent], Callable[[Kasl, Any], Kasl]] = {
    e.TerritoriesDealt: _territories_dealt,
    e.PlacingOrderThrown: _placing_order_thrown,
    e.SetUpPlaced: _set_up_placed,
    e.MissionsDealt: _missions_dealt,
    e.RoundBegan: _round_began,
    e.OrderTieThrown: _unchanged,
    e.PlagueThrown: _plague_thrown,
    e.PlagueDeclared: _plague_declared,
    e.PlagueWithheld: _unchanged,
    e.PlagueSpread: _unchanged,
    e.TerritoryInfected: _territory_infected,
    e.TurnBegan: _turn_began,
    e.PlayerWentOut: _player_went_out,
    e.UnitsAppeared: _placed,
    e.CityFounded: _city_founded,
    e.LordCalled: _lord_called,
    e.Recruited: _placed,
    e.StrongholdFortified: _stronghold_fortified,
    e.CityBuilt: _city_built,
    e.AttackThrown: _attack_thrown,
    e.LossChosen: _loss_chosen,
    e.UnitsLost: _units_lost,
    e.TerritoryTaken: _territory_taken,
    e.MovedIn: _moved_in,
    e.StayedOut: _stayed_out,
    e.StepBegan: _step_began,
    e.UnitsMoved: _units_moved,
    e.LordMoved: _lord_moved,
    e.TurnEnded: _unchanged,
    e.LossOrderSet: _loss_order_set,
    e.MatchEnded: _match_ended,
}
