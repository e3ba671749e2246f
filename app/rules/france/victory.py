"""F2.4, F9.3-F9.5  Elimination, and the ends of a match."""

from __future__ import annotations

from app.rules.contract import N_, Result, Seat
from app.rules.france.atlas import PARIS
from app.rules.france.entering import open_counties
from app.rules.france.events import (
    Chronicle,
    MatchEnded,
    PlayerEliminated,
    PlayerLeftAlone,
    Standing,
)
from app.rules.france.grain import standings
from app.rules.france.realm import BIT, DUCAL, Region, is_joined, regions
from app.rules.france.state import France, living

DUCAL_TO_UNIFY = 6
"""F9.3"""


def eliminate(chronicle: Chronicle) -> None:
    """F2.4  Who holds no county is out."""
    lands = regions(chronicle.state)
    for seat in living(chronicle.state):
        if not lands[seat]:
            chronicle.tell(PlayerEliminated(seat))


def unifies(own: Region) -> bool:
    """F9.3  Six ducal counties, PARIS, and all joined."""
    return (own & DUCAL).bit_count() >= DUCAL_TO_UNIFY and bool(own & BIT[PARIS]) and is_joined(own)


def score(standing: Standing) -> int:
    """F9.4  Outputs times ducal counties."""
    return standing.output * standing.ducal


def end_by_unification(chronicle: Chronicle) -> bool:
    """F9.3  Whether somebody has unified France: he wins at once."""
    lands = regions(chronicle.state)
    for seat in living(chronicle.state):
        if unifies(lands[seat]):
            _end(chronicle, "F9.3", N_("France is unified."), (seat,))
            return True
    return False


def end_by_turns(chronicle: Chronicle) -> bool:
    """F9.4  After the last turn the economy decides."""
    state = chronicle.state
    if state.turn < state.turns:
        return False
    standing = standings(state)
    scores = [score(each) for each in standing]
    deciding = scores if max(scores) else [each.output for each in standing]
    winners = tuple(seat for seat in living(state) if deciding[seat] == max(deciding))
    _end(chronicle, "F9.4", N_("The last turn is over: the economy decides."), winners)
    return True


def end_by_survival(chronicle: Chronicle) -> bool:
    """F9.5  The only player left wins: at once if nobody may enter, or after one more turn."""
    state = chronicle.state
    left = living(state)
    if state.seats == 1 or len(left) > 1:
        return False
    if state.alone or not may_anyone_enter(state):
        _end(chronicle, "F9.5", N_("Only one player is left."), left)
        return True
    chronicle.tell(PlayerLeftAlone(left[0]))
    return False


def may_anyone_enter(state: France) -> bool:
    """F2.4, F9.5  Whether eliminated players may come back."""
    return state.late_entry and bool(open_counties(state))


def _end(chronicle: Chronicle, rule: str, reason: str, winners: tuple[Seat, ...]) -> None:
    final = standings(chronicle.state)
    points = tuple(score(standing) for standing in final)
    chronicle.tell(MatchEnded(Result(rule, reason, winners, points), final))
