"""What a position is worth to a seat: what the bot weighs, in points of the final score (F9.4)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from random import Random

from app.rules.contract import Seat
from app.rules.france.atlas import ATLAS, PARIS, County
from app.rules.france.conquest import CAPITAL_GRAIN, INDEPENDENT_GRAIN, PARIS_GRAIN
from app.rules.france.grain import budget
from app.rules.france.realm import (
    AROUND,
    BIT,
    DUCAL,
    Region,
    are_neighbours,
    beside,
    counties,
    joined_parts,
    regions,
    unspoilt,
    way_between,
)
from app.rules.france.state import NOBODY, Count, France, count_of, land, living, partners
from app.rules.france.traits import command_value
from app.rules.france.victory import DUCAL_TO_UNIFY

GROWTH = 0.12
"""What a point of output is worth more for each turn in which its Grain can be used again."""
NEARNESS = 0.4
"""How much less a ducal county counts for each border that lies before it."""
PARIS_WORTH = {0: 4.0, 1: 3.0, 2: 1.2}
"""What PARIS is worth beside a ducal county, by the number of those that are missing."""
ENOUGH_LAND = 2
"""With so many independent counties in reach nobody needs to make war."""
LIGHT_ATTACK = 6
"""Grain that rivals like to put into an attack on what is hardly defended."""


@cache
def distances(goal: County) -> dict[County, int]:
    """Borders to cross from each county to the goal."""
    found = {goal: 0}
    edge = [goal]
    while edge:
        edge = [
            other for county in edge for other in ATLAS.neighbours[county] if other not in found
        ]
        steps = max(found.values()) + 1
        found.update(dict.fromkeys(edge, steps))
    return found


class Judgement:
    """A position from a seat's place."""

    def __init__(self, state: France, seat: Seat, random: Random) -> None:
        self.state = state
        self.seat = seat
        self.random = random
        self.turns_left = state.turns - state.turn
        """After this one."""
        self.lands = regions(state)
        self.own: Region = self.lands[seat]
        self.grain = budget(state, seat)
        self.partners = partners(state, seat)
        self.count: Count = count_of(state, seat)
        self.rivals = tuple(
            other for other in living(state) if other != seat and other not in self.partners
        )

    # What things are worth

    @cached_property
    def ducal(self) -> int:
        """Ducal counties held."""
        return (self.own & DUCAL).bit_count()

    @cached_property
    def point(self) -> float:
        """A point of output: what it makes at the end, and what its Grain brings until then."""
        ducal = max(1.0, min(DUCAL_TO_UNIFY, self.ducal + 0.25 * self.turns_left))
        return ducal * (1 + GROWTH * self.turns_left)

    @cached_property
    def ducal_worth(self) -> float:
        """A ducal county more; so much the more, the nearer it brings unification."""
        output = sum(there.output for there in self.state.lands if there.holder == self.seat)
        worth = output + 4.0 * self.turns_left
        return worth * (1.5 if self.ducal >= DUCAL_TO_UNIFY - 2 else 1)

    @cached_property
    def goals(self) -> dict[County, float]:
        """Ducal counties and PARIS that are missing, and what each is worth."""
        worth = dict.fromkeys(counties(DUCAL & ~self.own), self.ducal_worth)
        if not self.own & BIT[PARIS]:
            missing = max(0, DUCAL_TO_UNIFY - self.ducal)
            worth[PARIS] = self.ducal_worth * PARIS_WORTH.get(missing, 0.4)
        return worth

    @cached_property
    def bridges(self) -> dict[County, float]:
        """F9.3  Counties that would join what one holds, and what each is worth for that."""
        parts = joined_parts(self.own)
        if len(parts) < 2 or self.ducal < DUCAL_TO_UNIFY - 2:
            return {}
        unified = self.ducal >= DUCAL_TO_UNIFY and self.own & BIT[PARIS]
        worth = self.ducal_worth * (3 if unified else 0.5)
        found: dict[County, float] = {}
        largest = max(parts, key=int.bit_count)
        for part in parts:
            way = () if part == largest else way_between(part, self.own & ~part)
            for county in way:
                found[county] = max(found.get(county, 0.0), worth / len(way))
        return found

    def worth(self, county: County, output: int) -> float:
        """Holding that county with that output: output, rank, and the way to others."""
        worth = output * self.point + self.bridges.get(county, 0.0)
        for goal, value in self.goals.items():
            steps = distances(goal)[county]
            worth += value * NEARNESS**steps if steps < 4 else 0.0
        return worth + 0.3 * self.point * (AROUND[county] & self.own).bit_count()

    def holding(self, county: County) -> float:
        """What losing one of one's own counties would cost."""
        there = land(self.state, county)
        worth = (there.output + 2) * self.point
        if county in ATLAS.ducal:
            worth += self.ducal_worth
        if county == PARIS:
            worth += self.ducal_worth * 0.4
        if self.own == BIT[county]:
            worth *= 4
        return worth * (1.3 if self.state.players[self.seat].capital == county else 1)

    # Rivals

    @cached_property
    def border(self) -> dict[County, tuple[Seat, ...]]:
        """One's own counties that rivals can attack, and who."""
        found: dict[County, tuple[Seat, ...]] = {}
        reaches = [(rival, beside(unspoilt(self.state, rival))) for rival in self.rivals]
        for county in counties(self.own):
            near = tuple(rival for rival, reach in reaches if reach & BIT[county])
            if near:
                found[county] = near
        return found

    @cache  # noqa: B019 - lives as long as one decision
    def rival_grain(self, rival: Seat) -> int:
        """F4.1  What a rival has this turn."""
        return budget(self.state, rival)

    @cache  # noqa: B019 - lives as long as one decision
    def rival_targets(self, rival: Seat) -> int:
        """How many counties he can attack."""
        barred = self.lands[rival]
        for partner in partners(self.state, rival):
            barred |= self.lands[partner]
        return (beside(unspoilt(self.state, rival)) & ~barred).bit_count()

    def expected_attacks(self, rival: Seat) -> tuple[float, tuple[int, ...]]:
        """How likely a rival attacks one given county of ours, and with what, each as likely."""
        grain = self.rival_grain(rival)
        likely = min(0.6, (1 + grain / 12) / max(1, self.rival_targets(rival)))
        return likely, (LIGHT_ATTACK, min(30, 4 + round(grain * 0.35)))

    def expected_defence(self, county: County) -> int:
        """F6.2, F6.3  The Grain that defends a county, as far as one can guess."""
        holder = land(self.state, county).holder
        if holder == NOBODY:
            return PARIS_GRAIN if county == PARIS else INDEPENDENT_GRAIN
        threatened = (self.lands[holder] & beside(~self.lands[holder] & _ALL)).bit_count()
        grain = min(20, round(0.5 * self.rival_grain(holder) / max(1, threatened)))
        if self.state.players[holder].capital == county:
            return grain + CAPITAL_GRAIN + 4
        return grain

    @cached_property
    def free_targets(self) -> int:
        """Independent counties that one can attack."""
        reach = beside(unspoilt(self.state, self.seat)) & ~self.own
        return sum(land(self.state, county).holder == NOBODY for county in counties(reach))

    def is_about_to_unify(self, rival: Seat) -> bool:
        """F9.3  Whether he must be stopped now."""
        own = self.lands[rival]
        return (own & DUCAL).bit_count() + bool(own & BIT[PARIS]) >= DUCAL_TO_UNIFY

    @cached_property
    def victim(self) -> Seat | None:
        """The one with whom peace is not wanted: near, not too strong, with land worth having."""
        near = [
            other
            for other in living(self.state)
            if other != self.seat and beside(self.own) & self.lands[other]
        ]
        urgent = [other for other in near if self.is_about_to_unify(other)]
        if urgent:
            return max(urgent, key=lambda other: (self.lands[other] & DUCAL).bit_count())
        if self.free_targets >= ENOUGH_LAND and self.turns_left > 2:
            return None
        weaker = [o for o in near if self.rival_grain(o) <= self.grain * 1.1]
        return max(weaker, key=self._prey, default=None)

    def _prey(self, other: Seat) -> float:
        """How good a victim somebody is."""
        reach = beside(unspoilt(self.state, self.seat)) & self.lands[other]
        worth = sum(self.worth(c, land(self.state, c).output // 2) for c in counties(reach))
        at_war = 1.0 if other in self.partners else 1.6
        return at_war * worth / (10 + self.rival_grain(other))

    def neighbours(self) -> Iterable[Seat]:
        """F8.1  Others with whom a route is possible."""
        for other in living(self.state):
            if other != self.seat and are_neighbours(self.own, self.lands[other]):
                yield other

    @property
    def lead(self) -> int:
        """F6.2  What the Count adds to a command that he leads."""
        return command_value(self.count)


_ALL: Region = sum(BIT.values())
