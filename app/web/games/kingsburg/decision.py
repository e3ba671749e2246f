"""What the reader is asked now: his decision, whom he waits for, or how the match has ended."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from app.matches import MatchPage
from app.rules.contract import N_
from app.rules.kingsburg.events import MatchEnded
from app.rules.kingsburg.state import NOBODY, Kingsburg
from app.web.games.kingsburg import choices
from app.web.games.kingsburg.court import SetDie
from app.web.games.kingsburg.influence import influence
from app.web.games.kingsburg.reach import Aim
from app.web.games.kingsburg.table import Table
from app.web.games.kingsburg.words import WHITE, Words
from app.web.games.picture import Awaited, Panel


class WaitingPanel(Panel, frozen=True, kw_only=True):
    """Somebody else decides."""

    seats: tuple[Awaited, ...]
    doing: str
    dice: tuple[SetDie, ...]
    """Those that the reader has left."""
    watching: bool


class Count(Struct, frozen=True):
    """B8.1  A player at the end."""

    name: str
    house: str
    winner: bool
    buildings: int
    goods: int
    cathedral: int
    points: int


class OverPanel(Panel, frozen=True, kw_only=True):
    """B8.1  The match is over."""

    reason: str
    rule: str
    counts: tuple[Count, ...]


class Asked(Struct, frozen=True):
    """A panel; `aim` when it is about dice."""

    panel: Panel
    aim: Aim | None = None


_ASK: dict[str, Callable[[Table], Panel]] = {
    "aid": choices.aid,
    "reroll": choices.reroll,
    "help": choices.helped,
    "town_hall": choices.town_hall,
    "spoils": choices.spoils,
    "losses": choices.losses,
}

_DOING: dict[str, str] = {
    "aid": N_("Who has least takes a good from the King."),
    "reroll": N_("{player} may reroll dice."),
    "influence": N_("{player} influences an advisor."),
    "help": N_("{player} chooses an advisor's help."),
    "build": N_("{player} may put up a building."),
    "second_building": N_("{player} may build a second time."),
    "town_hall": N_("The Town Halls are open."),
    "recruit": N_("{player} may recruit soldiers."),
    "losses": N_("The enemy has come: goods are being chosen."),
    "spoils": N_("The enemy has come: goods are being chosen."),
}


def decide(page: MatchPage, table: Table, *, known: bool) -> Asked:
    """The panel for this reader; `known`: he knows this year's enemy."""
    kind = next((d.kind for d in page.view.decisions if d.seat == page.seat), "")
    if table.state.result is not None:
        return Asked(_over(page, table))
    match kind:
        case "":
            return Asked(_waiting(page, table))
        case "influence":
            influencing = influence(table)
            return Asked(influencing.panel, influencing.aim)
        case "build" | "second_building":
            return Asked(choices.build(table, second=kind == "second_building"))
        case "recruit":
            return Asked(choices.recruit(table, known=known))
        case _:
            return Asked(_ASK[kind](table))


def _waiting(page: MatchPage, table: Table) -> WaitingPanel:
    state, words = table.state, table.words
    kinds = {decision.seat: decision.kind for decision in page.view.decisions}
    return WaitingPanel(
        template="waiting",
        title=words._("Waiting for {players}", players=words.players(sorted(kinds))),
        action="",
        url=table.href(),
        seats=tuple(
            Awaited(words.houses[seat], words.names[seat], seat in kinds)
            for seat in range(state.seats)
        ),
        doing=_doing(kinds, words),
        dice=_dice_left(table),
        watching=page.seat is None,
    )


def _doing(kinds: dict[int, str], words: Words) -> str:
    """What happens meanwhile, in a sentence."""
    seat, kind = next(iter(kinds.items()), (NOBODY, ""))
    return words._(_DOING[kind], player=words.names[seat]) if kind else ""


def _dice_left(table: Table) -> tuple[SetDie, ...]:
    own = (SetDie(face, table.house) for face in table.there.own)
    white = (SetDie(face, WHITE) for face in table.there.white)
    return (*own, *white) if not table.there.passed else ()


def _over(page: MatchPage, table: Table) -> OverPanel:
    state, words = table.state, table.words
    ended = next(
        (e for entry in reversed(page.log) for e in entry.events if isinstance(e, MatchEnded)), None
    )
    if state.result is None or ended is None:
        raise ValueError("The match is not over.")
    result = state.result
    by_points = sorted(range(state.seats), key=lambda seat: _rank(state, seat), reverse=True)
    return OverPanel(
        template="over",
        title=words._.ngettext(
            "{winners} is the King's best governor",
            "{winners} are the King's best governors",
            len(result.winners),
            winners=words.players(result.winners),
        ),
        action="",
        url=table.href(),
        reason=words._(result.reason),
        rule=result.rule,
        counts=tuple(_count(state, words, seat, ended.cathedral[seat]) for seat in by_points),
    )


def _rank(state: Kingsburg, seat: int) -> tuple[int, ...]:
    there = state.governors[seat]
    points = state.result.points[seat] if state.result else there.vp
    return points, there.goods.number, there.buildings


def _count(state: Kingsburg, words: Words, seat: int, cathedral: int) -> Count:
    there, result = state.governors[seat], state.result
    return Count(
        name=words.names[seat],
        house=words.houses[seat],
        winner=result is not None and seat in result.winners,
        buildings=there.buildings,
        goods=there.goods.number,
        cathedral=cathedral,
        points=result.points[seat] if result else there.vp,
    )
