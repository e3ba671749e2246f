"""Clocks in words: the time that is left, who is away, on holiday, or paused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from msgspec import Struct

from app.matches import MatchHead
from app.matches.hours import counted_between
from app.rules.contract import N_
from app.web.languages import Language

FULL_DAY = timedelta(days=1)
SOON = timedelta(days=6)
"""So long a day of the week says enough."""
LOW = 6
"""Under this part of the limit, or of the bank, the time is short."""
PAUSED = N_("paused")


class Clock(Struct, frozen=True):
    """The time that is left to those who are awaited, or to a seat."""

    text: str
    low: bool = False
    due: str = ""
    """ISO 8601; empty where it stands still."""
    low_at: int = 0
    """Seconds under which the time is short."""
    face: str = ""
    """Of a live clock: the time as clocks show it."""
    now: int = 0
    """When this was true, in milliseconds since 1970: the reader's device may be wrong."""


def clock_of(
    head: MatchHead, _: Language, now: datetime | None = None, seat: int | None = None
) -> Clock | None:
    """The clock of those who are awaited; the reader's own where he is one of them."""
    if head.clock is None or head.state != "running":
        return Clock(_(PAUSED)) if head.paused else None
    if head.paused:
        return Clock(_(PAUSED))
    due = due_of(head, seat) or head.due
    return _running(head, due, now or datetime.now(UTC), _) if due else None


def seat_clocks(head: MatchHead, _: Language, now: datetime | None = None) -> dict[int, Clock]:
    """By seat, what is to be said beside a player's name."""
    now = now or datetime.now(UTC)
    clocks = {seat: _seat_clock(head, seat, now, _) for seat in range(len(head.seats))}
    return {seat: clock for seat, clock in clocks.items() if clock is not None}


def _seat_clock(head: MatchHead, seat: int, now: datetime, _: Language) -> Clock | None:
    info = head.seats[seat]
    if head.state != "running" or info is None:
        return None
    if info.away:
        return Clock(_("a bot plays for now"))
    if (until := on_holiday(head, seat, now)) is not None:
        return Clock(_("on holiday until {day}", day=_.short_day(until - timedelta(seconds=1))))
    if info.bot is None and head.clock is not None and head.clock.live:
        return _live_clock(head, seat, now, _)
    return None


def _live_clock(head: MatchHead, seat: int, now: datetime, _: Language) -> Clock | None:
    due = due_of(head, seat)
    if head.clock is None or head.times is None or head.clock.bank is None:
        return None
    if due is not None and not head.paused:
        return _running(head, due, now, _)
    if due is not None and head.paused:
        left = max(timedelta(), counted_between(head.paused, due, head.clock.calendar))
    else:
        bank = head.times.banks[seat]
        left = timedelta(seconds=head.clock.bank) if bank is None else timedelta(milliseconds=bank)
    return Clock(_("{time} left", time=_hours(left)), face=clock_face(left))


def _running(head: MatchHead, due: datetime, now: datetime, _: Language) -> Clock:
    clock, left = head.clock, due - now
    live = clock is not None and clock.live
    whole = (clock.bank if clock.live else clock.limit) if clock else None
    low_at = (whole or 0) // LOW
    return Clock(
        time_left(due, left, _in_zone(head, _)),
        left < timedelta(seconds=low_at),
        due.isoformat(),
        low_at,
        clock_face(left) if live else "",
        int(now.timestamp() * 1000),
    )


def _in_zone(head: MatchHead, _: Language) -> Language:
    """Who has chosen no time zone reads times in the match's."""
    calendar = head.clock.calendar if head.clock else None
    if calendar is None or _.chosen_zone:
        return _
    return _.in_zone(calendar.zone)


def due_of(head: MatchHead, seat: int | None) -> datetime | None:
    """Until when that seat has to answer."""
    return head.times.dues[seat] if head.times and seat is not None else None


def on_holiday(head: MatchHead, seat: int, now: datetime) -> datetime | None:
    """When the holiday of a seat's person ends, if he is on one."""
    until = head.holidays[seat] if seat < len(head.holidays) else None
    return until if until is not None and until > now else None


def time_left(due: datetime, left: timedelta, _: Language) -> str:
    """Under a day "3 h 20 min left", else "until Tue 20:00 UTC"."""
    if left <= timedelta():
        return _("time is up")
    if left <= FULL_DAY:
        return _("{time} left", time=_hours(left))
    shown = _.weekday(due) if left < SOON else _.date_and_time(due)
    return _("until {moment}", moment=shown)


def clock_face(left: timedelta) -> str:
    """As clocks show it: "4:12", "1:04:12"; begun seconds count."""
    seconds = max(0, -(-left // timedelta(seconds=1)))
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _hours(left: timedelta) -> str:
    """Begun minutes count."""
    hours, minutes = divmod(-(-left // timedelta(minutes=1)), 60)
    parts = ((hours, "h"), (minutes, "min"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 min"
