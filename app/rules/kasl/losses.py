"""K7.7, K7.8  Losses: the ways to suffer damage, the standing order, and who chooses."""

from __future__ import annotations

from functools import cache, lru_cache

from app.rules.contract import N_, Refusal, Seat
from app.rules.kasl.actions import GiveUp, SetLossOrder
from app.rules.kasl.events import Chronicle, LossChosen, LossOrderSet
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, Fight, Kasl, Territory, fight_under_way, land
from app.rules.kasl.units import KINDS, NONE, Kind, Units

ORIGIN, TARGET = 0, 1
"""The sides of a fight, as they stand in its pairs."""


@cache
def worth(cv: int) -> tuple[Units, ...]:
    """K1.4  Every set of units whose combat values sum to exactly `cv`."""
    return tuple(
        Units(cv - 2 * archers - 3 * cavalry - 2 * machines, archers, cavalry, machines)
        for cavalry in range(cv // 3 + 1)
        for archers in range((cv - 3 * cavalry) // 2 + 1)
        for machines in range((cv - 3 * cavalry - 2 * archers) // 2 + 1)
    )


@lru_cache(maxsize=8192)
def ways_to_lose(units: Units, damage: int) -> tuple[Units, ...]:
    """K7.7  The sets of whole units that reach the greatest total the damage allows."""
    if units.cv <= damage:
        return (units,)
    for total in range(damage, 0, -1):
        ways = tuple(way for way in worth(total) if way.within(units))
        if ways:
            return ways
    return (NONE,)


def by_standing_order(ways: tuple[Units, ...], order: tuple[Kind, ...]) -> Units:
    """K7.8  The way that loses fewest of the order's last kind, then of the one before, …"""
    if len(ways) == 1:
        return ways[0]
    last_first = [KINDS.index(kind) for kind in reversed(order)]
    return min(ways, key=lambda way: [way[kind] for kind in last_first])


def automatic_loss(units: Units, damage: int, order: tuple[Kind, ...]) -> Units:
    """K7.7, K7.8  What the standing order gives up."""
    return by_standing_order(ways_to_lose(units, damage), order)


def order_of(state: Kasl, army: int) -> tuple[Kind, ...]:
    """K7.8  A seat's standing order; the neutral army has the default one."""
    return state.loss_orders[army] if army < state.seats else DEFAULT_LOSS_ORDER


def battleground(fight: Fight) -> tuple[Territory, Territory]:
    """The territories of both sides."""
    return fight.origin, fight.target


def side_ways(state: Kasl, fight: Fight, side: int) -> tuple[Units, ...]:
    """K7.7  The ways of one side of the fight."""
    return ways_to_lose(land(state, battleground(fight)[side]).units, fight.damage[side])


def choosers(state: Kasl) -> list[Seat]:
    """K7.8  The seats that must still choose their losses in the fight: origin's first."""
    if not state.ask_losses:
        return []
    fight = fight_under_way(state)
    return [
        land(state, battleground(fight)[side]).holder
        for side in (ORIGIN, TARGET)
        if fight.given_up[side] is None and _has_choice(state, fight, side)
    ]


def _has_choice(state: Kasl, fight: Fight, side: int) -> bool:
    holder = land(state, battleground(fight)[side]).holder
    return holder < state.seats and len(side_ways(state, fight, side)) > 1


def side_of(state: Kasl, fight: Fight, seat: Seat) -> int:
    """Which side of the fight a seat is on."""
    return ORIGIN if land(state, fight.origin).holder == seat else TARGET


def losses(state: Kasl, fight: Fight) -> tuple[Units, Units]:
    """K7.8  What both sides lose: as chosen, or by the standing order."""
    return _lost(state, fight, ORIGIN), _lost(state, fight, TARGET)


def _lost(state: Kasl, fight: Fight, side: int) -> Units:
    chosen = fight.given_up[side]
    if chosen is not None:
        return chosen
    holder = land(state, battleground(fight)[side]).holder
    return by_standing_order(side_ways(state, fight, side), order_of(state, holder))


def ways_to_give_up(state: Kasl, seat: Seat) -> list[GiveUp]:
    """K7.7  Every way of that seat's side."""
    fight = fight_under_way(state)
    return [GiveUp(way) for way in side_ways(state, fight, side_of(state, fight, seat))]


def why_not_give_up(state: Kasl, seat: Seat, action: GiveUp) -> Refusal | None:
    """K7.7  Exactly the greatest total that the damage allows, in units that stand there."""
    fight = fight_under_way(state)
    side = side_of(state, fight, seat)
    territory = battleground(fight)[side]
    ways = side_ways(state, fight, side)
    if not action.units.within(land(state, territory).units):
        text = N_("{territory} has only {units}.")
        return Refusal(
            "K7.7", text, {"territory": territory, "units": land(state, territory).units}
        )
    if action.units not in ways:
        text = N_(
            "With {damage} damage you give up units worth {worth} CV together; this is {given} CV."
        )
        params = {"damage": fight.damage[side], "worth": ways[0].cv, "given": action.units.cv}
        return Refusal("K7.7", text, params)
    return None


def choose_loss(chronicle: Chronicle, seat: Seat, action: GiveUp) -> None:
    """K7.8  The choice is kept until both sides have chosen."""
    chronicle.tell(LossChosen(seat, action.units))


def why_not_set_loss_order(state: Kasl, seat: Seat, action: SetLossOrder) -> Refusal | None:
    """K7.8  At any time, by a seat that is still in the match; each kind once."""
    if state.result is not None:
        return Refusal("K10.1", N_("The match is over."))
    if state.out[seat]:
        return Refusal("K4.3", N_("You are out of the match and decide nothing any more."))
    if set(action.order) != set(KINDS):
        return Refusal("K7.8", N_("The order names each of the four kinds of units once."))
    return None


def set_loss_order(chronicle: Chronicle, seat: Seat, action: SetLossOrder) -> None:
    """K7.8  The new standing order."""
    chronicle.tell(LossOrderSet(seat, action.order))
