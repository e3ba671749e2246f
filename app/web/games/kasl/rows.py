"""Territories to choose: how a decision lists them, and where their links lead."""

from __future__ import annotations

from collections.abc import Iterable

from app.rules.kasl.board import BOARD
from app.web.games.kasl.seats import counters
from app.web.games.kasl.table import Row, Table


def clicked(table: Table, **selection: object) -> str:
    """The page with this selection, ready for the number of a clicked territory."""
    href = table.href(**selection)
    return f"{href}{'&' if '?' in href else '?'}at="


def rows(table: Table, numbers: Iterable[int], **selection: object) -> tuple[Row, ...]:
    """Territories to choose: those beside rivals first."""
    at = clicked(table, **selection)
    rows = [row(table, number, f"{at}{number}") for number in numbers]
    return tuple(sorted(rows, key=lambda row: -len(rivals(table, row.number))))


def row(table: Table, number: int, href: str, *, chosen: bool = False) -> Row:
    """A territory as a line of a list."""
    land = table.land(number)
    return Row(
        number,
        table.words.land(number),
        href,
        counters(land.units, table.words),
        lord=land.lord,
        stronghold=land.stronghold,
        chosen=chosen,
    )


def rivals(table: Table, number: int) -> list[int]:
    """Territories of others that armies can reach from there."""
    lands = table.state.lands
    return [n for n in BOARD.neighbours[number] if lands[n - 1].holder != table.seat]
