"""The page of Kingsburg: a view, the reader's selection and the log become one frozen picture."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from app.matches import LogEntry, MatchPage
from app.rules.contract import Event
from app.rules.kingsburg.buildings import PROVINCE
from app.rules.kingsburg.enemies import HIDDEN
from app.rules.kingsburg.events import (
    AdvisorInfluenced,
    DiceRerolled,
    DiceThrown,
    DieRerolled,
    Passed,
    PhaseBegan,
)
from app.rules.kingsburg.state import LAST_YEAR, NOBODY, Kingsburg
from app.web.games.kingsburg import log, seats
from app.web.games.kingsburg.court import Court, court
from app.web.games.kingsburg.decision import decide
from app.web.games.kingsburg.province import ICONS, Province, province
from app.web.games.kingsburg.reach import Ways, ways
from app.web.games.kingsburg.table import Table, read_wish
from app.web.games.kingsburg.winter import Winter, winter
from app.web.games.kingsburg.words import Thing, Words, words_of
from app.web.games.log import Line, events_of, news
from app.web.games.picture import Picture, Query
from app.web.languages import Translate


class Plan(Struct, frozen=True):
    """B9  A building as the rules list it."""

    name: str
    icon: str
    vp: int
    cost: tuple[Thing, ...]
    effect: str


class KingsburgPicture(Picture, frozen=True, kw_only=True):
    """All that the templates show of a match of Kingsburg."""

    ribbon: seats.Ribbon
    court: Court
    track: seats.Track
    province: Province
    rivals: tuple[seats.Rival, ...]
    stock: seats.Stock | None
    winter: Winter | None
    at_court: bool
    """Only the court has changed, not provinces, goods and the year."""
    thrown: int
    """The action in which dice fell last."""
    plans: tuple[tuple[Plan, ...], ...]


class KingsburgPage:
    """Kingsburg's page, as app.web.games.contract.GamePage wants it."""

    template = "games/kingsburg/page.html"
    update = "games/kingsburg/update.html"
    older = "games/older.html"

    def picture(
        self, page: MatchPage, query: Query, _: Translate, since: int | None
    ) -> KingsburgPicture:
        """The match for its reader: all of it, or only what changed after `since`."""
        state: Kingsburg = page.view.state
        words = words_of(page.head, page.seat, _)
        table, new = _table(page, state, words, query), news(page.log, since)
        asked = decide(page, table, known=_knows_enemy(state))
        kinds = {decision.seat: decision.kind for decision in page.view.decisions}
        kind = kinds.get(table.seat, "")
        shown = _shown(table)
        return KingsburgPicture(
            panel=asked.panel,
            lines=log.lines(page.log if new is None else new, words),
            whole=new is None,
            over=state.result is not None,
            ribbon=seats.ribbon(table, kinds),
            court=court(table, _ways(table, kind), asked.aim),
            track=seats.track(table, LAST_YEAR),
            province=province(table, shown, building=kind in {"build", "second_building"}),
            rivals=seats.rivals(table, shown),
            stock=None if page.seat is None else seats.stock(table, page.seat),
            winter=winter(table),
            at_court=bool(new) and all(map(_is_at_court, events_of(new or ()))),
            thrown=_thrown(page.counting),
            plans=_plans(words) if new is None else (),
        )

    def log_lines(
        self, entries: Sequence[LogEntry], page: MatchPage, _: Translate
    ) -> tuple[Line, ...]:
        """Sentences of these entries, newest first."""
        return log.lines(entries, self.words(page, _))

    def words(self, page: MatchPage, _: Translate) -> Words:
        """The words of this match for its reader."""
        return words_of(page.head, page.seat, _)


PAGE = KingsburgPage()


def _table(page: MatchPage, state: Kingsburg, words: Words, query: Query) -> Table:
    url = f"/m/{page.head.key}"
    there = None if page.seat is None else state.governors[page.seat]
    wish = read_wish(query, there.own, there.white) if there else read_wish(query)
    seat = NOBODY if page.seat is None else page.seat
    if wish.look >= state.seats or wish.look == seat:
        wish = replace(wish, look=NOBODY)
    if not _may_choose_dice(page):
        wish = replace(wish, dice=(), plus=0, market=0, envoy=0)
    return Table(state, seat, words, wish, url, f"{url}/play")


def _may_choose_dice(page: MatchPage) -> bool:
    return any(d.seat == page.seat and d.kind == "influence" for d in page.view.decisions)


def _ways(table: Table, kind: str) -> Ways:
    return ways(table.state, table.seat) if kind == "influence" else {}


def _shown(table: Table) -> int:
    """Whose province is shown: the one looked at, one's own, or to watchers the first's."""
    if table.wish.look != NOBODY:
        return table.wish.look
    if table.seat != NOBODY:
        return table.seat
    return table.state.order[0] if table.state.order else 0


def _knows_enemy(state: Kingsburg) -> bool:
    return bool(state.year) and state.pile[state.year - 1] != HIDDEN


def _is_at_court(event: Event) -> bool:
    """Whether it changed nothing but the court and whose turn it is."""
    if isinstance(event, AdvisorInfluenced):
        return not (event.plus_two or event.envoy)
    return isinstance(event, Passed)


def _thrown(entries: Sequence[LogEntry]) -> int:
    fell = (DiceThrown, DieRerolled, DiceRerolled)
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if isinstance(event, fell):
                return entry.number
            if isinstance(event, PhaseBegan):
                return 0
    return 0


def _plans(words: Words) -> tuple[tuple[Plan, ...], ...]:
    _ = words._
    return tuple(
        tuple(
            Plan(
                words._(one.name),
                ICONS[one.key],
                one.vp,
                words.things(one.cost),
                words._(one.effect),
            )
            for one in line
        )
        for line in PROVINCE
    )
