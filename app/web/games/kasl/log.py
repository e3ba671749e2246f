"""The log: what happened, in sentences for their reader, each with the number of its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from app.matches import LogEntry
from app.rules.contract import N_, Event
from app.rules.kasl import events as ev
from app.rules.kasl.units import Units
from app.web.games import log
from app.web.games.kasl.war_log import WAR
from app.web.games.kasl.words import Words
from app.web.games.log import Line
from app.web.languages import listed

SKULL = "crowned-skull"
DICE = "dice-six-faces-five"


def lines(entries: Sequence[LogEntry], words: Words) -> tuple[Line, ...]:
    """The lines of the entries, newest first."""
    return log.lines(entries, lambda entry: _of(entry, words))


def _of(entry: LogEntry, words: Words) -> Iterator[Line]:
    yield from log.forced(entry, words)
    for event in entry.events:
        teller = _TELLERS.get(type(event))
        if teller is not None:
            yield from teller(event, words)


# K2  Set-up


def _dealt(event: ev.TerritoriesDealt, w: Words) -> Iterator[Line]:
    size = len(event.piles[0])
    yield Line(w._("The territories are dealt, {size} to each army.", size=size), "K2.1", mark=DICE)


def _placing_order(event: ev.PlacingOrderThrown, w: Words) -> Iterator[Line]:
    thrown = _thrown_by(event.order, [event.dice[seat] for seat in event.order], w)
    text = w._("Dice for placing, lowest first: {thrown}.", thrown=thrown)
    yield Line(text, event.rule, mark=DICE)


def _thrown_by(seats: Sequence[int], dice: Sequence[Sequence[int]], w: Words) -> str:
    return listed(
        (
            w._("{player} {dice}", player=w.names[seat], dice=", ".join(map(str, faces_)))
            for seat, faces_ in zip(seats, dice, strict=True)
        ),
        w._,
    )


def _set_up(event: ev.SetUpPlaced, w: Words) -> Iterator[Line]:
    archers = listed(
        (
            w._("{number} on {territory}", number=number, territory=w.land(territory))
            for territory, number in event.archers.items()
        ),
        w._,
    )
    text = w.told(
        event.seat,
        N_("{player} place the city on {city}, the Lord on {lord}, archers: {archers}."),
        N_("{player} places the city on {city}, the Lord on {lord}, archers: {archers}."),
        city=w.land(event.city),
        lord=w.land(event.lord),
        archers=archers,
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _missions_dealt(event: ev.MissionsDealt, w: Words) -> Iterator[Line]:
    yield Line(w._("Each player draws 2 secret mission cards."), event.rule, mark="card-draw")
    if w.reader is not None:
        cards = w.lands(event.missions[w.reader])
        text = w._("Your mission cards: {cards}. Only you see this.", cards=cards)
        yield Line(text, event.rule, w.houses[w.reader])


# K3  Round


def _round(event: ev.RoundBegan, w: Words) -> Iterator[Line]:
    yield Line(w._("Round {round}", round=event.round), heading=True)
    order = listed(
        (
            w._("{player} ({size})", player=w.names[seat], size=event.sizes[seat])
            for seat in event.order
        ),
        w._,
    )
    text = w._("Order of play, smallest kingdom first: {order}.", order=order)
    yield Line(text, event.rule, mark="crown")


def _order_tie(event: ev.OrderTieThrown, w: Words) -> Iterator[Line]:
    thrown = _thrown_by(event.seats, event.dice, w)
    text = w._("Dice for the order among those who tie: {thrown}.", thrown=thrown)
    yield Line(text, event.rule, mark=DICE)


def _plague_thrown(event: ev.PlagueThrown, w: Words) -> Iterator[Line]:
    if event.territory:
        text = w._("The plague: a {die} brings it into the county.", die=event.die)
    else:
        text = w._("The plague: a {die} keeps it away this round.", die=event.die)
    yield Line(text, event.rule, mark=SKULL)


def _plague_declared(event: ev.PlagueDeclared, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} give up the card {card} and declare the plague."),
        N_("{player} gives up the card {card} and declares the plague."),
        card=w.land(event.card),
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _plague_withheld(event: ev.PlagueWithheld, w: Words) -> Iterator[Line]:
    text = w.told(event.seat, N_("{player} declare no plague."), N_("{player} declares no plague."))
    yield Line(text, event.rule, w.houses[event.seat])


def _plague_spread(event: ev.PlagueSpread, w: Words) -> Iterator[Line]:
    number = len(event.dice)
    if event.infected:
        text = w._.ngettext(
            "The plague spreads on 1 of {number} throw: {territories}.",
            "The plague spreads on each 1 of {number} throws: {territories}.",
            number,
            territories=w.lands(event.infected),
        )
    else:
        text = w._.ngettext(
            "The plague: {number} throw, no 1. It stays where it is.",
            "The plague: {number} throws, no 1. It stays where it is.",
            number,
        )
    yield Line(text, event.rule, mark=SKULL)


def _infected(event: ev.TerritoryInfected, w: Words) -> Iterator[Line]:
    text = w._(
        "{territory} is infected: all on it goes back to the supply.",
        territory=w.land(event.territory),
    )
    yield Line(text, event.rule, mark=SKULL)


# K4, K5  Recruitment


def _went_out(event: ev.PlayerWentOut, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} hold no territory any more and are out."),
        N_("{player} holds no territory any more and is out."),
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _appeared(event: ev.UnitsAppeared, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} receive from strongholds: {placements}."),
        N_("{player} receives from strongholds: {placements}."),
        placements=_placements(event.placements, w),
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _placements(placements: dict[int, Units], w: Words) -> str:
    """Units by territory, those alike together: "1 infantry each on A and B"."""
    alike: dict[Units, list[int]] = {}
    for territory, units in placements.items():
        alike.setdefault(units, []).append(territory)
    return listed((_placed(units, where, w) for units, where in alike.items()), w._)


def _placed(units: Units, territories: list[int], w: Words) -> str:
    if len(territories) == 1:
        return w._("{units} on {territory}", units=w.units(units), territory=w.lands(territories))
    return w._(
        "{units} each on {territories}", units=w.units(units), territories=w.lands(territories)
    )


def _founded(event: ev.CityFounded, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} found a fortified city on {territory} with {units}."),
        N_("{player} founds a fortified city on {territory} with {units}."),
        territory=w.land(event.territory),
        units=w.force(Units(archers=event.archers), lord=event.lord),
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _lord_called(event: ev.LordCalled, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} hold all of {fiefdom}: a Lord enters service on {territory}."),
        N_("{player} holds all of {fiefdom}: a Lord enters service on {territory}."),
        fiefdom=w.fiefdom(event.territory),
        territory=w.land(event.territory),
    )
    yield Line(text, event.rule, w.houses[event.seat])


# K6  Choice


def _recruited(event: ev.Recruited, w: Words) -> Iterator[Line]:
    if event.placements:
        text = w.told(
            event.seat,
            N_("{player} recruit {placements}."),
            N_("{player} recruits {placements}."),
            placements=_placements(event.placements, w),
        )
    else:
        text = w.told(
            event.seat,
            N_("{player} recruit, but the supply has nothing to give."),
            N_("{player} recruits, but the supply has nothing to give."),
        )
    yield Line(text, event.rule, w.houses[event.seat])


def _fortified(event: ev.StrongholdFortified, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} fortify {territory}: now a {stronghold}; {units} joins."),
        N_("{player} fortifies {territory}: now a {stronghold}; {units} joins."),
        territory=w.land(event.territory),
        stronghold=w.stronghold(event.level),
        units=w.units(Units(infantry=event.infantry)),
    )
    yield Line(text, event.rule, w.houses[event.seat])


def _built(event: ev.CityBuilt, w: Words) -> Iterator[Line]:
    text = w.told(
        event.seat,
        N_("{player} build a fortified city on {territory}; {units} joins."),
        N_("{player} builds a fortified city on {territory}; {units} joins."),
        territory=w.land(event.territory),
        units=w.units(Units(archers=event.archers)),
    )
    yield Line(text, event.rule, w.houses[event.seat])


_TELLERS: dict[type[Event], Callable[[Any, Words], Iterator[Line]]] = {
    ev.TerritoriesDealt: _dealt,
    ev.PlacingOrderThrown: _placing_order,
    ev.SetUpPlaced: _set_up,
    ev.MissionsDealt: _missions_dealt,
    ev.RoundBegan: _round,
    ev.OrderTieThrown: _order_tie,
    ev.PlagueThrown: _plague_thrown,
    ev.PlagueDeclared: _plague_declared,
    ev.PlagueWithheld: _plague_withheld,
    ev.PlagueSpread: _plague_spread,
    ev.TerritoryInfected: _infected,
    ev.PlayerWentOut: _went_out,
    ev.UnitsAppeared: _appeared,
    ev.CityFounded: _founded,
    ev.LordCalled: _lord_called,
    ev.Recruited: _recruited,
    ev.StrongholdFortified: _fortified,
    ev.CityBuilt: _built,
    **WAR,
}
"""Who tells of which event; the others need no words (beginnings and ends of steps)."""
