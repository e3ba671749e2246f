"""Hot seat: several people at one screen, in the session of the one who signed in.

Each is a guest of his own. Who sits at the screen now is `acting`; there is no lock between them,
since whoever holds the device could as well say that he is another.
"""

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.changes import person_changed
from app.accounts.errors import BadNameError
from app.accounts.people import Person, arrive_as_guest
from app.accounts.sessions import Session
from app.accounts.tables import beside as besides
from app.accounts.tables import session as sessions
from app.rules.contract import N_

MOST = 11
"""Beside the owner of a session."""
TOO_MANY = N_("More than twelve people do not fit at one screen.")


async def sit_beside(connection: AsyncConnection, session: Session, name: str) -> Person:
    """A new guest at this session's screen; who acts there stays the same. Raises BadNameError."""
    here = select(func.count()).where(besides.c.session_id == session.id)
    if (await connection.scalar(here) or 0) >= MOST:
        raise BadNameError(TOO_MANY)
    guest = await arrive_as_guest(connection, name)
    await connection.execute(insert(besides).values(session_id=session.id, person_id=guest.id))
    await person_changed(connection, session.owner)
    return guest


async def screen_of(connection: AsyncConnection, person_id: int) -> frozenset[int]:
    """A person, and all who sit at a screen of his."""
    rows = await connection.execute(
        select(besides.c.person_id)
        .join_from(besides, sessions, besides.c.session_id == sessions.c.id)
        .where(sessions.c.person_id == person_id)
    )
    return frozenset({person_id, *rows.scalars()})


async def act_as(connection: AsyncConnection, session: Session, person_id: int) -> bool:
    """Let somebody of those at the screen act from now on; False when he is none of them."""
    if person_id not in {one.id for one in session.screen}:
        return False
    acting = None if person_id == session.owner else person_id
    await connection.execute(
        update(sessions).where(sessions.c.id == session.id).values(acting_id=acting)
    )
    await person_changed(connection, session.owner)
    return True
