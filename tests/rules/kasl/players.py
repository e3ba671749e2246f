"""Players for recorded games: one who hunts the other seat of two, one who wastes his army."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from app.rules.kasl import actions as a
from app.rules.kasl.board import BOARD
from app.rules.kasl.state import Kasl, Territory, land
from tests.rules.kasl.positions import SERVICE

Player = Callable[[Kasl, int, Random], a.KaslAction]
A = TypeVar("A", bound=a.KaslAction)
ENOUGH = 3
"""CV that the hunter keeps on an origin."""


def _of(kind: type[A], offered: list[a.KaslAction]) -> list[A]:
    return [action for action in offered if isinstance(action, kind)]


def offered(state: Kasl, seat: int) -> list[a.KaslAction]:
    """What the seat may do now."""
    return list(SERVICE.options(state, seat))  # type: ignore[arg-type]


def bot(name: str) -> Player:
    """A bot of the game, or "random"."""

    def player(state: Kasl, seat: int, random: Random) -> a.KaslAction:
        return SERVICE.bot_action(state, seat, name, random)  # type: ignore[return-value]

    return player


def hunter(state: Kasl, seat: int, random: Random) -> a.KaslAction:
    """Attacks the rival's territories and those on the way, while it pays."""
    actions = offered(state, seat)
    for choose in (_hunt, _march, _follow):
        action = choose(state, 1 - seat, actions)
        if action is not None:
            return action
    return _first(actions, (a.Stop, a.EndTurn)) or random.choice(actions)


def waster(state: Kasl, seat: int, random: Random) -> a.KaslAction:
    """Throws his units against the strongest neighbours, and holds nothing that he takes."""
    actions = offered(state, seat)
    attacks = _of(a.Attack, actions)
    if attacks:
        worst = max(attacks, key=lambda attack: _strength(state, attack.target))
        return a.Attack(worst.origin, worst.target, 1)
    kinds = (a.StayOut, a.EndTurn, a.Stop, a.Recruit)
    return _first(actions, kinds) or random.choice(actions)


def _first(
    actions: list[a.KaslAction], kinds: tuple[type[a.KaslAction], ...]
) -> a.KaslAction | None:
    return next((action for action in actions if isinstance(action, kinds)), None)


def _strength(state: Kasl, number: Territory) -> int:
    there = land(state, number)
    return there.units.cv + 3 * there.stronghold


def _near(state: Kasl, number: Territory, rival: int) -> int:
    return sum(land(state, other).holder == rival for other in BOARD.neighbours[number])


def _hunt(state: Kasl, rival: int, actions: list[a.KaslAction]) -> a.KaslAction | None:
    def value(attack: a.Attack) -> float:
        units, target = land(state, attack.origin).units, land(state, attack.target)
        walls = 0 if units.war_machine else 3 * target.stronghold
        way = 0 if target.holder == rival else 4 if _near(state, attack.target, rival) else 9
        return units.cv - 1.3 * target.units.cv - walls - way

    best = max(_of(a.Attack, actions), key=value, default=None)
    if best is None or value(best) < 0:
        return None
    return a.Attack(best.origin, best.target, ENOUGH)


def _march(state: Kasl, rival: int, actions: list[a.KaslAction]) -> a.KaslAction | None:
    def value(move: a.MoveUnits) -> int:
        is_closer = _near(state, move.target, rival) > _near(state, move.origin, rival)
        return move.units.cv if is_closer else 0

    best = max(_of(a.MoveUnits, actions), key=value, default=None)
    return best if best is not None and value(best) >= ENOUGH else None


def _follow(state: Kasl, rival: int, actions: list[a.KaslAction]) -> a.KaslAction | None:
    """Moves in where more of the rival is near, recruits there, and fortifies at first."""
    moves, recruits = _of(a.MoveIn, actions), _of(a.Recruit, actions)
    if moves and state.fight is not None:
        stays = _near(state, state.fight.origin, rival) > _near(state, state.fight.target, rival)
        choose = min if stays else max
        return choose(moves, key=lambda move: move.units.cv + move.lord)
    if recruits and state.round > 2:
        return max(recruits, key=lambda recruit: _front(state, rival, recruit))
    return _first(actions, (a.Fortify,))


def _front(state: Kasl, rival: int, recruit: a.Recruit) -> int:
    strongest = max(recruit.placements, key=lambda n: land(state, n).units.cv, default=1)
    return 3 * _near(state, strongest, rival) + land(state, strongest).units.cv
