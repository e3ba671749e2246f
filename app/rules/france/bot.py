"""The "Marshal": a bot that expands, defends what is threatened, invests early and trades.

It plays from what its seat may know, and goes for PARIS and six ducal counties.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from app.rules.contract import Seat
from app.rules.france.actions import (
    AnyOrder,
    Conquer,
    DeclareCapital,
    Defend,
    EnterAs,
    FranceAction,
    Invest,
    PositiveTrait,
    SendOrders,
    StopTrade,
    Trade,
)
from app.rules.france.atlas import ATLAS, PARIS, County
from app.rules.france.budgeting import Plan, share_out
from app.rules.france.conquest import CAPITAL_GRAIN
from app.rules.france.entering import free_colours, names_for, open_counties
from app.rules.france.judgement import Judgement, distances
from app.rules.france.odds import chance_to_win
from app.rules.france.pillage import HIGHEST_OUTPUT, pillaged, point_cost
from app.rules.france.realm import beside, counties, unspoilt
from app.rules.france.sheet import MOST_IN_A_COMMAND
from app.rules.france.state import NOBODY, France, land
from app.rules.france.traits import attack_modifier, defence_modifier, may_lead

TRAITS: tuple[PositiveTrait, ...] = ("rich", "rich", "conqueror", "frugal", "shrewd", "warrior")
UNDEFENDED = 0.3
"""How likely a rival's county is to be left without defence."""
AMOUNTS = tuple(range(1, MOST_IN_A_COMMAND + 1))
WINS = {lead: float(chance_to_win(lead)) for lead in range(-100, 101)}
"""Chances by lead, quick to look up."""


def marshal(state: France, seat: Seat, random: Random) -> FranceAction:
    """The seat's answer to what it is asked now."""
    if not state.turn:
        return _enter(state, random)
    judgement = Judgement(state, seat, random)
    orders = [*_capital(judgement), *_trade(judgement), *_commands(judgement)]
    return SendOrders(state.turn, tuple(orders))


# F2  Entering


def _enter(state: France, random: Random) -> EnterAs:
    """Near ducal counties and PARIS, away from others."""
    others = [player.capital for player in state.players if player.capital is not None]
    county = max(
        open_counties(state), key=lambda county: _site(county, others) * random.uniform(0.9, 1.1)
    )
    names = [name for name in names_for(county) if name not in state.names]
    return EnterAs(
        county,
        random.choice(free_colours(state)),
        random.choice(names or names_for(county)),
        random.choice(TRAITS),
    )


def _site(county: County, others: list[County]) -> float:
    ducal = sum(0.55 ** distances(goal)[county] for goal in ATLAS.ducal)
    paris = 0.55 ** distances(PARIS)[county]
    crowd = sum(0.6 ** distances(other)[county] for other in others)
    return 1 + ducal + 0.7 * paris + 0.05 * len(ATLAS.neighbours[county]) - 1.5 * crowd


# F9.2  Capital


def _capital(judgement: Judgement) -> list[AnyOrder]:
    """Where none is: a new one, out of reach of rivals, where much can be invested."""
    if judgement.state.players[judgement.seat].capital is not None:
        return []
    own = counties(judgement.own)
    best = max(
        own, key=lambda c: (c not in judgement.border, -land(judgement.state, c).output, c == PARIS)
    )
    return [DeclareCapital(best)]


# F8  Trade


def _trade(judgement: Judgement) -> Iterator[AnyOrder]:
    """Routes with all neighbours but the one whose land is wanted; offers are answered so too."""
    for other in judgement.neighbours():
        is_partner = other in judgement.partners
        if other == judgement.victim:
            if is_partner:
                yield StopTrade(other)
        elif not is_partner:
            yield Trade(other)


# F5  Grain


def _commands(judgement: Judgement) -> list[AnyOrder]:
    plans = [*_conquests(judgement), *_defences(judgement), *_investments(judgement)]
    return _led(judgement, share_out(plans, judgement.grain))


def _conquests(judgement: Judgement) -> Iterator[Plan]:
    """F6  What lies beside, partners' land aside."""
    state, seat = judgement.state, judgement.seat
    reach = beside(unspoilt(state, seat)) & ~judgement.own
    for county in counties(reach):
        there = land(state, county)
        if there.holder in judgement.partners:
            continue
        left = pillaged(there.output, judgement.count)
        worth = judgement.worth(county, left) * judgement.random.uniform(0.9, 1.1)
        if there.holder != NOBODY:
            worth *= 2.0 if judgement.is_about_to_unify(there.holder) else 1.15
        chances = _chances(judgement, county)
        yield Plan(
            lambda grain, county=county: Conquer(county, grain),  # type: ignore[misc]
            AMOUNTS,
            tuple(worth * chance for chance in chances),
        )


def _chances(judgement: Judgement, county: County) -> Iterator[float]:
    """The chance of each amount."""
    modifier = attack_modifier(judgement.count)
    defence = judgement.expected_defence(county)
    free = UNDEFENDED if land(judgement.state, county).holder != NOBODY else 0.0
    for grain in AMOUNTS:
        yield free + (1 - free) * WINS[grain + modifier - defence]


def _defences(judgement: Judgement) -> Iterator[Plan]:
    """F6  What rivals can reach: what each amount saves."""
    for county, rivals in judgement.border.items():
        worth = judgement.holding(county)
        none = _loss(judgement, county, rivals, 0)
        yield Plan(
            lambda grain, county=county: Defend(county, grain),  # type: ignore[misc]
            AMOUNTS,
            tuple(worth * (none - _loss(judgement, county, rivals, grain)) for grain in AMOUNTS),
        )


def _loss(judgement: Judgement, county: County, rivals: tuple[Seat, ...], grain: int) -> float:
    """How likely the county is lost with that defence."""
    modifier = defence_modifier(judgement.count)
    if judgement.state.players[judgement.seat].capital == county:
        modifier += CAPITAL_GRAIN
    kept = 1.0
    for rival in rivals:
        likely, attacks = judgement.expected_attacks(rival)
        if not grain:
            kept *= 1 - min(0.9, likely * 1.8)
        else:
            wins = sum(WINS[attack - grain - modifier] for attack in attacks) / len(attacks)
            kept *= 1 - likely * wins
    return 1 - kept


def _investments(judgement: Judgement) -> Iterator[Plan]:
    """F7.2  Every county that is not at its best."""
    for county in counties(judgement.own):
        cost = point_cost(judgement.state, judgement.seat, county)
        room = HIGHEST_OUTPUT - land(judgement.state, county).output
        points = range(1, room + 1)
        risk = 0.6 if county in judgement.border else 1.0
        yield Plan(
            lambda grain, county=county: Invest(county, grain),  # type: ignore[misc]
            tuple(point * cost for point in points),
            tuple(judgement.point * risk * point for point in points),
        )


def _led(judgement: Judgement, orders: list[Defend | Invest | Conquer]) -> list[AnyOrder]:
    """F5.1  The Count leads the conquest where he adds most."""
    gains = {
        place: _gain(judgement, order)
        for place, order in enumerate(orders)
        if isinstance(order, Conquer)
    }
    best = max(gains, key=gains.__getitem__, default=None)
    if best is None or not may_lead(judgement.count):
        return list(orders)
    return [
        Conquer(order.county, order.grain, led=True)
        if place == best and isinstance(order, Conquer)
        else order
        for place, order in enumerate(orders)
    ]


def _gain(judgement: Judgement, order: Conquer) -> float:
    """What the Count's lead adds to a conquest."""
    lead = order.grain + attack_modifier(judgement.count) - judgement.expected_defence(order.county)
    worth = judgement.worth(order.county, land(judgement.state, order.county).output // 2)
    return worth * (WINS[lead + judgement.lead] - WINS[lead])
