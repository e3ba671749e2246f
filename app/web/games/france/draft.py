"""F5.4  The draft of a sheet: kept as one writes, seen by its owner alone.

What is clicked and what is typed are the same draft: orders, and lines that are not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.rules.contract import N_, Refusal, Seat
from app.rules.france.actions import (
    AnyOrder,
    Conquer,
    DeclareCapital,
    Defend,
    Invest,
    MoveCapital,
    Orders,
    SendOrders,
    StopTrade,
    Trade,
)
from app.rules.france.atlas import ATLAS
from app.rules.france.orders_text import read
from app.rules.france.sheet import why_not_sheet
from app.rules.france.state import France
from app.web.games.picture import Query, first

MOST_ORDERS = 120
MOST_GRAIN = 9999
LONGEST_TEXT = 8000
COMMANDS: dict[str, type[Defend | Invest | Conquer]] = {
    "Defend": Defend,
    "Invest": Invest,
    "Conquer": Conquer,
}


class Draft(Struct, frozen=True):
    """A sheet that is being written; `text` holds lines as typed while some are not understood."""

    turn: int
    orders: Orders = ()
    text: str | None = None


class _Kept(Struct):
    action: SendOrders
    text: str | None = None


Edited: TypeAlias = Draft | Refusal
Edit: TypeAlias = Callable[[Draft, France, Seat, Query], Edited]


def read_draft(data: str | None, state: France) -> Draft:
    """The kept draft; an empty one when there is none for this turn."""
    try:
        kept = msgspec.json.decode(data or "", type=_Kept)
    except msgspec.DecodeError:
        return Draft(state.turn)
    if kept.action.turn != state.turn:
        return Draft(state.turn)
    return Draft(state.turn, kept.action.orders, kept.text)


def kept(draft: Draft) -> str:
    """The draft as it is kept; its action is what counts when its owner is absent."""
    action = SendOrders(draft.turn, draft.orders)
    return msgspec.json.encode(_Kept(action, draft.text)).decode()


def edit(draft: Draft, state: France, seat: Seat, fields: Query, names: Sequence[str]) -> Edited:
    """The draft after what a form asks for; a refusal when it says nothing that can be kept."""
    op = first(fields, "op")
    if op == "text":
        return _type(draft, state, seat, fields, names)
    done = _EDITS.get(op, _nothing)(draft, state, seat, fields)
    if isinstance(done, Draft) and len(done.orders) > MOST_ORDERS:
        return Refusal("F5.2", N_("A sheet has at most {most} lines."), {"most": MOST_ORDERS})
    return done


def _nothing(draft: Draft, _state: France, _seat: Seat, _fields: Query) -> Edited:
    return draft


def _put(draft: Draft, _state: France, _seat: Seat, fields: Query) -> Edited:
    """F5.1  One defence, investment or conquest, in place of the one before; 0 takes it away."""
    kind, county = COMMANDS.get(first(fields, "kind")), first(fields, "county")
    if kind is None or county not in ATLAS.index:
        return draft
    said = first(fields, "grain").strip() or "0"
    if not (said.isascii() and said.isdecimal() and int(said[:9]) <= MOST_GRAIN):
        text = N_("{number} is no amount of Grain; give a whole number.")
        return Refusal("F4.2", text, {"number": said[:20]})
    led = bool(first(fields, "led"))
    order: AnyOrder | None = None
    if int(said):
        grain = int(said)
        order = Invest(county, grain) if kind is Invest else _command(kind, county, grain, led)
    orders = draft.orders
    if led:
        orders = tuple(unled(each) for each in orders)
    return _placed(replace(draft, orders=orders), kind, county, order)


def _command(
    kind: type[Defend | Invest | Conquer], county: str, grain: int, led: bool
) -> Defend | Conquer:
    return Defend(county, grain, led) if kind is Defend else Conquer(county, grain, led)


def unled(order: AnyOrder) -> AnyOrder:
    """The order, not led by the Count: he leads one command only."""
    if isinstance(order, Defend | Conquer) and order.led:
        return replace(order, led=False)
    return order


def _placed(draft: Draft, kind: type[AnyOrder], county: str, order: AnyOrder | None) -> Draft:
    """The order where the one of its kind for that county stood, else at the end."""
    same = [
        place
        for place, each in enumerate(draft.orders)
        if isinstance(each, kind) and getattr(each, "county", None) == county
    ]
    orders = list(draft.orders)
    if same and order is not None:
        orders[same[0]] = order
    elif same:
        del orders[same[0]]
    elif order is not None:
        orders.append(order)
    return replace(draft, orders=tuple(orders), text=None)


def _drop(draft: Draft, _state: France, _seat: Seat, fields: Query) -> Edited:
    """Take one line away, by its number."""
    line = first(fields, "line")
    if not (line.isascii() and line.isdecimal() and 0 < int(line[:4]) <= len(draft.orders)):
        return draft
    at = int(line) - 1
    return replace(draft, orders=draft.orders[:at] + draft.orders[at + 1 :], text=None)


def _talk(kind: type[Trade | StopTrade]) -> Edit:
    """F8  About trade with a player; the other order about him goes."""

    def talk(draft: Draft, state: France, _seat: Seat, fields: Query) -> Edited:
        said = first(fields, "partner")
        if not (said.isascii() and said.isdecimal() and int(said[:3]) < state.seats):
            return draft
        partner = int(said)
        others = [
            order
            for order in draft.orders
            if not (isinstance(order, Trade | StopTrade) and order.seat == partner)
        ]
        return replace(draft, orders=(*others, kind(partner)), text=None)

    return talk


def _capital(kind: type[MoveCapital | DeclareCapital]) -> Edit:
    """F9.2  About the capital; an earlier order about it goes."""

    def name(draft: Draft, _state: France, _seat: Seat, fields: Query) -> Edited:
        county = first(fields, "county")
        if county not in ATLAS.index:
            return draft
        others = [o for o in draft.orders if not isinstance(o, MoveCapital | DeclareCapital)]
        return replace(draft, orders=(*others, kind(county)), text=None)

    return name


def _copy(draft: Draft, state: France, seat: Seat, _fields: Query) -> Edited:
    """Last turn's sheet, as far as its lines are still legal."""
    orders: Orders = ()
    for order in state.last[seat]:
        if why_not_sheet(state, seat, (*orders, order)) is None:
            orders = (*orders, order)
    return replace(draft, orders=orders, text=None)


def _clear(draft: Draft, _state: France, _seat: Seat, _fields: Query) -> Edited:
    return replace(draft, orders=(), text=None)


def _forget(draft: Draft, _state: France, _seat: Seat, _fields: Query) -> Edited:
    return replace(draft, text=None)


def _type(draft: Draft, state: France, seat: Seat, fields: Query, names: Sequence[str]) -> Edited:
    """F5.3  Lines as text: taken when all are understood, else kept as they are."""
    text = first(fields, "text").replace("\r\n", "\n")[:LONGEST_TEXT]
    reading = read(text, state, seat, {name: at for at, name in enumerate(names)})
    if reading.errors:
        return replace(draft, text=text)
    return replace(draft, orders=reading.orders, text=None)


_EDITS: dict[str, Edit] = {
    "put": _put,
    "drop": _drop,
    "trade": _talk(Trade),
    "stop": _talk(StopTrade),
    "move": _capital(MoveCapital),
    "declare": _capital(DeclareCapital),
    "copy": _copy,
    "clear": _clear,
    "forget": _forget,
}
