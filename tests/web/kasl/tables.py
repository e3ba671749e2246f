"""Pages of Kasl made by hand: a position and what happened, as one reader may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from app.matches import LogEntry, MatchHead, MatchPage, SeatInfo
from app.rules.contract import Event
from app.rules.kasl.game import KASL
from app.rules.kasl.state import Kasl
from app.rules.service import GameService
from app.web.games.kasl.page import PAGE, KaslPicture
from app.web.games.kasl.words import Words, words_of
from app.web.languages import language
from tests.rules.kasl.positions import position

NAMES = ("Aldric", "Berthe", "Count bot", "Odo")
SERVICE = GameService(KASL)
NOW = datetime(2026, 11, 29, 20, tzinfo=UTC)
KEY = "abcdefgh"


def entry(number: int, *events: Event, seat: int | None = 0) -> LogEntry:
    """An action of the log."""
    return LogEntry(number, seat, NOW, events)


def page(state: Kasl, reader: int | None = 0, *log: LogEntry) -> MatchPage:
    """The match as that seat, or a spectator (None), may see it."""
    decisions = SERVICE.decisions(state)
    head = MatchHead(
        id=1,
        key=KEY,
        game="kasl",
        title="The Saturday table",
        options={},
        public=True,
        host=1,
        state="running" if state.result is None else "finished",
        version=log[-1].number if log else 0,
        seats=tuple(
            SeatInfo(seat, NAMES[seat], seat + 1, None, KASL.meta.houses[seat])
            for seat in range(state.seats)
        ),
        waiting=tuple(decision.seat for decision in decisions),
        commitment="ab" * 32,
        created=NOW,
        started=NOW,
        finished=None,
        phase=SERVICE.game.phase(state),
        result=state.result,
        invite="",
    )
    seen = tuple(
        LogEntry(one.number, one.seat, one.at, SERVICE.seen(one.events, reader)) for one in log
    )
    return MatchPage(head, reader, SERVICE.view(state, reader), seen)


def picture(
    shown: MatchPage,
    query: Mapping[str, str | Sequence[str]] | None = None,
    since: int | None = None,
    code: str = "en",
) -> KaslPicture:
    """What the templates get."""
    values = {
        name: [value] if isinstance(value, str) else value for name, value in (query or {}).items()
    }
    return PAGE.picture(shown, values, language(code), since)


def words(reader: int | None = 0, seats: int = 4, code: str = "en") -> Words:
    """The words of a match for that seat."""
    state = position("red 28: I | blue 29: I", seats=seats)
    return words_of(page(state, reader).head, reader, language(code))
