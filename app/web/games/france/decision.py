"""What the reader is asked now: to enter, his sheet, whom he waits for, how the match has ended."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from app.rules.contract import N_, Refusal
from app.rules.france.actions import Orders, SendOrders
from app.rules.france.entering import vacant_seats
from app.rules.france.grain import budget, standings
from app.rules.france.orders_text import read, why_not_read, write
from app.rules.france.sheet import spent
from app.rules.france.state import NOBODY, land
from app.rules.france.victory import score
from app.web.games.france.entering import about, enter
from app.web.games.france.sheet import sheet
from app.web.games.france.table import Table
from app.web.games.picture import Awaited, Panel, first
from app.web.languages import listed


class TextPanel(Panel, frozen=True, kw_only=True):
    """F5.3  The sheet as text; `errors` are lines that were not understood."""

    text: str
    errors: tuple[tuple[str, str], ...]
    """What is wrong with a line, and its rule."""
    stuck: bool
    """The lines are not the sheet: some are not understood."""
    draft_url: str
    back: str


class SendPanel(Panel, frozen=True, kw_only=True):
    """F5.4  Asks once: what is sent is final."""

    json: str
    lines: tuple[str, ...]
    spent: int
    budget: int
    openly: bool
    back: str


class Vacancy(Struct, frozen=True):
    """F2.4  A seat that somebody new may take."""

    seat: int
    name: str
    house: str


class WaitingPanel(Panel, frozen=True, kw_only=True):
    """Others still write, or choose."""

    seats: tuple[Awaited, ...]
    doing: str
    about: str
    """The county that was clicked, in words."""
    lines: tuple[str, ...]
    """The reader's own orders, sent."""
    watching: bool
    out: bool
    vacancies: tuple[Vacancy, ...]


class Score(Struct, frozen=True):
    """F9.4  How a player ended."""

    name: str
    house: str
    you: bool
    winner: bool
    output: int
    counties: int
    ducal: int
    points: int


class OverPanel(Panel, frozen=True, kw_only=True):
    """F9.3-F9.5  The end."""

    reason: str
    rule: str
    scores: tuple[Score, ...]


def decide(table: Table) -> Panel:
    """The panel for the reader."""
    state, seat = table.state, table.seat
    if state.result is not None:
        return _over(table)
    asked = any(decision.seat == seat for decision in table.page.view.decisions)
    if asked and not state.turn:
        return enter(table, late=False)
    if asked:
        return _write(table)
    if _may_come_back(table):
        return enter(table, late=True)
    return _waiting(table)


def _may_come_back(table: Table) -> bool:
    """F2.4"""
    state, seat = table.state, table.seat
    if seat == NOBODY or not state.turn or not state.late_entry:
        return False
    waiting = any(entry.seat == seat for entry in state.entries)
    return state.players[seat].eliminated and not waiting


def _write(table: Table) -> Panel:
    mode = first(table.query, "do")
    if mode == "text" or table.draft.text is not None:
        return text(table)
    if mode in ("send", "open") and first(table.query, "turn") == str(table.state.turn):
        return send(table, openly=mode == "open")
    return sheet(table)


def text(table: Table) -> TextPanel:
    """The sheet as lines."""
    state, seat, draft, words = table.state, table.seat, table.draft, table.words
    lines = draft.text if draft.text is not None else write(state, seat, draft.orders, words._)
    reading = read(lines, state, seat, {name: at for at, name in enumerate(words.names)})
    wrong = [Refusal(e.rule, e.text, e.params) for e in reading.errors]
    if not wrong and (refusal := why_not_read(reading, state, seat)):
        wrong = [refusal]
    return TextPanel(
        template="lines",
        title=words._("Orders as text"),
        action=f"{table.url}/play",
        url=table.href(do="text"),
        at=f"{table.url}?at=",
        text=lines,
        errors=tuple((words._(w.text, **words.params(w.params)), w.rule) for w in wrong),
        stuck=draft.text is not None,
        draft_url=f"{table.url}/draft",
        back=table.url,
    )


def send(table: Table, *, openly: bool) -> SendPanel:
    """Asks whether to send."""
    state, seat, orders = table.state, table.seat, table.draft.orders
    _ = table.words._
    return SendPanel(
        template="send",
        title=_("Send openly?") if openly else _("Send sealed?"),
        action=f"{table.url}/play",
        url=table.href(do="open" if openly else "send", turn=state.turn),
        at=f"{table.url}?at=",
        json=msgspec.json.encode(SendOrders(state.turn, orders, openly)).decode(),
        lines=tuple(write(state, seat, orders, _).splitlines()),
        spent=spent(orders),
        budget=budget(state, seat),
        openly=openly,
        back=table.url,
    )


def _waiting(table: Table) -> WaitingPanel:
    state, seat, words = table.state, table.seat, table.words
    pending = frozenset(d.seat for d in table.page.view.decisions)
    playing = [s for s, player in enumerate(state.players) if not player.eliminated]
    sent = state.sent[seat] if seat != NOBODY and state.turn else None
    return WaitingPanel(
        template="waiting",
        title=_title(table),
        action=f"{table.url}/play",
        url=table.chosen(table.at) if table.at else table.url,
        at=f"{table.url}?at=",
        seats=tuple(Awaited(words.houses[s], words.names[s], s in pending) for s in playing),
        doing=_doing(table, sorted(pending)),
        about=_about(table),
        lines=_written(table, sent.orders) if sent and sent.orders else (),
        watching=seat == NOBODY,
        out=seat != NOBODY and state.players[seat].eliminated,
        vacancies=tuple(
            Vacancy(s, words.names[s], words.houses[s]) for s in _vacant(table) if seat == NOBODY
        ),
    )


def _written(table: Table, orders: Orders) -> tuple[str, ...]:
    return tuple(write(table.state, table.seat, orders, table.words._).splitlines())


def _vacant(table: Table) -> tuple[int, ...]:
    return vacant_seats(table.state)


def _title(table: Table) -> str:
    _, state, seat = table.words._, table.state, table.seat
    if seat == NOBODY:
        return (
            _("Turn {turn} of {turns}", turn=state.turn, turns=state.turns)
            if state.turn
            else _("The players enter")
        )
    entry = next((entry for entry in state.entries if entry.seat == seat), None)
    if entry is not None:
        return _("You enter in {county}", county=entry.county)
    if state.players[seat].eliminated:
        return _("You hold no county")
    return _("Your orders are sent") if state.turn else _("You have entered")


_WRITING = N_("{players} still write.")
_CHOOSING = N_("{players} still choose.")


def _doing(table: Table, pending: list[int]) -> str:
    words = table.words
    names = listed([words.names[seat] for seat in pending], words._)
    return words._(_WRITING if table.state.turn else _CHOOSING, players=names)


def _about(table: Table) -> str:
    county = table.at
    if county is None:
        return ""
    there = land(table.state, county)
    return table.words._(
        "{county}: {holder}, output {output}. {about}.",
        county=county,
        holder=table.words.holder(there.holder),
        output=there.output,
        about=about(table.words, county),
    )


def _over(table: Table) -> OverPanel:
    state, words = table.state, table.words
    result = state.result
    if result is None:
        raise ValueError("the match goes on")
    winners = listed([words.names[seat] for seat in result.winners], words._)
    known = standings(state)
    order = sorted(range(state.seats), key=lambda s: (s not in result.winners, -score(known[s])))
    return OverPanel(
        template="over",
        title=words._("{winners} wins", winners=winners)
        if len(result.winners) == 1
        else words._("{winners} share the win", winners=winners),
        action=table.url,
        url=table.chosen(table.at) if table.at else table.url,
        at=f"{table.url}?at=",
        reason=words._(result.reason),
        rule=result.rule,
        scores=tuple(
            Score(
                words.names[s], words.houses[s], s == words.reader, s in result.winners,
                known[s].output, known[s].counties, known[s].ducal, score(known[s]),
            )
            for s in order
        ),
    )  # fmt: skip
