"""F6  The log of fights: who attacks what, each roll with its modifiers, who holds it then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from app.rules.contract import N_
from app.rules.france import events as ev
from app.rules.france.state import NOBODY
from app.web.games.france.words import NO_HOUSE, Words
from app.web.games.log import Line
from app.web.games.speech import bold


def attacked(event: ev.CountyAttacked, w: Words) -> Iterator[Line]:
    """F6.5  What stands against each attacker."""
    who = w.players(event.attackers)
    if not event.shares:
        return
    values: dict[str, Any] = {"players": who, "county": bold(event.county)}
    if len(event.attackers) == 1:
        text = w._(
            "{players} against {county} ({holder}): {grain} Grain in its defence.",
            holder=w.holder(event.holder),
            grain=event.grain,
            **values,
        )
    else:
        text = w._(
            "{players} against {county} ({holder}): its {grain} Grain are divided, {shares}.",
            holder=w.holder(event.holder),
            grain=event.grain + event.capital,
            shares=" · ".join(str(share) for share in event.shares),
            **values,
        )
    yield Line(text, event.rule, mark="crossed-swords")


def fell(event: ev.CountyFell, w: Words) -> Iterator[Line]:
    """F6.4  Without a roll."""
    text = w._(
        "Nobody defends {county} ({holder}): it falls to {players} without a roll.",
        county=bold(event.county),
        holder=w.holder(event.holder),
        players=w.players(event.attackers),
    )
    yield Line(text, event.rule, mark="broken-shield")


def rolled(event: ev.AttackRolled, w: Words) -> Iterator[Line]:
    """F6.1  A roll with its modifiers."""
    sums = {"attack": _side(event.attack, w), "defence": _side(event.defence, w)}
    if event.won:
        text = w.told(
            event.seat,
            N_("{player} win the roll: {attack} against {defence}."),
            N_("{player} wins the roll: {attack} against {defence}."),
            **sums,
        )
    else:
        text = w.told(
            event.seat,
            N_("{player} lose the roll: {attack} against {defence}."),
            N_("{player} loses the roll: {attack} against {defence}."),
            **sums,
        )
    yield Line(text, event.rule, w.houses[event.seat])


def _side(side: ev.Side, w: Words) -> Markup:
    """A die and what is added to it: "7 + 12 + 2 = 21", each part told by its place."""
    parts = [Markup('<span class="pip">{}</span>').format(side.die), f"+ {side.grain}"]
    for number, what in ((side.trait, w._("trait")), (side.cv, w._("Count"))):
        if number:
            sign = "+" if number > 0 else "−"
            parts.append(f"{sign} {abs(number)} ({what})")
    return Markup('<span class="pips">{} = <b>{}</b></span>').format(
        Markup(" ").join(parts), side.total
    )


def remainder(event: ev.RemainderDrawn, w: Words) -> Iterator[Line]:
    """F6.5  The lot for the remainder."""
    text = w._(
        "By lot the remainder in {county} stands against {player}.",
        county=event.county,
        player=w.names[event.seat],
    )
    yield Line(text, event.rule, mark="dice-six-faces-five")


def winner(event: ev.WinnerDrawn, w: Words) -> Iterator[Line]:
    """F6.6  The lot among winners."""
    text = w._(
        "{players} have won with the same Grain: by lot {county} goes to {player}.",
        players=w.players(event.among),
        county=event.county,
        player=w.names[event.seat],
    )
    yield Line(text, event.rule, mark="dice-six-faces-five")


def held(event: ev.CountyHeld, w: Words) -> Iterator[Line]:
    """F6.1  All attacks failed."""
    text = w._("{county} holds ({holder}).", county=event.county, holder=w.holder(event.holder))
    house = w.house(event.holder)
    shield = "" if house == NO_HOUSE else house
    yield Line(text, event.rule, shield, mark="" if shield else "checked-shield")


def conquered(event: ev.CountyConquered, w: Words) -> Iterator[Line]:
    """F6.6, F7.1  Who has it now, and what is left of it."""
    text = w.told(
        event.seat,
        N_("{player} conquer {county}: output {before}, pillaged to {after}."),
        N_("{player} conquers {county}: output {before}, pillaged to {after}."),
        county=bold(event.county),
        before=event.before,
        after=event.after,
    )
    if event.trait:
        text += Markup(" ") + (
            w._("His Count is Just: 1 more is left.")
            if event.trait > 0
            else w._("His Count is Cruel: 1 less is left.")
        )
    if event.capital and event.holder != NOBODY:
        text += Markup(" ") + w._("{player} has lost the capital.", player=w.names[event.holder])
    yield Line(text, event.rule, w.houses[event.seat])
