"""What a position of Kasl is worth to a seat, in victory points: the measure of the "Count bot".

Points that are held (K10.1) count in full, what they will bring in the rounds that are left in
part, and what a rival loses counts too. Armies count by what they can still take and may lose.
"""

from __future__ import annotations

from functools import cached_property

from msgspec.structs import replace

from app.rules.contract import Seat
from app.rules.kasl.attack import ATTACKERS
from app.rules.kasl.board import BOARD, FIEFDOM_OF
from app.rules.kasl.kingdom import fiefdoms_held, levels, lords_left
from app.rules.kasl.odds import Siege, siege
from app.rules.kasl.score import LORD_POINTS, STRONGHOLD_POINTS, score
from app.rules.kasl.state import LAST_ROUND, Kasl, Land, Lands, Territory
from app.rules.kasl.units import NONE, STRONGHOLDS, Units

YIELD = (0.0, 0.35, 0.6, 0.85)
"""What a stronghold's recruits are worth in each round to come, by its level (K4.1)."""
SERVICE = 1.2
"""What a whole fiefdom is worth that may still bring a Lord (K5.1)."""
PROGRESS = 0.8
"""What a fiefdom is worth that is nearly whole; less of it counts by the square."""
FOOTHOLD = 0.55
"""What a territory is worth that lies apart from the principal kingdom."""
UNIT, CV = 1.2, 0.35
"""What a unit is worth, and each point of its combat value."""
LAST_UNIT = 0.5
"""How much less a unit is worth in the last round, in which it can be used but once."""
STRUCK = 0.07
"""What each point of a rival's combat value is worth that is struck down."""
DREAD = 0.45
"""How much of what is in danger counts as lost already."""
LORD_IN_THE_FIELD = 1.2
"""What a Lord is worth beyond his points while rounds are left: he leads attacks."""


def put(lands: Lands, *changes: tuple[Territory, Land]) -> Lands:
    """The lands with some of them changed."""
    changed = list(lands)
    for territory, land in changes:
        changed[territory - 1] = land
    return tuple(changed)


def estimate(origin: Land, target: Land) -> float:
    """A quick guess at the chance that origin takes target, without following the dice."""
    attack = origin.units.cv * (1.4 if origin.lord else 1.0)
    level = 0 if origin.units.war_machine else target.stronghold
    defence = (target.units.cv + 0.3) * (1 + 0.35 * level) * (1.2 if target.lord else 1.0)
    return attack**2 / (attack**2 + defence**2)


class Judgement:
    """One seat's judgement of a position and of others near it."""

    def __init__(self, state: Kasl, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.lands = state.lands
        self.rounds_left = LAST_ROUND - max(state.round, 1)
        self._worth_now: dict[int, float] = {}
        self._gains: dict[Territory, float] = {}

    # What is held

    def worth(self, lands: Lands, seat: Seat) -> float:
        """What a seat holds: its points, and what its strongholds and fiefdoms will bring."""
        points = sum(score(replace(self.state, lands=lands), seat))
        to_come = self.rounds_left * sum(YIELD[level] for level in levels(lands, seat))
        service = 0.0
        if self.rounds_left and lords_left(lands, seat):
            service = SERVICE * len(fiefdoms_held(lands, seat))
        return points + to_come + service

    def worth_now(self, seat: Seat) -> float:
        """The same in this position."""
        if seat not in self._worth_now:
            self._worth_now[seat] = self.worth(self.lands, seat)
        return self._worth_now[seat]

    @cached_property
    def rivals(self) -> tuple[Seat, ...]:
        """The other seats that are still in the match."""
        return tuple(
            seat
            for seat in range(self.state.seats)
            if seat != self.seat and not self.state.out[seat]
        )

    def rivalry(self, seat: int) -> float:
        """How much of a rival's loss is one's own gain: most where the rival leads."""
        if seat not in self.rivals:
            return 0.0
        leads = self.worth_now(seat) >= max(self.worth_now(rival) for rival in self.rivals)
        return (0.9 if leads else 0.5) / len(self.rivals)

    def change(self, lands: Lands) -> float:
        """What the seat gains in worth when the lands become these."""
        return self.worth(lands, self.seat) - self.worth_now(self.seat)

    def gain(self, target: Territory) -> float:
        """What it is worth to take a territory, the holder's loss included."""
        if target not in self._gains:
            self._gains[target] = self._gain(target)
        return self._gains[target]

    def _gain(self, target: Territory) -> float:
        there = self.lands[target - 1]
        keeps = len(levels(self.lands, self.seat)) < STRONGHOLDS
        ours = Land(self.seat, Units(infantry=1), stronghold=there.stronghold if keeps else 0)
        lands = put(self.lands, (target, ours))
        gain = max(self.change(lands), FOOTHOLD) + self._progress(target)
        if there.holder in self.rivals:
            loss = self.worth_now(there.holder) - self.worth(lands, there.holder)
            gain += self.rivalry(there.holder) * max(loss, FOOTHOLD)
        return gain

    def _progress(self, target: Territory) -> float:
        fiefdom = FIEFDOM_OF[target]
        own = sum(self.lands[n - 1].holder == self.seat for n in fiefdom.territories)
        return PROGRESS * ((own + 1) ** 2 - own**2) / len(fiefdom.territories) ** 2

    def unit_worth(self, units: Units) -> float:
        """What more units are worth, wherever they stand."""
        worth = UNIT * units.number + CV * units.cv
        return worth if self.rounds_left else LAST_UNIT * worth

    # What may be taken, and what is in danger

    def hostile(self, lands: Lands, territory: Territory) -> list[Territory]:
        """K7.1  Neighbours that the seat could attack from there."""
        return [
            number
            for number in BOARD.neighbours[territory]
            if lands[number - 1].holder != self.seat and not lands[number - 1].plague
        ]

    def is_front(self, territory: Territory) -> bool:
        """Whether anything can be attacked from there."""
        return bool(self.hostile(self.lands, territory))

    def keep(self, origin: Land, threatened: bool) -> int:
        """The combat value that an attack from such a land should not use up (K7.14)."""
        if origin.stronghold and threatened and self.rounds_left:
            return 4
        return 3 if origin.lord else 2

    def attack(self, origin: Land, target: Territory, threatened: bool = True) -> float:
        """What it promises to attack a target from such an origin, until it falls or no more."""
        there = self.lands[target - 1]
        if origin.units.number < ATTACKERS or estimate(origin, there) < 0.15:
            return 0.0
        keep = self.keep(origin, threatened)
        if there.units != NONE and origin.units.cv < keep:
            return 0.0
        odds = siege(origin, there, keep=keep)
        return self._promise(odds, origin, there, self.gain(target))

    def _promise(self, odds: Siege, origin: Land, there: Land, gain: float) -> float:
        cost = CV if self.rounds_left else CV / 3
        struck = STRUCK if there.holder in self.rivals else 0.0
        promise = odds.taken * gain + 0.3 * odds.emptied * gain * (there.holder in self.rivals)
        promise += struck * odds.target_losses - cost * odds.origin_losses
        return promise - odds.stopped * LORD_POINTS * 0.4 * origin.lord

    def prospects(self, lands: Lands, origin: Territory) -> float:
        """What the army there can take in the attacks to come, as many as it has units for."""
        land = lands[origin - 1]
        near = self.hostile(lands, origin)
        promises = sorted((self.attack(land, number) for number in near), reverse=True)
        spare = max(0, land.units.number - 1)
        return sum(max(0.0, promise) for promise in promises[: min(spare, 3)])

    def outlook(self, lands: Lands, territory: Territory) -> float:
        """What the army there promises, less what is in danger beside it."""
        return self.prospects(lands, territory) - self.danger(lands, territory)

    def danger(self, lands: Lands, territory: Territory) -> float:
        """What is in danger there, by the strongest rival's army beside it."""
        land = lands[territory - 1]
        armies = (lands[number - 1] for number in self.hostile(lands, territory))
        threats = [
            estimate(army, land)
            for army in armies
            if army.holder in self.rivals and army.units.number >= ATTACKERS
        ]
        return DREAD * max(threats, default=0.0) * self.stake(land)

    def stake(self, land: Land) -> float:
        """What a land is worth with what stands on it, its units apart."""
        stronghold = STRONGHOLD_POINTS[land.stronghold] + self.rounds_left * YIELD[land.stronghold]
        lord = (LORD_POINTS + LORD_IN_THE_FIELD * (self.rounds_left > 0)) * land.lord
        return 1.0 + 1.5 * stronghold + lord
