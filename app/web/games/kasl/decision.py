"""What the reader is asked now: his decision, whom he waits for, or how the match has ended."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from app.matches import MatchPage
from app.rules.contract import N_
from app.rules.kasl.events import MatchEnded
from app.rules.kasl.score import Score
from app.rules.kasl.state import Kasl, Step, on_turn
from app.web.games.kasl import aftermath, attack, choice, redeploy, setup, sites
from app.web.games.kasl.board import described, marks
from app.web.games.kasl.rows import clicked
from app.web.games.kasl.summary import summary
from app.web.games.kasl.table import Asked, Panel, Table
from app.web.games.kasl.tray import LastThrow
from app.web.games.kasl.words import Words
from app.web.games.picture import Awaited
from app.web.languages import listed


class WaitingPanel(Panel, frozen=True, kw_only=True):
    """Somebody else decides."""

    seats: tuple[Awaited, ...]
    doing: str
    last: LastThrow | None
    about: str
    """The territory that was clicked, in words."""
    watching: bool
    out: bool


class Count(Struct, frozen=True):
    """K10  A player's victory points by their source."""

    name: str
    house: str
    winner: bool
    you: bool
    score: Score
    points: int
    missions: tuple[str, ...]


class OverPanel(Panel, frozen=True, kw_only=True):
    """K10  The match is over."""

    reason: str
    rule: str
    winners: str
    counts: tuple[Count, ...]
    advanced: bool


_ASK: dict[str, Callable[[Table], Asked]] = {
    Step.SET_UP: setup.set_up,
    Step.PLAGUE: setup.plague,
    Step.FOUND: sites.found,
    Step.LORD: sites.call_lord,
    Step.CHOICE: choice.choice,
    Step.ATTACK: attack.attack,
    Step.LOSSES: aftermath.losses,
    Step.MOVE_IN: aftermath.move_in,
    Step.UNITS: redeploy.units,
}

_DOING: dict[Step, str] = {
    Step.SET_UP: N_("{player} places city, Lord and archers."),
    Step.PLAGUE: N_("{player} may declare the plague."),
    Step.FOUND: N_("{player} founds a new city."),
    Step.LORD: N_("{player} calls a Lord."),
    Step.CHOICE: N_("{player} recruits, fortifies or builds."),
    Step.ATTACK: N_("{player} may attack."),
    Step.LOSSES: N_("{player} has attacked: losses are being chosen."),
    Step.MOVE_IN: N_("{player} decides who moves in."),
    Step.UNITS: N_("{player} redeploys units."),
    Step.LORDS: N_("{player} redeploys Lords and ends the turn."),
}


def decide(page: MatchPage, table: Table) -> Asked:
    """The panel for this reader."""
    kind = next((d.kind for d in page.view.decisions if d.seat == page.seat), None)
    if table.state.result is not None:
        return Asked(_over(page, table))
    if kind is None:
        return _waiting(page, table)
    if kind == Step.LORDS:
        return redeploy.lords(table, summary(table.state, table.seat, page.counting, table.words))
    return _ASK[kind](table)


def _waiting(page: MatchPage, table: Table) -> Asked:
    state, words = table.state, table.words
    waiting = {decision.seat for decision in page.view.decisions}
    names = listed((words.names[seat] for seat in sorted(waiting)), words._)
    last = table.last if state.step in (Step.ATTACK, Step.LOSSES, Step.MOVE_IN) else None
    panel = WaitingPanel(
        template="waiting",
        title=words._("Waiting for {players}", players=names),
        action="",
        url=table.href(),
        at=clicked(table),
        seats=tuple(
            Awaited(words.houses[seat], words.names[seat], seat in waiting)
            for seat in range(state.seats)
        ),
        doing=_doing(state, words),
        last=last,
        about=_about(table),
        watching=page.seat is None,
        out=page.seat is not None and state.out[page.seat],
    )
    fight = state.fight
    if fight is not None:
        return Asked(panel, marks((), fight.origin, fight.target))
    if last is not None:
        return Asked(panel, marks((), last.origin, last.target))
    return Asked(panel)


def _about(table: Table) -> str:
    number = table.wish.at
    return described(table.words, number, table.land(number)) if number else ""


def _doing(state: Kasl, words: Words) -> str:
    """What happens meanwhile, in a sentence."""
    return words._(_DOING[state.step], player=words.names[on_turn(state)])


def _over(page: MatchPage, table: Table) -> OverPanel:
    state, words = table.state, table.words
    result = state.result
    ended = next(
        (e for entry in reversed(page.log) for e in entry.events if isinstance(e, MatchEnded)), None
    )
    if result is None or ended is None:
        raise ValueError("The match is not over.")
    winners = listed((words.names[seat] for seat in result.winners), words._)
    return OverPanel(
        template="over",
        title=words._.ngettext(
            "{winners} holds the county of Kasl",
            "{winners} share the county of Kasl",
            len(result.winners),
            winners=winners,
        ),
        action="",
        url=table.href(),
        at=clicked(table),
        reason=words._(result.reason),
        rule=result.rule,
        winners=winners,
        counts=tuple(
            _count(state, words, seat, ended)
            for seat in sorted(range(state.seats), key=lambda s: -result.points[s])
        ),
        advanced=state.advanced,
    )


def _count(state: Kasl, words: Words, seat: int, ended: MatchEnded) -> Count:
    cards = ended.missions[seat] if seat < len(ended.missions) else ()
    return Count(
        name=words.names[seat],
        house=words.houses[seat],
        winner=seat in ended.result.winners,
        you=seat == words.reader,
        score=Score(*ended.scores[seat]),
        points=ended.result.points[seat],
        missions=tuple(words.land(card) for card in cards if card),
    )
