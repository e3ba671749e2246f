"""Too many forms at once: counted in this process's memory, for whoever sends them.

Moves are not counted here; the kinds of form that want a stricter limit have one in `rates`.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from datetime import timedelta
from typing import Any

from fastapi import Request

from app.db.rates import Rate
from app.rules.contract import N_
from app.web.address import address_of
from app.web.readers import reader_of

LONGEST_IN_SECONDS = 100
MOST_KEYS = 20_000
OF_A_PERSON = Rate(240, timedelta(minutes=1))
OF_AN_ADDRESS = Rate(600, timedelta(minutes=1))
"""Of all its people who have no session."""


class TooOftenError(Exception):
    """Too many of a kind: `wait` is how long until the next one is let through."""

    def __init__(self, wait: timedelta) -> None:
        seconds = max(2, math.ceil(wait.total_seconds()))
        self.headers = {"Retry-After": str(seconds)}
        self.text = N_("Try again in {seconds} seconds.")
        self.params: dict[str, Any] = {"seconds": seconds}
        if seconds > LONGEST_IN_SECONDS:
            self.text = N_("Try again in {minutes} minutes.")
            self.params = {"minutes": math.ceil(seconds / 60)}
        super().__init__(self.text)


class Flood:
    """The buckets of one process, as in `app.db.rates`; the keys used last are kept."""

    def __init__(self, most: int = MOST_KEYS) -> None:
        self._empty: OrderedDict[str, float] = OrderedDict()
        self._most = most

    def take(self, key: str, rate: Rate, now: float) -> None:
        """Count one at the monotonic second `now`. Raises TooOftenError."""
        filled = max(self._empty.get(key, now), now) + rate.each.total_seconds()
        wait = filled - rate.per.total_seconds() - now
        if wait > 0:
            raise TooOftenError(timedelta(seconds=wait))
        self._empty[key] = filled
        self._empty.move_to_end(key)
        while len(self._empty) > self._most:
            self._empty.popitem(last=False)


def now() -> float:
    """The time by which it is counted, in seconds."""
    return time.monotonic()


def count_form(request: Request) -> None:
    """Count a form of this request's reader. Raises TooOftenError."""
    flood: Flood = request.app.state.flood
    person = reader_of(request).id
    if person is None:
        flood.take(address_of(request.scope), OF_AN_ADDRESS, now())
    else:
        flood.take(f"person {person}", OF_A_PERSON, now())
