"""People: found, let in, helped, sent away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts import Person, links, registry, sessions
from app.accounts.errors import AccountError, NoSuchPersonError
from app.admin import people as deeds
from app.admin.audit import clean_reason, read_deeds
from app.admin.errors import AdminError, NoSuchDeedError
from app.rules.contract import N_
from app.web.admin import NOTHING, AdminDep, Told, admin_page, asked, number_in, number_of
from app.web.deeds import deed_shown
from app.web.forms import FieldsDep
from app.web.heads import rows
from app.web.house import House, HouseDep
from app.web.origin import address
from app.web.pages import words
from app.web.routes.doors import see_other

router = APIRouter(prefix="/admin/people", include_in_schema=False)

KINDS = {
    "all": N_("Everybody"),
    "accounts": N_("Accounts"),
    "guests": N_("Guests"),
    "admins": N_("Admins"),
    "disabled": N_("Closed accounts"),
}
Deed = Callable[[AsyncConnection, Person, int], Awaitable[None]]
PLAIN: dict[str, Deed] = {
    "enable": deeds.enable,
    "promote": deeds.promote,
    "demote": deeds.demote,
    "end-sessions": deeds.end_sessions,
}
"""Deeds that need no more than whom they are done to."""


@router.get("")
async def people(request: Request, admin: AdminDep, house: HouseDep) -> Response:
    """People by name and kind, newest first."""
    return await _list(request, house)


async def _list(request: Request, house: House, told: Told = NOTHING) -> Response:
    _ = words(request)
    begins, wanted = asked(request, "q"), asked(request, "kind")
    kind = next((kind for kind in registry.KINDS if kind == wanted), registry.KINDS[0])
    async with house.engine.connect() as connection:
        found = await registry.search(connection, begins, kind, number_in(asked(request, "before")))
        invitations = await links.list_register_links(connection)
    return await admin_page(
        request,
        "people.html",
        "/admin/people",
        told,
        people=found[: registry.PAGE],
        more=len(found) > registry.PAGE,
        begins=begins,
        kind=kind,
        kinds=[(kind, _(KINDS[kind])) for kind in registry.KINDS],
        invitations=invitations,
    )


@router.post("")
async def new_account(
    request: Request, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Make an account; its link is shown this once."""
    try:
        async with house.engine.begin() as connection:
            number, token = await deeds.new_account(connection, admin, fields.one("name"))
    except AccountError as error:
        return await _list(request, house, wrong(request, error))
    return await _person(request, house, number, link(request, f"/key/{token}"))


@router.post("/invite")
async def invite(request: Request, admin: AdminDep, fields: FieldsDep, house: HouseDep) -> Response:
    """Make an invitation to the house; its link is shown this once."""
    uses, days = number_of(fields, "uses"), number_of(fields, "days")
    try:
        async with house.engine.begin() as connection:
            note = fields.one("note").strip()
            token = await deeds.invite(connection, admin, note, uses, days)
    except AdminError as error:
        return await _list(request, house, wrong(request, error))
    return await _list(request, house, link(request, f"/invited/{token}", note))


@router.post("/uninvite")
async def uninvite(admin: AdminDep, fields: FieldsDep, house: HouseDep) -> Response:
    """Make an invitation void."""
    async with house.engine.begin() as connection:
        await deeds.uninvite(connection, admin, number_of(fields, "link"))
    return see_other("/admin/people")


@router.get("/{number}")
async def person(request: Request, number: str, admin: AdminDep, house: HouseDep) -> Response:
    """One person: rights, sessions, matches, what admins did to him."""
    return await _person(request, house, _number(number))


async def _person(request: Request, house: House, number: int, told: Told = NOTHING) -> Response:
    _ = words(request)
    async with house.engine.connect() as connection:
        entry = await registry.find(connection, number)
        open_sessions = await sessions.list_sessions(connection, number)
        done = await read_deeds(connection, person=number)
    someone = Person(entry.id, entry.name, entry.guest)
    matches = await house.matches.mine(someone)
    return await admin_page(
        request,
        "person.html",
        "/admin/people",
        told,
        person=entry,
        sessions=open_sessions,
        matches=rows(request, matches),
        deeds=[deed_shown(deed, _) for deed in done],
    )


@router.post("/{number}/reset")
async def reset(
    request: Request, number: str, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """A one-time link for a new password, shown this once."""
    try:
        async with house.engine.begin() as connection:
            token = await deeds.reset(connection, admin, _number(number))
    except (AdminError, AccountError) as error:
        return await _refused(request, house, number, error)
    return await _person(request, house, _number(number), link(request, f"/key/{token}"))


@router.post("/{number}/disable")
async def disable(
    request: Request, number: str, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Close the account and its sessions."""

    async def close(connection: AsyncConnection, admin: Person, person: int) -> None:
        reason = clean_reason(fields.one("reason"), needed=False)
        await deeds.disable(connection, admin, person, reason)

    return await _do(request, house, admin, number, close)


@router.post("/{number}/delete")
async def delete(
    request: Request, number: str, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Delete the person; the matches stay."""
    try:
        async with house.engine.begin() as connection:
            stirs = await deeds.delete(
                connection,
                house.rules,
                admin,
                _number(number),
                clean_reason(fields.one("reason"), needed=False),
            )
    except (AdminError, AccountError) as error:
        return await _refused(request, house, number, error)
    house.sessions.forget(number)
    for match_id, stir in stirs.items():
        house.matches.herald.tell_stir(match_id, stir)
    return see_other("/admin/people")


@router.post("/{number}/{deed}")
async def plain_deed(
    request: Request, number: str, deed: str, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """A deed that needs no more than whom it is done to."""
    if deed not in PLAIN:
        raise NoSuchDeedError
    return await _do(request, house, admin, number, PLAIN[deed])


async def _do(request: Request, house: House, admin: Person, number: str, deed: Deed) -> Response:
    try:
        async with house.engine.begin() as connection:
            await deed(connection, admin, _number(number))
    except (AdminError, AccountError) as error:
        return await _refused(request, house, number, error)
    house.sessions.forget(number)
    return see_other("/admin" if _number(number) == admin.id else f"/admin/people/{number}")


async def _refused(
    request: Request, house: House, number: str, error: AdminError | AccountError
) -> Response:
    if isinstance(error, NoSuchPersonError):
        raise error
    return await _person(request, house, _number(number), wrong(request, error))


def wrong(request: Request, error: AdminError | AccountError) -> Told:
    """What was wrong with a try, in the reader's language."""
    return Told(wrong=words(request)(error.text, **error.params))


def link(request: Request, path: str, note: str = "") -> Told:
    """A link to show this once."""
    return Told(link=f"{address(request)}{path}", link_for=note)


def _number(text: str) -> int:
    number = number_in(text)
    if number is None:
        raise NoSuchPersonError
    return number
