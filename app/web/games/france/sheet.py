"""F5  The order sheet: rows as they are written, the Grain that they spend, words of advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from app.rules.contract import N_, Refusal
from app.rules.france.actions import (
    AnyOrder,
    Conquer,
    DeclareCapital,
    Defend,
    Invest,
    MoveCapital,
    StopTrade,
    Trade,
)
from app.rules.france.atlas import ATLAS, County, plain
from app.rules.france.grain import budget, duchy_bonus
from app.rules.france.pillage import point_cost
from app.rules.france.sheet import cost, spent, why_not_sheet
from app.rules.france.state import NOBODY, count_of, held, land, partners
from app.rules.france.traits import command_value
from app.web.games.france.card import Card, card, percent, supposed_defence
from app.web.games.france.table import Table
from app.web.games.france.words import TRAITS
from app.web.games.picture import Panel, first

MOST_CELLS = 60
"""More Grain than this is drawn as a plain bar."""
ICONS: dict[type[AnyOrder], str] = {
    Conquer: "crossed-swords",
    Defend: "checked-shield",
    Invest: "wheat",
    MoveCapital: "castle",
    DeclareCapital: "castle",
    Trade: "trade",
    StopTrade: "cancel",
}
VERBS: dict[type[AnyOrder], str] = {
    Conquer: N_("Conquer {it}"),
    Defend: N_("Defend {it}"),
    Invest: N_("Invest in {it}"),
    MoveCapital: N_("Move the capital to {it}"),
    DeclareCapital: N_("Declare {it} the capital"),
    Trade: N_("Trade with {it}"),
    StopTrade: N_("Stop trading with {it}"),
}


class Row(Struct, frozen=True):
    """A line of the sheet."""

    id: str
    line: int
    icon: str
    kind: str
    text: str
    """To translate, with {it} for what it is about."""
    it: str
    href: str
    about: str
    county: str
    grain: int
    """0 for orders that take no number."""
    led: bool
    wrong: bool


class Cell(Struct, frozen=True):
    """A part of the bar: where it begins, how long it is, what it is for."""

    x: float
    width: float
    use: str


class Trait(Struct, frozen=True):
    """A trait of the Count: name, effect, rule."""

    name: str
    effect: str
    rule: str


class Partner(Struct, frozen=True):
    """A player to trade with, or to stop trading with."""

    seat: int
    name: str
    house: str
    trades: bool


class SheetPanel(Panel, frozen=True, kw_only=True):
    """F5.1  The sheet; `mode` "" shows rows, "text" lines, "add" what may be ordered."""

    turn: int
    count: str
    cv: int
    traits: tuple[Trait, ...]
    spent: int
    budget: int
    left: int
    sums: tuple[int, int, int]
    """Grain to conquer, to defend, to invest."""
    bar: tuple[Cell, ...]
    rows: tuple[Row, ...]
    wrong: Refusal | None
    said: Mapping[str, object]
    """The values of its text."""
    card: Card | None
    open_land: str
    """F6.4  Counties that fall to anybody, in words."""
    income: tuple[tuple[str, int], ...]
    can_copy: bool
    draft_url: str
    sheet_url: str
    send_url: str
    open_url: str
    own: tuple[tuple[str, str, str], ...]
    targets: tuple[tuple[str, str, str], ...]
    traders: tuple[Partner, ...]
    more: int
    """Rows beyond the first four, for a phone."""


def sheet(table: Table) -> SheetPanel:
    """The sheet that the reader writes."""
    state, seat, words = table.state, table.seat, table.words
    count = count_of(state, seat)
    orders = table.draft.orders
    wrong = why_not_sheet(state, seat, orders)
    total, has = spent(orders), budget(state, seat)
    return SheetPanel(
        template="orders",
        title=words._("Orders of Count {count}", count=count.name),
        action=f"{table.url}/play",
        url=table.chosen(table.at) if table.at else table.href(do=_mode(table)),
        at=f"{table.url}?at=",
        turn=state.turn,
        count=count.name,
        cv=command_value(count),
        traits=tuple(
            Trait(words.trait(t), words.effect(t), TRAITS[t][2]) for t in count.traits
        ),
        spent=total,
        budget=has,
        left=has - total,
        sums=sums(table),
        bar=tuple(_bar(sums(table), total, has)),
        rows=tuple(_rows(table, wrong)),
        wrong=wrong,
        said=words.params(wrong.params) if wrong else {},
        card=card(table, table.at) if table.at else None,
        open_land=words.counties(open_land(table), 4) if open_land(table) else "",
        income=tuple(_income(table)),
        can_copy=bool(state.last[seat]) and not orders,
        draft_url=table.draft_url(table.at),
        sheet_url=table.url,
        send_url=table.href(do="send", turn=state.turn),
        open_url=table.href(do="open", turn=state.turn),
        own=tuple(_choice(table, county) for county in held(state, seat)),
        targets=tuple(_choice(table, county) for county in targets(table)),
        traders=tuple(_traders(table)),
        more=max(0, len(orders) - 4),
    )  # fmt: skip


def _mode(table: Table) -> str | None:
    mode = first(table.query, "do")
    return mode if mode in {"text", "add", "send"} else None


def sums(table: Table) -> tuple[int, int, int]:
    """Grain to conquer, to defend, to invest (a capital's move too)."""
    by_kind = [0, 0, 0]
    for order in table.draft.orders:
        place = 0 if isinstance(order, Conquer) else 1 if isinstance(order, Defend) else 2
        by_kind[place] += cost(order)
    return by_kind[0], by_kind[1], by_kind[2]


def _bar(parts: tuple[int, int, int], total: int, has: int) -> Iterator[Cell]:
    """A cell a Grain, in the order of the sums; empty cells for what is left."""
    uses = [use for use, part in zip("adv", parts, strict=True) for _ in range(part)]
    uses += ["n"] * (has - total)
    cells = max(total, has, 1)
    if cells <= MOST_CELLS:
        wide = 100 / cells
        for place, use in enumerate(uses):
            over = "over" if place >= has else use
            yield Cell(round(place * wide, 3), round(wide * 0.82, 3), over)
        return
    at = 0.0
    for use, part in zip("advn", (*parts, max(0, has - total)), strict=True):
        wide = 100 * part / cells
        if part:
            yield Cell(round(at, 3), round(wide, 3), use)
        at += wide


def _rows(table: Table, wrong: Refusal | None) -> Iterator[Row]:
    bad = wrong.params.get("line") if wrong else None
    for line, order in enumerate(table.draft.orders, 1):
        partner = isinstance(order, Trade | StopTrade)
        it = table.words.names[order.seat] if partner else order.county  # type: ignore[union-attr]
        known = not partner and it in ATLAS.index
        yield Row(
            id=f"{type(order).__name__}-{plain(it)}",
            line=line,
            icon=ICONS[type(order)],
            kind=type(order).__name__,
            text=VERBS[type(order)],
            it=it,
            href=table.chosen(it) if known else "",
            about=about(table, order),
            county="" if partner else it,
            grain=order.grain if isinstance(order, Defend | Invest | Conquer) else 0,
            led=isinstance(order, Defend | Conquer) and order.led,
            wrong=line == bad,
        )


def about(table: Table, order: AnyOrder) -> str:
    """What an order comes to."""
    match order:
        case Conquer():
            return _about_conquest(table, order)
        case Defend():
            return _about_defence(table, order)
        case Invest():
            return about_investment(table, order)
        case MoveCapital():
            return table.words._("20 Grain; from the next turn on")
        case DeclareCapital():
            return table.words._("free; from the next turn on")
        case Trade():
            return table.words._("must order it too; +5 Grain a turn")
        case StopTrade():
            return table.words._("the route ends with this turn")


def _about_conquest(table: Table, order: Conquer) -> str:
    if order.county not in ATLAS.index:
        return ""
    _, words = table.words._, table.words
    parts = []
    if order.led:
        parts.append(_("led by {count}", count=count_of(table.state, table.seat).name))
    holder = table.holder(order.county)
    if holder == NOBODY:
        grain = supposed_defence(table, order.county)
        parts.append(_("independent, defends with {grain}", grain=grain))
    else:
        parts.append(_("{player}’s", player=words.names[holder]))
    chance = percent(table, order)
    if chance is not None:
        parts.append(_("{chance} %", chance=chance))
    return " · ".join(parts)


def _about_defence(table: Table, order: Defend) -> str:
    _ = table.words._
    parts = []
    if order.led:
        parts.append(_("led by {count}", count=count_of(table.state, table.seat).name))
    if table.state.players[table.seat].capital == order.county:
        parts.append(_("capital, +5"))
    return " · ".join(parts)


def about_investment(table: Table, order: Invest) -> str:
    """F7.2  What an investment brings, and what of it is wasted."""
    if table.holder(order.county) != table.seat:
        return ""
    _ = table.words._
    price = point_cost(table.state, table.seat, order.county)
    now = land(table.state, order.county).output
    points, wasted = divmod(order.grain, price)
    told = _("output {now} to {then}", now=now, then=now + points)
    if wasted:
        told += "; " + _("{number} is wasted", number=wasted)
    return told


def open_land(table: Table) -> list[County]:
    """F6.4  Counties without defence beside those of players who may attack."""
    state, seat = table.state, table.seat
    defended = {order.county for order in table.draft.orders if isinstance(order, Defend)}
    friends = {seat, NOBODY, *partners(state, seat)}
    return [
        county
        for county in held(state, seat)
        if county not in defended
        and any(table.holder(other) not in friends for other in ATLAS.neighbours[county])
    ]


def targets(table: Table) -> list[County]:
    """F5.1  What lies beside the reader's land and is not his."""
    own = held(table.state, table.seat)
    beside = {other for county in own for other in ATLAS.neighbours[county]}
    return [county for county in ATLAS.by_name if county in beside and county not in own]


def _choice(table: Table, county: County) -> tuple[str, str, str]:
    there = land(table.state, county)
    told = table.words._(
        "{holder}, output {output}",
        holder=table.words.holder(there.holder),
        output=there.output,
    )
    return county, table.chosen(county), told


def _traders(table: Table) -> Iterator[Partner]:
    friends = partners(table.state, table.seat)
    for seat, player in enumerate(table.state.players):
        if seat != table.seat and player.count is not None:
            yield Partner(seat, table.words.names[seat], table.words.houses[seat], seat in friends)


def _income(table: Table) -> Iterator[tuple[str, int]]:
    """F4.1  Where the Grain comes from: richest counties first, then routes, Duchy, traits."""
    _, state, seat = table.words._, table.state, table.seat
    own = sorted(held(state, seat), key=lambda county: -land(state, county).output)
    for county in own[:5]:
        yield county, land(state, county).output
    if rest := sum(land(state, county).output for county in own[5:]):
        yield _("others"), rest
    outputs = sum(land(state, county).output for county in own)
    if duchy := duchy_bonus(state, seat):
        yield _("Duchy"), duchy
    if other := budget(state, seat) - outputs - duchy:
        yield _("trade and traits"), other
