"""What must hold in every position of Unification of France: land, players, Grain, secrets."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from app.rules.contract import State
from app.rules.france import events as e
from app.rules.france.actions import Defend, Orders
from app.rules.france.atlas import ATLAS
from app.rules.france.grain import budget
from app.rules.france.pillage import HIGHEST_OUTPUT
from app.rules.france.realm import are_neighbours, regions
from app.rules.france.sheet import spent, why_not_sheet
from app.rules.france.state import NOBODY, Count, France, Land, Sheet, land, living
from app.rules.france.traits import OPPOSITE

RULES = {
    "F1": (1, 3),
    "F2": (1, 4),
    "F3": (1, 7),
    "F4": (1, 3),
    "F5": (1, 6),
    "F6": (1, 9),
    "F7": (1, 3),
    "F8": (1, 3),
    "F9": (0, 5),
    "F10": (1, 2),
}
"""Of each chapter of the rulebook the number of its first and of its last rule."""

GAMES_A_RUN = 120
"""Whole random games in a run of the contract suite: with up to 12 seats they are long."""


def check(state: State) -> None:
    """F1.1, F2.1, F3, F4.3, F8.1, F9.1  What every position must satisfy."""
    assert isinstance(state, France)
    assert len(state.lands) == len(ATLAS.counties)
    for there in state.lands:
        assert NOBODY <= there.holder < state.seats
        assert 0 <= there.output <= HIGHEST_OUTPUT
    _check_players(state)
    _check_routes(state)
    for seat, sheet in enumerate(state.sent):
        if sheet is not None:
            assert sheet.orders is not None
            assert why_not_sheet(state, seat, sheet.orders) is None


def _check_players(state: France) -> None:
    lands = regions(state)
    colours = [player.colour for player in state.players if player.colour is not None]
    assert len(set(colours)) == len(colours)
    for seat, player in enumerate(state.players):
        assert bool(lands[seat]) is (player.count is not None)
        assert player.eliminated is (player.count is None and player.colour is not None)
        assert set(player.duchies) <= set(ATLAS.ducal)
        assert len(player.duchies) <= (9 if state.duchy_each else 1)
        if player.capital is not None:
            assert land(state, player.capital).holder == seat
        if player.count is not None:
            _check_count(player.count)
            assert budget(state, seat) >= 5
    assert state.turn == 0 or living(state)


def _check_count(count: Count) -> None:
    assert count.name
    assert 1 <= count.cv <= 3
    assert len(set(count.traits)) == len(count.traits) in (1, 2)
    assert not {OPPOSITE.get(trait) for trait in count.traits} & set(count.traits)


def _check_routes(state: France) -> None:
    lands = regions(state)
    assert len(set(state.routes)) == len(state.routes)
    for one, other in state.routes:
        assert one < other
        assert are_neighbours(lands[one], lands[other])


def check_step(before: State, events: tuple[Any, ...], after: State) -> None:
    """Land changes only by events that tell it, and nobody spends what he does not have."""
    assert isinstance(before, France)
    assert isinstance(after, France)
    lands = dict(zip(ATLAS.counties, before.lands, strict=True))
    for event in events:
        _change(lands, event)
        if isinstance(event, e.OrdersRevealed):
            for orders, grain in zip(event.orders, event.grain, strict=True):
                assert spent(orders) <= grain
    assert tuple(lands.values()) == after.lands


def _change(lands: dict[str, Land], event: e.FranceEvent) -> None:
    """What an event says of the land, held against what was there."""
    match event:
        case e.PlayerEntered(seat=seat, county=county):
            assert lands[county].holder == NOBODY
            lands[county] = Land(seat, lands[county].output)
        case e.Invested(seat=seat, county=county, points=points, output=output):
            assert lands[county] == Land(seat, output - points)
            lands[county] = Land(seat, output)
        case e.CountyConquered(county=county, seat=seat, holder=holder):
            assert lands[county] == Land(holder, event.before)
            assert event.after <= event.before
            lands[county] = Land(seat, event.after)


OTHER: Orders = (Defend("Caen", 7, led=True),)


def with_other_secrets(state: State, owner: int, random: Random) -> State:
    """The same state, but for what that seat alone may know."""
    del random
    assert isinstance(state, France)
    sheet = state.sent[owner]
    if sheet is None or sheet.open:
        return state
    sent = (*state.sent[:owner], Sheet(OTHER), *state.sent[owner + 1 :])
    return replace(state, sent=sent)


def with_other_secrets_told(event: Any, owner: int, random: Random) -> Any:
    """The same event, but for what that seat alone may know of it."""
    del random
    if isinstance(event, e.OrdersSent) and event.seat == owner and not event.open:
        return replace(event, orders=OTHER)
    return event
