"""Invitations by name: to an account of this house, for a match that has not begun."""

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import BigInteger

from app.accounts.people import Person, find_account
from app.db.direct import Direct, driver_of
from app.matches.errors import BadChoiceError, NotSeatedError
from app.matches.reading import KEY, check_key
from app.matches.seats import Table, check_open, lock
from app.matches.sitting import Place
from app.matches.stir import stir
from app.matches.tables import invitation as invitations
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.contract import N_

MOST = 50
"""People invited to one match."""
NOBODY = N_("No account of this house has the name {name}. Guests come by the link.")
SITS_HERE = N_("{name} sits at this table.")
TOO_MANY = N_("{most} people are invited already.")


async def invite(place: Place, key: str, person: Person, name: str) -> None:
    """Invite the account of that name to see the match and sit down; again does nothing.

    Raises NoSuchMatchError, NotSeatedError, NotOpenError, BadChoiceError.
    """
    async with place.engine.begin() as connection:
        table = await lock(connection, key, person)
        if table.seat is None:
            raise NotSeatedError
        check_open(table)
        guest = await find_account(connection, name)
        if guest is None:
            raise BadChoiceError(NOBODY, name=name.strip()[:40])
        await _check_room(connection, table, guest)
        await invite_person(connection, table.id, guest.id, person.id)
        stirred = await stir(await driver_of(connection), table.id)
    place.herald.tell_stir(table.id, stirred)


async def decline(place: Place, key: str, person: Person) -> None:
    """Refuse an invitation by name; nothing happens where there is none."""
    async with place.engine.begin() as connection:
        driver = await driver_of(connection)
        row = await _DECLINE.row(driver, {"key": check_key(key), "me": person.id})
        if row is None:
            return
        stirred = await stir(driver, row[0])
    place.herald.tell_stir(row[0], stirred)


async def invite_person(
    connection: AsyncConnection, match_id: int, person_id: int, by_id: int
) -> None:
    """Write the invitation down, unless it is there."""
    row = insert(invitations).values(match_id=match_id, person_id=person_id, by_id=by_id)
    await connection.execute(row.on_conflict_do_nothing())


async def _check_room(connection: AsyncConnection, table: Table, guest: Person) -> None:
    there = seats.c.match_id == table.id, seats.c.person_id == guest.id
    if await connection.scalar(select(seats.c.seat).where(*there)) is not None:
        raise BadChoiceError(SITS_HERE, name=guest.name)
    invited = select(func.count()).where(invitations.c.match_id == table.id)
    if (await connection.scalar(invited) or 0) >= MOST:
        raise BadChoiceError(TOO_MANY, most=MOST)


_DECLINE = Direct(
    delete(invitations)
    .where(
        invitations.c.person_id == bindparam("me", type_=BigInteger),
        invitations.c.match_id
        == select(matches.c.id)
        .where(matches.c.key == KEY, matches.c.state == "open")
        .scalar_subquery(),
    )
    .returning(invitations.c.match_id)
)
