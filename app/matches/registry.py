"""The register of matches, for whoever runs the house: all of them, without what is secret."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from sqlalchemy import BigInteger, ColumnElement, bindparam, func, or_, select

from app.db.direct import Direct, Driver
from app.matches.errors import NoSuchMatchError
from app.matches.reading import KEY, SEATS, check_key
from app.matches.tables import match as matches

PAGE = 25
BIGGEST = 2**62
OVERDUE = timedelta(hours=1)
"""So long after its time was up a match that still waits is stuck."""

State: TypeAlias = Literal["all", "open", "running", "finished", "paused", "stuck", "deleted"]
STATES: tuple[State, ...] = ("all", "open", "running", "finished", "paused", "stuck", "deleted")


class FiledSeat(Struct, frozen=True):
    """A chair taken, as the register has it."""

    seat: int
    name: str
    person: int | None
    bot: bool
    away: bool
    left: bool


class Filed(Struct, frozen=True):
    """A match in the register."""

    id: int
    key: str
    game: str
    title: str
    state: str
    public: bool
    chairs: int
    version: int
    waiting: tuple[int, ...]
    created: datetime
    moved: datetime
    finished: datetime | None
    due: datetime | None
    timed: bool
    """A clock runs in it, or stands still."""
    paused: datetime | None
    deleted: datetime | None
    asks: int
    seats: tuple[FiledSeat, ...]

    def seat_of(self, person_id: int) -> int | None:
        """Where that person sits."""
        return next((one.seat for one in self.seats if one.person == person_id), None)

    def has_any_of(self, people: Collection[int]) -> bool:
        """Whether one of them sits there."""
        return any(one.person in people for one in self.seats)

    @property
    def people(self) -> frozenset[int]:
        """Whose agreement counts: who sits there, and is neither away nor gone."""
        return frozenset(
            one.person
            for one in self.seats
            if one.person is not None and not one.away and not one.left
        )

    @property
    def awaited(self) -> tuple[str, ...]:
        """The names of those for whom it waits."""
        return tuple(one.name for one in self.seats if one.seat in self.waiting)


class Sought(Struct, frozen=True):
    """What is asked of the register. `before`: the last one of the page before."""

    state: State = "all"
    game: str = ""
    age: timedelta | None = None
    """Made at least so long ago."""
    stuck_after: timedelta = timedelta(days=7)
    before: int | None = None


async def list_matches(driver: Driver, sought: Sought, now: datetime) -> tuple[Filed, ...]:
    """Matches, the newest first, one more than `PAGE` where there are more."""
    parameters = {
        "game": sought.game or None,
        "made_before": None if sought.age is None else now - sought.age,
        "idle_since": now - sought.stuck_after,
        "overdue": now - OVERDUE,
        "last": sought.before or BIGGEST,
        "most": PAGE + 1,
    }
    rows = await _LISTS[sought.state].named_rows(driver, parameters)
    return tuple(_filed(row) for row in rows)


async def find_match(driver: Driver, key: str) -> Filed:
    """One match, also a deleted one. Raises NoSuchMatchError."""
    rows = await _ONE.named_rows(driver, {"key": check_key(key)})
    if not rows:
        raise NoSuchMatchError
    return _filed(rows[0])


async def count_matches(driver: Driver, stuck_after: timedelta, now: datetime) -> dict[str, int]:
    """How many are open, running, stuck."""
    parameters = {"idle_since": now - stuck_after, "overdue": now - OVERDUE}
    row = await _COUNT.row(driver, parameters)
    opened, running, stuck = row or (0, 0, 0)
    return {"open": opened, "running": running, "stuck": stuck}


def _filed(row: dict[str, Any]) -> Filed:
    taken, waiting = row.pop("taken") or (), tuple(row.pop("waiting"))
    seated = tuple(
        FiledSeat(
            one["seat"],
            one["name"] or "?",
            one["person"],
            one["bot"] is not None,
            one["away"],
            one["left"],
        )
        for one in taken
    )
    return Filed(**row, waiting=waiting, seats=seated)


_COLUMNS = (
    matches.c.id,
    matches.c.key,
    matches.c.game,
    matches.c.title,
    matches.c.state,
    matches.c.public,
    matches.c.chairs,
    matches.c.version,
    matches.c.created,
    matches.c.moved,
    matches.c.finished,
    matches.c.due,
    matches.c.dues.is_not(None).label("timed"),
    matches.c.paused,
    matches.c.deleted,
    matches.c.asks,
    matches.c.waiting,
    SEATS.label("taken"),
)
_HERE = matches.c.deleted.is_(None)
_RUNNING = matches.c.state == "running", _HERE
_STUCK = or_(
    (matches.c.due.is_(None)) & (matches.c.moved < bindparam("idle_since")),
    matches.c.due < bindparam("overdue"),
)
_IN_STATE: dict[State, tuple[ColumnElement[bool], ...]] = {
    "all": (_HERE,),
    "open": (matches.c.state == "open", _HERE),
    "running": _RUNNING,
    "finished": (matches.c.state == "finished", _HERE),
    "paused": (*_RUNNING, matches.c.paused.is_not(None)),
    "stuck": (*_RUNNING, matches.c.paused.is_(None), _STUCK),
    "deleted": (matches.c.deleted.is_not(None),),
}
_GAME = bindparam("game", type_=matches.c.game.type)
_MADE_BEFORE = bindparam("made_before", type_=matches.c.created.type)
_LISTS = {
    state: Direct(
        select(*_COLUMNS)
        .where(
            *where,
            matches.c.id < bindparam("last", type_=BigInteger),
            func.coalesce(matches.c.game == _GAME, True),
            func.coalesce(matches.c.created < _MADE_BEFORE, True),
        )
        .order_by(matches.c.id.desc())
        .limit(bindparam("most"))
    )
    for state, where in _IN_STATE.items()
}
_ONE = Direct(select(*_COLUMNS).where(matches.c.key == KEY))
_COUNT = Direct(
    select(
        select(func.count()).where(*_IN_STATE["open"]).scalar_subquery(),
        select(func.count()).where(*_IN_STATE["running"]).scalar_subquery(),
        select(func.count()).where(*_IN_STATE["stuck"]).scalar_subquery(),
    )
)
