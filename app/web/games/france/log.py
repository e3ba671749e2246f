"""F5.5  The log of a match of Unification of France in sentences, each with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from markupsafe import Markup

from app.matches import LogEntry
from app.matches.endings import ENDINGS
from app.rules.contract import N_, Event
from app.rules.france import events as ev
from app.rules.france.actions import Orders
from app.web.games.france import fights
from app.web.games.france.told import order_told
from app.web.games.france.words import Words
from app.web.games.log import Line, ended, lines, restored

__all__ = ["lines_of", "tell"]


def lines_of(entries: Sequence[LogEntry], words: Words) -> tuple[Line, ...]:
    """The lines of the entries, newest first."""
    return lines(entries, lambda entry: tell(entry, words))


def tell(entry: LogEntry, words: Words) -> Iterator[Line]:
    """The lines of one action, in order."""
    if entry.restores is not None:
        yield restored(entry, words)
    elif entry.forced in ENDINGS:
        yield ended(entry, words)
    elif entry.forced and entry.seat is not None:
        yield _forced(entry, words)
    for event in entry.events:
        teller = _TELL.get(type(event))
        if teller is not None:
            yield from teller(event, words)


def _forced(entry: LogEntry, words: Words) -> Line:
    """F5.5  The house answers for somebody."""
    seat = entry.seat or 0
    text = _FORCED.get(entry.forced or "", TIME_IS_UP)
    who = Markup("<b>{}</b>").format(words.names[seat])
    return Line(words._(text, player=who), "F5.5", words.houses[seat])


TIME_IS_UP = N_("The time is up: the house answers for {player}.")
_FORCED = {
    "host": N_("The host ends the wait: the house answers for {player}."),
    "admin": N_("Who runs this house ended the wait: the house answers for {player}."),
}


Tell = Callable[[Any, Words], Iterable[Line]]


# F2  Entering


def _entered(event: ev.PlayerEntered, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} enter in {county} with Count {count}, {trait}, command value {cv}."),
        N_("{player} enters in {county} with Count {count}, {trait}, command value {cv}."),
        county=event.county,
        count=event.count,
        trait=w.trait(event.trait),
        cv=event.cv,
    )
    yield Line(text, "F2.4" if event.late else event.rule, event.colour)


def _entry_made(event: ev.EntryMade, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} choose {county} to enter again when this turn is resolved."),
        N_("{player} chooses {county} to enter again when this turn is resolved."),
        county=event.county,
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _entry_failed(event: ev.EntryFailed, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} cannot enter: {county} is independent no more."),
        N_("{player} cannot enter: {county} is independent no more."),
        county=event.county,
    )
    yield Line(text, event.rule, w.houses[event.seat])


# F4, F5  The turn, the sheets


def _turn(event: ev.TurnBegan, w: Words) -> Iterator[Line]:
    yield Line(w._("Turn {turn}", turn=event.turn), heading=True)


def _sent(event: ev.OrdersSent, w: Words) -> Iterator[Line]:
    if event.open and event.orders is not None:
        text = w.told(
            event.seat,
            N_("{player} send your orders openly: {orders}"),
            N_("{player} sends his orders openly: {orders}"),
            orders=_sheet(event.orders, event.seat, w),
        )
    else:
        text = w.told(
            event.seat, N_("{player} send your orders."), N_("{player} sends his orders.")
        )
    yield Line(text, event.rule, w.houses[event.seat])


def _revealed(event: ev.OrdersRevealed, w: Words) -> Iterator[Line]:
    yield Line(w._("The orders of turn {turn}", turn=event.turn), heading=True)
    for seat, orders in enumerate(event.orders):
        if event.grain[seat] == 0:
            continue
        text = w.told(
            seat,
            N_("{player} order with {grain} Grain: {orders}"),
            N_("{player} orders with {grain} Grain: {orders}"),
            grain=event.grain[seat],
            orders=_sheet(orders, seat, w),
        )
        yield Line(text, event.rule, w.houses[seat])
    yield Line(w._("What turn {turn} brought", turn=event.turn), heading=True)


def _sheet(orders: Orders, seat: int, w: Words) -> str:
    told = "; ".join(order_told(order, w) for order in orders)
    return f"{told}." if told else w._("nothing.")


# F7.2  Investments


def _invested(event: ev.Invested, w: Words) -> Iterator[Line]:
    wasted = event.grain - event.points * event.cost
    text = w.told(
        event.seat,
        N_("{player} invest {grain} Grain in {county}: {cost} a point, output now {output}."),
        N_("{player} invests {grain} Grain in {county}: {cost} a point, output now {output}."),
        grain=event.grain,
        county=event.county,
        cost=event.cost,
        output=event.output,
    )
    if wasted:
        text += Markup(" ") + w._("{number} is wasted.", number=wasted)
    yield Line(text, event.rule, w.houses[event.seat])


# F6.9, F10  Counts


def _tossed(event: ev.LeaderTossed, w: Words) -> Iterator[Line]:
    text = (
        N_("Count {count} led in vain at {county}; the coin shows heads: he comes home.")
        if event.heads
        else N_("Count {count} led in vain at {county}; the coin shows tails: he dies.")
    )
    said = w._(text, count=event.count, county=event.county)
    yield Line(said, event.rule, w.houses[event.seat])


def _fate(event: ev.FateTossed, w: Words) -> Iterator[Line]:
    if event.heads:
        text = w._("The coin of the year shows heads: all Counts live on.")
    else:
        text = w._("The coin of the year shows tails: a Count dies.")
    yield Line(text, event.rule, mark="two-coins")


def _death(event: ev.DeathDrawn, w: Words) -> Iterator[Line]:
    text = w._(
        "The lot falls on Count {count} of {player}: he dies of natural causes.",
        count=event.count,
        player=w.names[event.seat],
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _heir(event: ev.HeirSucceeded, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} have a new Count: {count}, {traits}, command value {cv}."),
        N_("{player} has a new Count: {count}, {traits}, command value {cv}."),
        count=event.count,
        traits=w.traits(event.traits),
        cv=event.cv,
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _eliminated(event: ev.PlayerEliminated, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} hold no county any more and are eliminated."),
        N_("{player} holds no county any more and is eliminated."),
    )
    yield Line(text, event.rule, w.houses[event.seat])


# F9.2  Capitals


def _capital(event: ev.CapitalMoved, w: Words) -> Iterator[Line]:
    if event.origin is None:
        you, other = (
            N_("{player} declare {county} the capital."),
            N_("{player} declares {county} the capital."),
        )
    else:
        you, other = (
            N_("{player} move the capital from {origin} to {county}."),
            N_("{player} moves the capital from {origin} to {county}."),
        )
    text = w.told(event.seat, you, other, county=event.county, origin=event.origin or "")
    yield Line(text, event.rule, w.houses[event.seat])


def _capital_lost(event: ev.CapitalLost, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} cannot make {county} the capital: it is lost."),
        N_("{player} cannot make {county} the capital: it is lost."),
        county=event.county,
    )
    yield Line(text, event.rule, w.houses[event.seat])


# F8  Trade


def _opened(event: ev.RouteOpened, w: Words) -> Iterator[Line]:
    text = w._("{players} trade from the next turn on.", players=w.players(event.seats))
    yield Line(text, event.rule, mark="trade")


def _trade_failed(event: ev.TradeFailed, w: Words) -> Iterator[Line]:
    text = (
        N_("{player} offers trade to {partner}, who does not answer.")
        if event.why == "unanswered"
        else N_("{player} and {partner} are no neighbours: they cannot trade.")
    )
    said = w._(text, player=w.names[event.seat], partner=w.names[event.partner])
    yield Line(said, event.rule, w.houses[event.seat])


def _route_ended(event: ev.RouteEnded, w: Words) -> Iterator[Line]:
    texts = {
        "stopped": N_("{by} stops the trade of {players}."),
        "apart": N_("{players} are neighbours no more: their trade ends."),
        "eliminated": N_("The trade of {players} ends with one of them."),
    }
    said = w._(texts[event.why], by=w.players(event.by), players=w.players(event.seats))
    yield Line(said, event.rule, mark="trade")


# F9  Duchy and victory


def _duchy(event: ev.DuchyProclaimed, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} become a Duchy by {county} and three counties around it."),
        N_("{player} becomes a Duchy by {county} and three counties around it."),
        county=event.county,
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _alone(event: ev.PlayerLeftAlone, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} are left alone, and win at the end of the next turn if nobody enters."),
        N_("{player} is left alone, and wins at the end of the next turn if nobody enters."),
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _ended(event: ev.MatchEnded, w: Words) -> Iterator[Line]:
    yield Line(w._("The end"), heading=True)
    text = w._(
        "{reason} {players} wins.",
        reason=w._(event.result.reason),
        players=w.players(event.result.winners),
    )
    winner = event.result.winners[0] if event.result.winners else 0
    yield Line(text, event.result.rule, w.houses[winner])


_TELL: dict[type[Event], Tell] = {
    ev.PlayerEntered: _entered,
    ev.EntryMade: _entry_made,
    ev.EntryFailed: _entry_failed,
    ev.TurnBegan: _turn,
    ev.OrdersSent: _sent,
    ev.OrdersRevealed: _revealed,
    ev.Invested: _invested,
    ev.CountyAttacked: fights.attacked,
    ev.CountyFell: fights.fell,
    ev.AttackRolled: fights.rolled,
    ev.RemainderDrawn: fights.remainder,
    ev.WinnerDrawn: fights.winner,
    ev.CountyHeld: fights.held,
    ev.CountyConquered: fights.conquered,
    ev.LeaderTossed: _tossed,
    ev.FateTossed: _fate,
    ev.DeathDrawn: _death,
    ev.HeirSucceeded: _heir,
    ev.PlayerEliminated: _eliminated,
    ev.CapitalMoved: _capital,
    ev.CapitalLost: _capital_lost,
    ev.RouteOpened: _opened,
    ev.TradeFailed: _trade_failed,
    ev.RouteEnded: _route_ended,
    ev.DuchyProclaimed: _duchy,
    ev.PlayerLeftAlone: _alone,
    ev.MatchEnded: _ended,
}
