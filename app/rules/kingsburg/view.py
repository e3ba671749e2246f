"""Hidden from others: the enemy pile, and choices made at once until all have made theirs."""

from __future__ import annotations

from msgspec.structs import replace

from app.rules.contract import Seat
from app.rules.kingsburg.enemies import HIDDEN
from app.rules.kingsburg.state import Kingsburg


def view(state: Kingsburg, seat: Seat | None) -> Kingsburg:
    """The state as that seat, or a spectator (None), may know it."""
    known = state.year if _knows_this_years(state, seat) else state.year - 1
    pile = tuple(card if year < known else HIDDEN for year, card in enumerate(state.pile))
    chosen = tuple(choice if owner == seat else None for owner, choice in enumerate(state.chosen))
    return replace(state, pile=pile, chosen=chosen)


def _knows_this_years(state: Kingsburg, seat: Seat | None) -> bool:
    """B3.13, B7.1  Whether this year's card lies open, or the seat has looked at it."""
    return state.revealed or (seat is not None and state.year > 0 and state.seen[seat])
