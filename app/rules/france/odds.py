"""F6  The exact chances of a conquest, against a defence that one supposes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import prod

from app.rules.contract import Seat
from app.rules.france.actions import Conquer, Defend
from app.rules.france.atlas import County
from app.rules.france.conquest import DIE, Attacker, Siege, attack_side, defence_side, siege
from app.rules.france.state import France

Chances = dict[Seat, Fraction]
"""Each attacker's chance to take the county."""


@cache
def chance_to_win(lead: int) -> Fraction:
    """F6.1  The chance of d10 + lead > d10: `lead` is what the attack counts more, dice aside."""
    faces = range(1, DIE + 1)
    won = sum(attack + lead > defence for attack in faces for defence in faces)
    return Fraction(won, DIE * DIE)


def chance_of(
    state: France,
    seat: Seat,
    order: Conquer,
    grain: int = 0,
    *,
    led: bool = False,
    others: Sequence[Attacker] = (),
) -> Fraction:
    """The chance that a conquest takes its county.

    `grain` and `led` are the defence that is supposed of its holder (an independent county
    defends by F6.3 whatever is supposed); `others` are further attackers that are supposed.
    """
    own = Attacker(seat, order.grain, order.led)
    return chances(supposed(state, order.county, (own, *others), grain, led=led), state)[seat]


def supposed(
    state: France, county: County, attackers: Sequence[Attacker], grain: int, *, led: bool
) -> Siege:
    """The siege of a county whose holder puts that Grain into its defence."""
    defence = Defend(county, grain, led) if grain else None
    return siege(state, county, tuple(attackers), defence)


def chances(siege: Siege, state: France) -> Chances:
    """F6.1-F6.6  Each attacker's chance to take the county."""
    if not siege.grain:
        return _taken(siege.attackers, [Fraction(1)] * len(siege.attackers))
    share, remainder = divmod(siege.grain + siege.capital, len(siege.attackers))
    most = max(attacker.grain for attacker in siege.attackers)
    strongest = [attacker for attacker in siege.attackers if attacker.grain == most]
    found = {attacker.seat: Fraction(0) for attacker in siege.attackers}
    for unlucky in strongest:
        wins = [
            _chance(state, siege, attacker, share + (remainder if attacker is unlucky else 0))
            for attacker in siege.attackers
        ]
        for seat, chance in _taken(siege.attackers, wins).items():
            found[seat] += chance / len(strongest)
    return found


def _chance(state: France, siege: Siege, attacker: Attacker, share: int) -> Fraction:
    attack = attack_side(state, attacker).total
    return chance_to_win(attack - defence_side(state, siege, share).total)


def _taken(attackers: Sequence[Attacker], wins: Sequence[Fraction]) -> Chances:
    """F6.6  From each attacker's chance to win his roll: the strongest winner, equal by lot."""
    found: Chances = {}
    left = Fraction(1)
    for grain in sorted({attacker.grain for attacker in attackers}, reverse=True):
        equal = [place for place, attacker in enumerate(attackers) if attacker.grain == grain]
        for place in equal:
            rivals = [wins[other] for other in equal if other != place]
            found[attackers[place].seat] = left * wins[place] * _by_lot(rivals)
        left *= prod(1 - wins[place] for place in equal)
    return found


def _by_lot(rivals: Sequence[Fraction]) -> Fraction:
    """The chance of a winner in the lot with those of the rivals who win too."""
    places = range(len(rivals))
    return sum(
        (
            Fraction(1, number + 1)
            * prod(rivals[p] if p in winners else 1 - rivals[p] for p in places)
            for number in range(len(rivals) + 1)
            for winners in combinations(places, number)
        ),
        Fraction(0),
    )
