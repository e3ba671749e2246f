"""The log of a match: what its actions made happen, as one reader may know it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.types import BigInteger

from app.db.direct import Direct, Driver
from app.matches.endings import ENDINGS
from app.matches.heads import LogEntry
from app.matches.line import Line, Told, taken_back
from app.matches.tables import action as actions
from app.rules.contract import Event
from app.rules.service import GameService

LOG_ENTRIES = 60
MOST_CHANGES = 200
_BIGGEST = 2**63 - 1
TOLD = (
    actions.c.number,
    actions.c.seat,
    actions.c.at,
    actions.c.events,
    actions.c.forced,
    actions.c.restores,
    actions.c.reason,
)
"""Columns for `told`."""

Seen = Callable[[Sequence[Event]], tuple[Event, ...]]
"""What its reader may know of events."""


def told(service: GameService, rows: Sequence[Sequence[Any]]) -> list[Told]:
    """Rows of TOLD decoded."""
    return [
        Told(number, seat, at, service.decode_events(events), *rest)
        for number, seat, at, events, *rest in rows
    ]


def entries_of(
    record: Sequence[Told], line: Line, undone: Callable[[int], bool], seen: Seen
) -> tuple[LogEntry, ...]:
    """Entries of a record, oldest first; actions of which nothing may be known are left out."""
    entries = (
        LogEntry(
            one.number,
            one.seat,
            one.at,
            seen(one.events),
            one.forced,
            restores=one.restores,
            steps=0 if one.restores is None else line.steps(one.number),
            undone=one.restores is None and undone(one.number),
            reason=one.reason,
        )
        for one in record
    )
    return tuple(entry for entry in entries if entry.events or _is_told(entry))


def _is_told(entry: LogEntry) -> bool:
    """Whether it is told though no event is seen: an undo, a redo, an end outside of the rules."""
    return entry.restores is not None or entry.forced in ENDINGS


async def read_record(
    driver: Driver,
    service: GameService,
    match_id: int,
    *,
    before: int = _BIGGEST,
    after: int = -1,
    most: int = LOG_ENTRIES,
) -> list[Told]:
    """The newest `most` actions between two numbers (both excluded), oldest first."""
    window = {"match": match_id, "before": _bounded(before), "after": _bounded(after), "most": most}
    return told(service, (await _RECORD.rows(driver, window))[::-1])


def newest_log(
    service: GameService, record: Sequence[Told], seat: int | None
) -> tuple[LogEntry, ...]:
    """The log of a record that ends with the newest action."""
    line = Line(record)
    return entries_of(
        record, line, line.undone().__contains__, lambda events: service.seen(events, seat)
    )


async def read_older(
    driver: Driver, service: GameService, match_id: int, seat: int | None, before: int
) -> tuple[LogEntry, ...]:
    """The log before a number, oldest first."""
    record = await read_record(driver, service, match_id, before=before)
    undone = await _read_undone(driver, match_id)
    return entries_of(record, Line(record), undone, lambda events: service.seen(events, seat))


async def read_telling(
    driver: Driver, service: GameService, match_id: int, seat: int | None, event: str
) -> tuple[LogEntry, ...]:
    """The entries with an event of that type that still count, oldest first; `MOST_CHANGES`."""
    parameters = {"match": match_id, "like": f'%"type":"{event}"%', "most": MOST_CHANGES}
    record = told(service, await _TELLING.rows(driver, parameters))
    undone = await _read_undone(driver, match_id)
    counting = [one for one in record if not undone(one.number)]
    return entries_of(
        counting, Line(()), lambda number: False, lambda events: service.seen(events, seat)
    )


async def _read_undone(driver: Driver, match_id: int) -> Callable[[int], bool]:
    """Whether a move of the match was taken back."""
    ranges = taken_back(await _RESTORATIONS.rows(driver, {"match": match_id}), _BIGGEST)
    return lambda number: any(number in gone for gone in ranges)


def _bounded(number: int) -> int:
    return max(-1, min(number, _BIGGEST))


_THIS = actions.c.match_id == bindparam("match", type_=BigInteger)
_RECORD = Direct(
    select(*TOLD)
    .where(
        _THIS,
        actions.c.number > bindparam("after"),
        actions.c.number < bindparam("before"),
    )
    .order_by(actions.c.number.desc())
    .limit(bindparam("most"))
)
_TELLING = Direct(
    select(*TOLD)
    .where(_THIS, actions.c.events.like(bindparam("like")))
    .order_by(actions.c.number)
    .limit(bindparam("most"))
)
_RESTORATIONS = Direct(
    select(actions.c.number, actions.c.restores)
    .where(_THIS, actions.c.restores.is_not(None))
    .order_by(actions.c.number)
)
