"""F2  Entering: county, colour, Count and trait; at the beginning, or late."""

from __future__ import annotations

from msgspec import Struct

from app.rules.contract import N_
from app.rules.france.atlas import ATLAS, County
from app.rules.france.entering import COLOURS, free_colours, names_for, open_counties
from app.rules.france.state import NOBODY
from app.rules.france.traits import POSITIVE
from app.web.games.france.table import Table
from app.web.games.france.words import TRAITS, Words
from app.web.games.picture import Panel, first

CULTURES = {"breton": N_("Breton"), "frankish": N_("Frankish"), "occitan": N_("Occitan")}
SEAS = {
    "Channel": N_("the Channel"),
    "Atlantic": N_("the Atlantic"),
    "Mediterranean": N_("the Mediterranean"),
}


class Home(Struct, frozen=True):
    """A county to enter in."""

    name: str
    href: str
    about: str
    ducal: bool
    chosen: bool


class Hue(Struct, frozen=True):
    """A colour to choose."""

    key: str
    name: str
    free: bool
    chosen: bool


class Virtue(Struct, frozen=True):
    """A trait to choose."""

    key: str
    name: str
    effect: str
    rule: str
    chosen: bool


class EnterPanel(Panel, frozen=True, kw_only=True):
    """F2.1  Who enters; `late`: F2.4, in his own colour."""

    late: bool
    county: str
    about: str
    ducal: bool
    homes: tuple[Home, ...]
    hues: tuple[Hue, ...]
    names: tuple[str, ...]
    count: str
    virtues: tuple[Virtue, ...]
    house: str


def enter(table: Table, *, late: bool) -> EnterPanel:
    """The decision of somebody who enters."""
    words, _ = table.words, table.words._
    free = open_counties(table.state)
    county = table.at if table.at in free else None
    names = names_for(county) if county else ()
    title = _("Enter in {county}", county=county) if county else _("Choose your county")
    return EnterPanel(
        template="enter",
        title=title,
        action=f"{table.url}/play",
        url=table.chosen(county) if county else table.url,
        at=f"{table.url}?at=",
        late=late,
        county=county or "",
        about=about(words, county) if county else "",
        ducal=county in ATLAS.ducal,
        homes=tuple(_home(table, each, county) for each in free),
        hues=() if late else _hues(table),
        names=names,
        count=first(table.query, "count") or (names[table.seat % len(names)] if names else ""),
        virtues=_virtues(table),
        house=words.house(table.seat),
    )


def about(words: Words, county: County) -> str:
    """Culture and seas of a county."""
    _ = words._
    parts = [_(CULTURES[ATLAS.culture[county]])]
    seas = [_(SEAS[sea]) for sea in sorted(ATLAS.seas[county])]
    parts += [_("on {sea}", sea=sea) for sea in seas]
    return ", ".join(parts)


def _home(table: Table, county: County, chosen: County | None) -> Home:
    rivals = sum(table.holder(other) != NOBODY for other in ATLAS.neighbours[county])
    told = about(table.words, county)
    if rivals:
        beside = table.words._.ngettext(
            "beside {number} county of others", "beside {number} counties of others", rivals
        )
        told = f"{told}, {beside}"
    return Home(county, table.chosen(county), told, county in ATLAS.ducal, county == chosen)


def _hues(table: Table) -> tuple[Hue, ...]:
    free = free_colours(table.state)
    wanted = first(table.query, "colour")
    chosen = wanted if wanted in free else free[table.seat % len(free)]
    return tuple(Hue(key, table.words.colour(key), key in free, key == chosen) for key in COLOURS)


def _virtues(table: Table) -> tuple[Virtue, ...]:
    wanted = first(table.query, "trait") or POSITIVE[0]
    return tuple(
        Virtue(
            trait, table.words.trait(trait), table.words.effect(trait), TRAITS[trait][2],
            trait == wanted,
        )
        for trait in POSITIVE
    )  # fmt: skip
