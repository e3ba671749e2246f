"""One-time links of an admin: choose a password; make an account by invitation."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accounts import links
from app.accounts.errors import AccountError, BadLinkError, CrowdedError
from app.accounts.passwords import turn
from app.web.forms import FieldsDep
from app.web.house import HouseDep
from app.web.pages import render, words
from app.web.rates import counting_failures
from app.web.readers import ReaderDep
from app.web.routes.doors import HALL, let_in

router = APIRouter(include_in_schema=False)


@router.get("/key/{token}")
async def password_page(
    request: Request, token: str, house: HouseDep, reader: ReaderDep
) -> Response:
    """Where the owner of an account chooses his password."""
    async with house.engine.connect() as connection:
        person = await links.find_password_link(connection, token)
    return await _page(request, f"/key/{token}", person.name)


@router.post("/key/{token}")
async def choose_password(
    request: Request, token: str, fields: FieldsDep, house: HouseDep
) -> Response:
    """Set the password, end all sessions, and let him in."""
    async with house.engine.connect() as connection:
        name = (await links.find_password_link(connection, token)).name
    try:
        async with (
            counting_failures(request, house, "link"),
            turn(),
            house.engine.begin() as connection,
        ):
            person = await links.choose_password(connection, token, fields.one("password"))
    except (BadLinkError, CrowdedError):
        raise
    except AccountError as error:
        return await _page(request, f"/key/{token}", name, error)
    house.sessions.forget(str(person.id))
    return await let_in(request, house, person, HALL)


@router.get("/invited/{token}")
async def register_page(
    request: Request, token: str, house: HouseDep, reader: ReaderDep
) -> Response:
    """Where somebody invited makes an account."""
    async with house.engine.connect() as connection:
        await links.check_register_link(connection, token)
    guest = reader.name if reader.person and reader.person.guest else ""
    return await _page(request, f"/invited/{token}", None, typed=guest or "")


@router.post("/invited/{token}")
async def register(
    request: Request, token: str, fields: FieldsDep, house: HouseDep, reader: ReaderDep
) -> Response:
    """Make the account; a guest's becomes his own, with his seats."""
    name, password = fields.one("name"), fields.one("password")
    guest = reader.person.id if reader.person and reader.person.guest else None
    try:
        async with (
            counting_failures(request, house, "link"),
            turn(),
            house.engine.begin() as connection,
        ):
            person = await links.register(connection, token, name, password, guest)
    except (BadLinkError, CrowdedError):
        raise
    except AccountError as error:
        return await _page(request, f"/invited/{token}", None, error, typed=name)
    return await let_in(request, house, person, HALL)


async def _page(
    request: Request,
    action: str,
    owner: str | None,
    error: AccountError | None = None,
    typed: str = "",
) -> Response:
    _ = words(request)
    return await render(
        request,
        "key.html",
        422 if error else 200,
        action=action,
        owner=owner,
        name=typed,
        error=_(error.text, **error.params) if error else None,
    )
