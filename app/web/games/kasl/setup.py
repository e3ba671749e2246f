"""K2.3, K3.7  Set-up: the city, the Lord, the archers; and the card that declares the plague."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from msgspec import Struct

from app.rules.kasl.kingdom import held
from app.rules.kasl.setup import ARCHERS
from app.rules.kasl.units import CITY, Units
from app.web.games.kasl.board import Draft, marks
from app.web.games.kasl.rows import clicked, rows
from app.web.games.kasl.table import Asked, Panel, Row, Table

SET_UP_PIECES = 2 + ARCHERS
"""K2.3  The city, the Lord and the archers, placed in this order."""


class Piece(Struct, frozen=True):
    """A piece to place: where it stands, or nothing yet; `now` is the next one."""

    icon: str
    name: str
    place: str
    now: bool


class SetUpPanel(Panel, frozen=True, kw_only=True):
    """K2.3  The city, the Lord and three archers."""

    pieces: tuple[Piece, ...]
    rows: tuple[Row, ...]
    undo: str
    ready: bool
    city: int
    lord: int
    archers: tuple[tuple[int, int], ...]


def set_up(table: Table) -> Asked:
    """K2.3  Pieces are put one after another by choosing territories."""
    own = held(table.state.lands, table.seat)
    wished = [*table.wish.put, *([table.wish.at] if table.wish.at else [])]
    put = tuple(number for number in wished if number in own)[:SET_UP_PIECES]
    city, lord, archers = put[:1], put[1:2], Tally(put[2:])
    draft = Draft(
        {number: Units(archers=n) for number, n in archers.items()},
        dict.fromkeys(city, CITY),
        lord,
    )
    ready = len(put) == SET_UP_PIECES
    panel = SetUpPanel(
        template="set_up",
        title=_set_up_title(table, len(put)),
        action=table.play_url,
        url=table.href(put=put),
        at=clicked(table, put=put),
        pieces=_set_up_pieces(table, put),
        rows=() if ready else rows(table, own, put=put),
        undo=table.href(put=put[:-1]) if put else "",
        ready=ready,
        city=city[0] if city else 0,
        lord=lord[0] if lord else 0,
        archers=tuple(archers.items()),
    )
    return Asked(panel, marks(() if ready else own), draft)


def _set_up_title(table: Table, placed: int) -> str:
    _ = table.words._
    if placed == 0:
        return _("Place your fortified city")
    if placed == 1:
        return _("Place your Lord")
    if placed < SET_UP_PIECES:
        return _("Place archers, {number} of {all}", number=placed - 1, all=ARCHERS)
    return _("Begin like this?")


def _set_up_pieces(table: Table, put: Sequence[int]) -> tuple[Piece, ...]:
    words, _ = table.words, table.words._
    archers = Tally(put[2:])
    where = (f"{words.land(number)} {count}" for number, count in archers.items())
    return (
        Piece("tower", _("Fortified city"), words.lands(put[:1]), now=not put),
        Piece("crown", _("Lord"), words.lands(put[1:2]), now=len(put) == 1),
        Piece(
            "bowman",
            _("{all} archers", all=ARCHERS),
            ", ".join(where),
            now=2 <= len(put) < SET_UP_PIECES,
        ),
    )


class Card(Struct, frozen=True):
    """A mission card that may be given up."""

    number: int
    name: str
    content: str
    label: str


class PlaguePanel(Panel, frozen=True, kw_only=True):
    """K3.7  Whether to declare the plague."""

    cards: tuple[Card, ...]


def plague(table: Table) -> Asked:
    """K3.7  The seat with the smallest kingdom may declare it."""
    _ = table.words._
    own = [number for number in table.state.missions[table.seat] if number]
    cards = tuple(
        Card(
            number,
            table.words.land(number),
            _holder(table, number),
            _("Infect {territory}", territory=table.words.land(number)),
        )
        for number in own
    )
    panel = PlaguePanel(
        template="plague",
        title=_("Declare the plague?"),
        action=table.play_url,
        url=table.href(),
        at=clicked(table),
        cards=cards,
    )
    return Asked(panel, marks(own))


def _holder(table: Table, number: int) -> str:
    land = table.land(number)
    if land.holder < 0:
        return table.words._("vacant")
    return table.words.names[land.holder]
