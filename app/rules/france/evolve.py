"""The only maker of states: what each event does to a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.rules.contract import Seat
from app.rules.france import events as e
from app.rules.france.atlas import ATLAS, County
from app.rules.france.state import Count, Entry, France, Land, Player, Sheet, land


def evolve(state: France, event: e.FranceEvent) -> France:
    """The state after the event."""
    change = _EVOLVE.get(type(event))
    return state if change is None else change(state, event)


def _with_land(state: France, county: County, there: Land) -> tuple[Land, ...]:
    place = ATLAS.index[county]
    return (*state.lands[:place], there, *state.lands[place + 1 :])


def _with_player(state: France, seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def _player_entered(state: France, event: e.PlayerEntered) -> France:
    count = Count(event.count, event.cv, (event.trait,))
    player = Player(event.colour, count, event.county)
    return replace(
        state,
        lands=_with_land(state, event.county, Land(event.seat, land(state, event.county).output)),
        players=_with_player(state, event.seat, player),
        names=(*state.names, event.count),
        entries=_without_entry(state, event.seat),
    )


def _without_entry(state: France, seat: Seat) -> tuple[Entry, ...]:
    return tuple(entry for entry in state.entries if entry.seat != seat)


def _entry_made(state: France, event: e.EntryMade) -> France:
    entry = Entry(event.seat, event.county, event.count, event.trait)
    return replace(state, entries=(*state.entries, entry))


def _entry_failed(state: France, event: e.EntryFailed) -> France:
    return replace(state, entries=_without_entry(state, event.seat))


def _turn_began(state: France, event: e.TurnBegan) -> France:
    alone = state.alone and sum(player.count is not None for player in state.players) == 1
    return replace(state, turn=event.turn, sent=(None,) * state.seats, alone=alone)


def _orders_sent(state: France, event: e.OrdersSent) -> France:
    sheet = Sheet(event.orders, event.open)
    sent = (*state.sent[: event.seat], sheet, *state.sent[event.seat + 1 :])
    return replace(state, sent=sent)


def _orders_revealed(state: France, event: e.OrdersRevealed) -> France:
    return replace(state, last=event.orders, sent=(None,) * state.seats)


def _invested(state: France, event: e.Invested) -> France:
    return replace(state, lands=_with_land(state, event.county, Land(event.seat, event.output)))


def _county_conquered(state: France, event: e.CountyConquered) -> France:
    lands = _with_land(state, event.county, Land(event.seat, event.after))
    if not event.capital:
        return replace(state, lands=lands)
    loser = replace(state.players[event.holder], capital=None)
    return replace(state, lands=lands, players=_with_player(state, event.holder, loser))


def _heir_succeeded(state: France, event: e.HeirSucceeded) -> France:
    heir = Count(event.count, event.cv, event.traits)
    player = replace(state.players[event.seat], count=heir)
    players = _with_player(state, event.seat, player)
    return replace(state, players=players, names=(*state.names, event.count))


def _player_eliminated(state: France, event: e.PlayerEliminated) -> France:
    gone = Player(colour=state.players[event.seat].colour, eliminated=True)
    return replace(state, players=_with_player(state, event.seat, gone))


def _capital_moved(state: France, event: e.CapitalMoved) -> France:
    player = replace(state.players[event.seat], capital=event.county)
    return replace(state, players=_with_player(state, event.seat, player))


def _route_opened(state: France, event: e.RouteOpened) -> France:
    return replace(state, routes=(*state.routes, event.seats))


def _route_ended(state: France, event: e.RouteEnded) -> France:
    return replace(state, routes=tuple(pair for pair in state.routes if pair != event.seats))


def _duchy_proclaimed(state: France, event: e.DuchyProclaimed) -> France:
    player = state.players[event.seat]
    duke = replace(player, duchies=(*player.duchies, event.county))
    return replace(state, players=_with_player(state, event.seat, duke))


def _player_left_alone(state: France, event: e.PlayerLeftAlone) -> France:
    del event
    return replace(state, alone=True)


def _match_ended(state: France, event: e.MatchEnded) -> France:
    return replace(state, result=event.result, entries=())


_EVOLVE: dict[type[e.FranceEvent], Callable[[France, Any], France]] = {
    e.PlayerEntered: _player_entered,
    e.EntryMade: _entry_made,
    e.EntryFailed: _entry_failed,
    e.TurnBegan: _turn_began,
    e.OrdersSent: _orders_sent,
    e.OrdersRevealed: _orders_revealed,
    e.Invested: _invested,
    e.CountyConquered: _county_conquered,
    e.HeirSucceeded: _heir_succeeded,
    e.PlayerEliminated: _player_eliminated,
    e.CapitalMoved: _capital_moved,
    e.RouteOpened: _route_opened,
    e.RouteEnded: _route_ended,
    e.DuchyProclaimed: _duchy_proclaimed,
    e.PlayerLeftAlone: _player_left_alone,
    e.MatchEnded: _match_ended,
}
"""Events that are not here change nothing: rolls and coins, whose outcomes other events tell."""
