"""The page of Unification of France: a view, the reader's desk and the log become one picture."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.matches import LogEntry, MatchPage
from app.rules.contract import Refusal
from app.rules.france import events as ev
from app.rules.france.actions import Orders
from app.rules.france.state import France
from app.web.games.france import board, log, seats
from app.web.games.france.board import BoardPicture
from app.web.games.france.decision import decide
from app.web.games.france.draft import edit, kept, read_draft
from app.web.games.france.economy import Plot, plots
from app.web.games.france.post import Post, post
from app.web.games.france.table import Table, table_of
from app.web.games.france.words import Words, words_of
from app.web.games.log import Line, events_of
from app.web.games.log import news as news_of
from app.web.games.picture import Picture, Query
from app.web.languages import Translate

_UNSEEN = ev.OrdersSent | ev.EntryMade
"""What leaves the map as it is."""


class FrancePicture(Picture, frozen=True, kw_only=True):
    """All that the templates show of a match of Unification of France."""

    board: BoardPicture
    ribbon: seats.Ribbon
    realms: tuple[seats.RealmPicture, ...]
    post: Post
    hosting: bool
    """The reader may end the wait."""
    turn: int


class Kept(Struct, frozen=True):
    """What an edit made of the draft."""

    data: str | None
    refusal: Refusal | None = None


class FrancePage:
    """France's page, as app.web.games.contract.GamePage wants it."""

    template = "games/france/page.html"
    update = "games/france/update.html"
    older = "games/older.html"
    post = "games/france/post.html"
    economy = "games/france/economy.html"

    def picture(
        self, page: MatchPage, query: Query, _: Translate, since: int | None
    ) -> FrancePicture:
        """The match for its reader: all of it, or only what changed after `since`."""
        state: France = page.view.state
        words = words_of(page.head, state, page.seat, _)
        news = news_of(page.log, since)
        table = table_of(page, words, query)
        waiting = frozenset(decision.seat for decision in page.view.decisions)
        host = next((s.seat for s in page.head.seats if s and s.person == page.head.host), None)
        return FrancePicture(
            panel=decide(table),
            board=board.board(table, _orders(table), changed=_is_map_changed(news)),
            ribbon=seats.ribbon(state, words, waiting),
            realms=seats.realms(state, words),
            post=post(page, words, query),
            lines=log.lines_of(page.log if news is None else news, words),
            whole=news is None,
            over=state.result is not None,
            hosting=page.seat is not None and page.seat == host and bool(waiting),
            turn=state.turn,
        )

    def log_lines(
        self, entries: Sequence[LogEntry], page: MatchPage, _: Translate
    ) -> tuple[Line, ...]:
        """Sentences for the log, newest first."""
        return log.lines_of(entries, self.words(page, _))

    def words(self, page: MatchPage, _: Translate) -> Words:
        """The words of this match."""
        return words_of(page.head, page.view.state, page.seat, _)

    def edited(self, page: MatchPage, fields: Query) -> Kept:
        """The reader's draft after what a form asks for."""
        state: France = page.view.state
        if page.seat is None or not state.turn:
            return Kept(None)
        names = [info.name if info else "" for info in page.head.seats]
        draft = read_draft(page.desk.draft if page.desk else None, state)
        done = edit(draft, state, page.seat, fields, names)
        return Kept(None, done) if isinstance(done, Refusal) else Kept(kept(done))

    def plots(self, page: MatchPage, entries: Sequence[LogEntry], _: Translate) -> tuple[Plot, ...]:
        """Grain, counties and ducal counties by turn."""
        return plots(events_of(entries), self.words(page, _))

    def turn_of(self, page: MatchPage) -> int:
        """The turn that letters are dated by."""
        state: France = page.view.state
        return state.turn


def _orders(table: Table) -> Orders:
    """The orders that the map shows: the draft, or what the reader has sent."""
    if table.page.seat is None or not table.state.turn:
        return ()
    sent = table.state.sent[table.page.seat]
    if sent is not None:
        return sent.orders or ()
    return table.draft.orders


def _is_map_changed(news: Sequence[LogEntry] | None) -> bool:
    return news is None or any(not isinstance(event, _UNSEEN) for event in events_of(news))


PAGE = FrancePage()
