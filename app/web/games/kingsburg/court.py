"""The King's court: 18 advisors in their niches, the dice on them, and who can be reached."""

from __future__ import annotations

from msgspec import Struct

from app.rules.kingsburg.advisors import ADVISORS, Advisor
from app.rules.kingsburg.state import NOBODY, Group, Kingsburg, Step
from app.web.games.kingsburg.reach import Aim, Way, Ways, faces
from app.web.games.kingsburg.table import Table
from app.web.games.kingsburg.words import BLOCKING, WHITE, Words, help_marks

ICONS = (
    "jester-hat", "cloaked-figure-on-horseback", "compass", "trade", "halberd", "bubbling-flask",
    "astrolabe", "locked-chest", "bow-arrow", "knight-banner", "anvil-impact", "tiara",
    "black-knight-helm", "hooded-figure", "gears", "wizard-face", "queen-crown", "crown",
)  # fmt: skip
"""By advisor, from 1."""


class SetDie(Struct, frozen=True):
    """A die on an advisor."""

    face: int
    house: str


class SetGroup(Struct, frozen=True):
    """A group of dice on an advisor, and what helped it there."""

    dice: tuple[SetDie, ...]
    tools: str


class Niche(Struct, frozen=True):
    """An advisor. `mood` is "fits", "maybe", "aim", "turn", "shut" or nothing."""

    number: int
    name: str
    icon: str
    marks: tuple[str, ...]
    groups: tuple[SetGroup, ...]
    mood: str
    how: str
    """The dice that reach him, in words."""
    tools: str
    href: str
    """Where a click leads, if one may choose him."""
    ways: str
    """All ways to him, for the script."""
    label: str


class Court(Struct, frozen=True):
    """All 18; `many`: some advisor has more dice than fit in one line."""

    niches: tuple[Niche, ...]


def court(table: Table, ways: Ways, aim: Aim | None) -> Court:
    """The court as the reader sees it; `ways` are those of his own decision."""
    return Court(tuple(_niche(table, there, ways, aim) for there in ADVISORS))


def _niche(table: Table, there: Advisor, ways: Ways, aim: Aim | None) -> Niche:
    number, words = there.number, table.words
    groups = [group for group in table.state.court if group.advisor == number]
    open_ways = [way for way in ways.get(number, ()) if not way.envoy or table.wish.envoy]
    is_aim = aim is not None and aim.advisor == number
    mood = _mood(table, number, open_ways, is_aim=is_aim, taken=bool(groups))
    best = _now(table) if is_aim else _best(table, open_ways)
    return Niche(
        number=number,
        name=words.advisor(number),
        icon=ICONS[number - 1],
        marks=help_marks(number),
        groups=tuple(_set(group, words) for group in groups),
        mood=mood,
        how=_how(table, best),
        tools=best.tools if best else "",
        href=_href(table, open_ways, is_aim=is_aim),
        ways="|".join(map(_coded, ways.get(number, ()))),
        label=_label(table, number, groups, mood, best),
    )


def _mood(table: Table, number: int, open_ways: list[Way], *, is_aim: bool, taken: bool) -> str:
    if is_aim or _is_helping(table.state, number, table.seat):
        return "aim"
    if _is_helping(table.state, number):
        return "turn"
    if open_ways:
        chosen = table.wish.dice
        return "fits" if not chosen or any(way.dice == chosen for way in open_ways) else "maybe"
    return "shut" if taken else ""


def _is_helping(state: Kingsburg, number: int, seat: int | None = None) -> bool:
    """B3.10  Whether that advisor is asked what he gives now (to that seat)."""
    if state.step is not Step.HELP or state.helped >= len(state.court):
        return False
    group = state.court[state.helped]
    return group.advisor == number and seat in {None, group.seat}


def _now(table: Table) -> Way:
    wish = table.wish
    return Way(wish.dice, wish.plus, wish.market, 0)


def _best(table: Table, open_ways: list[Way]) -> Way | None:
    """The simplest way, of the dice that are chosen if they reach."""
    chosen = [way for way in open_ways if way.dice == table.wish.dice]
    return next(iter(chosen or open_ways), None)


def _how(table: Table, way: Way | None) -> str:
    shown = faces(table.there)
    return " + ".join(str(shown[index]) for index in way.dice) if way else ""


def _href(table: Table, open_ways: list[Way], *, is_aim: bool) -> str:
    """The simplest way; from the aim itself the next way to the same advisor."""
    best = _best(table, open_ways)
    if best is None:
        return ""
    if is_aim:
        now = table.wish
        place = next(
            (
                place
                for place, way in enumerate(open_ways)
                if (way.dice, way.plus, way.market) == (now.dice, now.plus, now.market)
            ),
            -1,
        )
        best = open_ways[(place + 1) % len(open_ways)]
    return table.href(dice=best.dice, plus=best.plus, market=best.market)


def _coded(way: Way) -> str:
    return f"{'.'.join(map(str, way.dice))},{way.plus},{way.market},{way.envoy}"


def _set(group: Group, words: Words) -> SetGroup:
    house = BLOCKING if group.seat == NOBODY else words.houses[group.seat]
    own = (SetDie(face, house) for face in group.own)
    white = (SetDie(face, WHITE) for face in group.white)
    way = Way((), int(group.plus_two), group.market, int(group.envoy))
    return SetGroup((*own, *white), way.tools)


def _label(table: Table, number: int, groups: list[Group], mood: str, best: Way | None) -> str:
    """All of a niche in words, for who cannot see it."""
    words, _ = table.words, table.words._
    parts = [_("{number} {advisor}", number=number, advisor=words.advisor(number))]
    parts.append(words.help(number))
    for group in groups:
        if group.seat == NOBODY:
            parts.append(_("blocked"))
        else:
            parts.append(_("taken by {player}", player=words.names[group.seat]))
    if mood in {"fits", "maybe"} and best:
        parts.append(_("reached by {dice}", dice=_how(table, best)))
    if mood == "aim" and best:
        parts.append(_("your aim"))
    return ", ".join(parts)
