"""B5  Phase 5: the King's Envoy goes to whoever has least.

What he does is told where it is done: `influence` and `building` (B5.2).
"""

from __future__ import annotations

from app.rules.kingsburg.aid import neediest
from app.rules.kingsburg.events import Chronicle, EnvoyGiven, EnvoyReturned, EnvoyWithheld
from app.rules.kingsburg.state import NOBODY


def begin(chronicle: Chronicle) -> None:
    """B5.1, B5.3  He goes back if he is unused, and then to the one who has least."""
    if chronicle.state.envoy != NOBODY:
        chronicle.tell(EnvoyReturned(chronicle.state.envoy))
    seats = neediest(chronicle.state)
    if len(seats) == 1:
        chronicle.tell(EnvoyGiven(seats[0]))
    else:
        chronicle.tell(EnvoyWithheld(tuple(seats)))
