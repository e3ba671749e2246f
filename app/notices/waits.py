"""Who waits: a wait begins once, however many moves of his own it holds, and ends with it."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import bindparam, column, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.types import ARRAY, BigInteger, DateTime, SmallInteger

from app.db.direct import Direct, Driver
from app.matches.standing import Standing, Step
from app.notices.kinds import TURNS
from app.notices.tables import awaited, notice

HOUR = timedelta(hours=1)
SHORTEST = timedelta(minutes=10)
"""Of a wait that is shorter nobody is warned: he has just been told that it is his turn."""


class Wait(Struct, frozen=True):
    """A seat that waits since a version of its match; `near` is when its person is warned."""

    match: int
    seat: int
    person: int
    number: int
    since: datetime
    near: datetime | None


def waits_now(
    standing: Standing, before: Sequence[Wait], ended: Collection[int], now: datetime
) -> list[Wait]:
    """The waits of a settled match, those that go on with their numbers.

    `ended` are seats whose waits had ended since `before` was true, though they wait again.
    """
    known = {wait.seat: wait for wait in before}
    waits = []
    for seat in standing.waiting:
        if (person := standing.person(seat)) is None:
            continue
        wait = known.get(seat)
        if wait is None or wait.person != person or seat in ended:
            wait = Wait(standing.id, seat, person, standing.version, now, None)
        waits.append(Wait(*_key(wait), near=near_of(standing.due_of(seat), wait.since)))
    return waits


def moves_before_others(seat: int, steps: Sequence[Step]) -> list[int]:
    """The moves of this seat after which others moved: its wait may have ended with each."""
    others = max((step.number for step in steps if step.seat != seat), default=0)
    return [step.number for step in steps if step.seat == seat and step.number < others]


def near_of(due: datetime | None, since: datetime) -> datetime | None:
    """When a deadline is near: at a quarter of the time, or an hour before, whichever is earlier.

    The hour is at most half of the time, so that nobody is warned when the time begins.
    """
    if due is None or due - since < SHORTEST:
        return None
    span = due - since
    return due - max(span / 4, min(HOUR, span / 2))


async def read_waits(driver: Driver, ids: Sequence[int]) -> list[Wait]:
    """The waits of these matches, as they were seen last."""
    return [Wait(*row) for row in await _READ.rows(driver, {"ids": list(ids)})]


async def keep_waits(driver: Driver, ids: Sequence[int], waits: Sequence[Wait]) -> None:
    """These are the waits of these matches from now on."""
    lists = {
        "matches": [wait.match for wait in waits],
        "seats": [wait.seat for wait in waits],
        "persons": [wait.person for wait in waits],
        "numbers": [wait.number for wait in waits],
        "sinces": [wait.since for wait in waits],
        "nears": [wait.near for wait in waits],
    }
    await _DROP.rows(driver, {"ids": list(ids), **{k: lists[k] for k in ("matches", "seats")}})
    await _KEEP.rows(driver, lists)


def lasts(wait: Wait, waits: Collection[Wait]) -> bool:
    """Whether this wait is among those."""
    return any((wait.match, wait.seat, wait.number) == (w.match, w.seat, w.number) for w in waits)


async def read_turns(driver: Driver, waits: Sequence[Wait], now: datetime) -> None:
    """Nobody need read any more that it was his turn: these waits are over."""
    if waits:
        lists = {
            "matches": [wait.match for wait in waits],
            "persons": [wait.person for wait in waits],
            "numbers": [wait.number for wait in waits],
            "now": now,
        }
        await _READ_TURNS.rows(driver, lists)


async def read_near(driver: Driver, now: datetime) -> list[Wait]:
    """The waits whose persons are to be warned at that time."""
    return [Wait(*row) for row in await _NEAR.rows(driver, {"now": now})]


async def set_near(driver: Driver, wait: Wait, near: datetime | None) -> None:
    """Warn of this wait at that time; None: no more."""
    await _SET_NEAR.rows(driver, {"match": wait.match, "own": wait.seat, "at": near})


async def is_waiting(driver: Driver, match_id: int, person: int | None, number: int) -> bool:
    """Whether this wait still lasts; without a person, whether any wait of that number does."""
    parameters = {"match": match_id, "person": person, "number": number}
    return await _LASTS.row(driver, parameters) is not None


def _key(wait: Wait) -> tuple[int, int, int, int, datetime]:
    return wait.match, wait.seat, wait.person, wait.number, wait.since


_COLUMNS = (
    awaited.c.match_id,
    awaited.c.seat,
    awaited.c.person_id,
    awaited.c.number,
    awaited.c.since,
    awaited.c.near,
)
_IDS = bindparam("ids", type_=ARRAY(BigInteger))
_MATCH = bindparam("match", type_=BigInteger)
_NOW = bindparam("now", type_=DateTime(timezone=True))
_READ = Direct(select(*_COLUMNS).where(awaited.c.match_id == func.any(_IDS)))
_NEAR = Direct(select(*_COLUMNS).where(awaited.c.near <= _NOW).order_by(awaited.c.near))
_kept = (
    func.unnest(
        bindparam("matches", type_=ARRAY(BigInteger)), bindparam("seats", type_=ARRAY(SmallInteger))
    )
    .table_valued(column("match", BigInteger), column("seat", SmallInteger), name="kept")
    .render_derived()
)
_DROP = Direct(
    delete(awaited)
    .where(
        awaited.c.match_id == func.any(_IDS),
        ~select(_kept.c.seat)
        .where(_kept.c.match == awaited.c.match_id, _kept.c.seat == awaited.c.seat)
        .exists(),
    )
    .returning(awaited.c.seat)
)
_new = (
    func.unnest(
        bindparam("matches", type_=ARRAY(BigInteger)),
        bindparam("seats", type_=ARRAY(SmallInteger)),
        bindparam("persons", type_=ARRAY(BigInteger)),
        bindparam("numbers", type_=ARRAY(BigInteger)),
        bindparam("sinces", type_=ARRAY(DateTime(timezone=True))),
        bindparam("nears", type_=ARRAY(DateTime(timezone=True))),
    )
    .table_valued("match_id", "seat", "person_id", "number", "since", "near", name="new")
    .render_derived()
)
_insert = insert(awaited).from_select(
    ["match_id", "seat", "person_id", "number", "since", "near"], select(*_new.c)
)
_KEEP = Direct(
    _insert.on_conflict_do_update(
        index_elements=[awaited.c.match_id, awaited.c.seat],
        set_={name: _insert.excluded[name] for name in ("person_id", "number", "since", "near")},
        where=(awaited.c.number != _insert.excluded.number)
        | awaited.c.near.is_distinct_from(_insert.excluded.near)
        | (awaited.c.person_id != _insert.excluded.person_id),
    ).returning(awaited.c.seat)
)
_over = (
    func.unnest(
        bindparam("matches", type_=ARRAY(BigInteger)),
        bindparam("persons", type_=ARRAY(BigInteger)),
        bindparam("numbers", type_=ARRAY(BigInteger)),
    )
    .table_valued(
        column("match", BigInteger),
        column("person", BigInteger),
        column("number", BigInteger),
        name="over",
    )
    .render_derived()
)
_READ_TURNS = Direct(
    update(notice)
    .where(
        notice.c.read.is_(None),
        notice.c.person_id == _over.c.person,
        notice.c.match_id == _over.c.match,
        notice.c.number == _over.c.number,
        or_(*(notice.c.kind == kind for kind in sorted(TURNS))),
    )
    .values(read=_NOW)
    .returning(notice.c.id)
)
_SET_NEAR = Direct(
    update(awaited)
    .where(awaited.c.match_id == _MATCH, awaited.c.seat == bindparam("own", type_=SmallInteger))
    .values(near=bindparam("at", type_=DateTime(timezone=True)))
    .returning(awaited.c.seat)
)
_PERSON = bindparam("person", type_=BigInteger)
_LASTS = Direct(
    select(awaited.c.seat)
    .where(
        awaited.c.match_id == _MATCH,
        awaited.c.number == bindparam("number", type_=BigInteger),
        _PERSON.is_(None) | (awaited.c.person_id == _PERSON),
    )
    .limit(1)
)
