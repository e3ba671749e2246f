"""What a reader may take back, or do again, in words: the buttons beside his decision."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from app.matches import LogEntry, MatchPage
from app.web import games
from app.web.languages import Language


class Way(Struct, frozen=True):
    """A button: `deed` is undo or redo, `to` the action whose state it brings back."""

    deed: str
    to: int
    verb: str
    what: str
    """The step in words: the one, or of several the first in time; empty where it has none."""


def ways_of(page: MatchPage, _: Language) -> tuple[Way, ...]:
    """One step back, all that may be taken back, one step on, all that was taken back."""
    if page.undo is None:
        return ()
    back, on = page.undo.back, page.undo.on
    counting = [one for one in reversed(page.log) if one.restores is None and not one.undone]
    ways: list[Way] = []
    if back:
        what = _step(counting[:1], page, _)
        ways.append(Way("undo", back[0], _("Take back:") if what else _("Take back"), what))
    if len(back) > 1:
        verb = _("Take back {number} steps, as far as:", number=len(back))
        what = _step(counting[len(back) - 1 : len(back)], page, _)
        ways.append(Way("undo", back[-1], verb, what))
    if on:
        what = _step([one for one in page.log if one.number == on[0]], page, _)
        ways.append(Way("redo", on[0], _("Do again:") if what else _("Do again"), what))
    if len(on) > 1:
        ways.append(Way("redo", on[-1], _("Do {number} steps again", number=len(on)), ""))
    return tuple(ways)


def _step(entries: Sequence[LogEntry], page: MatchPage, _: Language) -> str:
    """The reader's action in words: the game's own, else its first sentence in the log."""
    game = games.page_of(page.head.game)
    own = getattr(game, "step", None)
    if own is not None and entries and (said := own(entries[0], _)):
        return str(said)
    for line in reversed(game.log_lines(entries, page, _)):
        if not getattr(line, "heading", False):
            return Markup(line.text).striptags()  # noqa: S704 - its tags go
    return ""
