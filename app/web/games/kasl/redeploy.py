"""K8, K9  Redeploying units and Lords, and the end of the turn."""

from __future__ import annotations

from app.rules.kasl.redeploy import lord_ways, unit_ways
from app.web.games.kasl.aftermath import steppers
from app.web.games.kasl.board import marks
from app.web.games.kasl.rows import clicked, row
from app.web.games.kasl.summary import Summary
from app.web.games.kasl.table import Asked, Panel, Row, Stepper, Table

Way = tuple[int, int]


class UnitsPanel(Panel, frozen=True, kw_only=True):
    """K8.1  From where to where, and which units."""

    moves: int
    rows: tuple[Row, ...]
    origin: int = 0
    target: int = 0
    origin_name: str = ""
    target_name: str = ""
    steppers: tuple[Stepper, ...] = ()
    most: int = 0
    back: str = ""


class LordsPanel(Panel, frozen=True, kw_only=True):
    """K9.1  From where to where a Lord goes; or the end of the turn, with a summary of it."""

    moves: int
    rows: tuple[Row, ...]
    summary: Summary
    origin: int = 0
    target: int = 0
    origin_name: str = ""
    target_name: str = ""
    back: str = ""


def units(table: Table) -> Asked:
    """K8.1  Choose an origin, a neighbouring target, and units."""
    ways = list(unit_ways(table.state, table.seat))
    origin, target = _selected(table, ways)
    there = table.land(origin).units if target else None
    words = table.words
    panel = UnitsPanel(
        template="units",
        title=_title(table, origin, target, words._("Redeploy units")),
        action=table.play_url,
        url=table.href(from_=origin, to=target),
        at=clicked(table, from_=origin),
        stage=4,
        moves=table.state.moves_left,
        rows=_rows(table, ways, origin, target),
        origin=origin,
        target=target,
        origin_name=words.land(origin) if origin else "",
        target_name=words.land(target) if target else "",
        steppers=steppers(table, there) if there else (),
        most=there.number - 1 if there else 0,
        back=_back(table, origin, target),
    )
    return Asked(panel, marks(_may(ways, origin), origin, target))


def lords(table: Table, summary: Summary) -> Asked:
    """K9.1  Choose a Lord and where he goes; or end the turn."""
    ways = list(lord_ways(table.state, table.seat)) if table.state.moves_left else []
    origin, target = _selected(table, ways)
    words = table.words
    panel = LordsPanel(
        template="lords",
        title=_title(table, origin, target, words._("End your turn?")),
        action=table.play_url,
        url=table.href(from_=origin, to=target),
        at=clicked(table, from_=origin),
        stage=5,
        moves=table.state.moves_left,
        rows=_rows(table, ways, origin, target),
        summary=summary,
        origin=origin,
        target=target,
        origin_name=words.land(origin) if origin else "",
        target_name=words.land(target) if target else "",
        back=_back(table, origin, target),
    )
    return Asked(panel, marks(_may(ways, origin), origin, target))


def _selected(table: Table, ways: list[Way]) -> Way:
    """Origin and target that the wish comes to; clicking the origin again lets it go."""
    wish = table.wish
    origins = {origin for origin, _ in ways}
    if (wish.origin, wish.at or wish.target) in ways:
        return wish.origin, wish.at or wish.target
    if wish.at in origins and wish.at != wish.origin:
        return wish.at, 0
    if wish.origin in origins and not wish.at:
        return wish.origin, 0
    return 0, 0


def _title(table: Table, origin: int, target: int, start: str) -> str:
    words = table.words
    if target:
        return words._("{origin} to {target}", origin=words.land(origin), target=words.land(target))
    if origin:
        return words._("From {origin} to …", origin=words.land(origin))
    return start


def _rows(table: Table, ways: list[Way], origin: int, target: int) -> tuple[Row, ...]:
    if target:
        return ()
    if origin:
        return tuple(
            row(table, to, table.href(from_=origin, to=to)) for one, to in ways if one == origin
        )
    origins = dict.fromkeys(one for one, _ in ways)
    return tuple(row(table, one, table.href(from_=one)) for one in origins)


def _may(ways: list[Way], origin: int) -> list[int]:
    if origin:
        return [to for one, to in ways if one == origin]
    return [one for one, _ in ways]


def _back(table: Table, origin: int, target: int) -> str:
    if target:
        return table.href(from_=origin)
    return table.href() if origin else ""
