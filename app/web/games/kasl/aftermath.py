"""K7.7-K7.12  After the throw: losses to choose, and moving in."""

from __future__ import annotations

from msgspec import Struct

from app.rules.kasl.kingdom import levels
from app.rules.kasl.losses import by_standing_order, order_of, side_ways
from app.rules.kasl.state import Fight
from app.rules.kasl.units import KINDS, STRONGHOLDS, Units
from app.web.games.kasl.board import marks
from app.web.games.kasl.rows import clicked
from app.web.games.kasl.table import Asked, Panel, Stepper, Table, cheapest
from app.web.games.kasl.tray import LastThrow
from app.web.games.kasl.words import KIND_ICONS, Words


class Way(Struct, frozen=True):
    """One way to lose."""

    units: Units
    text: str
    label: str
    usual: bool


class LossesPanel(Panel, frozen=True, kw_only=True):
    """K7.8  Which units are lost."""

    territory: str
    damage: int
    ways: tuple[Way, ...]
    defends: bool
    """It is somebody else's turn."""
    last: LastThrow | None


class MoveInPanel(Panel, frozen=True, kw_only=True):
    """K7.10  Who moves in; at least one stays."""

    steppers: tuple[Stepper, ...]
    most: int
    lord: bool
    may_stay_out: bool
    origin: str
    target: str
    stronghold: str
    """What becomes of the stronghold there (K7.13), in a sentence; empty when there is none."""
    last: LastThrow | None


def losses(table: Table) -> Asked:
    """K7.8  The standing order's way first."""
    fight = _fight(table)
    side = 0 if table.land(fight.origin).holder == table.seat else 1
    number = (fight.origin, fight.target)[side]
    ways = side_ways(table.state, fight, side)
    usual = by_standing_order(ways, order_of(table.state, table.seat))
    _ = table.words._
    panel = LossesPanel(
        template="losses",
        title=_("Choose your losses"),
        action=table.play_url,
        url=table.href(),
        at=clicked(table),
        stage=-1 if side else 3,
        defends=bool(side),
        territory=table.words.land(number),
        damage=fight.damage[side],
        ways=tuple(_way(table.words, way, usual) for way in _first(usual, ways)),
        last=table.last,
    )
    return Asked(panel, marks((), fight.origin, fight.target))


def _fight(table: Table) -> Fight:
    if table.state.fight is None:
        raise ValueError("There is no fight under way.")
    return table.state.fight


def _first(usual: Units, ways: tuple[Units, ...]) -> list[Units]:
    return [usual, *(way for way in ways if way != usual)]


def _way(words: Words, way: Units, usual: Units) -> Way:
    text = words.units(way)
    return Way(way, text, words._("Give up {units}", units=text), way == usual)


def move_in(table: Table) -> Asked:
    """K7.10  All but the cheapest unit is proposed."""
    fight = _fight(table)
    there = table.land(fight.origin)
    target = table.words.land(fight.target)
    level = table.land(fight.target).stronghold
    panel = MoveInPanel(
        template="move_in",
        title=table.words._("Move into {target}", target=target),
        action=table.play_url,
        url=table.href(),
        at=clicked(table),
        stage=3,
        steppers=steppers(table, there.units),
        most=there.units.number - 1,
        lord=there.lord,
        may_stay_out=fight.may_stay_out,
        origin=table.words.land(fight.origin),
        target=target,
        stronghold=_prize(table, level) if level else "",
        last=table.last,
    )
    return Asked(panel, marks((), fight.origin, fight.target))


def _prize(table: Table, level: int) -> str:
    _, stronghold = table.words._, table.words.stronghold(level)
    if len(levels(table.state.lands, table.seat)) >= STRONGHOLDS:
        return _("The {stronghold} there is destroyed: you have 4 already.", stronghold=stronghold)
    return _("The {stronghold} there becomes yours.", stronghold=stronghold)


def steppers(table: Table, units: Units) -> tuple[Stepper, ...]:
    """A number to choose for each kind that is there: all but the cheapest unit, or as refused."""
    proposed = table.wish.units or units.minus(cheapest(units))
    return tuple(
        Stepper(kind, KIND_ICONS[kind], table.words.counted(kind, most), number, most)
        for kind, number, most in zip(KINDS, proposed, units, strict=True)
    )
