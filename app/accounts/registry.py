"""The register of people, for whoever runs the house: search, rights, closing, deleting."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypeAlias

from msgspec import Struct
from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.changes import person_changed
from app.accounts.errors import (
    LastAdminError,
    NameTakenError,
    NoAccountError,
    NoSuchPersonError,
)
from app.accounts.names import clean_name, name_key
from app.accounts.sessions import end_all_sessions
from app.accounts.tables import person as people
from app.accounts.tables import session as sessions

PAGE = 25
NOT_CHOSEN = "!"
"""In place of a hash until the owner of a new account has chosen his password: none fits it."""

BIGGEST = 2**62

Kind: TypeAlias = Literal["all", "accounts", "guests", "admins", "disabled"]
KINDS: tuple[Kind, ...] = ("all", "accounts", "guests", "admins", "disabled")


class Entry(Struct, frozen=True):
    """A person in the register; `used`: when he was seen last, None while nobody is signed in."""

    id: int
    name: str
    guest: bool
    admin: bool
    disabled: datetime | None
    created: datetime
    chosen: bool
    """Whether the account has a password already."""
    used: datetime | None


_USED = (
    select(func.max(sessions.c.used))
    .where(sessions.c.person_id == people.c.id)
    .correlate(people)
    .scalar_subquery()
)
_ENTRY = select(
    people.c.id,
    people.c.name,
    people.c.password.is_(None).label("guest"),
    people.c.admin,
    people.c.disabled,
    people.c.created,
    (func.coalesce(people.c.password, "") != NOT_CHOSEN).label("chosen"),
    _USED.label("used"),
)
_OF_KIND: dict[Kind, Sequence[ColumnElement[bool]]] = {
    "all": (),
    "accounts": (people.c.password.is_not(None),),
    "guests": (people.c.password.is_(None),),
    "admins": (people.c.admin,),
    "disabled": (people.c.disabled.is_not(None),),
}


async def search(
    connection: AsyncConnection, begins: str = "", kind: Kind = "all", before: int | None = None
) -> tuple[Entry, ...]:
    """People whose name begins so, newest first; `before`: the last one of the page before.

    One more than `PAGE` where there are more.
    """
    query = _ENTRY.where(*_OF_KIND[kind], people.c.id < (before or BIGGEST))
    if begins:
        name = func.lower(people.c.name)
        query = query.where(name.startswith(begins.lower(), autoescape=True))
    rows = await connection.execute(query.order_by(people.c.id.desc()).limit(PAGE + 1))
    return tuple(Entry(*row) for row in rows)


async def find(connection: AsyncConnection, person_id: int) -> Entry:
    """One person. Raises NoSuchPersonError."""
    row = (await connection.execute(_ENTRY.where(people.c.id == person_id))).one_or_none()
    if row is None:
        raise NoSuchPersonError
    return Entry(*row)


async def count(connection: AsyncConnection) -> tuple[int, int]:
    """How many have an account, and how many are guests."""
    accounts = func.count(people.c.password)
    row = (await connection.execute(select(accounts, func.count() - accounts))).one()
    return int(row[0]), int(row[1])


async def names_of(connection: AsyncConnection, ids: Sequence[int]) -> dict[int, str]:
    """The names of these people; who is no more is missing."""
    rows = await connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
    return {row.id: row.name for row in rows}


async def found_account(connection: AsyncConnection, name: str) -> int:
    """A new account whose owner has yet to choose a password; gives his number.

    Raises BadNameError, NameTakenError.
    """
    shown = clean_name(name)
    account = insert(people).values(name=shown, name_key=name_key(shown), password=NOT_CHOSEN)
    row = await connection.execute(account.on_conflict_do_nothing().returning(people.c.id))
    if (number := row.scalar()) is None:
        raise NameTakenError
    return int(number)


async def find_account_named(connection: AsyncConnection, name: str) -> int:
    """The number of the account with this name. Raises BadNameError, NoSuchPersonError."""
    key = people.c.name_key == name_key(clean_name(name))
    number = await connection.scalar(select(people.c.id).where(key))
    if number is None:
        raise NoSuchPersonError
    return int(number)


async def set_admin(connection: AsyncConnection, person_id: int, admin: bool) -> None:
    """Give or take the rights of an admin.

    Raises NoSuchPersonError, NoAccountError, LastAdminError.
    """
    entry = await find(connection, person_id)
    if entry.guest:
        raise NoAccountError
    if not admin:
        await check_another_admin(connection, person_id)
    await _change(connection, person_id, admin=admin)


async def set_disabled(connection: AsyncConnection, person_id: int, disabled: bool) -> None:
    """Close an account, with its sessions, or open it again.

    Raises NoSuchPersonError, LastAdminError.
    """
    await find(connection, person_id)
    if not disabled:
        await _change(connection, person_id, disabled=None)
        return
    await check_another_admin(connection, person_id)
    await _change(connection, person_id, disabled=func.now())
    await end_all_sessions(connection, person_id)


async def delete_person(connection: AsyncConnection, person_id: int) -> None:
    """Delete a person with all that is his alone; seats must have been given a name before.

    Raises NoSuchPersonError, LastAdminError.
    """
    await find(connection, person_id)
    await check_another_admin(connection, person_id)
    await connection.execute(delete(people).where(people.c.id == person_id))
    await person_changed(connection, person_id)


async def check_another_admin(connection: AsyncConnection, person_id: int) -> None:
    """Raises LastAdminError where the house would be without an admin who can come in.

    Locks the admins: two who send each other away at the same time do so one after the other.
    """
    admins = await connection.execute(
        select(people.c.id)
        .where(people.c.admin, people.c.disabled.is_(None))
        .order_by(people.c.id)
        .with_for_update()
    )
    able = set(admins.scalars())
    if able == {person_id}:
        raise LastAdminError


async def _change(connection: AsyncConnection, person_id: int, **values: object) -> None:
    await connection.execute(update(people).where(people.c.id == person_id).values(**values))
    await person_changed(connection, person_id)
