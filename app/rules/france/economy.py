"""The economy of a match by turn: what its plot shows."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from app.rules.contract import Event
from app.rules.france.events import MatchEnded, Standing, TurnBegan
from app.rules.france.victory import DUCAL_TO_UNIFY


class TurnFigures(Struct, frozen=True):
    """Where each seat stood as a turn began; at the end of the match as the next would have."""

    turn: int
    standings: tuple[Standing, ...]


def economy(events: Iterable[Event]) -> tuple[TurnFigures, ...]:
    """The figures of each turn, from all events of a match or some, in order."""
    figures: list[TurnFigures] = []
    for event in events:
        if isinstance(event, TurnBegan):
            figures.append(TurnFigures(event.turn, event.standings))
        elif isinstance(event, MatchEnded):
            turn = figures[-1].turn + 1 if figures else 1
            figures.append(TurnFigures(turn, event.standings))
    return tuple(figures)


class Distance(Struct, frozen=True):
    """F9.3, F9.4  How far a player is from either victory."""

    ducal: int
    """Ducal counties that are missing to unify."""
    paris: bool
    """PARIS is missing."""
    joined: bool
    """His counties are not joined."""
    score: int
    """F9.4  Outputs times ducal counties, now."""
    behind: int
    """F9.4  By how much the best score is higher."""


def distances(standings: Iterable[Standing]) -> tuple[Distance, ...]:
    """F9.3, F9.4  Each seat's distances."""
    known = tuple(standings)
    scores = [each.output * each.ducal for each in known]
    best = max(scores, default=0)
    return tuple(
        Distance(
            ducal=max(0, DUCAL_TO_UNIFY - each.ducal),
            paris=not each.paris,
            joined=not each.joined,
            score=score,
            behind=best - score,
        )
        for each, score in zip(known, scores, strict=True)
    )
