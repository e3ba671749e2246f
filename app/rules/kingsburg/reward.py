"""B4  Phase 3: the King rewards whoever has built most."""

from __future__ import annotations

from app.rules.kingsburg.events import Chronicle, KingRewarded


def begin(chronicle: Chronicle) -> None:
    """B4.1  1 VP for most buildings, for all who tie."""
    state = chronicle.state
    most = max(there.buildings for there in state.governors)
    seats = tuple(s for s in state.order if state.governors[s].buildings == most)
    chronicle.tell(KingRewarded(seats))
