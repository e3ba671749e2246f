"""Drafts: what a seat has written and not sent, for its owner alone."""

import msgspec
from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.db.direct import Direct, Driver
from app.matches.errors import BadChoiceError
from app.matches.tables import draft as drafts
from app.rules.contract import N_, Action
from app.rules.service import GameService, UnknownActionError

LARGEST = 20_000
"""Characters; the longest sheet that can be legal has a fifth of it."""


async def keep_draft(driver: Driver, match_id: int, seat: int, data: str) -> None:
    """Keep it in place of the one before. Raises BadChoiceError when it is too large."""
    if len(data) > LARGEST:
        raise BadChoiceError(N_("This is too long to be kept."))
    await _KEEP.row(driver, {"match": match_id, "seat": seat, "data": data})


async def read_draft(driver: Driver, match_id: int, seat: int) -> str | None:
    """The draft of that seat; None when it has none."""
    row = await _READ.row(driver, {"match": match_id, "seat": seat})
    return None if row is None else str(row[0])


async def drop_draft(driver: Driver, match_id: int, seat: int) -> None:
    """Forget it."""
    await _DROP.row(driver, {"match": match_id, "seat": seat})


def drafted(service: GameService, data: str | None) -> Action | None:
    """The action in a draft, under the name `action`; None when there is none."""
    if data is None:
        return None
    try:
        return service.read_action(msgspec.json.decode(data, type=_Draft).action)
    except (msgspec.DecodeError, UnknownActionError):
        return None


class _Draft(msgspec.Struct):
    action: dict[str, object]


_insert = insert(drafts).values(
    match_id=bindparam("match"), seat=bindparam("seat"), data=bindparam("data")
)
_KEEP = Direct(
    _insert.on_conflict_do_update(
        index_elements=[drafts.c.match_id, drafts.c.seat],
        set_={"data": _insert.excluded.data, "saved": func.now()},
    ).returning(drafts.c.seat)
)
_MINE = drafts.c.match_id == bindparam("match"), drafts.c.seat == bindparam("seat")
_READ = Direct(select(drafts.c.data).where(*_MINE))
_DROP = Direct(delete(drafts).where(*_MINE).returning(drafts.c.seat))
