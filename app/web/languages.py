"""Languages of the pages: catalogs, the reader's choice, texts and times made when shown."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from datetime import UTC, date, datetime, tzinfo
from functools import lru_cache
from pathlib import Path
from typing import Protocol
from zoneinfo import ZoneInfo

from babel import Locale, dates, numbers
from markupsafe import Markup, escape

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Languages of the house by code, each with its own name."""
FORMATS = {"en": "en_GB"}
"""Where dates and numbers are written otherwise than the plain language has them."""
DEFAULT = "en"
DOMAIN = "burgrave"
FOLDER = Path(__file__).parents[1] / "locale"
LONGEST_HEADER = 200


class Translate(Protocol):
    """Puts English texts into the reader's language; conventionally named `_`."""

    language: str

    def __call__(self, text: str, /, **params: object) -> str:
        """The translation of a text, its `{params}` filled in; escaped Markup if one is Markup."""
        ...

    def ngettext(self, one: str, many: str, number: int, /, **params: object) -> str:
        """The form for that number, which is also `{number}`."""
        ...


class Language:
    """Texts, dates and numbers in one language. Obtain it from :func:`language`.

    Times are those of its time zone; without one they are told in UTC, which is said then.
    """

    def __init__(self, code: str, zone: str | None = None, named: bool = False) -> None:
        self.language = code
        self.zone: tzinfo = ZoneInfo(zone) if zone else UTC
        self.chosen_zone = zone is not None
        self._said = "" if zone else " UTC"
        if zone and named:
            self._said = f" ({zone.rpartition('/')[2].replace('_', ' ')})"
        self._locale = Locale.parse(FORMATS.get(code, code))
        self.catalog = gettext.translation(DOMAIN, FOLDER, [code], fallback=True)

    def __call__(self, text: str, /, **params: object) -> str:
        """The translation of a text, its `{params}` filled in if any are given."""
        return _filled(self.catalog.gettext(text) if text else text, params)

    def ngettext(self, one: str, many: str, number: int, /, **params: object) -> str:
        """The form for that number, which is also `{number}`."""
        return _filled(self.catalog.ngettext(one, many, number), {"number": number, **params})

    def in_zone(self, zone: str) -> Language:
        """The same language with times of another zone, which is named with each."""
        return language(self.language, zone, named=True)

    def moment(self, at: datetime) -> str:
        """Day and time."""
        at = at.astimezone(self.zone)
        return f"{self.day(at)}, {at:%H:%M}{self._said}"

    def day(self, at: datetime) -> str:
        """The day."""
        return self.date(at.astimezone(self.zone).date())

    def date(self, day: date) -> str:
        """A day of the calendar."""
        return dates.format_date(day, "medium", locale=self._locale)

    def weekday(self, at: datetime) -> str:
        """Day of the week and time: of a moment within the next days."""
        at = at.astimezone(self.zone)
        day = dates.format_datetime(at, "EEE HH:mm", locale=self._locale)
        return f"{day}{self._said}"

    def date_and_time(self, at: datetime) -> str:
        """Date and time to the minute."""
        at = at.astimezone(self.zone)
        return f"{self.short_day(at)}, {at:%H:%M}{self._said}"

    def short_day(self, at: datetime) -> str:
        """Day and month."""
        pattern = self._locale.datetime_skeletons["MMMd"].pattern
        return dates.format_date(at.astimezone(self.zone), pattern, locale=self._locale)

    def ago(self, at: datetime) -> str:
        """How long ago, in words."""
        return dates.format_timedelta(
            at - datetime.now(UTC), add_direction=True, locale=self._locale
        )

    def count(self, number: float) -> str:
        """A number with the language's separators."""
        return numbers.format_decimal(number, locale=self._locale)


@lru_cache(maxsize=1024)
def language(code: str, zone: str | None = None, named: bool = False) -> Language:
    """The language of that code, with times of that zone (an IANA name that the house knows).

    `named`: each time tells its zone.
    Raises KeyError when the house does not speak it.
    """
    if code not in LANGUAGES:
        raise KeyError(code)
    return Language(code, zone, named)


def chosen(*wishes: str | None, accept: str | None = None) -> str:
    """The first wish that the house can meet, else the best of an Accept-Language header."""
    for wish in wishes:
        if wish in LANGUAGES:
            return wish
    for tag in _by_quality(accept or ""):
        code = tag.split("-", 1)[0].lower()
        if code in LANGUAGES:
            return code
    return DEFAULT


@lru_cache(maxsize=256)
def _by_quality(header: str) -> tuple[str, ...]:
    """Tags of an Accept-Language header, the most wanted first; nonsense is passed over."""
    wanted: list[tuple[float, str]] = []
    for part in header[:LONGEST_HEADER].split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight or 1)
        except ValueError:
            continue
        if quality > 0:
            wanted.append((quality, tag))
    wanted.sort(key=lambda pair: -pair[0])
    return tuple(tag for _, tag in wanted)


def _filled(text: str, params: dict[str, object]) -> str:
    if not params:
        return text
    if any(isinstance(value, Markup) for value in params.values()):
        return escape(text).format(**params)
    return text.format(**params)


def listed(names: Iterable[str], _: Translate) -> str:
    """Names as a list in words: "Alice, Bob and Charlie"."""
    *first, last = list(names) or [""]
    if not first:
        return last
    return _("{first} and {last}", first=", ".join(first), last=last)
