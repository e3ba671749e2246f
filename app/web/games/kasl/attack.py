"""K7  The attack: from where, against whom, with which dice and odds."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.rules.kasl.actions import Attack
from app.rules.kasl.attack import attacks, why_not_attack
from app.rules.kasl.board import BOARD
from app.rules.kasl.capture import is_overrun
from app.rules.kasl.odds import NextThrow, Siege, next_throw, siege_here
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, NOBODY
from app.rules.kasl.units import NONE, Kind
from app.web.games.kasl.board import marks
from app.web.games.kasl.rows import clicked, row
from app.web.games.kasl.seats import Counter, counters
from app.web.games.kasl.table import Asked, Panel, Row, Table, Wish
from app.web.games.kasl.tray import LastThrow
from app.web.games.kasl.words import KIND_NAMES

KEEP = 3
"""What is offered for "stop with fewer CV": below it, an attack throws a die less (K7.2)."""
UNSURE = 0.0005
"""Odds that may be off by more than this are called "about"."""


class Reason(Struct, frozen=True):
    """Why a side throws as many dice as it does, with its rule."""

    text: str
    rule: str


class Side(Struct, frozen=True):
    """One side of an attack."""

    number: int
    name: str
    player: str
    house: str
    units: tuple[Counter, ...]
    lord: bool
    stronghold: int
    silenced: bool
    dice: int
    reasons: tuple[Reason, ...]


class Odds(Struct, frozen=True):
    """How it may go: percentages as whole numbers, means with one decimal."""

    falls: int
    width: str
    text: str
    cost: str
    hits: str
    hits_back: str


class Closed(Struct, frozen=True):
    """Why what was clicked cannot be attacked or attack."""

    text: str
    rule: str


class AttackPanel(Panel, frozen=True, kw_only=True):
    """K7.1  Rows are origins until one is chosen, then its targets; then both sides stand here."""

    rows: tuple[Row, ...]
    origin: int = 0
    target: int = 0
    attacker: Side | None = None
    defender: Side | None = None
    odds: Odds | None = None
    without_dice: str = ""
    label: str = ""
    keep: int = KEEP
    cv: int = 0
    last: LastThrow | None = None
    back: str = ""
    closed: Closed | None = None
    order: tuple[Kind, ...] = DEFAULT_LOSS_ORDER
    loses_first: str = ""


def attack(table: Table) -> Asked:
    """K7.1  Choose an origin, a target, and throw."""
    ways = list(attacks(table.state, table.seat))
    origin, target = _selected(table, ways)
    closed = _why_closed(table, origin) if _missed(table.wish, origin, target) else None
    if target:
        return _against(table, origin, target)
    if origin:
        return _choose_target(table, origin, [t for o, t in ways if o == origin], closed)
    return _choose_origin(table, ways, closed)


def _selected(table: Table, ways: list[tuple[int, int]]) -> tuple[int, int]:
    """Origin and target that the wish comes to; 0 for what is still to be chosen."""
    wish = table.wish
    origins = {origin for origin, _ in ways}
    if wish.at:
        return _clicked(table, ways, origins)
    if (wish.origin, wish.target) in ways:
        return wish.origin, wish.target
    if wish.origin in origins:
        return wish.origin, 0
    last = table.last
    if wish.choose != "other" and last and (last.origin, last.target) in ways:
        return last.origin, last.target
    return 0, 0


def _clicked(table: Table, ways: list[tuple[int, int]], origins: set[int]) -> tuple[int, int]:
    at, origin = table.wish.at, table.wish.origin
    if (origin, at) in ways:
        return origin, at
    if at in origins:
        return at, 0
    able = [one for one, target in ways if target == at]
    if able:
        return max(able, key=lambda number: _strength(table, number)), at
    return (origin if origin in origins else 0), 0


def _strength(table: Table, number: int) -> tuple[int, int]:
    land = table.land(number)
    return land.units.cv + 2 * land.lord, land.units.number


def _missed(wish: Wish, origin: int, target: int) -> bool:
    return bool(wish.at) and wish.at not in (origin, target)


def _why_closed(table: Table, origin: int) -> Closed | None:
    """Why the territory that was clicked is of no use here."""
    at, _ = table.wish.at, table.words._
    if table.land(at).holder == table.seat:
        others = [n for n in BOARD.neighbours[at] if table.land(n).holder != table.seat]
        if not others:
            text = _("{territory} borders no rival.", territory=table.words.land(at))
            return Closed(text, "K7.1")
        refusal = why_not_attack(table.state, table.seat, Attack(at, others[0]))
    elif origin:
        refusal = why_not_attack(table.state, table.seat, Attack(origin, at))
    else:
        text = _("None of yours can attack {territory}.", territory=table.words.land(at))
        return Closed(text, "K7.1")
    if refusal is None:
        return None
    return Closed(_(refusal.text, **table.words.params(refusal.params)), refusal.rule)


def _choose_origin(table: Table, ways: list[tuple[int, int]], closed: Closed | None) -> Asked:
    origins = sorted({o for o, _ in ways}, key=lambda n: _strength(table, n), reverse=True)
    panel = AttackPanel(
        template="attack",
        title=table.words._("Attack from where?"),
        action=table.play_url,
        url=table.href(choose="other"),
        at=clicked(table),
        stage=3,
        rows=tuple(row(table, n, table.href(from_=n)) for n in origins),
        last=table.last,
        closed=closed,
    )
    return Asked(panel, marks(origins))


def _choose_target(table: Table, origin: int, targets: list[int], closed: Closed | None) -> Asked:
    panel = AttackPanel(
        template="attack",
        title=table.words._("Attack from {origin}", origin=table.words.land(origin)),
        action=table.play_url,
        url=table.href(from_=origin),
        at=clicked(table, from_=origin),
        stage=3,
        rows=tuple(_target_row(table, origin, target) for target in targets),
        origin=origin,
        attacker=_attacker(table, origin, targets[0]) if targets else None,
        last=table.last,
        back=table.href(choose="other"),
        closed=closed,
    )
    return Asked(panel, marks(targets, origin))


def _target_row(table: Table, origin: int, target: int) -> Row:
    holder = table.land(target).holder
    if _without_dice(table, origin, target):
        odds = _percent(1)
    else:
        odds = _percent(siege_here(table.state, origin, target).taken)
    return replace(
        row(table, target, table.href(from_=origin, to=target)),
        owner=table.words.names[holder] if holder != NOBODY else table.words._("vacant"),
        house=table.words.houses[holder] if holder != NOBODY else "",
        odds=odds,
    )


def _against(table: Table, origin: int, target: int) -> Asked:
    _ = table.words._
    throw = next_throw(table.land(origin), table.land(target))
    without_dice = _without_dice(table, origin, target)
    name = table.words.land(target)
    last = table.last
    panel = AttackPanel(
        template="attack",
        title=_("Attack {target}", target=name),
        action=table.play_url,
        url=table.href(from_=origin, to=target),
        at=clicked(table, from_=origin),
        stage=3,
        rows=(),
        origin=origin,
        target=target,
        attacker=_attacker(table, origin, target),
        defender=_defender(table, origin, target),
        odds=None if without_dice else _odds(table, origin, target, throw),
        without_dice=without_dice,
        label=_("Take {target}", target=name) if without_dice else _throw_label(table, throw),
        keep=table.wish.keep or KEEP,
        cv=table.land(origin).units.cv,
        last=last if last and (last.origin, last.target) == (origin, target) else None,
        back=table.href(from_=origin),
        order=table.state.loss_orders[table.seat],
        loses_first=_(KIND_NAMES[table.state.loss_orders[table.seat][0]]),
    )
    may = [t for o, t in attacks(table.state, table.seat) if o == origin]
    return Asked(panel, marks(may, origin, target))


def _without_dice(table: Table, origin: int, target: int) -> str:
    """K7.11, K7.12  The rule that takes the target without dice, if one does."""
    if table.land(target).units == NONE:
        return "K7.11"
    return "K7.12" if is_overrun(table.land(origin), table.land(target)) else ""


def _throw_label(table: Table, throw: NextThrow) -> str:
    return table.words._(
        "Throw {attack} dice against {defence}",
        attack=throw.attack_dice,
        defence=throw.defence_dice,
    )


def _attacker(table: Table, origin: int, target: int) -> Side:
    land = table.land(origin)
    dice = next_throw(land, table.land(target)).attack_dice
    _ = table.words._
    reasons = [_base(table, land.units.cv, dice - land.lord, "K7.2")]
    if land.lord:
        reasons.append(Reason(_("Lord +1, throws each 1 again"), "K7.5"))
    return _side(table, origin, dice, reasons, silenced=False)


def _defender(table: Table, origin: int, target: int) -> Side:
    land, against = table.land(target), table.land(origin)
    dice = next_throw(against, land).defence_dice
    _ = table.words._
    silenced = bool(land.stronghold and against.units.war_machine)
    extra = 0 if silenced else land.stronghold
    reasons = [_base(table, land.units.cv, dice - extra, "K7.3")]
    if land.stronghold:
        stronghold = table.words.stronghold(land.stronghold)
        if silenced:
            text = _("war machine silences the {stronghold}", stronghold=stronghold)
            reasons.append(Reason(text, "K7.4"))
        else:
            text = _("{stronghold} +{number}", stronghold=stronghold, number=land.stronghold)
            reasons.append(Reason(text, "K7.3"))
    if land.lord:
        reasons.append(Reason(_("Lord throws each 1 again"), "K7.5"))
    return _side(table, target, dice, reasons, silenced=silenced)


def _base(table: Table, cv: int, dice: int, rule: str) -> Reason:
    text = table.words._("{dice} dice with {cv} CV", dice=dice, cv=cv)
    return Reason(text, rule)


def _side(table: Table, number: int, dice: int, reasons: list[Reason], *, silenced: bool) -> Side:
    land, words = table.land(number), table.words
    return Side(
        number=number,
        name=words.land(number),
        player=words.names[land.holder] if land.holder != NOBODY else words._("nobody"),
        house=words.houses[land.holder] if land.holder != NOBODY else "",
        units=counters(land.units, words),
        lord=land.lord,
        stronghold=land.stronghold,
        silenced=silenced,
        dice=dice,
        reasons=tuple(reasons),
    )


def _odds(table: Table, origin: int, target: int, throw: NextThrow) -> Odds:
    _ = table.words._
    siege = siege_here(table.state, origin, target)
    falls = _percent(siege.taken)
    about = siege.unsure > UNSURE
    text = _("It falls about {odds}", odds=falls) if about else _("It falls {odds}", odds=falls)
    by_attack, by_defence = throw.mean
    return Odds(
        falls=round(100 * siege.taken),
        width=f"{100 * siege.taken:.1f}%",
        text=text,
        cost=_cost(table, siege),
        hits=table.words.decimal(by_attack),
        hits_back=table.words.decimal(by_defence),
    )


def _cost(table: Table, siege: Siege) -> str:
    return table.words._(
        "If you go on to the end, it costs you about {cost} CV.",
        cost=table.words.decimal(siege.origin_losses),
    )


def _percent(chance: float) -> str:
    """A chance for readers: never 0 or 100 unless it is certain."""
    if 0 < chance < 0.005:
        return "< 1 %"
    if 0.995 < chance < 1:
        return "> 99 %"
    return f"{round(100 * chance)} %"
