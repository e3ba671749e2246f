"""The page of Kasl: a view, the reader's selection and the log become one frozen picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from app.boards.kasl.overlay import chart
from app.matches import LogEntry, MatchPage
from app.rules.contract import Event
from app.rules.kasl.board import TERRITORIES
from app.rules.kasl.choice import CHART, ROW
from app.rules.kasl.events import (
    MovedIn,
    StepBegan,
    TerritoryInfected,
    TerritoryTaken,
    TurnEnded,
    UnitsLost,
)
from app.rules.kasl.kingdom import held, kingdom_size, levels
from app.rules.kasl.state import NOBODY, Kasl, Step
from app.rules.kasl.units import Kind
from app.web.games.kasl import board, log, seats
from app.web.games.kasl.board import BoardPicture
from app.web.games.kasl.choice import RecruitPanel
from app.web.games.kasl.decision import decide
from app.web.games.kasl.setup import SetUpPanel
from app.web.games.kasl.sites import SitePanel
from app.web.games.kasl.table import Asked, Panel, Table, read_wish
from app.web.games.kasl.tray import last_throw
from app.web.games.kasl.words import KIND_ICONS, KIND_NAMES, Words, words_of
from app.web.games.log import Line, events_of
from app.web.games.log import news as news_of
from app.web.games.picture import Picture, Query
from app.web.languages import Translate

_NUMBERS = ("origin", "target", "territory", "city", "lord")
_MAPS = ("placements", "archers")


class Mission(Struct, frozen=True):
    """K2.4  One of the reader's own mission cards."""

    number: int
    name: str
    fiefdom: str


class Chart(Struct, frozen=True):
    """K6.4  The reader's place in the chart of recruits; -1 when he has none."""

    rows: tuple[tuple[str, tuple[str, ...]], ...]
    row: int
    column: int


class KaslPicture(Picture, frozen=True, kw_only=True):
    """All that the templates show of a match of Kasl."""

    panel: Panel
    board: BoardPicture
    ribbon: seats.Ribbon
    holdings: tuple[seats.Holdings, ...]
    loss_order: tuple[tuple[Kind, str], ...]
    """K7.8  The reader's standing order; empty when he has no say."""
    kinds: tuple[tuple[Kind, str], ...]
    icons: dict[Kind, str]
    missions: tuple[Mission, ...]
    chart: Chart


class KaslPage:
    """Kasl's page, as app.web.games.contract.GamePage wants it."""

    template = "games/kasl/page.html"
    update = "games/kasl/update.html"
    older = "games/older.html"

    def picture(
        self, page: MatchPage, query: Query, _: Translate, since: int | None
    ) -> KaslPicture:
        """The match for its reader: all of it, or only what changed after `since`."""
        state: Kasl = page.view.state
        words = words_of(page.head, page.seat, _)
        news = news_of(page.log, since)
        asked = decide(page, _table(page, state, words, query))
        return KaslPicture(
            panel=asked.panel,
            board=_board(state, words, page.seat, asked, news),
            ribbon=seats.ribbon(state, words, frozenset(d.seat for d in page.view.decisions)),
            holdings=seats.holdings(state, words),
            lines=log.lines(page.log if news is None else news, words),
            whole=news is None,
            over=state.result is not None,
            loss_order=_loss_order(state, words, page.seat),
            kinds=tuple((kind, words._(name)) for kind, name in KIND_NAMES.items()),
            icons=KIND_ICONS,
            missions=_missions(state, words, page.seat),
            chart=_chart(state, page.seat),
        )

    def log_lines(
        self, entries: Sequence[LogEntry], page: MatchPage, _: Translate
    ) -> tuple[Line, ...]:
        """Sentences of these entries, newest first."""
        return log.lines(entries, self.words(page, _))

    def words(self, page: MatchPage, _: Translate) -> Words:
        """The words of this match for its reader."""
        return words_of(page.head, page.seat, _)

    def step(self, entry: LogEntry, _: Translate) -> str:
        """The reader's own action in words, where the log begins with what came of it."""
        match entry.events[:1]:
            case (TurnEnded(),):
                return _("You end your turn.")
            case (StepBegan(step=Step.UNITS.value),):
                return _("You stop attacking.")
            case (StepBegan(step=Step.LORDS.value),):
                return _("You stop redeploying units.")
        return ""


PAGE = KaslPage()


def _table(page: MatchPage, state: Kasl, words: Words, query: Query) -> Table:
    url = f"/m/{page.head.key}"
    return Table(
        state=state,
        seat=NOBODY if page.seat is None else page.seat,
        words=words,
        wish=read_wish(query),
        url=url,
        play_url=f"{url}/play",
        last=last_throw(page.counting, words),
    )


def _board(
    state: Kasl, words: Words, seat: int | None, asked: Asked, news: Sequence[LogEntry] | None
) -> BoardPicture:
    shown: set[int] = set(TERRITORIES)
    owners_changed = True
    if news is not None:
        events = events_of(news)
        shown = _touched(events)
        owners_changed = any(_may_change_owners(event, state) for event in events)
        if isinstance(asked.panel, SetUpPanel | RecruitPanel | SitePanel):
            shown |= set(held(state.lands, NOBODY if seat is None else seat))
    return BoardPicture(
        chart=chart(),
        lands=board.lands(state, words, shown, asked.draft),
        fronts=board.fronts(state) if owners_changed else (),
        owners_changed=owners_changed,
        marks=asked.marks,
        focus=board.focus(asked.marks, state, seat),
    )


def _touched(events: Iterable[Event]) -> set[int]:
    """Territories on which something may look different after the events."""
    touched: set[int] = set()
    for event in events:
        for name in _NUMBERS:
            value = getattr(event, name, 0)
            if type(value) is int:
                touched.add(value)
        for name in _MAPS:
            value = getattr(event, name, None)
            if isinstance(value, dict):
                touched.update(value)
    return touched


def _may_change_owners(event: Event, state: Kasl) -> bool:
    if isinstance(event, UnitsLost):
        sides = (event.origin, event.target)
        return any(state.lands[number - 1].holder == NOBODY for number in sides)
    return isinstance(event, MovedIn | TerritoryTaken | TerritoryInfected)


def _loss_order(state: Kasl, words: Words, seat: int | None) -> tuple[tuple[Kind, str], ...]:
    if seat is None or state.result is not None or state.out[seat]:
        return ()
    return tuple((kind, words._(KIND_NAMES[kind])) for kind in state.loss_orders[seat])


def _missions(state: Kasl, words: Words, seat: int | None) -> tuple[Mission, ...]:
    if seat is None or not state.missions:
        return ()
    return tuple(
        Mission(card, words.land(card), words.fiefdom(card))
        for card in state.missions[seat]
        if card
    )


def _sizes(index: int) -> str:
    first = ROW * index + 1
    return f"{first}–{first + ROW - 1}" if index + 1 < len(CHART) else f"{first} +"


def _chart(state: Kasl, seat: int | None) -> Chart:
    rows = tuple(
        (_sizes(index), tuple("/".join(map(str, units)) for units in row))
        for index, row in enumerate(CHART)
    )
    size = kingdom_size(state.lands, seat) if seat is not None else 0
    if seat is None or not size:
        return Chart(rows, -1, -1)
    level = max(levels(state.lands, seat), default=0)
    return Chart(rows, min((size - 1) // ROW, len(CHART) - 1), level - 1)
