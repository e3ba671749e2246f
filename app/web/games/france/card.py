"""The card of the county that is selected: what may be ordered there, and what it comes to."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from app.rules.contract import Refusal
from app.rules.france.actions import Conquer, Defend, Invest
from app.rules.france.atlas import ATLAS, County
from app.rules.france.conquest import INDEPENDENT_GRAIN, PARIS_GRAIN
from app.rules.france.duchy import MOVE_COST
from app.rules.france.grain import budget
from app.rules.france.odds import chance_of
from app.rules.france.pillage import most_to_invest, point_cost
from app.rules.france.sheet import MOST_IN_A_COMMAND, spent, why_not_sheet
from app.rules.france.state import NOBODY, count_of, land, partners
from app.rules.france.traits import may_lead
from app.web.games.france.entering import about
from app.web.games.france.table import Table

USUAL_DEFENCE = 5
"""Supposed of a county that was not defended last turn."""


class Command(Struct, frozen=True):
    """A number to give: its kind, what it is now, its bounds, and whether the Count leads."""

    kind: str
    grain: int
    ordered: bool
    most: int
    led: bool
    may_lead: bool
    price: int = 0
    """F7.2  Grain for a point of output."""


class Chances(Struct, frozen=True):
    """F6.1  The chance of a conquest against a defence that one supposes."""

    supposed: int
    sure: bool
    """F6.3  What independent counties defend with is known."""
    now: int
    json: str
    """Percent by Grain from 1 to 30, without and with the Count."""


class Card(Struct, frozen=True):
    """A county, and what the reader may order there."""

    county: str
    about: str
    owner: str
    house: str
    output: int
    ducal: bool
    royal: bool
    capital: bool
    commands: tuple[Command, ...]
    chances: Chances | None
    closed: Refusal | None
    """Why it cannot be conquered."""
    why: str
    """The same in words."""
    partner: int
    """Who holds it, when one may talk of trade with him; else -1."""
    trades: bool
    may_move: bool
    may_declare: bool
    move_cost: int
    url: str
    put_url: str


def card(table: Table, county: County) -> Card:
    """The card of that county."""
    state, seat, words = table.state, table.seat, table.words
    there = land(state, county)
    mine = there.holder == seat
    capital = state.players[seat].capital
    closed = None if mine else why_not_sheet(state, seat, (Conquer(county, 1),))
    if closed is not None and closed.rule == "F4.2":
        closed = None
    rival = there.holder if there.holder not in (NOBODY, seat) else -1
    return Card(
        county=county,
        about=about(words, county),
        owner=words.holder(there.holder),
        house=words.house(there.holder),
        output=there.output,
        ducal=county in ATLAS.ducal,
        royal=county == "PARIS",
        capital=there.holder >= 0 and state.players[there.holder].capital == county,
        commands=_own(table, county) if mine else () if closed else _attack(table, county),
        chances=None if mine or closed else _chances(table, county),
        closed=closed,
        why=words._(closed.text, **words.params(closed.params)).partition(": ")[2]
        if closed
        else "",
        partner=rival,
        trades=rival in partners(state, seat),
        may_move=mine and capital is not None and capital != county,
        may_declare=mine and capital is None,
        move_cost=MOVE_COST,
        url=table.chosen(county),
        put_url=table.draft_url(county),
    )


def _own(table: Table, county: County) -> tuple[Command, ...]:
    invest = table.ordered(Invest, county)
    most = most_to_invest(table.state, table.seat, county)
    price = point_cost(table.state, table.seat, county)
    commands = [_command(table, Defend, county)]
    if most:
        grain = invest.grain if invest else min(price, most)
        has = budget(table.state, table.seat)
        top = max(grain, min(most, has))
        commands.append(Command("Invest", grain, invest is not None, top, False, False, price))
    return tuple(commands)


def _attack(table: Table, county: County) -> tuple[Command, ...]:
    return (_command(table, Conquer, county),)


def _command(table: Table, kind: type[Defend | Conquer], county: County) -> Command:
    order = table.ordered(kind, county)
    left = budget(table.state, table.seat) - spent(table.draft.orders)
    usual = 10 if kind is Conquer else USUAL_DEFENCE
    grain = order.grain if order else max(1, min(usual, left))
    led = isinstance(order, Defend | Conquer) and order.led
    lead = may_lead(count_of(table.state, table.seat))
    return Command(kind.__name__, grain, order is not None, MOST_IN_A_COMMAND, led, lead)


def supposed_defence(table: Table, county: County) -> int:
    """F6.3  What an independent county defends with; of others what they put there last turn."""
    holder = table.holder(county)
    if holder == NOBODY:
        return PARIS_GRAIN if county == "PARIS" else INDEPENDENT_GRAIN
    for order in table.state.last[holder]:
        if isinstance(order, Defend) and order.county == county:
            return order.grain
    return USUAL_DEFENCE


def percent(table: Table, order: Conquer, supposed: int | None = None) -> int | None:
    """The chance that it takes the county, in whole percent; None where it is not legal."""
    if table.holder(order.county) == table.seat or not 0 < order.grain <= MOST_IN_A_COMMAND:
        return None
    grain = supposed_defence(table, order.county) if supposed is None else supposed
    return round(100 * chance_of(table.state, table.seat, order, grain))


def _chances(table: Table, county: County) -> Chances:
    sure = table.holder(county) == NOBODY
    grain = table.supposed if table.supposed is not None and not sure else None
    supposed = supposed_defence(table, county) if grain is None else grain
    command = _command(table, Conquer, county)
    curves = [
        [
            percent(table, Conquer(county, k, led), supposed) or 0
            for k in range(1, MOST_IN_A_COMMAND + 1)
        ]
        for led in (False, True)
    ]
    now = curves[command.led][min(command.grain, MOST_IN_A_COMMAND) - 1]
    return Chances(supposed, sure, now, msgspec.json.encode(curves).decode())
