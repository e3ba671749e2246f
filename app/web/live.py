"""Live pages: what polls ask of memory, kept fresh by NOTIFY, and polls held until it changes.

A poll names the tag of what its page shows. While the match is as it was, memory answers it:
access, seat and version are known from the last page that this person got. Any notice about a
match forgets all of this and wakes the polls that are held.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from random import shuffle
from typing import NamedTuple

from starlette.types import Receive

from app.db.notify import Listener
from app.matches import MatchHead, MatchPage, OpenMatch

CHANNEL = "match"
HOLD_SECONDS = 25.0
FRESH_SECONDS = 60.0
READ_AT_ONCE = 4
WOKEN_AT_ONCE = 100
WAKING_SECONDS = 0.1
"""After a gap in the notices so many matches are woken each time: not all pages come at once."""
MOST_MATCHES = 10_000
MOST_READERS = 2_000
WAITING = "o"


class Moment(NamedTuple):
    """How far a match was: its version, and its stirs at the table."""

    version: int = 0
    stir: int = 0

    def behind(self, other: Moment) -> bool:
        """Whether the other is newer in either."""
        return self.version < other.version or self.stir < other.stir

    def joined(self, other: Moment) -> Moment:
        """The newer of each."""
        return Moment(max(self.version, other.version), max(self.stir, other.stir))


class Entry:
    """What is known of a match since its last change, and the polls that wait for the next."""

    __slots__ = ("changed", "match", "moment", "read", "seats", "stamp")

    def __init__(self, head: MatchHead) -> None:
        self.match = head.id
        self.moment = Moment(head.version, head.stir)
        self.stamp = stamp(head)
        self.read = time.monotonic()
        self.seats: dict[int | None, int | None] = {}
        """Seat by person, for those who may look; None is anybody."""
        self.changed = asyncio.Event()


class Live:
    """The memory of one process. Every method is quick and asks no database."""

    def __init__(self, closing: asyncio.Event, listener: Listener) -> None:
        """`closing` is set when the server begins to stop: no poll is held then."""
        listener.subscribe(CHANNEL, self.hear)
        self._listener = listener
        self._closing = closing
        self._closed: asyncio.Task[bool] | None = None
        self.turnstile = asyncio.Semaphore(READ_AT_ONCE)
        """Woken polls read the database a few at a time: moves must not wait behind them."""
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._keys: dict[int, str] = {}
        self._heard: OrderedDict[int, Moment] = OrderedDict()
        """The newest heard of, by match."""
        self._gaps = 0

    def hear(self, payload: str | None) -> None:
        """A notice "id:version" or "id:~stir", or None when some may have been missed."""
        if payload is None:
            self._gaps += 1
            self._forget_all()
            return
        match, _, text = payload.partition(":")
        number = text.removeprefix("~")
        if match.isdecimal() and number.isdecimal():
            stirred = text != number
            moment = Moment(stir=int(number)) if stirred else Moment(version=int(number))
            self._note(int(match), moment)

    def mark(self) -> int:
        """Take it before reading the database, for `remember`."""
        return self._gaps

    def remember(self, mark: int, page: MatchPage | OpenMatch, person: int | None) -> None:
        """Keep what was read, unless something newer was heard of, or missed, since the mark."""
        head = page.head
        moment = Moment(head.version, head.stir)
        if moment.behind(self._heard.get(head.id, moment)) or self._gaps != mark:
            return
        entry = self._entries.get(head.key)
        if entry is None or entry.moment.behind(moment) or is_old(entry):
            entry = self._begin(head)
        if len(entry.seats) < MOST_READERS and (head.public or person is not None):
            entry.seats[person] = page.seat

    def find(self, key: str, person: int | None) -> tuple[Entry, int | None] | None:
        """What is known of a match and this person's seat in it; None: ask the database."""
        entry = self._entries.get(key)
        if entry is None or person not in entry.seats or is_old(entry):
            return None
        if not self._listener.connected:
            return None
        self._entries.move_to_end(key)
        return entry, entry.seats[person]

    async def hold(self, entry: Entry, receive: Receive, seconds: float = HOLD_SECONDS) -> bool:
        """Wait for a change; False when the time is up, the server stops or the client left."""
        self._closed = self._closed or asyncio.create_task(self._closing.wait())
        change = asyncio.create_task(entry.changed.wait())
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait(
                (change, leaving, self._closed),
                timeout=seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
            return change.done() and not leaving.done()
        finally:
            change.cancel()
            leaving.cancel()

    def _begin(self, head: MatchHead) -> Entry:
        """A new entry; polls that wait on an older one are woken."""
        if (older := self._entries.pop(head.key, None)) is not None:
            older.changed.set()
        self._entries[head.key] = entry = Entry(head)
        self._keys[head.id] = head.key
        self._drop_oldest()
        return entry

    def _note(self, match: int, moment: Moment) -> None:
        self._heard[match] = moment.joined(self._heard.pop(match, Moment()))
        if len(self._heard) > MOST_MATCHES:
            self._heard.popitem(last=False)
        key = self._keys.get(match)
        entry = self._entries.get(key) if key else None
        if key is not None and entry is not None and entry.moment.behind(moment):
            del self._entries[key], self._keys[match]
            entry.changed.set()

    def _forget_all(self) -> None:
        self._keys.clear()
        entries, self._entries = self._entries, OrderedDict()
        waking = list(entries.values())
        shuffle(waking)
        for number, start in enumerate(range(0, len(waking), WOKEN_AT_ONCE)):
            some = waking[start : start + WOKEN_AT_ONCE]
            if number == 0:
                _wake(some)
            else:
                asyncio.get_running_loop().call_later(number * WAKING_SECONDS, _wake, some)

    def _drop_oldest(self) -> None:
        if len(self._entries) > MOST_MATCHES:
            _, entry = self._entries.popitem(last=False)
            self._keys.pop(entry.match, None)
            entry.changed.set()


def is_old(entry: Entry) -> bool:
    """Whether to ask again: a process may have died before it told of a move."""
    return time.monotonic() - entry.read > FRESH_SECONDS


def _wake(entries: Iterable[Entry]) -> None:
    """Let the polls go that wait on these."""
    for entry in entries:
        entry.changed.set()


async def _left(receive: Receive) -> None:
    """Returns when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def stamp(head: MatchHead) -> str:
    """What changes whenever a match's page does; told apart before and after it begins."""
    stage = WAITING if head.state == "open" else ""
    return f"{stage}{head.version}~{head.stir}" if head.stir else f"{stage}{head.version}"


def tag(stamped: str, seat: int | None, language: str) -> str:
    """The polling tag of a page: its stamp, and for whom it was made."""
    return f"{stamped}.{'-' if seat is None else seat}.{language}"


def stir_of(polling_tag: str) -> int | None:
    """The stirs in a tag, or None if it is no tag."""
    if version_of(polling_tag.removeprefix(WAITING)) is None:
        return None
    stirred = polling_tag.partition(".")[0].partition("~")[2]
    return int(stirred) if stirred.isdecimal() and len(stirred) < 16 else 0


def version_of(polling_tag: str) -> int | None:
    """The version in a tag, or None if it has none."""
    version = polling_tag.partition(".")[0].partition("~")[0]
    return int(version) if version.isdecimal() and len(version) < 16 else None
