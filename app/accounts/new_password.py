"""A new password in place of the present one."""

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts import passwords
from app.accounts.errors import WrongCredentialsError
from app.accounts.people import Person
from app.accounts.sessions import end_all_sessions
from app.accounts.tables import person as people
from app.rules.contract import N_

NOT_THE_PRESENT_ONE = N_("This is not your present password.")


async def change_password(
    connection: AsyncConnection, person: Person, present: str, new: str
) -> None:
    """Set it, and end all of the person's sessions.

    Raises WrongCredentialsError, BadPasswordError.
    """
    this = people.c.id == person.id
    stored = await connection.scalar(select(people.c.password).where(this))
    if not await passwords.is_password(stored, present):
        raise WrongCredentialsError(NOT_THE_PRESENT_ONE)
    hashed = await passwords.hash_password(new, person.name)
    await connection.execute(update(people).where(this).values(password=hashed))
    await end_all_sessions(connection, person.id)
