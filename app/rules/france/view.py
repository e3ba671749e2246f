"""F5.4  Hidden from others: sent orders until the turn is resolved, unless they are open."""

from __future__ import annotations

from msgspec.structs import replace

from app.rules.contract import Seat
from app.rules.france.state import France, Sheet

CLOSED = Sheet(None)


def view(state: France, seat: Seat | None) -> France:
    """The state as that seat, or a spectator (None), may know it."""
    sent = tuple(
        sheet if sheet is None or sheet.open or owner == seat else CLOSED
        for owner, sheet in enumerate(state.sent)
    )
    return replace(state, sent=sent)
