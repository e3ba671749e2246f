"""The log of any game: sentences for their reader, each with the number of its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from app.matches import LogEntry
from app.matches.endings import BY_HOUSE, CONCEDED, ENDINGS, HOUSE_ENDED
from app.matches.undo import CONSENT
from app.rules.contract import N_, Event
from app.web.games.speech import Speech, bold


class Line(Struct, frozen=True):
    """A sentence of the log, perhaps Markup (with dice in it).

    `house` is the shield at its beginning, else `mark` an icon; a `heading` parts the rounds.
    """

    text: str
    rule: str = ""
    house: str = ""
    mark: str = ""
    heading: bool = False
    number: int = 0
    """The action that it tells of."""
    undone: bool = False
    """Whether that was taken back."""
    id: str = ""


BY_ADMIN = "admin"
Tell = Callable[[LogEntry], Iterable[Line]]
"""Tells what the events of one action were."""


def lines(entries: Sequence[LogEntry], tell: Tell) -> tuple[Line, ...]:
    """The lines of the entries, newest first."""
    told = [
        replace(line, number=entry.number, undone=entry.undone, id=f"e{entry.number}-{place}")
        for entry in entries
        for place, line in enumerate(tell(entry))
    ]
    return tuple(reversed(told))


def forced(entry: LogEntry, words: Speech) -> Iterator[Line]:
    """That the house answered for somebody, how the players ended the match, undo and redo."""
    if entry.restores is not None:
        yield restored(entry, words)
    elif entry.forced in ENDINGS:
        yield ended(entry, words)
    elif entry.forced and entry.seat is not None:
        who = bold(words.names[entry.seat])
        text = words._(
            N_("Who runs this house ended the wait: the house answers for {player}.")
            if entry.forced == BY_ADMIN
            else N_("The time is up: the house answers for {player}."),
            player=who,
        )
        yield Line(text, house=words.houses[entry.seat])


def restored(entry: LogEntry, words: Speech) -> Line:
    """That steps were taken back or done again."""
    number = abs(entry.steps)
    if entry.seat is None:
        text = words._("An admin of the house brings the match back to an earlier moment.")
        return Line(f"{text} {entry.reason}" if entry.reason else text, mark="castle")
    if entry.forced == CONSENT:
        text = words._("All agree: what was done last is taken back.")
        return Line(text, mark="shaking-hands")
    you, other = (_ON if entry.steps > 0 else _BACK)[min(number, 2)]
    text = words.told(entry.seat, you, other, number=number)
    return Line(text, house=words.houses[entry.seat])


_BACK = (
    (N_("{player} take back earlier steps."), N_("{player} takes back earlier steps.")),
    (N_("{player} take back the last step."), N_("{player} takes back the last step.")),
    (
        N_("{player} take back the last {number} steps."),
        N_("{player} takes back the last {number} steps."),
    ),
)
"""By number of steps: not known, one, more; of the reader, of another."""
_ON = (
    _BACK[0],
    (N_("{player} do the step again."), N_("{player} does the step again.")),
    (N_("{player} do {number} steps again."), N_("{player} does {number} steps again.")),
)


def ended(entry: LogEntry, words: Speech) -> Line:
    """How the players ended the match."""
    seat = entry.seat or 0
    if entry.forced == BY_HOUSE:
        text = words._(HOUSE_ENDED)
        return Line(f"{text} {entry.reason}" if entry.reason else text, mark="stone-throne")
    if entry.forced == CONCEDED:
        you, other = (
            N_("{player} give up. The match is over."),
            N_("{player} gives up. The match is over."),
        )
    else:
        you = N_("{player} proposed to end the match, and all agreed.")
        other = you
    return Line(words.told(seat, you, other), house=words.houses[seat])


def news(entries: Sequence[LogEntry], since: int | None) -> tuple[LogEntry, ...] | None:
    """Entries after that version; None when some may be missing, or older ones look otherwise."""
    if since is None:
        return None
    if entries and entries[0].number > since + 1 and not entries[0].is_opening:
        return None
    new = tuple(entry for entry in entries if entry.number > since)
    return None if any(entry.restores is not None for entry in new) else new


def events_of(entries: Iterable[LogEntry]) -> list[Event]:
    """All that happened in them, in order."""
    return [event for entry in entries for event in entry.events]
