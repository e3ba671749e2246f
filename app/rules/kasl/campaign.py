"""The "Count bot" in the field: how it attacks, moves in and redeploys (K7 to K9)."""

from __future__ import annotations

from app.rules.kasl.actions import (
    Attack,
    EndTurn,
    GiveUp,
    MoveIn,
    MoveLord,
    MoveUnits,
    StayOut,
    Stop,
)
from app.rules.kasl.attack import attacks
from app.rules.kasl.board import BOARD
from app.rules.kasl.judgement import Judgement, put
from app.rules.kasl.kingdom import held
from app.rules.kasl.losses import battleground, order_of, side_of, side_ways
from app.rules.kasl.redeploy import lord_ways, unit_ways
from app.rules.kasl.state import Land, Territory
from app.rules.kasl.units import NONE, Units

WORTH_AN_ATTACK = 0.05
"""The least promise for which it attacks."""
WORTH_A_LAST_ATTACK = 0.02
"""The same in the last round, when units are worth little more."""
WORTH_A_MOVE = 0.1
"""The least betterment for which it redeploys."""
LEAST_TO_HOLD = 3
"""The combat value that it leaves with a stronghold or a Lord that can be attacked."""


def attack(judgement: Judgement) -> Attack | Stop:
    """K7.1  The attack that promises most, throw by throw; or no more."""
    promises = {
        (origin, target): judgement.attack(
            judgement.lands[origin - 1], target, _is_threatened(judgement, origin)
        )
        for origin, target in attacks(judgement.state, judgement.seat)
    }
    best = max(promises, key=promises.__getitem__)
    enough = WORTH_AN_ATTACK if judgement.rounds_left else WORTH_A_LAST_ATTACK
    return Attack(*best) if promises[best] > enough else Stop()


def _is_threatened(judgement: Judgement, number: Territory) -> bool:
    return judgement.danger(judgement.lands, number) > 0


def give_up(judgement: Judgement) -> GiveUp:
    """K7.8  As the standing order says, but the war machine last against a stronghold."""
    state, seat = judgement.state, judgement.seat
    fight = state.fight
    if fight is None:
        return GiveUp(NONE)
    ways = side_ways(state, fight, side_of(state, fight, seat))
    goal = judgement.lands[battleground(fight)[1] - 1]
    besieges = goal.holder != seat and goal.stronghold > 0
    order = order_of(state, seat)
    last_first = list(reversed(order))
    last_first.sort(key=lambda kind: not (besieges and kind == "war_machine"))
    return GiveUp(min(ways, key=lambda way: [getattr(way, kind) for kind in last_first]))


def move_in(judgement: Judgement) -> MoveIn | StayOut:
    """K7.10  With what makes the outlook of both territories best."""
    fight = judgement.state.fight
    if fight is None:
        return StayOut()
    origin = judgement.lands[fight.origin - 1]
    ways = [MoveIn(units, lord) for units, lord in _splits(judgement, fight.origin, origin)]
    return max(ways, key=lambda way: _moved_in(judgement, fight.origin, fight.target, way))


def _splits(judgement: Judgement, number: Territory, origin: Land) -> list[tuple[Units, bool]]:
    """All but the least, all but a garrison, and the least alone; the Lord with the many."""
    one = garrison(origin.units, 1)
    splits = [(origin.units.minus(one), origin.lord), (one, False)]
    if judgement.danger(judgement.lands, number):
        left = garrison(origin.units, LEAST_TO_HOLD)
        if left != origin.units:
            splits.append((origin.units.minus(left), origin.lord))
    return splits


def garrison(units: Units, least: int) -> Units:
    """The fewest and cheapest of the units that come to at least that combat value, or all."""
    left = NONE
    for kind in (0, 1, 3, 2):
        while left.cv < least and left[kind] < units[kind]:
            left = left.plus(Units(*(int(kind == one) for one in range(4))))
    return left


def _moved_in(judgement: Judgement, origin: Territory, target: Territory, way: MoveIn) -> float:
    here, there = judgement.lands[origin - 1], judgement.lands[target - 1]
    lands = put(
        judgement.lands,
        (origin, here._replace(units=here.units.minus(way.units), lord=here.lord and not way.lord)),
        (target, Land(judgement.seat, way.units, way.lord, there.stronghold)),
    )
    return judgement.outlook(lands, origin) + judgement.outlook(lands, target)


def move_units(judgement: Judgement) -> MoveUnits | Stop:
    """K8.1  Units without an enemy go to the front, spare ones to what is in danger."""
    distances = distances_to_front(judgement)
    best: MoveUnits | Stop = Stop()
    most = WORTH_A_MOVE
    for origin, target in unit_ways(judgement.state, judgement.seat):
        land = judgement.lands[origin - 1]
        spare = land.units.minus(garrison(land.units, _least(judgement, origin)))
        if spare.number:
            better = _moved(judgement, origin, target, spare, distances)
            if better > most:
                best, most = MoveUnits(origin, target, spare), better
    return best


def _least(judgement: Judgement, number: Territory) -> int:
    land = judgement.lands[number - 1]
    front = judgement.is_front(number)
    return LEAST_TO_HOLD if front and (land.stronghold or land.lord) else 1


def distances_to_front(judgement: Judgement) -> dict[Territory, int]:
    """How far each of one's territories is from one that can attack or be attacked."""
    own = set(held(judgement.lands, judgement.seat))
    ring = {number for number in own if judgement.is_front(number)}
    distances: dict[Territory, int] = {}
    distance = 0
    while ring:
        distances |= dict.fromkeys(ring, distance)
        distance += 1
        near = {other for number in ring for other in BOARD.neighbours[number]}
        ring = (near & own) - distances.keys()
    return distances


def _moved(
    judgement: Judgement,
    origin: Territory,
    target: Territory,
    units: Units,
    distances: dict[Territory, int],
) -> float:
    before = judgement.lands
    here, there = before[origin - 1], before[target - 1]
    lands = put(
        before,
        (origin, here._replace(units=here.units.minus(units))),
        (target, there._replace(units=there.units.plus(units))),
    )
    safer = sum(
        judgement.danger(before, number) - judgement.danger(lands, number)
        for number in (origin, target)
    )
    if not judgement.rounds_left:
        return safer
    far = distances.get(origin, 0)
    nearer = 0.15 * units.cv * (far > distances.get(target, far))
    gathers = far == distances.get(target) == 0 and here.units.cv < there.units.cv
    return safer + nearer + gathers * min(0.02 * units.cv * there.units.cv, 0.3)


def move_lord(judgement: Judgement) -> MoveLord | EndTurn:
    """K9.1  Lords go where they are safer, or to a stronger army."""
    best: MoveLord | EndTurn = EndTurn()
    most = WORTH_A_MOVE
    if not judgement.state.moves_left:
        return best
    for origin, target in lord_ways(judgement.state, judgement.seat):
        better = _lord_moved(judgement, origin, target)
        if better > most:
            best, most = MoveLord(origin, target), better
    return best


def _lord_moved(judgement: Judgement, origin: Territory, target: Territory) -> float:
    before = judgement.lands
    here, there = before[origin - 1], before[target - 1]
    after = put(before, (origin, here._replace(lord=False)), (target, there._replace(lord=True)))
    better = sum(
        judgement.danger(before, number) - judgement.danger(after, number)
        for number in (origin, target)
    )
    if judgement.rounds_left and judgement.is_front(target):
        leads = min(there.units.cv, 9) - min(here.units.cv, 9) * judgement.is_front(origin)
        better += 0.06 * leads
    return better
