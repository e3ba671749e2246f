"""Sessions: kept by the server, 30 days from the last use, a year at most, ended one by one.

The browser holds a random token; the table holds only its SHA-256.
"""

import base64
import hashlib
import hmac
import secrets
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from sqlalchemy import JSON, DateTime, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.changes import person_changed
from app.accounts.people import COLUMNS, Person
from app.accounts.tables import beside as besides
from app.accounts.tables import person as people
from app.accounts.tables import session as sessions

TOKEN_BYTES = 32
LIFETIME = timedelta(days=30)
LONGEST = timedelta(days=365)
"""After this long one has to sign in anew, however often the session was used."""
NOTE_USE_AFTER = timedelta(hours=1)
"""How often a session's last use is written down."""

LONGEST_TOKEN = 64


class Neighbour(Struct, frozen=True):
    """Somebody at a shared screen."""

    id: int
    name: str


class Session(Struct, frozen=True):
    """Who is there: the person, and the secret that his forms carry."""

    person: Person
    """Who sits at the screen now: the session's owner, or somebody beside him."""
    csrf: str
    id: int
    owner: int
    screen: tuple[Neighbour, ...] = ()
    """All who share the screen, its owner first; empty where he is alone."""


class SessionEntry(Struct, frozen=True):
    """A session in its person's list."""

    id: int
    created: datetime
    used: datetime


async def open_session(
    connection: AsyncConnection, person_id: int, replaces: str | None = None
) -> str:
    """Open a session and give its token; the session of the token `replaces` ends."""
    if replaces is not None:
        await end_session_by_token(connection, replaces)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    await connection.execute(
        insert(sessions).values(
            person_id=person_id, token_hash=_hash(token), expires=datetime.now(UTC) + LIFETIME
        )
    )
    return token


async def find_session(connection: AsyncConnection, token: str) -> Session | None:
    """The session of a token, and a note that it was used; None: there is none (any more)."""
    if len(token) > LONGEST_TOKEN:
        return None
    now = datetime.now(UTC)
    row = await connection.execute(_FIND, {"token": _hash(token), "now": now})
    found = row.mappings().one_or_none()
    if found is None:
        return None
    columns = dict(found)
    number, used, owner = (columns.pop(name) for name in ("session_id", "used", "owner"))
    beside, host = columns.pop("beside"), columns.pop("host")
    if now - used > NOTE_USE_AFTER:
        await connection.execute(_NOTE_USE, {"number": number, "now": now, "until": now + LIFETIME})
    person = Person(**columns)
    screen = (Neighbour(owner, host), *(Neighbour(*one) for one in beside)) if beside else ()
    secret = _csrf(token, None if person.id == owner else person.id)
    return Session(person, secret, number, owner, screen)


async def list_sessions(connection: AsyncConnection, person_id: int) -> tuple[SessionEntry, ...]:
    """The person's open sessions, the one used last first."""
    rows = await connection.execute(
        select(sessions.c.id, sessions.c.created, sessions.c.used)
        .where(sessions.c.person_id == person_id, sessions.c.expires > func.now())
        .order_by(sessions.c.used.desc(), sessions.c.id.desc())
    )
    return tuple(SessionEntry(*row) for row in rows)


async def end_session(connection: AsyncConnection, person_id: int, session_id: int) -> None:
    """End one of the person's sessions; nothing happens when he has no such session."""
    if session_id < 2**63:
        mine = sessions.c.id == session_id, sessions.c.person_id == person_id
        await connection.execute(delete(sessions).where(*mine))
        await person_changed(connection, person_id)


async def end_session_by_token(connection: AsyncConnection, token: str) -> None:
    """End the session of this token, if there is one."""
    row = await connection.execute(
        delete(sessions)
        .where(sessions.c.token_hash == _hash(token))
        .returning(sessions.c.person_id)
    )
    if (person_id := row.scalar_one_or_none()) is not None:
        await person_changed(connection, person_id)


async def end_other_sessions(connection: AsyncConnection, person_id: int, session_id: int) -> None:
    """End all of the person's sessions but one."""
    others = sessions.c.person_id == person_id, sessions.c.id != session_id
    await connection.execute(delete(sessions).where(*others))
    await person_changed(connection, person_id)


async def end_all_sessions(connection: AsyncConnection, person_id: int) -> None:
    """End all of the person's sessions."""
    await connection.execute(delete(sessions).where(sessions.c.person_id == person_id))
    await person_changed(connection, person_id)


async def forget_expired(connection: AsyncConnection) -> None:
    """Delete the sessions whose time is over."""
    await connection.execute(delete(sessions).where(sessions.c.expires <= func.now()))


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _csrf(token: str, acting: int | None) -> str:
    """Follows from the token, which only the browser has, and does not tell it.

    A form that was made for one at a shared screen is not good for the next.
    """
    subject = b"csrf" if acting is None else f"csrf {acting}".encode()
    digest = hmac.digest(token.encode("utf-8", "surrogatepass"), subject, "sha256")
    return base64.urlsafe_b64encode(digest[:18]).decode()


_owner, _near = people.alias("owner"), people.alias("near")
_BESIDE = (
    select(
        func.json_agg(
            aggregate_order_by(func.json_build_array(_near.c.id, _near.c.name), _near.c.id),
            type_=JSON,
        )
    )
    .join_from(besides, _near, besides.c.person_id == _near.c.id)
    .where(besides.c.session_id == sessions.c.id)
    .correlate(sessions)
    .scalar_subquery()
)
_FIND = (
    select(
        *COLUMNS,
        sessions.c.id.label("session_id"),
        sessions.c.used,
        sessions.c.person_id.label("owner"),
        _owner.c.name.label("host"),
        _BESIDE.label("beside"),
    )
    .select_from(sessions)
    .join(_owner, sessions.c.person_id == _owner.c.id)
    .join(people, people.c.id == func.coalesce(sessions.c.acting_id, sessions.c.person_id))
    .where(
        sessions.c.token_hash == bindparam("token"),
        sessions.c.expires > bindparam("now"),
        _owner.c.disabled.is_(None),
        people.c.disabled.is_(None),
    )
)
_NOTE_USE = (
    update(sessions)
    .where(sessions.c.id == bindparam("number"))
    .values(
        used=bindparam("now"),
        expires=func.least(bindparam("until", type_=DateTime(True)), sessions.c.created + LONGEST),
    )
)
