"""Writing an action down: one statement, which changes nothing if somebody was faster."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import (
    CTE,
    BigInteger,
    ColumnElement,
    bindparam,
    cast,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.types import ARRAY, DateTime, LargeBinary, SmallInteger, Text, Uuid

from app import meters
from app.db.direct import Direct, Driver
from app.matches.hours import read_calendar
from app.matches.limits import Clock, Times, array_of, set_clock
from app.matches.states import is_kept
from app.matches.tables import action as actions
from app.matches.tables import checkpoint as checkpoints
from app.matches.tables import match as matches
from app.rules.contract import Action, State
from app.rules.service import GameService, Played


class Overtaken(Exception):
    """Another action of the match was written since this one was begun."""


class Position(Struct, frozen=True):
    """Where a match is, as read before a move."""

    id: int
    game: str
    options: dict[str, str]
    state: str
    version: int
    seen: list[int] | None
    snapshot: bytes | None
    seed: bytes
    nonces: list[bytes]
    bots: list[int]
    """Seats that bots play, those of who is away too."""
    limit: int | None
    """Seconds for each decision."""
    bank: int | None
    """Seconds that each had at first."""
    gain: int | None
    calendar: dict[str, Any] | None
    due: datetime | None
    """When the first of the persons who are awaited must have answered."""
    dues: list[datetime | None] | None
    banks: list[int | None] | None
    holidays: list[datetime | None] | None
    """By seat: when its holiday ends."""
    absence: str
    paused: datetime | None
    """Since when the clock stands still."""
    seat: int | None = None
    """The chair of the person who moves."""

    @property
    def clock(self) -> Clock | None:
        """How its time runs, if it has a clock."""
        if self.limit is None and self.bank is None:
            return None
        return Clock(self.limit, self.bank, self.gain or 0, read_calendar(self.calendar))

    @property
    def times(self) -> Times | None:
        """Where its clocks stand, once they run."""
        if self.dues is None:
            return None
        return Times(tuple(self.dues), tuple(self.banks or [None] * len(self.dues)))


class Move(Struct, frozen=True):
    """What is to be written: what was played, by which seat (None: the opening), and for what."""

    played: Played
    seat: int | None = None
    action: Action | None = None
    request_key: UUID | None = None
    forced: str | None = None
    """"host" or "clock", where it is made for an absent seat."""
    times: Times | None = None
    """Where the clocks stand after it."""
    restores: int | None = None
    """The action whose state it brings back: an undo or a redo."""
    reason: str | None = None
    """An admin's words for it."""


async def record(driver: Driver, service: GameService, position: Position, move: Move) -> int:
    """Write the action and the state after it, and set the clock; gives its number.

    Raises Overtaken; UniqueViolation when the seat has used this request key before.
    """
    due = due_after(position, move)
    if due is None or due == position.due:
        return await _record(driver, service, position, move)
    async with driver.transaction():
        number = await _record(driver, service, position, move)
        await set_clock(driver, position.id, due)
    return number


def due_after(position: Position, move: Move) -> datetime | None:
    """When the first answer is due after the move; none while the match is paused."""
    return None if move.times is None or position.paused else move.times.due


async def _record(driver: Driver, service: GameService, position: Position, move: Move) -> int:
    state = move.played.state
    number = position.version + 1
    result = service.result(state)
    kept = is_kept(number, move.restores)
    more = {"restores": move.restores, "reason": move.reason} if kept else {}
    written = await (_RECORD_AND_KEEP if kept else _RECORD).row(
        driver,
        {
            "match": position.id,
            "before": position.version,
            "number": number,
            "new_seen": _array(_seen(service, position, move, number)),
            "new_waiting": _array(awaited(service, state)),
            "new_snapshot": service.encode_state(state),
            "new_state": "finished" if result else "running",
            "new_result": msgspec.json.encode(result).decode() if result else None,
            "new_due": due_after(position, move),
            "new_dues": move.times and array_of(move.times.dues),
            "new_banks": move.times and array_of(move.times.banks),
            "was_dues": position.dues and array_of(position.dues),
            "was_paused": position.paused,
            "new_finished": datetime.now(UTC) if result else None,
            "mover": move.seat,
            "request_key": move.request_key,
            "forced": move.forced,
            "action": move.action and service.encode(move.action).decode(),
            "events": service.encode(move.played.events).decode(),
            "throws": service.encode(move.played.throws).decode(),
            **more,
        },
    )
    if written is None:
        raise Overtaken
    meters.MOVES.labels(position.game).inc()
    return number


def awaited(service: GameService, state: State) -> list[int]:
    """The seats that must decide something now."""
    return sorted(decision.seat for decision in service.decisions(state))


def _seen(service: GameService, position: Position, move: Move, number: int) -> list[int]:
    """By seat, the last action that disturbed it; the mover always saw his own."""
    if move.restores is not None:
        return [number] * len(position.nonces)
    before = position.seen or [0] * len(position.nonces)
    return [
        number if seat == move.seat or _disturbs(service, move, seat) else last
        for seat, last in enumerate(before)
    ]


def _disturbs(service: GameService, move: Move, seat: int) -> bool:
    """Whether it shows the seat something that its page must know before the next move."""
    return any(not event.quiet for event in service.seen(move.played.events, seat))


def _array(numbers: Iterable[int]) -> str:
    """An array in PostgreSQL's own words: the driver would take a tenth of a move's time for it."""
    return "{" + ",".join(map(str, numbers)) + "}"


MOMENT = DateTime(timezone=True)


def clock_is_as_read() -> tuple[ColumnElement[bool], ...]:
    """Nobody has paused the match, or moved its deadlines: parameters `was_paused`, `was_dues`."""
    was_dues = cast(bindparam("was_dues", type_=Text), ARRAY(MOMENT))
    return (
        matches.c.paused.is_not_distinct_from(bindparam("was_paused", type_=MOMENT)),
        matches.c.dues.is_not_distinct_from(was_dues),
    )


_moved = (
    update(matches)
    .where(
        matches.c.id == bindparam("match", type_=BigInteger),
        matches.c.version == bindparam("before", type_=BigInteger),
        *clock_is_as_read(),
    )
    .values(
        version=bindparam("number", type_=BigInteger),
        seen=cast(bindparam("new_seen", type_=Text), ARRAY(BigInteger)),
        waiting=cast(bindparam("new_waiting", type_=Text), ARRAY(SmallInteger)),
        snapshot=bindparam("new_snapshot", type_=LargeBinary),
        state=bindparam("new_state", type_=Text),
        result=bindparam("new_result", type_=Text),
        started=func.coalesce(matches.c.started, func.now()),
        moved=func.now(),
        due=bindparam("new_due", type_=MOMENT),
        dues=cast(bindparam("new_dues", type_=Text), ARRAY(MOMENT)),
        banks=cast(bindparam("new_banks", type_=Text), ARRAY(BigInteger)),
        finished=bindparam("new_finished", type_=DateTime(timezone=True)),
    )
    .returning(matches.c.id)
    .cte("moved")
)
_NUMBER = bindparam("number", type_=BigInteger)
_ACTION: dict[str, ColumnElement[Any]] = {
    "match_id": _moved.c.id,
    "number": _NUMBER,
    "seat": bindparam("mover", type_=SmallInteger),
    "request_key": bindparam("request_key", type_=Uuid),
    "action": bindparam("action", type_=Text),
    "events": bindparam("events", type_=Text),
    "throws": bindparam("throws", type_=Text),
    "forced": bindparam("forced", type_=Text),
}
_RESTORATION: dict[str, ColumnElement[Any]] = {
    "restores": bindparam("restores", type_=BigInteger),
    "reason": bindparam("reason", type_=Text),
}
_kept = (
    insert(checkpoints)
    .from_select(
        ["match_id", "number", "snapshot"],
        select(_moved.c.id, _NUMBER, bindparam("new_snapshot", type_=LargeBinary)),
    )
    .cte("kept")
)


def _written(columns: Mapping[str, ColumnElement[Any]]) -> CTE:
    return insert(actions).from_select(list(columns), select(*columns.values())).cte("written")


_RECORD = Direct(select(_moved.c.id).add_cte(_written(_ACTION)))
_RECORD_AND_KEEP = Direct(
    select(_moved.c.id).add_cte(_written(_ACTION | _RESTORATION)).add_cte(_kept)
)
"""With a checkpoint: every 32nd action, and all that bring back an earlier state."""
