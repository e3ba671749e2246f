"""Writing an action down: one statement, which changes nothing if somebody was faster."""

from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import BigInteger, bindparam, cast, func, insert, select, update
from sqlalchemy.types import ARRAY, DateTime, LargeBinary, SmallInteger, Text, Uuid

from app.db.direct import Direct, Driver
from app.matches.limits import from_now, set_clock, still_due
from app.matches.tables import action as actions
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
    limit: int | None
    """Seconds for each decision."""
    due: datetime | None
    """When the persons who are awaited must have answered."""
    seat: int | None = None
    """The chair of the person who moves."""


class Move(Struct, frozen=True):
    """What is to be written: what was played, by which seat (None: the opening), and for what."""

    played: Played
    seat: int | None = None
    action: Action | None = None
    request_key: UUID | None = None
    forced: str | None = None
    """"host" or "clock", where it is made for an absent seat."""
    due: datetime | None = None
    """As in `Position`, after it."""


async def record(driver: Driver, service: GameService, position: Position, move: Move) -> int:
    """Write the action and the state after it, and set the clock; gives its number.

    Raises Overtaken; UniqueViolation when the seat has used this request key before.
    """
    if move.due is None or move.due == position.due:
        return await _record(driver, service, position, move)
    async with driver.transaction():
        number = await _record(driver, service, position, move)
        await set_clock(driver, position.id, move.due)
    return number


def due_after(
    service: GameService, position: Position, seat: int | None, played: Played, now: datetime
) -> datetime | None:
    """Until when the persons who are awaited after a seat's move at that time have to answer.

    An answer does not move the deadline of the others who were asked at the same time.
    """
    if position.limit is None or set(awaited(service, played.state)) <= set(position.bots):
        return None
    if position.due and all(event.aside for event in played.events):
        return position.due
    if position.due and position.snapshot:
        before = service.decode_state(position.snapshot)
        if still_due(service, before, seat, played.state):
            return position.due
    return from_now(position.limit, now)


async def _record(driver: Driver, service: GameService, position: Position, move: Move) -> int:
    state = move.played.state
    number = position.version + 1
    result = service.result(state)
    written = await _RECORD.row(
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
            "new_due": move.due,
            "new_finished": datetime.now(UTC) if result else None,
            "mover": move.seat,
            "request_key": move.request_key,
            "forced": move.forced,
            "action": move.action and service.encode(move.action).decode(),
            "events": service.encode(move.played.events).decode(),
            "throws": service.encode(move.played.throws).decode(),
        },
    )
    if written is None:
        raise Overtaken
    return number


def awaited(service: GameService, state: State) -> list[int]:
    """The seats that must decide something now."""
    return sorted(decision.seat for decision in service.decisions(state))


def _seen(service: GameService, position: Position, move: Move, number: int) -> list[int]:
    """By seat, the last action that disturbed it; the mover always saw his own."""
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


_moved = (
    update(matches)
    .where(
        matches.c.id == bindparam("match", type_=BigInteger),
        matches.c.version == bindparam("before", type_=BigInteger),
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
        due=bindparam("new_due", type_=DateTime(timezone=True)),
        finished=bindparam("new_finished", type_=DateTime(timezone=True)),
    )
    .returning(matches.c.id)
    .cte("moved")
)
_written = (
    insert(actions)
    .from_select(
        ["match_id", "number", "seat", "request_key", "action", "events", "throws", "forced"],
        select(
            _moved.c.id,
            bindparam("number", type_=BigInteger),
            bindparam("mover", type_=SmallInteger),
            bindparam("request_key", type_=Uuid),
            bindparam("action", type_=Text),
            bindparam("events", type_=Text),
            bindparam("throws", type_=Text),
            bindparam("forced", type_=Text),
        ),
    )
    .cte("written")
)
_RECORD = Direct(select(_moved.c.id).add_cte(_written))
