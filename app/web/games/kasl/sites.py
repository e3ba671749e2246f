"""K4.2, K5.1, K6.2, K6.3  Decisions for one territory."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.rules.kasl.kingdom import held
from app.rules.kasl.recruitment import lord_sites
from app.rules.kasl.units import CITY, Units
from app.web.games.kasl.board import Draft, marks
from app.web.games.kasl.rows import clicked, row
from app.web.games.kasl.table import Asked, Panel, Row, Table


class SitePanel(Panel, frozen=True, kw_only=True):
    """K4.2, K5.1, K6.2, K6.3  One territory to choose."""

    type: str
    rows: tuple[Row, ...]
    chosen: int
    label: str
    consequence: str
    rule: str
    tabs: tuple[Tab, ...] = ()


class Tab(Struct, frozen=True):
    """One of the three choices; `closed` is the reason why it cannot be taken."""

    key: str
    letter: str
    label: str
    href: str
    open: bool
    closed: str = ""


def found(table: Table) -> Asked:
    """K4.2  Where the new city stands."""
    own = held(table.state.lands, table.seat)
    chosen = table.wish.at if table.wish.at in own else 0
    _ = table.words._
    return site(
        table,
        own,
        chosen,
        type="Found",
        title=_("Found a fortified city"),
        label=_("Found it on {territory}", territory=name(table, chosen)),
        consequence=_("You have no stronghold left: a city and one archers come for free."),
        rule="K4.2",
        stage=0,
    )


def call_lord(table: Table) -> Asked:
    """K5.1  Where the Lord enters service."""
    sites = lord_sites(table.state, table.seat)
    chosen = table.wish.at if table.wish.at in sites else 0
    _ = table.words._
    return site(
        table,
        sites,
        chosen,
        type="CallLord",
        title=_("A Lord enters your service"),
        label=_("Call him to {territory}", territory=name(table, chosen)),
        consequence=_("A whole fiefdom is yours: a Lord comes to one of its territories."),
        rule="K5.1",
        stage=1,
    )


def name(table: Table, number: int) -> str:
    return table.words.land(number) if number else ""


def site(
    table: Table,
    sites: Sequence[int],
    chosen: int,
    *,
    type: str,  # noqa: A002 - the action's field
    title: str,
    label: str,
    consequence: str,
    rule: str,
    stage: int,
    tabs: tuple[Tab, ...] = (),
    choose: str = "",
) -> Asked:
    at = clicked(table, choose=choose)
    rows = tuple(row(table, n, f"{at}{n}", chosen=n == chosen) for n in sites)
    panel = SitePanel(
        template="site",
        title=title,
        action=table.play_url,
        url=table.href(choose=choose, at=chosen),
        at=at,
        stage=stage,
        type=type,
        rows=rows,
        chosen=chosen,
        label=label,
        consequence=consequence,
        rule=rule,
        tabs=tabs,
    )
    return Asked(panel, marks(sites, origin=chosen), _site_draft(table, type, chosen))


def _site_draft(table: Table, type: str, chosen: int) -> Draft:  # noqa: A002 - the action's field
    if not chosen:
        return Draft()
    if type == "CallLord":
        return Draft(lords=(chosen,))
    if type == "Fortify":
        level = table.land(chosen).stronghold + 1
        return Draft({chosen: Units(infantry=1)}, {chosen: level})
    return Draft({chosen: Units(archers=1)}, {chosen: CITY})
