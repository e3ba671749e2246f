"""Chairs that somebody new may take while a match runs: those of players who are eliminated."""

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.db.direct import driver_of
from app.matches.drafts import drop_draft
from app.matches.errors import NotOpenError
from app.matches.letters import change_hands
from app.matches.seats import changed, lock
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.contract import N_
from app.rules.service import RulesService


async def take_over(
    connection: AsyncConnection, rules: RulesService, key: str, person: Person, seat: int
) -> None:
    """Sit down there in place of who was eliminated, without his draft and his letters.

    Raises NoSuchMatchError, NotOpenError (not vacant, or the person sits at this table).
    """
    table = await lock(connection, key, person)
    if table.seat is not None:
        raise NotOpenError(N_("You have a seat in this match."))
    query = select(matches.c.snapshot, matches.c.state).where(matches.c.id == table.id)
    snapshot, state = (await connection.execute(query)).one()
    service = rules[table.game]
    if state != "running" or seat not in service.vacant(service.decode_state(snapshot)):
        raise NotOpenError(N_("This seat is not vacant."))
    await connection.execute(
        update(seats)
        .where(seats.c.match_id == table.id, seats.c.seat == seat)
        .values(person_id=person.id, bot=None, name=None)
    )
    driver = await driver_of(connection)
    await drop_draft(driver, table.id, seat)
    await change_hands(driver, table.id, seat)
    await changed(connection, table.id)
