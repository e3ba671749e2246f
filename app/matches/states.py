"""The state of a match after any of its actions, at a cost that does not grow with the match.

A checkpoint is stored with every 32nd action and with every undo and redo: between one and the
next there are only moves, which are evolved.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.types import BigInteger

from app.db.direct import Direct, Driver
from app.matches.tables import action as actions
from app.matches.tables import checkpoint as checkpoints
from app.rules.contract import State
from app.rules.service import GameService

CHECKPOINT_EVERY = 32
"""Actions from one checkpoint to the next."""


class Checkpoint(NamedTuple):
    """The state after an action."""

    number: int
    state: State


def is_kept(number: int, restores: int | None) -> bool:
    """Whether the state after an action is a checkpoint."""
    return restores is not None or number % CHECKPOINT_EVERY == 0


async def nearest(
    driver: Driver, service: GameService, match_id: int, number: int
) -> Checkpoint | None:
    """The stored checkpoint nearest before or at a number.

    None: before the first, and in matches older than checkpoints.
    """
    row = await _NEAREST.row(driver, {"match": match_id, "number": number})
    return None if row is None else Checkpoint(row[0], service.decode_state(row[1]))


async def state_at(
    driver: Driver, service: GameService, match_id: int, number: int, blank: State
) -> State:
    """The state after that action of the match, which must have it; `blank`: before the opening."""
    known = await nearest(driver, service, match_id, number) or Checkpoint(0, blank)
    window = {"match": match_id, "after": known.number, "upto": number}
    state = known.state
    for (events,) in await _EVENTS.rows(driver, window):
        state = service.evolved(state, service.decode_events(events))
    return state


_MATCH = bindparam("match", type_=BigInteger)
_NEAREST = Direct(
    select(checkpoints.c.number, checkpoints.c.snapshot)
    .where(
        checkpoints.c.match_id == _MATCH,
        checkpoints.c.number <= bindparam("number", type_=BigInteger),
    )
    .order_by(checkpoints.c.number.desc())
    .limit(1)
)
_EVENTS = Direct(
    select(actions.c.events)
    .where(
        actions.c.match_id == _MATCH,
        actions.c.number > bindparam("after", type_=BigInteger),
        actions.c.number <= bindparam("upto", type_=BigInteger),
    )
    .order_by(actions.c.number)
)
