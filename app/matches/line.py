"""The line of a match: which of its actions count, where some were taken back; how far one may go.

The record only grows. An undo or a redo is an action of its own that brings back the state after
an earlier one: `restores` names that one, always a real move or the opening.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from app.rules.contract import Event, is_final


class Told(Struct, frozen=True):
    """An action as stored, its events decoded; seat None is the opening, or an admin's deed."""

    number: int
    seat: int | None
    at: datetime
    events: tuple[Event, ...]
    forced: str | None = None
    restores: int | None = None
    reason: str | None = None


class Reach(Struct, frozen=True):
    """How far a seat may go. Each number is the action whose state would be back.

    `back`: one step, two steps, …; `on`: what may be done again, likewise; `by_consent`: steps
    back, others' actions too, if all people at the table agree.
    """

    back: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    by_consent: tuple[int, ...] = ()


class Line:
    """What counts among consecutive actions, oldest first: all of a match, or its newest part."""

    def __init__(self, record: Iterable[Told]) -> None:
        self._rows: Mapping[int, Told] = {told.number: told for told in record}
        self._newest = max(self._rows, default=0)

    def row(self, number: int) -> Told | None:
        """An action; None where it is not among them."""
        return self._rows.get(number)

    def after(self, number: int) -> int | None:
        """The move (or the opening) whose state holds after that action; None: not known here."""
        row = self._rows.get(number)
        if row is None:
            return None
        return number if row.restores is None else row.restores

    def back_from(self, number: int) -> Iterator[Told]:
        """What counts after that action, newest first, as far as these actions tell."""
        node = self.after(number)
        while node is not None and (row := self._rows.get(node)) is not None:
            yield row
            node = self.after(node - 1)

    def undone(self) -> frozenset[int]:
        """The moves that do not count any more."""
        counting = {row.number for row in self.back_from(self._newest)}
        moves = {number for number, row in self._rows.items() if row.restores is None}
        return frozenset(moves - counting)

    def steps(self, number: int) -> int:
        """How many moves an undo or redo took back (below 0) or did again; 0: not known here."""
        before, to = self.after(number - 1), self.after(number)
        if before is None or to is None:
            return 0
        if to <= before:
            return -self._moves_between(to, number - 1)
        return self._moves_between(before, to)

    def reach(self, seat: int) -> Reach:
        """How far that seat may go back and on now."""
        own: list[int] = []
        by_consent: list[int] = []
        for row in self.back_from(self._newest):
            to = self.after(row.number - 1)
            if row.seat is None or is_final(row.events) or to is None or to not in self._rows:
                break
            if len(own) == len(by_consent) and _is_own(row, seat):
                own.append(to)
            by_consent.append(to)
        return Reach(tuple(own), self._on(seat), tuple(by_consent))

    def _on(self, seat: int) -> tuple[int, ...]:
        """The seat's own moves that it took back last, oldest first."""
        top = self._rows.get(self._newest)
        if top is None or top.restores is None or not _is_own(top, seat):
            return ()
        to = top.restores
        while top is not None and top.restores is not None and not top.forced:
            top = self._rows.get(top.number - 1)
        undone: list[Told] = []
        for row in self.back_from(top.number) if top else ():
            if row.number == to:
                break
            undone.append(row)
        else:
            return ()
        again: list[int] = []
        for row in reversed(undone):
            if not _is_own(row, seat) or is_final(row.events):
                break
            again.append(row.number)
        return tuple(again)

    def _moves_between(self, older: int, newer: int) -> int:
        """The moves after `older` that count after `newer`; 0 where these actions do not tell."""
        for count, row in enumerate(self.back_from(newer)):
            if row.number == older:
                return count
        return 0


def _is_own(row: Told, seat: int) -> bool:
    return row.seat == seat and not row.forced


def taken_back(restorations: Sequence[tuple[int, int]], newest: int) -> list[range]:
    """The numbers of all undone moves (with undos and redos among them), newest ranges first.

    `restorations` are (number, the action restored) of all undos and redos, oldest first.
    """
    ranges: list[range] = []
    end = newest
    for number, restored in reversed(restorations):
        if number <= end:
            ranges.append(range(restored + 1, number))
            end = restored
    return ranges
