"""Orders in a sentence of the log."""

from __future__ import annotations

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
from app.web.games.france.words import Words


def order_told(order: AnyOrder, w: Words) -> str:
    """One order, short: "conquer Blois with 16, led"."""
    match order:
        case Conquer(county=county, grain=grain, led=led):
            return _led(w._("conquer {county} with {grain}", county=county, grain=grain), led, w)
        case Defend(county=county, grain=grain, led=led):
            return _led(w._("defend {county} with {grain}", county=county, grain=grain), led, w)
        case Invest(county=county, grain=grain):
            return w._("invest {grain} in {county}", county=county, grain=grain)
        case MoveCapital(county=county):
            return w._("move the capital to {county}", county=county)
        case DeclareCapital(county=county):
            return w._("declare the capital {county}", county=county)
        case Trade(seat=seat):
            return w._("trade with {player}", player=w.names[seat])
        case StopTrade(seat=seat):
            return w._("stop trading with {player}", player=w.names[seat])


def _led(text: str, led: bool, w: Words) -> str:
    return w._("{order}, led by the Count", order=text) if led else text
