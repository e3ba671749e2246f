"""K7.1-K7.6, K7.9  Attacks: who may attack whom, the dice, the damage, throws in one go."""

from __future__ import annotations

from collections.abc import Iterator

from app.rules.chance import Draws
from app.rules.contract import N_, Refusal, Seat
from app.rules.kasl.actions import Attack, GiveUp, Stop
from app.rules.kasl.board import BOARD, TERRITORIES
from app.rules.kasl.capture import is_overrun, take
from app.rules.kasl.events import AttackThrown, Chronicle, Dice, UnitsLost
from app.rules.kasl.losses import choose_loss, choosers, losses
from app.rules.kasl.score import take_out_the_landless
from app.rules.kasl.state import Fight, Kasl, Land, Step, Territory, fight_under_way, land, on_turn
from app.rules.kasl.units import NONE

ATTACKERS = 2
"""K7.1  Units with a CV that an attack needs."""
FEW_CV, FEW_DICE, MANY_DICE = 2, 2, 3
"""K7.2, K7.3  Total CV up to which fewer dice are thrown, and both numbers of dice."""
HIT = 5
"""K7.6  The lowest face that costs the other side 1 CV."""
REROLLED = 1
"""K7.5  The face that a Lord lets throw again."""


def attack_dice(origin: Land) -> int:
    """K7.2  Dice of the attack from there."""
    return (FEW_DICE if origin.units.cv <= FEW_CV else MANY_DICE) + origin.lord


def defence_dice(target: Land, origin: Land) -> int:
    """K7.3, K7.4  Dice of the defence there; a war machine on the origin cancels a stronghold's."""
    dice = FEW_DICE if target.units.cv <= FEW_CV else MANY_DICE
    return dice if origin.units.war_machine else dice + target.stronghold


def hits(dice: Dice) -> int:
    """K7.6  Damage to the other side."""
    return sum(faces[-1] >= HIT for faces in dice)


def _thrown(draws: Draws, number: int, lord: bool) -> Dice:
    return tuple(_faces(draws, lord) for _ in range(number))


def _faces(draws: Draws, lord: bool) -> tuple[int, ...]:
    """K7.5  The faces of one die: with a Lord, each 1 is thrown again."""
    faces = [draws.die()]
    while lord and faces[-1] == REROLLED:
        faces.append(draws.die())
    return tuple(faces)


def targets(state: Kasl, seat: Seat, origin: Territory) -> list[Territory]:
    """K7.1  What the seat may attack from its territory `origin` now, in number order."""
    if land(state, origin).units.number < ATTACKERS:
        return []
    lands = state.lands
    return [
        number
        for number in BOARD.neighbours[origin]
        if lands[number - 1].holder != seat and not lands[number - 1].plague
    ]


def attacks(state: Kasl, seat: Seat) -> Iterator[tuple[Territory, Territory]]:
    """K7.1  Every origin and target of the seat."""
    for origin, there in zip(TERRITORIES, state.lands, strict=True):
        if there.holder == seat:
            for target in targets(state, seat, origin):
                yield origin, target


def begin_attacks(chronicle: Chronicle, seat: Seat) -> bool:
    """K7.1  True when some attack is possible."""
    return may_attack(chronicle.state, seat)


def may_attack(state: Kasl, seat: Seat) -> bool:
    """K7.1  Whether any attack is possible."""
    return next(attacks(state, seat), None) is not None


def why_not_attack(state: Kasl, seat: Seat, action: Attack) -> Refusal | None:
    """K7.1, K1.2, K3.5  Two units, a passable border, and a target that is not one's own."""
    origin, target = land(state, action.origin), land(state, action.target)
    params = {"origin": action.origin, "target": action.target}
    if origin.holder != seat:
        return Refusal("K7.1", N_("{origin} is not yours; you attack from your own."), params)
    if target.holder == seat:
        return Refusal("K7.1", N_("{target} is yours; you attack what is not."), params)
    if action.target not in BOARD.neighbours[action.origin]:
        text = N_("No passable border joins {origin} to {target}; it joins {territories}.")
        return Refusal("K1.2", text, {**params, "territories": BOARD.neighbours[action.origin]})
    if target.plague:
        return Refusal("K3.5", N_("{target} is infected; nobody may enter it."), params)
    if origin.units.number < ATTACKERS:
        text = N_("{origin} has {have} of the {needed} units that an attack needs.")
        return Refusal("K7.1", text, params | {"have": origin.units.number, "needed": ATTACKERS})
    return None


def attack(chronicle: Chronicle, seat: Seat, action: Attack) -> None:
    """K7.1  Declare it, and with `keep` declare it again and again."""
    del seat
    _declare(chronicle, Fight(action.origin, action.target, action.keep))
    _fight_on(chronicle)


def give_up(chronicle: Chronicle, seat: Seat, action: GiveUp) -> None:
    """K7.8  Choose one's losses; when nobody else must, both sides lose and the fight goes on."""
    choose_loss(chronicle, seat, action)
    _fight_on(chronicle)


def stop(chronicle: Chronicle, seat: Seat, action: Stop) -> None:
    """K7, K8.1  Nothing more happens in this step."""
    del chronicle, seat, action


def _declare(chronicle: Chronicle, fight: Fight) -> None:
    state = chronicle.state
    origin, target = land(state, fight.origin), land(state, fight.target)
    if target.units == NONE:
        take(chronicle, fight, "K7.11")
    elif is_overrun(origin, target):
        take(chronicle, fight, "K7.12")
    else:
        _throw(chronicle, fight, origin, target)


def _throw(chronicle: Chronicle, fight: Fight, origin: Land, target: Land) -> None:
    """K7.2-K7.6  Both sides throw."""
    draws = chronicle.chance.throw()
    attack = _thrown(draws, attack_dice(origin), origin.lord)
    defence = _thrown(draws, defence_dice(target, origin), target.lord)
    chronicle.tell(
        AttackThrown(
            draws.number,
            on_turn(chronicle.state),
            fight.origin,
            fight.target,
            target.holder,
            fight.keep,
            attack,
            defence,
            (hits(defence), hits(attack)),
        )
    )


def _fight_on(chronicle: Chronicle) -> None:
    """Losses that need no answer, and throws that were asked for in one go, one after another."""
    while chronicle.state.step is Step.LOSSES and not choosers(chronicle.state):
        fight = fight_under_way(chronicle.state)
        _lose(chronicle, fight)
        _follow_up(chronicle, fight)


def _lose(chronicle: Chronicle, fight: Fight) -> None:
    """K7.6-K7.9  Both sides lose at the same time; a Lord who is left alone goes too."""
    state = chronicle.state
    lost = losses(state, fight)
    sides = (land(state, fight.origin), land(state, fight.target))
    lords = (
        sides[0].lord and sides[0].units == lost[0],
        sides[1].lord and sides[1].units == lost[1],
    )
    holders = (sides[0].holder, sides[1].holder)
    chronicle.tell(UnitsLost(fight.origin, fight.target, holders, lost, lords))
    take_out_the_landless(chronicle)


def _follow_up(chronicle: Chronicle, fight: Fight) -> None:
    """K7.10 when the target is empty; else the next throw of several in one go."""
    state = chronicle.state
    units = land(state, fight.origin).units
    if state.result is not None or units.number < ATTACKERS:
        return
    if land(state, fight.target).units == NONE:
        take(chronicle, fight, "K7.10")
    elif fight.keep and units.cv >= fight.keep:
        _declare(chronicle, Fight(fight.origin, fight.target, fight.keep))


def ways_to_attack(state: Kasl, seat: Seat) -> list[Attack | Stop]:
    """K7.1  Every attack, one throw each; from each origin one in one go; or none."""
    ways: list[Attack | Stop] = [Stop()]
    before = 0
    for origin, target in attacks(state, seat):
        ways.append(Attack(origin, target))
        if origin != before:
            ways.append(Attack(origin, target, FEW_CV + 1))
            before = origin
    return ways
