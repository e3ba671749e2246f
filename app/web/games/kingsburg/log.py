"""The log: what happened, in sentences for their reader, each with the number of its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.matches import LogEntry
from app.web.games import log
from app.web.games.kingsburg import log_seasons, log_winter
from app.web.games.kingsburg.words import Words
from app.web.games.log import Line

_TELLERS = log_seasons.TELLERS | log_winter.TELLERS


def lines(entries: Sequence[LogEntry], words: Words) -> tuple[Line, ...]:
    """The lines of the entries, newest first."""
    return log.lines(entries, lambda entry: _of(entry, words))


def _of(entry: LogEntry, words: Words) -> Iterator[Line]:
    yield from log.forced(entry, words)
    for event in entry.events:
        teller = _TELLERS.get(type(event))
        if teller is not None:
            yield from teller(event, words)
