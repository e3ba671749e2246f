"""The plain page, for any game: decisions, every option a button, the log as it is stored.

It needs nothing but the contract of games, and is the list of the same choices for whoever reads
without the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.matches import LogEntry, MatchHead, MatchPage
from app.rules.contract import Action, Event, Params
from app.rules.service import rules
from app.web.languages import Translate

MOST_OPTIONS = 200


class PlainOption(Struct, frozen=True):
    """A legal answer: how it reads, and the JSON that a form sends."""

    label: str
    json: str


class PlainLine(Struct, frozen=True):
    """What happened, plainly."""

    seat: int | None
    number: int
    text: str
    rule: str
    undone: bool = False


class PlainPicture(Struct, frozen=True):
    """What the plain page shows."""

    kind: str
    rule: str
    options: tuple[PlainOption, ...]
    lines: tuple[PlainLine, ...]


class PlainWords:
    """Values as they are; seats become names."""

    def __init__(self, head: MatchHead, _: Translate) -> None:
        self._names = {info.seat: info.name for info in head.seats if info}
        self._: Translate = _

    def params(self, params: Params) -> Mapping[str, object]:
        """The values of a text, worded."""
        return {name: self._word(name, value) for name, value in params.items()}

    def _word(self, name: str, value: Any) -> object:
        if name == "seat" and isinstance(value, int):
            return self._names.get(value, str(value))
        return self._(value) if isinstance(value, str) and value else value


class PlainPage:
    """The GamePage of games without one, and of readers who want the list."""

    template = "games/plain/page.html"
    update = "games/plain/update.html"
    older = "games/plain/older.html"

    def picture(
        self,
        page: MatchPage,
        query: Mapping[str, Sequence[str]],
        _: Translate,
        since: int | None,
    ) -> PlainPicture:
        """What is asked of the reader, his options, and the log."""
        decision = next((d for d in page.view.decisions if d.seat == page.seat), None)
        lines = self.log_lines(page.log, page, _)
        if decision is None or page.seat is None:
            return PlainPicture("", "", (), lines)
        options = rules()[page.head.game].options(page.view.state, page.seat)
        return PlainPicture(
            words_of(decision.kind),
            decision.rule,
            tuple(_option(action) for action in options[:MOST_OPTIONS]),
            lines,
        )

    def log_lines(
        self, entries: Sequence[LogEntry], page: MatchPage, _: Translate
    ) -> tuple[PlainLine, ...]:
        """Every event as its name and values, newest first."""
        return tuple(line for entry in reversed(entries) for line in _lines(entry, _))

    def words(self, page: MatchPage, _: Translate) -> PlainWords:
        """The words of this match."""
        return PlainWords(page.head, _)


def _lines(entry: LogEntry, _: Translate) -> Iterator[PlainLine]:
    """The lines of an action, newest first."""
    if entry.restores is not None:
        text = _("Back to where action {number} led.", number=entry.restores)
        yield PlainLine(entry.seat, entry.number, text, "")
    for event in reversed(entry.events):
        yield PlainLine(entry.seat, entry.number, _read(event), event.rule, entry.undone)


def words_of(name: str) -> str:
    """A name of the rules as words: "MoveIn" and "move_in" are "move in"."""
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return spaced.replace("_", " ").strip()


def _option(action: Action) -> PlainOption:
    return PlainOption(_read(action), msgspec.json.encode(action).decode())


def _read(thing: Action | Event) -> str:
    values = ", ".join(
        f"{words_of(name)} {_plainly(getattr(thing, name))}"
        for name in thing.__struct_fields__
        if name != "throw"
    )
    name = words_of(type(thing).__name__)
    return f"{name}: {values}" if values else name


def _plainly(value: Any) -> str:
    return msgspec.json.encode(value).decode().replace('"', "")
