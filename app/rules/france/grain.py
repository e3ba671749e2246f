"""F4  Grain: what a player may spend in a turn, and where he stands."""

from __future__ import annotations

from app.rules.contract import Seat
from app.rules.france.atlas import PARIS
from app.rules.france.events import Standing
from app.rules.france.realm import BIT, DUCAL, Region, is_joined, regions
from app.rules.france.state import France, partners
from app.rules.france.traits import RICH_GRAIN, SHREWD_GRAIN

LEAST = 5
"""F4.1  Who holds a county has at least so much."""
ROUTE_GRAIN = 5
"""F4.1, F8.1"""
DUCHY_GRAIN = 5
"""F4.1, F9.1"""


def outputs(state: France) -> list[int]:
    """The sum of the outputs of each seat's counties."""
    found = [0] * state.seats
    for there in state.lands:
        if there.holder >= 0:
            found[there.holder] += there.output
    return found


def output_of(state: France, seat: Seat) -> int:
    """The sum of the outputs of a seat's counties."""
    return sum([there.output for there in state.lands if there.holder == seat])


def budget(state: France, seat: Seat) -> int:
    """F4.1  The Grain that a seat has this turn; 0 when it is not in play."""
    return _budget(state, seat, output_of(state, seat))


def _budget(state: France, seat: Seat, output: int) -> int:
    player = state.players[seat]
    if player.count is None:
        return 0
    traits = player.count.traits
    route = ROUTE_GRAIN + (SHREWD_GRAIN if "shrewd" in traits else 0)
    grain = output + duchy_bonus(state, seat) + route * len(partners(state, seat))
    return max(LEAST, grain + (RICH_GRAIN if "rich" in traits else 0))


def duchy_bonus(state: France, seat: Seat) -> int:
    """F4.1, F9.1  What being a Duchy brings each turn."""
    return DUCHY_GRAIN * len(state.players[seat].duchies)


def standings(state: France) -> tuple[Standing, ...]:
    """Where each seat stands."""
    sums, lands = outputs(state), regions(state)
    return tuple(_standing(state, seat, sums[seat], lands[seat]) for seat in range(state.seats))


def _standing(state: France, seat: Seat, output: int, own: Region) -> Standing:
    return Standing(
        grain=_budget(state, seat, output),
        output=output,
        counties=own.bit_count(),
        ducal=(own & DUCAL).bit_count(),
        paris=bool(own & BIT[PARIS]),
        joined=bool(own) and is_joined(own),
    )
