"""Links that work once: to choose a password, and to make an account by invitation.

The link holds a random token; the table holds only its SHA-256, so that nobody can read it later.
"""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts import passwords
from app.accounts.errors import BadLinkError
from app.accounts.people import COLUMNS, Person, make_account, sign_up
from app.accounts.sessions import end_all_sessions
from app.accounts.tables import account_link as links
from app.accounts.tables import person as people

TOKEN_BYTES = 24
LONGEST_TOKEN = 64
PASSWORD_DAYS = 7
REGISTER_DAYS = 30
MOST_USES = 100
LONGEST_NOTE = 60


class RegisterLink(Struct, frozen=True):
    """An invitation to make an account; its token is not known any more."""

    id: int
    note: str | None
    uses: int
    created: datetime
    expires: datetime


async def password_link(connection: AsyncConnection, person_id: int, by: int | None) -> str:
    """The token of a link to choose a password, in place of the person's earlier ones."""
    await connection.execute(delete(links).where(links.c.person_id == person_id))
    return await _make(connection, "password", PASSWORD_DAYS, person_id=person_id, by_id=by)


async def register_link(
    connection: AsyncConnection, by: int, note: str = "", uses: int = 1, days: int = REGISTER_DAYS
) -> str:
    """The token of a link by which that many people can make an account."""
    return await _make(connection, "register", days, by_id=by, note=note or None, uses=uses)


async def find_password_link(connection: AsyncConnection, token: str) -> Person:
    """Whose password the link sets. Raises BadLinkError."""
    query = select(*COLUMNS).join_from(links, people, links.c.person_id == people.c.id)
    row = await connection.execute(
        query.where(*_good(token, "password"), people.c.disabled.is_(None))
    )
    if (found := row.mappings().one_or_none()) is None:
        raise BadLinkError
    return Person(**found)


async def choose_password(connection: AsyncConnection, token: str, password: str) -> Person:
    """Set the password of the link's person, who has to sign in anew everywhere.

    Raises BadLinkError, BadPasswordError.
    """
    person = await find_password_link(connection, token)
    hashed = await passwords.hash_password(password, person.name)
    await _use(connection, token, "password")
    await connection.execute(update(people).where(people.c.id == person.id).values(password=hashed))
    await end_all_sessions(connection, person.id)
    return person


async def check_register_link(connection: AsyncConnection, token: str) -> None:
    """Raises BadLinkError unless the link is good."""
    row = await connection.execute(select(links.c.id).where(*_good(token, "register")))
    if row.scalar_one_or_none() is None:
        raise BadLinkError


async def register(
    connection: AsyncConnection, token: str, name: str, password: str, guest: int | None
) -> Person:
    """A new account by invitation; a guest's becomes his own, with his seats.

    Raises BadLinkError, BadNameError, BadPasswordError, NameTakenError, HasAccountError.
    """
    await _use(connection, token, "register")
    if guest is not None:
        return await make_account(connection, guest, name, password)
    return await sign_up(connection, name, password)


async def list_register_links(connection: AsyncConnection) -> tuple[RegisterLink, ...]:
    """The invitations that are still good, newest first."""
    rows = await connection.execute(
        select(links.c.id, links.c.note, links.c.uses, links.c.created, links.c.expires)
        .where(links.c.kind == "register", links.c.expires > datetime.now(UTC))
        .order_by(links.c.id.desc())
    )
    return tuple(RegisterLink(*row) for row in rows)


async def revoke_register_link(connection: AsyncConnection, link_id: int) -> bool:
    """Make an invitation void; whether there was one."""
    this = links.c.id == link_id, links.c.kind == "register"
    row = await connection.execute(delete(links).where(*this).returning(links.c.id))
    return row.scalar_one_or_none() is not None


async def forget_expired_links(connection: AsyncConnection) -> None:
    """Delete the links whose time is over."""
    await connection.execute(delete(links).where(links.c.expires <= datetime.now(UTC)))


async def _make(
    connection: AsyncConnection, kind: str, days: int, uses: int = 1, **columns: object
) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    expires = datetime.now(UTC) + timedelta(days=days)
    await connection.execute(
        insert(links).values(
            token_hash=_hash(token), kind=kind, uses=uses, expires=expires, **columns
        )
    )
    return token


async def _use(connection: AsyncConnection, token: str, kind: str) -> None:
    """Count one use, and delete a link that is used up. Raises BadLinkError."""
    row = await connection.execute(
        update(links)
        .where(*_good(token, kind))
        .values(uses=links.c.uses - 1)
        .returning(links.c.id, links.c.uses)
    )
    if (used := row.one_or_none()) is None:
        raise BadLinkError
    if used.uses <= 0:
        await connection.execute(delete(links).where(links.c.id == used.id))


def _good(token: str, kind: str) -> tuple[ColumnElement[bool], ...]:
    return (
        links.c.token_hash == _hash(token),
        links.c.kind == kind,
        links.c.uses > 0,
        links.c.expires > datetime.now(UTC),
    )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token[: LONGEST_TOKEN + 1].encode("utf-8", "surrogatepass")).digest()
