"""The "Count bot": a player who counts, from what its seat may know.

It weighs what each choice holds, promises and risks (`judgement`), by the odds of the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from app.rules.contract import Seat
from app.rules.kasl import campaign
from app.rules.kasl.actions import (
    Build,
    CallLord,
    DeclarePlague,
    Fortify,
    Found,
    KaslAction,
    Recruit,
    SetUp,
    WithholdPlague,
)
from app.rules.kasl.board import BOARD
from app.rules.kasl.choice import recruits, ways_to_choose
from app.rules.kasl.judgement import Judgement, put
from app.rules.kasl.kingdom import held, joined, region_of
from app.rules.kasl.plague import ways_to_declare
from app.rules.kasl.recruitment import lord_sites
from app.rules.kasl.setup import ARCHERS
from app.rules.kasl.state import Kasl, Land, Step, Territory
from app.rules.kasl.units import CITY, NONE, Units

WORTH_A_CARD = 2.5
"""The least harm to rivals for which it declares the plague."""
SITES = 6
"""How many territories it looks at to place recruits."""


def sensible(state: Kasl, seat: Seat, random: Random) -> KaslAction:
    """The seat's answer to what it is asked now."""
    del random
    return _ANSWERS[state.step](Judgement(state, seat))


# K2 Set-up


def _set_up(judgement: Judgement) -> SetUp:
    """K2.3  A kingdom of the largest joined part; Lord and archers where most can be taken."""
    lands, seat = judgement.lands, judgement.seat
    own = region_of(lands, seat)
    largest = max(part.bit_count() for part in joined(own))
    places = {
        number: _opening(judgement, number, part.bit_count() - largest)
        for part in joined(own)
        for number in held(lands, seat)
        if part >> number & 1
    }
    best = max(places, key=places.__getitem__)
    return SetUp(city=best, lord=best, archers={best: ARCHERS})


def _opening(judgement: Judgement, number: Territory, behind: int) -> float:
    near = judgement.hostile(judgement.lands, number)
    beyond = {
        other
        for target in near
        for other in BOARD.neighbours[target]
        if judgement.lands[other - 1].holder != judgement.seat
    }
    linked = len(_joined_by(judgement, near))
    return behind + 0.3 * min(len(near), 3) + 0.05 * len(beyond) + 0.35 * linked


def _joined_by(judgement: Judgement, near: Iterable[Territory]) -> set[Territory]:
    """One's own territories beyond those targets, which taking them would join."""
    return {
        other
        for target in near
        for other in BOARD.neighbours[target]
        if judgement.lands[other - 1].holder == judgement.seat
    }


# K3 Plague


def _plague(judgement: Judgement) -> DeclarePlague | WithholdPlague:
    """K3.7  Where it harms rivals much more than oneself."""
    ways = ways_to_declare(judgement.state, judgement.seat)
    return max(ways, key=lambda way: _harm(judgement, way))


def _harm(judgement: Judgement, way: DeclarePlague | WithholdPlague) -> float:
    if isinstance(way, WithholdPlague):
        return WORTH_A_CARD
    there = judgement.lands[way.card - 1]
    if there.holder not in judgement.rivals:
        return 0.0
    lands = put(judgement.lands, (way.card, Land(plague=True)))
    loss = judgement.worth_now(there.holder) - judgement.worth(lands, there.holder)
    near = sum(
        judgement.lands[number - 1].holder == judgement.seat
        for number in BOARD.plague_neighbours[way.card]
    )
    harm = judgement.rivalry(there.holder) * (loss + judgement.unit_worth(there.units))
    return harm - 0.6 * near


# K4, K5 Recruitment


def _found(judgement: Judgement) -> Found:
    """K4.2  Where the largest kingdom arises, out of danger."""
    own = held(judgement.lands, judgement.seat)
    return Found(max(own, key=lambda number: _site(judgement, number)))


def _site(judgement: Judgement, number: Territory) -> float:
    there = judgement.lands[number - 1]
    city = there._replace(stronghold=CITY, units=there.units.plus(Units(archers=1)))
    lands = put(judgement.lands, (number, city))
    return judgement.change(lands) - judgement.danger(lands, number)


def _call_lord(judgement: Judgement) -> CallLord:
    """K5.1  Beside the army that can do most with him."""
    sites = lord_sites(judgement.state, judgement.seat)
    return CallLord(max(sites, key=lambda number: _with_lord(judgement, number)))


def _with_lord(judgement: Judgement, number: Territory) -> float:
    lands = put(judgement.lands, (number, judgement.lands[number - 1]._replace(lord=True)))
    return judgement.outlook(lands, number)


# K6 Choice


def _choose(judgement: Judgement) -> Recruit | Fortify | Build:
    """K6  What is worth most now and in the rounds to come."""
    state, seat = judgement.state, judgement.seat
    best, most = _recruit(judgement)
    for way in ways_to_choose(state, seat):
        if not isinstance(way, Recruit):
            worth = _strengthened(judgement, way)
            if worth > most:
                best, most = way, worth
    return best


def _recruit(judgement: Judgement) -> tuple[Recruit | Fortify | Build, float]:
    due = recruits(judgement.state, judgement.seat)
    if due == NONE:
        return Recruit({}), 0.0
    sites = sorted(
        held(judgement.lands, judgement.seat),
        key=lambda number: _need(judgement, number),
        reverse=True,
    )
    best = max(sites[:SITES], key=lambda number: _reinforced(judgement, number, due))
    return Recruit({best: due}), judgement.unit_worth(due)


def _need(judgement: Judgement, number: Territory) -> float:
    """A quick guess at where recruits do most."""
    land = judgement.lands[number - 1]
    near = len(judgement.hostile(judgement.lands, number))
    return min(near, 3) * (1 + 0.2 * land.units.cv + land.lord) + 2 * land.stronghold * (near > 0)


def _reinforced(judgement: Judgement, number: Territory, units: Units) -> float:
    land = judgement.lands[number - 1]
    lands = put(judgement.lands, (number, land._replace(units=land.units.plus(units))))
    return judgement.outlook(lands, number) - judgement.outlook(judgement.lands, number)


def _strengthened(judgement: Judgement, way: Fortify | Build) -> float:
    """K6.2, K6.3  What a stronghold more, or of a higher level, is worth."""
    there = judgement.lands[way.territory - 1]
    joining = Units(infantry=1) if isinstance(way, Fortify) else Units(archers=1)
    built = there._replace(stronghold=there.stronghold + 1, units=there.units.plus(joining))
    lands = put(judgement.lands, (way.territory, built))
    return (
        judgement.change(lands)
        + judgement.unit_worth(joining)
        + judgement.danger(judgement.lands, way.territory)
        - judgement.danger(lands, way.territory)
    )


_ANSWERS: dict[Step, Callable[[Judgement], KaslAction]] = {
    Step.SET_UP: _set_up,
    Step.PLAGUE: _plague,
    Step.FOUND: _found,
    Step.LORD: _call_lord,
    Step.CHOICE: _choose,
    Step.ATTACK: campaign.attack,
    Step.LOSSES: campaign.give_up,
    Step.MOVE_IN: campaign.move_in,
    Step.UNITS: campaign.move_units,
    Step.LORDS: campaign.move_lord,
}
