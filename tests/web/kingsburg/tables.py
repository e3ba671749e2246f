"""Pages of Kingsburg: positions made by hand or played by bots, as one reader may see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from random import Random

from msgspec import Struct

from app.matches import LogEntry, MatchHead, MatchPage, SeatInfo
from app.rules.chance import Chance
from app.rules.contract import Event, Refusal
from app.rules.kingsburg.game import KINGSBURG
from app.rules.kingsburg.state import Kingsburg
from app.rules.service import GameService
from app.web.games.kingsburg.page import PAGE, KingsburgPicture
from app.web.games.kingsburg.words import Words, words_of
from app.web.languages import language

NAMES = ("Aldric", "Berthe", "Count bot", "Odo", "Petronilla")
SERVICE = GameService(KINGSBURG)
NOW = datetime(2026, 11, 29, 20, tzinfo=UTC)
KEY = "abcdefgh"
LOG_LENGTH = 60


def entry(number: int, *events: Event, seat: int | None = 0) -> LogEntry:
    """An action of the log."""
    return LogEntry(number, seat, NOW, events)


def page(state: Kingsburg, reader: int | None = 0, *log: LogEntry) -> MatchPage:
    """The match as that seat, or a spectator (None), may see it."""
    decisions = SERVICE.decisions(state)
    head = MatchHead(
        id=1,
        key=KEY,
        game="kingsburg",
        title="The Saturday table",
        options={},
        public=True,
        host=1,
        state="running" if state.result is None else "finished",
        version=log[-1].number if log else 0,
        seats=tuple(
            SeatInfo(seat, NAMES[seat], seat + 1, None, KINGSBURG.meta.houses[seat])
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
) -> KingsburgPicture:
    """What the templates get."""
    values = {
        name: [value] if isinstance(value, str) else value for name, value in (query or {}).items()
    }
    return PAGE.picture(shown, values, language(code), since)


def words(reader: int | None = 0, seats: int = 5, code: str = "en") -> Words:
    """The words of a match for that seat."""
    state: Kingsburg = KINGSBURG.blank(seats, {})
    return words_of(page(state, reader).head, reader, language(code))


class Moment(Struct, frozen=True):
    """A match between two actions: what is asked of whom, and all that has happened."""

    state: Kingsburg
    log: tuple[LogEntry, ...]
    asked: tuple[tuple[int, str], ...]

    def page(self, reader: int | None) -> MatchPage:
        """As that reader sees it."""
        return page(self.state, reader, *self.log[-LOG_LENGTH:])


def moments(seats: int, seed: int, bot: str = "count") -> Iterator[Moment]:
    """A whole match among bots, moment by moment."""
    random, secret, nonces = Random(seed), seed.to_bytes(32), [bytes(8)] * seats
    played = SERVICE.open(seats, {}, Chance(secret, nonces, 0))
    state, log = played.state, [entry(1, *played.events, seat=None)]
    while True:
        decisions = SERVICE.decisions(state)
        asked = tuple((decision.seat, decision.kind) for decision in decisions)
        assert isinstance(state, Kingsburg)
        yield Moment(state, tuple(log), asked)
        if not asked:
            return
        seat = asked[0][0]
        action = SERVICE.bot_action(state, seat, bot, random)
        answer = SERVICE.play(state, seat, action, Chance(secret, nonces, state.throws))
        assert not isinstance(answer, Refusal)
        state = answer.state
        log.append(entry(len(log) + 1, *answer.events, seat=seat))


def moment(kind: str, seats: int = 4, seed: int = 1, after: int = 0, bot: str = "count") -> Moment:
    """The first moment after so many actions in which somebody is asked that."""
    for number, one in enumerate(moments(seats, seed, bot)):
        if number >= after and any(asked == kind for _, asked in one.asked):
            return one
    raise AssertionError(f"nobody was asked {kind}")
