"""F5  The guards of a sheet: each names the line, the rule, and what would be legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from app.rules.france.atlas import ATLAS, County
from app.rules.france.duchy import MOVE_COST
from app.rules.france.grain import budget
from app.rules.france.names import nearest
from app.rules.france.pillage import HIGHEST_OUTPUT, most_to_invest, points
from app.rules.france.realm import AROUND, Region, counties, region_of, unspoilt
from app.rules.france.state import NOBODY, France, count_of, land, partners
from app.rules.france.traits import may_lead

MOST_IN_A_COMMAND = 30
"""F5.2"""


class Sheet:
    """A sheet that is being read line by line: what it has spent and said so far."""

    def __init__(self, state: France, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.grain = budget(state, seat)
        self.own: Region = region_of(state, seat)
        self.spent = 0
        self.lines: dict[tuple[type[AnyOrder], County], int] = {}
        """F5.2  Line by kind and county."""
        self.leading = 0
        """F5.1  The line that the Count leads, or 0."""
        self.capital = 0
        """F9.2  The line about the capital, or 0."""
        self.about: dict[Seat, int] = {}
        """F8.3  Line by player."""


def cost(order: AnyOrder) -> int:
    """F4.2, F9.2  The Grain that an order spends."""
    if isinstance(order, Defend | Invest | Conquer):
        return order.grain
    return MOVE_COST if isinstance(order, MoveCapital) else 0


def spent(orders: Orders) -> int:
    """F4.2  The Grain that a sheet spends."""
    return sum(cost(order) for order in orders)


def why_not_send(state: France, seat: Seat, action: SendOrders) -> Refusal | None:
    """F5.4  The sheet must be for this turn, and each of its lines legal."""
    if action.turn != state.turn:
        text = N_("These orders are for turn {sheet}; turn {turn} is open now.")
        return Refusal("F5.4", text, {"sheet": action.turn, "turn": state.turn})
    return why_not_sheet(state, seat, action.orders)


def why_not_sheet(state: France, seat: Seat, orders: Orders) -> Refusal | None:
    """F5.1-F5.2  The first line that is not legal, or None."""
    sheet = Sheet(state, seat)
    for line, order in enumerate(orders, 1):
        refusal = _why_not_line(sheet, line, order)
        if refusal is not None:
            return refusal
    return None


def _why_not_line(sheet: Sheet, line: int, order: AnyOrder) -> Refusal | None:
    if isinstance(order, Trade | StopTrade):
        return _why_not_partner(sheet, line, order)
    if order.county not in ATLAS.index:
        text = N_("Line {line}: there is no county {name}; the nearest name is {county}.")
        near = nearest(order.county)
        return Refusal("F5.1", text, {"line": line, "name": order.county, "county": near})
    return (
        _GUARDS[type(order)](sheet, line, order)
        or _why_not_twice(sheet, line, order)
        or _why_not_spent(sheet, line, order)
    )


def _why_not_spent(sheet: Sheet, line: int, order: AnyOrder) -> Refusal | None:
    """F4.2  No more Grain than there is."""
    left = sheet.grain - sheet.spent
    if cost(order) > left:
        text = N_(
            "Line {line}: {grain} Grain are too many; of your {budget} there are {left} left."
        )
        params = {"line": line, "grain": cost(order), "budget": sheet.grain, "left": left}
        return Refusal("F4.2", text, params)
    sheet.spent += cost(order)
    return None


def _why_not_twice(sheet: Sheet, line: int, order: Any) -> Refusal | None:
    """F5.2  One defence, one investment and one conquest per county."""
    before = sheet.lines.setdefault((type(order), order.county), line)
    if before != line:
        text = N_("Line {line}: line {before} says this of {county} already; put them in one line.")
        return Refusal("F5.2", text, {"line": line, "before": before, "county": order.county})
    return None


def _why_not_grain(line: int, order: Defend | Invest | Conquer) -> Refusal | None:
    """F4.2  At least 1 Grain."""
    if order.grain < 1:
        text = N_("Line {line}: an order needs at least 1 Grain.")
        return Refusal("F4.2", text, {"line": line})
    return None


# Defence and conquest


def _why_not_command(sheet: Sheet, line: int, order: Defend | Conquer) -> Refusal | None:
    """F5.1, F5.2, F3.7  Grain for one command, and who leads it."""
    if order.grain > MOST_IN_A_COMMAND:
        text = N_("Line {line}: one command takes at most {most} Grain, not {grain}.")
        params = {"line": line, "most": MOST_IN_A_COMMAND, "grain": order.grain}
        return Refusal("F5.2", text, params)
    if not order.led:
        return None
    if not may_lead(count_of(sheet.state, sheet.seat)):
        text = N_("Line {line}: your Count is a Coward and leads no command.")
        return Refusal("F3.7", text, {"line": line})
    if sheet.leading:
        text = N_("Line {line}: your Count leads the command of line {before}, and only one.")
        return Refusal("F5.1", text, {"line": line, "before": sheet.leading})
    sheet.leading = line
    return None


def _why_not_defend(sheet: Sheet, line: int, order: Defend) -> Refusal | None:
    """F5.1  One's own county."""
    return (
        _why_not_own(sheet, line, order.county)
        or _why_not_grain(line, order)
        or _why_not_command(sheet, line, order)
    )


def _why_not_own(sheet: Sheet, line: int, county: County) -> Refusal | None:
    if land(sheet.state, county).holder != sheet.seat:
        text = N_("Line {line}: {county} is not yours; yours are {counties}.")
        params = {"line": line, "county": county, "counties": counties(sheet.own)}
        return Refusal("F5.1", text, params)
    return None


def _why_not_conquer(sheet: Sheet, line: int, order: Conquer) -> Refusal | None:
    """F5.1, F5.6, F6.8  Not his own, beside one of his that is not devastated, no partner's."""
    return (
        _why_not_target(sheet, line, order.county)
        or _why_not_grain(line, order)
        or _why_not_command(sheet, line, order)
    )


def _why_not_target(sheet: Sheet, line: int, county: County) -> Refusal | None:
    holder = land(sheet.state, county).holder
    if holder == sheet.seat:
        text = N_("Line {line}: {county} is yours; conquer a county that is not.")
        return Refusal("F5.1", text, {"line": line, "county": county})
    if not AROUND[county] & sheet.own:
        text = N_("Line {line}: {county} is adjacent to none of yours, only to {counties}.")
        params = {"line": line, "county": county, "counties": ATLAS.neighbours[county]}
        return Refusal("F5.1", text, params)
    if not AROUND[county] & unspoilt(sheet.state, sheet.seat):
        origins = counties(AROUND[county] & sheet.own)
        text = N_(
            "Line {line}: no attack on {county} from devastated land; invest in {counties} first."
        )
        return Refusal("F5.6", text, {"line": line, "county": county, "counties": origins})
    if holder != NOBODY and holder in partners(sheet.state, sheet.seat):
        text = N_(
            "Line {line}: {county} is held by {seat}, with whom you trade; stop trading first."
        )
        return Refusal("F6.8", text, {"line": line, "county": county, "seat": holder})
    return None


# Investment


def _why_not_invest(sheet: Sheet, line: int, order: Invest) -> Refusal | None:
    """F5.1, F7.2  One's own county, and no output past 30."""
    refusal = _why_not_own(sheet, line, order.county) or _why_not_grain(line, order)
    if refusal is not None:
        return refusal
    output = land(sheet.state, order.county).output
    if output + points(sheet.state, sheet.seat, order) > HIGHEST_OUTPUT:
        most = most_to_invest(sheet.state, sheet.seat, order.county)
        text = N_(
            "Line {line}: {county} cannot bring more than {highest} Grain; invest at most {most}."
        )
        params = {"county": order.county, "highest": HIGHEST_OUTPUT, "most": most}
        return Refusal("F7.2", text, {"line": line, **params})
    return None


# Capital


def _why_not_move(sheet: Sheet, line: int, order: MoveCapital) -> Refusal | None:
    """F9.2  From a capital to another county of one's own."""
    capital = sheet.state.players[sheet.seat].capital
    if capital is None:
        text = N_("Line {line}: you have no capital to move; declare one, which is free.")
        return Refusal("F9.2", text, {"line": line})
    if capital == order.county:
        text = N_("Line {line}: {county} is your capital already.")
        return Refusal("F9.2", text, {"line": line, "county": order.county})
    return _why_not_seat(sheet, line, order)


def _why_not_declare(sheet: Sheet, line: int, order: DeclareCapital) -> Refusal | None:
    """F9.2  Only without a capital."""
    capital = sheet.state.players[sheet.seat].capital
    if capital is not None:
        text = N_("Line {line}: {county} is your capital; you may move it for {grain} Grain.")
        return Refusal("F9.2", text, {"line": line, "county": capital, "grain": MOVE_COST})
    return _why_not_seat(sheet, line, order)


def _why_not_seat(sheet: Sheet, line: int, order: MoveCapital | DeclareCapital) -> Refusal | None:
    refusal = _why_not_own(sheet, line, order.county)
    if refusal is not None:
        return Refusal("F9.2", refusal.text, refusal.params)
    if sheet.capital:
        text = N_("Line {line}: line {before} names a capital already, and you have only one.")
        return Refusal("F9.2", text, {"line": line, "before": sheet.capital})
    sheet.capital = line
    return None


# Trade


def _why_not_partner(sheet: Sheet, line: int, order: Trade | StopTrade) -> Refusal | None:
    """F8.1, F8.3  Another player, one order about each."""
    partner = order.seat
    if not _is_rival(sheet, partner):
        text = N_("Line {line}: trade with another player who holds a county.")
        return Refusal("F8.1", text, {"line": line})
    before = sheet.about.setdefault(partner, line)
    if before != line:
        text = N_("Line {line}: line {before} is about trade with {seat} already; give one order.")
        return Refusal("F8.3", text, {"line": line, "before": before, "seat": partner})
    trades = partner in partners(sheet.state, sheet.seat)
    if isinstance(order, Trade) and trades:
        text = N_("Line {line}: you trade with {seat} already; you may stop trading.")
        return Refusal("F8.3", text, {"line": line, "seat": partner})
    if isinstance(order, StopTrade) and not trades:
        text = N_("Line {line}: you do not trade with {seat}; there is nothing to stop.")
        return Refusal("F8.3", text, {"line": line, "seat": partner})
    return None


def _is_rival(sheet: Sheet, seat: Seat) -> bool:
    players = sheet.state.players
    return 0 <= seat < len(players) and seat != sheet.seat and players[seat].count is not None


_GUARDS: dict[type[AnyOrder], Callable[[Sheet, int, Any], Refusal | None]] = {
    Defend: _why_not_defend,
    Invest: _why_not_invest,
    Conquer: _why_not_conquer,
    MoveCapital: _why_not_move,
    DeclareCapital: _why_not_declare,
}
