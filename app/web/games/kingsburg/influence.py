"""B3.5  Influence: which dice, on whom, and what token, Market and Envoy change."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from app.rules.contract import N_
from app.rules.kingsburg.advisors import LAST
from app.rules.kingsburg.influence import (
    TOKEN,
    has_used_market,
    has_used_token,
    may_use_market,
    may_use_token,
    occupied,
)
from app.rules.kingsburg.state import Kingsburg
from app.web.games.kingsburg.reach import ALONE, CHOOSE, OUTSIDE, TAKEN, Aim, aim, faces
from app.web.games.kingsburg.table import Table
from app.web.games.kingsburg.words import WHITE, Words
from app.web.games.picture import Panel

WHY = {
    CHOOSE: N_("Choose dice or an advisor"),
    ALONE: N_("A white die needs one of your own"),
    OUTSIDE: N_("No advisor is {number}"),
    TAKEN: N_("{number} is taken"),
}
"""Why the chosen dice influence nobody."""


class DieChoice(Struct, frozen=True):
    """One of the reader's dice, and where a click on it leads."""

    index: int
    face: int
    house: str
    chosen: bool
    href: str
    label: str


class Switch(Struct, frozen=True):
    """Something that helps the dice; `note` is what it would change now.

    `key` and `value` are those of the query; `shut` is why it cannot be used, with its rule.
    """

    key: str
    value: int
    label: str
    note: str
    on: bool
    href: str
    shut: str = ""
    rule: str = ""


class InfluencePanel(Panel, frozen=True, kw_only=True):
    """Put a group of dice on an advisor, or pass."""

    dice: tuple[DieChoice, ...]
    reached: int
    advisor: int
    envoy: bool
    own: tuple[int, ...]
    white: tuple[int, ...]
    plus: int
    market: int
    switches: tuple[Switch, ...]
    placed: str
    who: str
    what: str
    label: str
    data: str
    """All that the script needs, as JSON."""


class Influencing(Struct, frozen=True):
    """A panel, and what the court shows of it."""

    panel: InfluencePanel
    aim: Aim


def influence(table: Table) -> Influencing:
    """The reader's decision."""
    words, now = table.words, aim(table)
    there, wish = table.there, table.wish
    split = len(there.own)
    panel = InfluencePanel(
        template="influence",
        title=words._("Influence an advisor"),
        action=table.play_url,
        url=table.href(),
        dice=_dice(table),
        reached=now.reached if wish.dice else 0,
        advisor=now.advisor,
        envoy=now.envoy,
        own=tuple(there.own[index] for index in wish.dice if index < split),
        white=tuple(there.white[index - split] for index in wish.dice if index >= split),
        plus=wish.plus,
        market=wish.market,
        switches=tuple(_switches(table, now)),
        placed=_placed(table),
        who=words.who(now.advisor) if now.advisor else "",
        what=words.help(now.advisor) if now.advisor else "",
        label=_label(words, now),
        data=_data(table),
    )
    return Influencing(panel, now)


def _dice(table: Table) -> tuple[DieChoice, ...]:
    chosen, split = table.wish.dice, len(table.there.own)
    _ = table.words._
    shown = []
    for index, face in enumerate(faces(table.there)):
        is_chosen, is_own = index in chosen, index < split
        toggled = {*chosen} - {index} if is_chosen else {*chosen, index}
        shown.append(
            DieChoice(
                index=index,
                face=face,
                house=table.house if is_own else WHITE,
                chosen=is_chosen,
                href=table.href(dice=tuple(sorted(toggled))),
                label=str(face) if is_own else _("white {face}", face=face),
            )
        )
    return tuple(shown)


def _switches(table: Table, now: Aim) -> list[Switch]:
    state, seat, wish = table.state, table.seat, table.wish
    there, _ = table.there, table.words._
    switches = []
    if may_use_token(state, seat):
        note = _note(table, now, now.sum + TOKEN + wish.market)
        href = table.href(plus=1 - wish.plus)
        switches.append(Switch("plus", 1, _("Add 2 with a token"), note, wish.plus > 0, href))
    elif there.tokens and has_used_token(state, seat):
        switches.append(_shut("plus", _("Add 2 with a token"), _("used this season"), "B3.7"))
    if may_use_market(state, seat):
        for shift, label in ((-1, _("Market: one lower")), (1, _("Market: one higher"))):
            is_on = wish.market == shift
            note = _note(table, now, now.sum + TOKEN * wish.plus + shift)
            href = table.href(market=0 if is_on else shift)
            switches.append(Switch("market", shift, label, note, is_on, href))
    elif there.has("market") and has_used_market(state, seat):
        label = _("Market: one lower or higher")
        switches.append(_shut("market", label, _("used this season"), "B3.8"))
    if state.envoy == seat:
        href = table.href(envoy=1 - wish.envoy)
        note, label = _envoy_note(table, now), _("The Envoy: also where others are")
        switches.append(Switch("envoy", 1, label, note, wish.envoy > 0, href))
    return switches


def _shut(key: str, label: str, why: str, rule: str) -> Switch:
    return Switch(key, 0, label, "", on=False, href="", shut=why, rule=rule)


def _note(table: Table, now: Aim, number: int) -> str:
    """Who would be reached: "8 is taken", "5 Sergeant"."""
    words, _ = table.words, table.words._
    if not now.sum:
        return ""
    if not 1 <= number <= LAST:
        return _("no {number}", number=number)
    if number in occupied(table.state) and not table.wish.envoy:
        return _("{number} is taken", number=number)
    return _("{number} {advisor}", number=number, advisor=words.advisor(number))


def _envoy_note(table: Table, now: Aim) -> str:
    _ = table.words._
    if not now.sum or not 1 <= now.reached <= LAST:
        return ""
    if now.reached in occupied(table.state):
        return _("{number} is taken", number=now.reached)
    return _("{number} is free without", number=now.reached)


def _label(words: Words, now: Aim) -> str:
    if now.why:
        return words._(WHY[now.why], number=now.reached)
    return words._("Place {sum} on {advisor}", sum=now.sum, advisor=words.whom(now.advisor))


def _placed(table: Table) -> str:
    """What the reader has placed in this season: "5 and white 3"."""
    words, _ = table.words, table.words._
    mine = [group for group in table.state.court if group.seat == table.seat]
    own = [str(face) for group in mine for face in group.own]
    white = [_("white {face}", face=face) for group in mine for face in group.white]
    return words.all_of([*own, *white]) if mine else ""


def _data(table: Table) -> str:
    """What the script needs to answer at once; the same texts as here."""
    words, _, state = table.words, table.words._, table.state
    numbers = range(1, LAST + 1)
    data = {
        "turn": f"{state.year}.{state.phase}.{round_of(state, table.seat)}",
        "dice": faces(table.there),
        "own": len(table.there.own),
        "taken": sorted(occupied(state)),
        "chosen": table.wish.dice,
        "plus": table.wish.plus,
        "market": table.wish.market,
        "envoy": table.wish.envoy,
        "names": [words.advisor(number) for number in numbers],
        "who": [words.who(number) for number in numbers],
        "whom": [words.whom(number) for number in numbers],
        "what": [words.help(number) for number in numbers],
        "why": {name: _(text) for name, text in WHY.items()},
        "place": _("Place {sum} on {advisor}"),
        "reach": _("{number} {advisor}"),
        "no": _("no {number}"),
        "free": _("{number} is free without"),
    }
    return msgspec.json.encode(data).decode()


def round_of(state: Kingsburg, seat: int) -> int:
    """B3.5  The round of influencing that the seat is in: one more than groups it has placed."""
    return 1 + sum(group.seat == seat for group in state.court)
