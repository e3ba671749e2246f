"""The log of war (K7 to K10): attacks, losses, captures, redeployment, and the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from markupsafe import Markup

from app.rules.contract import N_, Event
from app.rules.kasl import events as ev
from app.web.games.kasl.dice import faces, written
from app.web.games.kasl.words import KIND_NAMES, Words
from app.web.games.log import Line
from app.web.languages import listed


def _attacked(event: ev.AttackThrown, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} attack {target} from {origin}:"),
        N_("{player} attacks {target} from {origin}:"),
        target=w.land(event.target),
        origin=w.land(event.origin),
    )
    attack, defence = (written(faces(dice), w._) for dice in (event.attack, event.defence))
    dice = Markup(" {} {} {}").format(attack, w._("against"), defence)
    yield Line(text + dice, event.rule, w.houses[event.seat])


def _loss_chosen(event: ev.LossChosen, w: Words) -> Iterator[Line]:
    if event.seat == w.reader:
        text = w._("You chose to lose {units}.", units=w.units(event.units))
        yield Line(text, event.rule, w.houses[event.seat])


def _lost(event: ev.UnitsLost, w: Words) -> Iterator[Line]:
    losses = w.losses(event)
    yield Line(f"{losses[:1].upper()}{losses[1:]}.", event.rule, mark="crossed-swords")


def _taken(event: ev.TerritoryTaken, w: Words) -> Iterator[Line]:
    target = w.land(event.target)
    match event.by:
        case "K7.11":
            text = w._("{target} is vacant and taken without dice.", target=target)
        case "K7.12":
            beaten = w.force(event.beaten, lord=event.lord_lost)
            text = w._(
                "The cavalry overruns {target}, and {units} with it.", target=target, units=beaten
            )
        case _:
            text = w._("{target} falls.", target=target)
    yield Line(text, event.by, w.houses[event.seat])


def _moved_in(event: ev.MovedIn, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} move {units} into {target}."),
        N_("{player} moves {units} into {target}."),
        units=w.force(event.units, lord=event.lord),
        target=w.land(event.target),
    )
    yield Line(text, event.rule, w.houses[event.seat])
    if event.stronghold:
        yield Line(_prize(event, w), "K7.13", w.houses[event.seat])


def _prize(event: ev.MovedIn, w: Words) -> str:
    stronghold = w.stronghold(event.stronghold)
    if event.destroyed:
        return w._("The {stronghold} there is destroyed.", stronghold=stronghold)
    return w.told(
        event.seat,
        N_("{player} now hold the {stronghold} there."),
        N_("{player} now holds the {stronghold} there."),
        stronghold=stronghold,
    )


def _stayed_out(event: ev.StayedOut, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} leave {target} vacant."),
        N_("{player} leaves {target} vacant."),
        target=w.land(event.target),
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _loss_order(event: ev.LossOrderSet, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} will now lose in this order: {order}."),
        N_("{player} will now lose in this order: {order}."),
        order=", ".join(w._(KIND_NAMES[kind]) for kind in event.order),
    )
    yield Line(text, event.rule, w.houses[event.seat])


# K8 to K10


def _units_moved(event: ev.UnitsMoved, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} redeploy {units} from {origin} to {target}."),
        N_("{player} redeploys {units} from {origin} to {target}."),
        units=w.units(event.units),
        origin=w.land(event.origin),
        target=w.land(event.target),
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _lord_moved(event: ev.LordMoved, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} redeploy a Lord from {origin} to {target}."),
        N_("{player} redeploys a Lord from {origin} to {target}."),
        origin=w.land(event.origin),
        target=w.land(event.target),
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _ended(event: ev.MatchEnded, w: Words) -> Iterator[Line]:
    yield Line(w._(event.result.reason), event.result.rule, mark="crown")
    winners = listed((w.names[seat] for seat in event.result.winners), w._)
    points = max((event.result.points[seat] for seat in event.result.winners), default=0)
    text = w._.ngettext(
        "{winners} wins with {points} VP.",
        "{winners} share the win with {points} VP.",
        len(event.result.winners),
        winners=winners,
        points=points,
    )
    yield Line(text, "K10.2", mark="crown")
    yield Line(w._("The end"), heading=True)


WAR: dict[type[Event], Callable[[Any, Words], Iterator[Line]]] = {
    ev.AttackThrown: _attacked,
    ev.LossChosen: _loss_chosen,
    ev.UnitsLost: _lost,
    ev.TerritoryTaken: _taken,
    ev.MovedIn: _moved_in,
    ev.StayedOut: _stayed_out,
    ev.UnitsMoved: _units_moved,
    ev.LordMoved: _lord_moved,
    ev.LossOrderSet: _loss_order,
    ev.MatchEnded: _ended,
}
"""Who tells of which event."""
