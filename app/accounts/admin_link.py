"""The one-time link that makes the person who started the server its admin."""

import hmac
import secrets

from sqlalchemy import delete, exists, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.changes import person_changed
from app.accounts.tables import admin_link
from app.accounts.tables import person as people

THE_ONE = 1


async def first_admin_link(connection: AsyncConnection) -> str | None:
    """The token of the link: the same one until it is redeemed; None once there is an admin."""
    if await connection.scalar(select(exists().where(people.c.admin))):
        return None
    link = insert(admin_link).values(id=THE_ONE, token=secrets.token_urlsafe(24))
    await connection.execute(link.on_conflict_do_nothing())
    token: str | None = await connection.scalar(select(admin_link.c.token))
    return token


async def redeem_admin_link(connection: AsyncConnection, token: str, person_id: int) -> bool:
    """Make a person with an account admin; whether the token was right and still unused."""
    stored = await connection.scalar(select(admin_link.c.token).with_for_update())
    if stored is None or not hmac.compare_digest(stored.encode(), token.encode(errors="replace")):
        return False
    account = people.c.id == person_id, people.c.password.is_not(None)
    row = await connection.execute(
        update(people).where(*account).values(admin=True).returning(people.c.id)
    )
    if row.scalar_one_or_none() is None:
        return False
    await connection.execute(delete(admin_link))
    await person_changed(connection, person_id)
    return True
