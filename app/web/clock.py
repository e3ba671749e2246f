"""Time limits and deadlines in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from msgspec import Struct

from app.matches import MatchHead
from app.matches.errors import BadChoiceError
from app.matches.limits import DAY, HOUR, LIMITS, MINUTE
from app.rules.contract import N_
from app.web.languages import Language

UNLIMITED = N_("As long as one likes")
LONGEST_LIMIT = 8
FULL_DAY = timedelta(days=1)
SOON = timedelta(days=6)
"""So long a day of the week says enough."""
LOW = 6
"""Under this part of the limit the time is short."""


class Clock(Struct, frozen=True):
    """The time that is left to those who are awaited; `due` in ISO 8601, `limit` in seconds."""

    text: str
    low: bool
    due: str
    limit: int


def clock_of(head: MatchHead, _: Language, now: datetime | None = None) -> Clock | None:
    """A match's clock, where one runs."""
    if head.due is None or head.limit is None or head.state != "running":
        return None
    left = head.due - (now or datetime.now(UTC))
    low = left < timedelta(seconds=head.limit) / LOW
    return Clock(time_left(head.due, left, _), low, head.due.isoformat(), head.limit)


def time_left(due: datetime, left: timedelta, _: Language) -> str:
    """Under a day "3 h 20 min left", else "until Tue 20:00 UTC"."""
    if left <= timedelta():
        return _("time is up")
    if left <= FULL_DAY:
        return _("{time} left", time=_hours(left))
    shown = _.weekday(due) if left < SOON else _.date_and_time(due)
    return _("until {moment}", moment=shown)


def _hours(left: timedelta) -> str:
    """Begun minutes count."""
    hours, minutes = divmod(-(-left // timedelta(minutes=1)), 60)
    parts = ((hours, "h"), (minutes, "min"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number)


def limit_in_words(limit: int | None, _: Language) -> str:
    """The time for each decision."""
    if limit is None:
        return _(UNLIMITED)
    if limit >= DAY:
        return _.ngettext("{number} day", "{number} days", limit // DAY)
    if limit >= HOUR:
        return _.ngettext("{number} hour", "{number} hours", limit // HOUR)
    return _.ngettext("{number} minute", "{number} minutes", limit // MINUTE)


def limits_offered(_: Language) -> tuple[tuple[str, str], ...]:
    """Value and label of each limit that a new match may have."""
    limits = ((str(limit), limit_in_words(limit, _)) for limit in LIMITS)
    return (("", limit_in_words(None, _)), *limits)


def read_limit(text: str) -> int | None:
    """The limit that a form says. Raises BadChoiceError."""
    if not text:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST_LIMIT:
        return int(text)
    raise BadChoiceError(N_("There is no such time limit."))
