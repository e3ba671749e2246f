"""Tell every process that what it remembers of a person may have changed."""

from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.notify import notify

CHANNEL = "session"
"""Payload: the person's id."""


async def person_changed(connection: AsyncConnection, person_id: int) -> None:
    """Sessions of the person are looked up anew once this transaction commits."""
    await notify(connection, CHANNEL, str(person_id))
