"""What an admin does to people; each deed is written down in the same transaction."""

from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts import links, registry, sessions
from app.accounts.errors import NoAccountError
from app.accounts.people import Person
from app.admin.audit import write_down
from app.admin.errors import BadSettingError, OwnPersonError
from app.matches.farewell import forget_person
from app.rules.contract import N_
from app.rules.service import RulesService

ADMINS_KEYS = N_("The password of an admin can be reset at the server alone: burgrave admin reset.")


async def new_account(connection: AsyncConnection, admin: Person, name: str) -> tuple[int, str]:
    """A new account: its number, and the token of the link by which its owner chooses a password.

    Raises BadNameError, NameTakenError.
    """
    person = await registry.found_account(connection, name)
    await write_down(connection, admin, "person.create", person=person)
    return person, await links.password_link(connection, person, admin.id)


async def invite(
    connection: AsyncConnection, admin: Person, note: str, uses: int, days: int
) -> str:
    """The token of a link by which that many people can make an account within these days.

    Raises BadSettingError.
    """
    if not 1 <= uses <= links.MOST_USES or not 1 <= days <= links.REGISTER_DAYS:
        raise BadSettingError(N_("There is no such invitation."))
    if len(note) > links.LONGEST_NOTE or not note.isprintable():
        raise BadSettingError(
            N_("At most {longest} characters, and none that is invisible."),
            longest=links.LONGEST_NOTE,
        )
    detail = {"uses": uses, "days": days}
    await write_down(connection, admin, "person.invite", detail=detail)
    return await links.register_link(connection, admin.id, note, uses, days)


async def uninvite(connection: AsyncConnection, admin: Person, link_id: int) -> None:
    """Make an invitation void; nothing happens when it is used up."""
    if await links.revoke_register_link(connection, link_id):
        await write_down(connection, admin, "person.uninvite", detail={"link": link_id})


async def reset(connection: AsyncConnection, admin: Person, person: int) -> str:
    """The token of a one-time link to choose a new password; the old one works until then.

    Raises NoSuchPersonError, NoAccountError, OwnPersonError (an admin's: it would be his power).
    """
    entry = await registry.find(connection, person)
    if entry.guest:
        raise NoAccountError
    if entry.admin:
        raise OwnPersonError(ADMINS_KEYS)
    await write_down(connection, admin, "person.reset", person=person)
    return await links.password_link(connection, person, admin.id)


async def disable(connection: AsyncConnection, admin: Person, person: int, reason: str) -> None:
    """Close an account with its sessions.

    Raises NoSuchPersonError, LastAdminError, OwnPersonError.
    """
    _check_other(admin, person)
    await registry.set_disabled(connection, person, True)
    await write_down(connection, admin, "person.disable", person=person, reason=reason)


async def enable(connection: AsyncConnection, admin: Person, person: int) -> None:
    """Open a closed account again. Raises NoSuchPersonError."""
    await registry.set_disabled(connection, person, False)
    await write_down(connection, admin, "person.enable", person=person)


async def promote(connection: AsyncConnection, admin: Person, person: int) -> None:
    """Make somebody an admin. Raises NoSuchPersonError, NoAccountError."""
    await registry.set_admin(connection, person, True)
    await write_down(connection, admin, "person.promote", person=person)


async def demote(connection: AsyncConnection, admin: Person, person: int) -> None:
    """Take an admin's rights, or give up one's own.

    Raises NoSuchPersonError, NoAccountError, LastAdminError.
    """
    await registry.set_admin(connection, person, False)
    await write_down(connection, admin, "person.demote", person=person)


async def end_sessions(connection: AsyncConnection, admin: Person, person: int) -> None:
    """Sign a person out everywhere. Raises NoSuchPersonError."""
    await registry.find(connection, person)
    await sessions.end_all_sessions(connection, person)
    await write_down(connection, admin, "person.end_sessions", person=person)


async def delete(
    connection: AsyncConnection, rules: RulesService, admin: Person, person: int, reason: str
) -> dict[int, int]:
    """Delete a person; his matches stay without his name. Gives stirs by match, to tell of.

    Raises NoSuchPersonError, LastAdminError, OwnPersonError.
    """
    _check_other(admin, person)
    entry = await registry.find(connection, person)
    someone = Person(entry.id, entry.name, entry.guest)
    stirs = await forget_person(connection, rules, someone, datetime.now(UTC))
    await registry.delete_person(connection, person)
    await write_down(connection, admin, "person.delete", person=person, reason=reason)
    return stirs


def _check_other(admin: Person, person: int) -> None:
    if admin.id == person:
        raise OwnPersonError
