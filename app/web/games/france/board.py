"""The map as it is shown: owners, signs, trade routes, and the reader's orders on it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from app.boards.france.overlay import Arrow, Chart, Land, Spot, chart, route
from app.rules.france.actions import Conquer, Defend, Invest, Orders
from app.rules.france.atlas import ATLAS, County
from app.rules.france.state import DEVASTATED, NOBODY, France, land
from app.web.games.france.table import Table
from app.web.games.france.words import Words

USUAL = 10
"""An output that is not worth a sign."""


class LandPicture(Struct, frozen=True):
    """A county: whose it is, the sign that stands on it, and how it is told to a reader."""

    id: str
    at: Spot
    house: str
    sign: str
    """capital, palace, crown, output, waste, or nothing."""
    output: int
    label: str


class Strike(Struct, frozen=True):
    """An attack that is ordered: its arrow and its Grain."""

    arrow: Arrow
    grain: int
    led: bool


class Token(Struct, frozen=True):
    """A defence or an investment that is ordered, beside the county's sign."""

    x: float
    y: float
    grain: int
    led: bool = False


class RoutePicture(Struct, frozen=True):
    """A trade route."""

    path: str
    house: str
    other: str


class BoardPicture(Struct, frozen=True):
    """All that lies on the map."""

    chart: Chart
    lands: tuple[LandPicture, ...]
    fronts: tuple[str, ...]
    routes: tuple[RoutePicture, ...]
    goals: tuple[str, ...]
    strikes: tuple[Strike, ...]
    guards: tuple[Token, ...]
    sheaves: tuple[Token, ...]
    chosen: str
    focus: Spot
    changed: bool


def board(table: Table, orders: Orders, *, changed: bool) -> BoardPicture:
    """The map with these orders on it."""
    state, words, seat = table.state, table.words, table.seat
    return BoardPicture(
        chart=chart(),
        lands=tuple(_land(state, words, county) for county in chart().lands),
        fronts=tuple(_fronts(state)),
        routes=tuple(_routes(state, words)),
        goals=tuple(chart().by_name[o.county].id for o in orders if isinstance(o, Conquer)),
        strikes=tuple(_strikes(state, seat, orders)),
        guards=tuple(_tokens(orders, Defend, 21)),
        sheaves=tuple(_tokens(orders, Invest, -21)),
        chosen=chart().by_name[table.at].id if table.at else "",
        focus=_focus(state, seat),
        changed=changed,
    )


def plain_board(state: France, words: Words) -> BoardPicture:
    """The map alone, as it stood."""
    return BoardPicture(
        chart=chart(),
        lands=tuple(_land(state, words, county) for county in chart().lands),
        fronts=tuple(_fronts(state)),
        routes=tuple(_routes(state, words)),
        goals=(),
        strikes=(),
        guards=(),
        sheaves=(),
        chosen="",
        focus=Spot(500, 550),
        changed=True,
    )


def _land(state: France, words: Words, county: Land) -> LandPicture:
    there = land(state, county.name)
    holder = "" if there.holder == NOBODY else words.houses[there.holder]
    return LandPicture(
        id=county.id,
        at=county.piece,
        house=holder,
        sign=_sign(state, county, there.holder, there.output),
        output=there.output,
        label=words._(
            "{county}, {holder}, output {output}",
            county=county.name,
            holder=words.holder(there.holder),
            output=there.output,
        ),
    )


def _sign(state: France, county: Land, holder: int, output: int) -> str:
    if output == DEVASTATED:
        return "waste"
    if holder != NOBODY and state.players[holder].capital == county.name:
        return "capital"
    if county.royal:
        return "palace"
    if county.ducal:
        return "crown"
    return "output" if output != USUAL else ""


def _fronts(state: France) -> Iterator[str]:
    """Borders between different owners."""
    for frontier in chart().frontiers:
        one, other = (land(state, county).holder for county in frontier.pair)
        if one != other:
            yield frontier.id


def _routes(state: France, words: Words) -> Iterator[RoutePicture]:
    for one, other in state.routes:
        ends = [chart().by_name[seat_of(state, seat)].middle for seat in (one, other)]
        yield RoutePicture(route(*ends), words.houses[one], words.houses[other])


def seat_of(state: France, seat: int) -> County:
    """A player's capital, or else his richest county."""
    capital = state.players[seat].capital
    if capital is not None:
        return capital
    own = [c for c in ATLAS.counties if land(state, c).holder == seat]
    return max(own, key=lambda county: land(state, county).output, default="PARIS")


def _strikes(state: France, seat: int, orders: Orders) -> Iterator[Strike]:
    for order in orders:
        if isinstance(order, Conquer) and (origin := origin_of(state, seat, order.county)):
            yield Strike(chart().arrows[origin, order.county], order.grain, order.led)


def origin_of(state: France, seat: int, target: County) -> County | None:
    """F5.6  From where an attack is drawn: over the longest border with land not devastated."""
    origins = [
        county
        for county in ATLAS.neighbours.get(target, ())
        if land(state, county).holder == seat and land(state, county).output != DEVASTATED
    ]
    return max(origins, key=lambda county: chart().lengths[county, target], default=None)


def _tokens(orders: Orders, kind: type[Defend | Invest], aside: float) -> Iterator[Token]:
    for order in orders:
        if isinstance(order, kind) and order.county in chart().by_name:
            spot = chart().by_name[order.county].piece
            led = isinstance(order, Defend) and order.led
            yield Token(spot.x + aside, spot.y, order.grain, led)


def _focus(state: France, seat: int) -> Spot:
    """Where a phone looks first."""
    if seat == NOBODY or state.players[seat].count is None:
        return Spot(520, 420)
    return chart().by_name[seat_of(state, seat)].middle
