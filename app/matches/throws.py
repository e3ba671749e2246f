"""The throws of a finished match, one by one, for who checks or counts them."""

from datetime import datetime

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import Direct, autocommitting
from app.matches import reading
from app.matches.tables import action as actions
from app.rules.chance import Throw
from app.rules.contract import Event
from app.rules.service import RulesService


class Thrower(Struct, frozen=True):
    """An action with its throws and all that it made happen; seat None is the opening."""

    number: int
    seat: int | None
    at: datetime
    throws: tuple[Throw, ...]
    events: tuple[Event, ...]


async def read_throws(
    engine: AsyncEngine, rules: RulesService, key: str, person: Person | None
) -> tuple[Thrower, ...] | None:
    """The actions of a finished match in order, None before. Raises NoSuchMatchError."""
    async with autocommitting(engine) as driver:
        seen = await reading.glance(driver, key, person)
        if seen.state != "finished":
            return None
        rows = await _ACTIONS.rows(driver, {"match": seen.id})
    service = rules[seen.game]
    return tuple(
        Thrower(number, seat, at, _throws.decode(throws), service.decode_events(events))
        for number, seat, at, throws, events in rows
    )


_throws = msgspec.json.Decoder(tuple[Throw, ...])
_ACTIONS = Direct(
    select(actions.c.number, actions.c.seat, actions.c.at, actions.c.throws, actions.c.events)
    .where(actions.c.match_id == bindparam("match"))
    .order_by(actions.c.number)
)
