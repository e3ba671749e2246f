"""The clock of a match: whose time runs after an action, and until when.

Nobody's answer touches the time of others who were asked at the same time. Where an action is taken
back nobody gains by it: what was left counts on, and a gain is given back.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import BigInteger, bindparam, cast, update
from sqlalchemy.types import ARRAY, Text

from app.db.direct import Direct, Driver
from app.matches.hours import Calendar, add_counted, counted_between
from app.matches.limits import Clock, Times, array_of, set_clock
from app.matches.record import MOMENT, Position, clock_is_as_read
from app.matches.tables import match as matches
from app.rules.contract import Decision, Seat, State
from app.rules.service import GameService, Played

MILLISECOND = timedelta(milliseconds=1)
SECOND = 1000  # milliseconds
Holidays: TypeAlias = Sequence[datetime | None] | None
"""By seat: until when its person is on holiday."""


class _Asked(Struct, frozen=True):
    """A seat before an action: its time, and what the action does to it."""

    due: datetime | None
    bank: int | None
    until: datetime | None
    """When its holiday ends."""
    moves: bool = False
    """The action is its own."""
    same: bool = False
    """It is asked what it was asked before."""
    hands_on: bool = False
    """Others are asked by the action who were not before; taken back: who are not any more."""


def times_after(
    service: GameService,
    position: Position,
    before: State | None,
    mover: Seat | None,
    played: Played,
    now: datetime,
    forced: bool = False,
) -> Times | None:
    """Where the clocks stand after a seat's action at that time; None: the match has no clock.

    `forced`: the house answers for the seat, whose time is up.
    """
    if position.clock is None:
        return None
    if position.times and played.events and all(event.aside for event in played.events):
        return position.times
    now = position.paused or now
    asks = questions(service, played.state)
    asked = questions(service, before) if before is not None else {}
    hands_on = not asks.keys() - {mover} <= asked.keys()
    seats = []
    for seat in range(len(position.nonces)):
        same = asks.get(seat) == asked.get(seat)
        one = _asked(position, seat, seat == mover, same, hands_on)
        if seat not in asks or seat in position.bots:
            seats.append(_rests(position.clock, one, now, forced))
        elif one.due is None:
            seats.append(_begins(position.clock, one, now))
        else:
            seats.append(_goes_on(position.clock, one, now, forced))
    return _times(seats)


def times_restored(
    service: GameService,
    position: Position,
    before: State,
    after: State,
    now: datetime,
    mover: Seat | None = None,
) -> Times | None:
    """Where the clocks stand after actions were taken back, or done again, at that time.

    `mover`: whose actions they were; None where they were several seats'.
    """
    clock = position.clock
    if clock is None:
        return None
    now = position.paused or now
    asks, asked = questions(service, after), questions(service, before)
    hands_on = not asked.keys() - {mover} <= asks.keys()
    seats: list[tuple[datetime | None, int | None]] = []
    for seat in range(len(position.nonces)):
        same = asks.get(seat) == asked.get(seat)
        one = _asked(position, seat, seat == mover, same, hands_on)
        if seat not in asks or seat in position.bots:
            seats.append((None, one.bank))
        elif one.due is None:
            seats.append(_asked_again(clock, one, now))
        elif clock.live and one.moves and one.hands_on:
            left = _left(clock.calendar, one.due, now) - clock.gain * SECOND
            seats.append(_begins(clock, _with_bank(one, max(0, left)), now))
        elif clock.live or one.same:
            seats.append((one.due, one.bank))
        else:
            seats.append((one.due, _left(clock.calendar, one.due, now)))
    return _times(seats)


def times_returned(
    service: GameService, position: Position, state: State, seat: Seat, now: datetime
) -> Times | None:
    """Where the clocks stand when a bot has given the seat back to its person at that time."""
    clock, times = position.clock, position.times
    if clock is None or times is None or seat not in questions(service, state):
        return times
    one = _asked(position, seat)
    due, bank = _begins(clock, one, position.paused or now)
    dues, banks = list(times.dues), list(times.banks)
    dues[seat], banks[seat] = due, bank
    return Times(tuple(dues), tuple(banks))


def times_moved(
    times: Times,
    calendar: Calendar | None,
    since: datetime,
    now: datetime,
    before: Holidays = None,
    after: Holidays = None,
) -> Times:
    """The same clocks when what counts between these two moments shall count for nobody.

    `before` and `after`: by seat, until when it is on holiday then; during that nothing counts.
    """
    dues = []
    for seat, due in enumerate(times.dues):
        if due is not None:
            begins = max(since, (before and before[seat]) or since)
            left = counted_between(begins, due, calendar)
            due = add_counted(max(now, (after and after[seat]) or now), left, calendar)
        dues.append(due)
    return Times(tuple(dues), times.banks)


def questions(service: GameService, state: State) -> Mapping[Seat, Decision]:
    """What each awaited seat is asked."""
    return {decision.seat: decision for decision in service.decisions(state)}


def _asked(
    position: Position,
    seat: Seat,
    moves: bool = False,
    same: bool = False,
    hands_on: bool = False,
) -> _Asked:
    times, holidays = position.times, position.holidays
    return _Asked(
        times.dues[seat] if times else None,
        times.banks[seat] if times else None,
        holidays[seat] if holidays else None,
        moves,
        same,
        hands_on,
    )


def _rests(
    clock: Clock, seat: _Asked, now: datetime, forced: bool
) -> tuple[datetime | None, int | None]:
    """It is not awaited after the action."""
    if seat.due is None:
        return None, seat.bank
    left = _left(clock.calendar, seat.due, now)
    if not seat.moves:
        return None, left if clock.live else seat.bank
    if forced:
        left = 0
    return None, left + clock.gain * SECOND if clock.live else left


def _begins(clock: Clock, seat: _Asked, now: datetime) -> tuple[datetime, int | None]:
    """It is asked, and was not before."""
    if clock.bank is None:
        return _fresh(clock, seat, now), None
    bank = clock.bank * SECOND if seat.bank is None else seat.bank
    return add_counted(now, bank * MILLISECOND, clock.calendar), bank


def _goes_on(
    clock: Clock, seat: _Asked, now: datetime, forced: bool
) -> tuple[datetime | None, int | None]:
    """It was awaited, and is."""
    if clock.live:
        if not (seat.moves and (forced or seat.hands_on)):
            return seat.due, seat.bank
        left = 0 if forced or seat.due is None else _left(clock.calendar, seat.due, now)
        return _begins(clock, _with_bank(seat, left + clock.gain * SECOND), now)
    if seat.moves:
        takes_back = seat.bank is not None and not forced
        return (seat.due, seat.bank) if takes_back else (_fresh(clock, seat, now), None)
    return (seat.due, seat.bank) if seat.same else (_fresh(clock, seat, now), None)


def _asked_again(clock: Clock, seat: _Asked, now: datetime) -> tuple[datetime, int | None]:
    """What it had answered is taken back: it has what was left."""
    if seat.bank is None:
        return _begins(clock, seat, now)
    bank = max(0, seat.bank - clock.gain * SECOND) if clock.live else seat.bank
    begins = now if clock.live else max(now, seat.until or now)
    return add_counted(begins, bank * MILLISECOND, clock.calendar), bank


def _fresh(clock: Clock, seat: _Asked, now: datetime) -> datetime:
    length = timedelta(seconds=clock.limit or 0)
    return add_counted(max(now, seat.until or now), length, clock.calendar)


def _with_bank(seat: _Asked, bank: int) -> _Asked:
    return replace(seat, due=None, bank=bank)


def _left(calendar: Calendar | None, due: datetime, now: datetime) -> int:
    """Milliseconds that a seat has left."""
    return max(0, counted_between(now, due, calendar) // MILLISECOND)


def _times(seats: Iterable[tuple[datetime | None, int | None]]) -> Times:
    dues, banks = zip(*seats, strict=True)
    return Times(dues, banks)


async def keep_times(driver: Driver, position: Position, times: Times) -> bool:
    """Set the clocks anew, with their job; False when somebody was faster.

    To be called in a transaction of the driver's.
    """
    due = None if position.paused else times.due
    row = await _KEEP.row(
        driver,
        {
            "match": position.id,
            "before": position.version,
            "new_dues": array_of(times.dues),
            "new_banks": array_of(times.banks),
            "new_due": due,
            "was_paused": position.paused,
            "was_dues": position.dues and array_of(position.dues),
        },
    )
    if row is not None and due is not None:
        await set_clock(driver, position.id, due)
    return row is not None


_KEEP = Direct(
    update(matches)
    .where(
        matches.c.id == bindparam("match", type_=BigInteger),
        matches.c.version == bindparam("before", type_=BigInteger),
        *clock_is_as_read(),
    )
    .values(
        dues=cast(bindparam("new_dues", type_=Text), ARRAY(MOMENT)),
        banks=cast(bindparam("new_banks", type_=Text), ARRAY(BigInteger)),
        due=bindparam("new_due", type_=MOMENT),
    )
    .returning(matches.c.id)
)
