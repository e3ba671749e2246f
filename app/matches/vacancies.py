"""Chairs that somebody new may take while a match runs: those of players who are eliminated."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import driver_of
from app.matches.errors import NotOpenError
from app.matches.handover import SEATED, change_sitter
from app.matches.herald import Herald
from app.matches.seats import lock
from app.matches.stir import stir
from app.matches.tables import match as matches
from app.rules.contract import N_
from app.rules.service import RulesService


async def take_over(
    engine: AsyncEngine,
    herald: Herald,
    rules: RulesService,
    key: str,
    person: Person,
    seat: int,
    now: datetime,
) -> None:
    """Sit down there in place of who was eliminated, without his draft and his letters.

    Raises NoSuchMatchError, NotOpenError (not vacant, or the person sits at this table).
    """
    async with engine.begin() as connection:
        table = await lock(connection, key, person)
        if table.seat is not None:
            raise NotOpenError(SEATED)
        query = select(matches.c.snapshot, matches.c.state).where(matches.c.id == table.id)
        snapshot, state = (await connection.execute(query)).one()
        service = rules[table.game]
        if state != "running" or seat not in service.vacant(service.decode_state(snapshot)):
            raise NotOpenError(N_("This seat is not vacant."))
        await change_sitter(connection, rules, key, table.id, seat, person, now)
        stirred = await stir(await driver_of(connection), table.id)
    herald.tell_stir(table.id, stirred)
