"""People: guests and accounts."""

from typing import Any

from msgspec import Struct
from sqlalchemy import insert, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts import passwords
from app.accounts.changes import person_changed
from app.accounts.errors import (
    BadNameError,
    ClosedAccountError,
    HasAccountError,
    NameTakenError,
    WrongCredentialsError,
)
from app.accounts.names import clean_name, name_key
from app.accounts.tables import person as people


class Person(Struct, frozen=True):
    """Somebody who plays: a guest has no password and lives in his session alone."""

    id: int
    name: str
    guest: bool
    admin: bool = False
    language: str | None = None
    theme: str | None = None
    zone: str | None = None
    """IANA name of the time zone in which times are told; None: not chosen."""


COLUMNS = (
    people.c.id,
    people.c.name,
    people.c.password.is_(None).label("guest"),
    people.c.admin,
    people.c.language,
    people.c.theme,
    people.c.zone,
)


async def sign_up(connection: AsyncConnection, name: str, password: str) -> Person:
    """A new account. Raises BadNameError, BadPasswordError, NameTakenError."""
    shown = clean_name(name)
    hashed = await passwords.hash_password(password, shown)
    account = postgresql.insert(people).values(
        name=shown, name_key=name_key(shown), password=hashed
    )
    row = await connection.execute(account.on_conflict_do_nothing().returning(people.c.id))
    if (number := row.scalar()) is None:
        raise NameTakenError
    return Person(number, shown, guest=False)


async def sign_in(connection: AsyncConnection, name: str, password: str) -> Person:
    """The account's person. Raises WrongCredentialsError, ClosedAccountError."""
    found = await _find_account(connection, name)
    stored, disabled = found.pop("password"), found.pop("disabled")
    if not await passwords.is_password(stored, password):
        raise WrongCredentialsError
    if disabled:
        raise ClosedAccountError
    account = Person(**found)
    if passwords.is_outdated(stored):
        hashed = await passwords.hash_again(password)
        await connection.execute(
            update(people).where(people.c.id == account.id).values(password=hashed)
        )
    return account


async def arrive_as_guest(connection: AsyncConnection, name: str) -> Person:
    """A new guest; others may have the same name. Raises BadNameError."""
    shown = clean_name(name)
    row = await connection.execute(insert(people).values(name=shown).returning(people.c.id))
    return Person(row.scalar_one(), shown, guest=True)


async def make_account(
    connection: AsyncConnection, person_id: int, name: str, password: str
) -> Person:
    """Make a guest's account; he stays the same person and keeps his seats and sessions.

    Raises BadNameError, BadPasswordError, NameTakenError, HasAccountError.
    """
    shown = clean_name(name)
    hashed = await passwords.hash_password(password, shown)
    account = {"name": shown, "name_key": name_key(shown), "password": hashed}
    guest = people.c.id == person_id, people.c.password.is_(None)
    try:
        async with connection.begin_nested():
            row = await connection.execute(
                update(people).where(*guest).values(account).returning(*COLUMNS)
            )
    except IntegrityError as error:
        raise NameTakenError from error
    if (found := row.mappings().one_or_none()) is None:
        raise HasAccountError
    await person_changed(connection, person_id)
    return Person(**found)


async def set_preferences(
    connection: AsyncConnection, person_id: int, language: str | None, theme: str | None
) -> None:
    """Keep the person's language and theme; None means: as the browser says."""
    await connection.execute(
        update(people).where(people.c.id == person_id).values(language=language, theme=theme)
    )
    await person_changed(connection, person_id)


async def set_zone(connection: AsyncConnection, person_id: int, zone: str | None) -> None:
    """Keep the person's time zone, an IANA name; None: not chosen."""
    await connection.execute(update(people).where(people.c.id == person_id).values(zone=zone))
    await person_changed(connection, person_id)


async def find_account(connection: AsyncConnection, name: str) -> Person | None:
    """The account of that name, unless it is shut out; None where there is none."""
    found = await _find_account(connection, name)
    password, disabled = found.pop("password"), found.pop("disabled")
    return None if password is None or disabled else Person(**found)


async def _find_account(connection: AsyncConnection, name: str) -> dict[str, Any]:
    try:
        key = name_key(clean_name(name))
    except BadNameError:
        return dict(_NOBODY)
    row = await connection.execute(
        select(*COLUMNS, people.c.password, people.c.disabled).where(people.c.name_key == key)
    )
    return dict(row.mappings().one_or_none() or _NOBODY)


_NOBODY = {"password": None, "disabled": None}
