"""Languages of the pages: catalogs, the reader's choice, texts and times made when shown."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol

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
    """Texts, dates and numbers in one language. Obtain it from :func:`language`."""

    def __init__(self, code: str) -> None:
        self.language = code
        self._locale = Locale.parse(FORMATS.get(code, code))
        self.catalog = gettext.translation(DOMAIN, FOLDER, [code], fallback=True)

    def __call__(self, text: str, /, **params: object) -> str:
        """The translation of a text, its `{params}` filled in if any are given."""
        return _filled(self.catalog.gettext(text) if text else text, params)

    def ngettext(self, one: str, many: str, number: int, /, **params: object) -> str:
        """The form for that number, which is also `{number}`."""
        return _filled(self.catalog.ngettext(one, many, number), {"number": number, **params})

    def moment(self, at: datetime) -> str:
        """Day and time, in UTC."""
        at = at.astimezone(UTC)
        time = dates.format_time(at, "short", locale=self._locale)
        return f"{self.day(at)}, {time} UTC"

    def day(self, at: datetime) -> str:
        """The day, in UTC."""
        return dates.format_date(at.astimezone(UTC), "medium", locale=self._locale)

    def weekday(self, at: datetime) -> str:
        """Day of the week and time, in UTC: of a moment within the next days."""
        return f"{dates.format_datetime(at.astimezone(UTC), 'EEE HH:mm', locale=self._locale)} UTC"

    def date_and_time(self, at: datetime) -> str:
        """Date and time to the minute, in UTC."""
        pattern = self._locale.datetime_skeletons["MMMd"].pattern
        moment = at.astimezone(UTC)
        day = dates.format_date(moment, pattern, locale=self._locale)
        return f"{day}, {moment:%H:%M} UTC"

    def ago(self, at: datetime) -> str:
        """How long ago, in words."""
        return dates.format_timedelta(
            at - datetime.now(UTC), add_direction=True, locale=self._locale
        )

    def count(self, number: float) -> str:
        """A number with the language's separators."""
        return numbers.format_decimal(number, locale=self._locale)


@cache
def language(code: str) -> Language:
    """The language of that code. Raises KeyError when the house does not speak it."""
    if code not in LANGUAGES:
        raise KeyError(code)
    return Language(code)


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
