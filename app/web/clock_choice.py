"""The clock of a new match: what the form offers, what it says, and that in words."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from app.matches import MatchHead
from app.matches.errors import BadChoiceError
from app.matches.hours import Calendar, known_zones
from app.matches.limits import BANKS, DAY, HOUR, LIMITS, MINUTE, Clock
from app.rules.contract import N_
from app.web.languages import Language

UNLIMITED = N_("As long as one likes")
LONGEST_NUMBER = 8
NO_SUCH_LIMIT = N_("There is no such time limit.")
ABSENT = {
    "once": N_("A bot moves for him this once"),
    "until_return": N_("A bot plays for him until he returns"),
    "default": N_("What the rules say counts"),
}


class ClockOffer(Struct, frozen=True):
    """What a form offers; value and label of each choice."""

    limits: tuple[tuple[str, str], ...]
    banks: tuple[tuple[str, str], ...]
    absences: tuple[tuple[str, str], ...]
    absence: str
    """The one that is chosen at first."""
    hours: tuple[str, ...]
    zones: tuple[str, ...]


def clock_offered(stands_in: bool, _: Language) -> ClockOffer:
    """The clocks of the house; `stands_in`: the game's rules say what counts for the absent."""
    absences = [(key, _(text)) for key, text in ABSENT.items() if stands_in or key != "default"]
    return ClockOffer(
        tuple((str(limit), time_in_words(limit, _)) for limit in LIMITS),
        tuple((f"{bank}+{gain}", bank_in_words(bank, gain, _)) for bank, gain in BANKS),
        tuple(absences),
        "default" if stands_in else "once",
        tuple(f"{hour}:00" for hour in range(24)),
        tuple(sorted(known_zones())),
    )


def read_clock(fields: Mapping[str, str]) -> Clock | None:
    """The clock that a form says: `limit` is empty, seconds, or "bank+gain" in seconds.

    With `night`, hours from `from` to `to` do not count; with `weekends`, Saturday and Sunday; on
    the clocks of `zone`. Raises BadChoiceError.
    """
    text = fields.get("limit", "")
    if not text:
        return None
    calendar = _read_calendar(fields)
    bank, plus, gain = text.partition("+")
    if plus:
        return Clock(bank=_number(bank), gain=_number(gain), calendar=calendar)
    return Clock(_number(bank), calendar=calendar)


def _read_calendar(fields: Mapping[str, str]) -> Calendar | None:
    night, weekends = fields.get("night") == "1", fields.get("weekends") == "1"
    if not (night or weekends):
        return None
    start = _number(fields.get("from", "").removesuffix(":00")) if night else None
    end = _number(fields.get("to", "").removesuffix(":00")) if night else None
    return Calendar(fields.get("zone") or "UTC", start, end, weekends)


def _number(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    raise BadChoiceError(NO_SUCH_LIMIT)


def clock_choices(head: MatchHead, _: Language) -> tuple[tuple[str, str], ...]:
    """Label and value of what was chosen about time, for who has not sat down yet."""
    label = _("Time for each decision")
    clock = head.clock
    if clock is None:
        return ((label, _(UNLIMITED)),)
    late = _("Who is late"), _(ABSENT[head.absence])
    if clock.bank is not None:
        chosen = _("Time of each player"), bank_in_words(clock.bank, clock.gain, _)
    else:
        chosen = label, time_in_words(clock.limit or 0, _)
    if clock.calendar is None:
        return chosen, late
    return chosen, (_("Does not count"), calendar_in_words(clock.calendar, _)), late


def calendar_in_words(calendar: Calendar, _: Language) -> str:
    """The hours that do not count, and where."""
    parts = []
    if calendar.start is not None:
        times = {"start": f"{calendar.start}:00", "end": f"{calendar.end}:00"}
        parts.append(_("{start} to {end}", **times))
    if calendar.weekends:
        parts.append(_("Saturday and Sunday"))
    return _("{hours} ({zone})", hours=", ".join(parts), zone=zone_in_words(calendar.zone))


def zone_in_words(zone: str) -> str:
    """A time zone as people read it."""
    return zone.replace("_", " ")


def time_in_words(seconds: int, _: Language) -> str:
    """Whole days, hours or minutes."""
    if seconds >= DAY:
        return _.ngettext("{number} day", "{number} days", seconds // DAY)
    if seconds >= HOUR and not seconds % HOUR:
        return _.ngettext("{number} hour", "{number} hours", seconds // HOUR)
    return _.ngettext("{number} minute", "{number} minutes", seconds // MINUTE)


def bank_in_words(bank: int, gain: int, _: Language) -> str:
    """A bank of time with its gain."""
    return _("{minutes} min + {seconds} s", minutes=bank // MINUTE, seconds=gain)
