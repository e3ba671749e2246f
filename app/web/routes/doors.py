"""Doors: sign in, sign up, come as a guest, leave; and the first admin's link."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from app import accounts
from app.accounts import Person
from app.accounts.errors import AccountError, NewcomerError
from app.accounts.passwords import turn
from app.rules.contract import N_
from app.web.forms import Fields, FieldsDep
from app.web.house import House, HouseDep
from app.web.pages import render, words
from app.web.rates import counting_failures, take_by_address
from app.web.readers import (
    LONGEST_TOKEN,
    PersonDep,
    ReaderDep,
    is_secure,
    reader_of,
    session_cookie,
)

router = APIRouter(include_in_schema=False)

COOKIE_SECONDS = 365 * 24 * 3600
"""The server ends a session sooner when it is not used."""
SEE_OTHER = 303
BY_INVITATION = N_("This house takes in by invitation only.")
HALL = "/matches"
"""Where one goes on who has said no other place."""


def see_other(url: str) -> RedirectResponse:
    """Go on to a page of this house after a POST; anything else leads to the home page."""
    return RedirectResponse(inside(url), SEE_OTHER)


def inside(url: str) -> str:
    """The address if it is a path of this house, else the home page."""
    plain = url.isascii() and url.isprintable() and "\\" not in url
    return url if plain and url.startswith("/") and not url.startswith("//") else "/"


async def let_in(request: Request, house: House, person: Person, to: str) -> Response:
    """Open a session for the person, in place of the present one, and go on."""
    old = request.cookies.get(session_cookie(request.scope))
    async with house.engine.begin() as connection:
        token = await accounts.open_session(connection, person.id, old and old[:LONGEST_TOKEN])
    response = see_other(to)
    set_cookie(request, response, session_cookie(request.scope), token, COOKIE_SECONDS)
    return response


async def go_on(request: Request, house: House, person: Person, to: str) -> Response:
    """Go on as this person: with his session, or, when he has just come, with a new one."""
    if reader_of(request).id == person.id:
        return see_other(to)
    return await let_in(request, house, person, to)


def set_cookie(request: Request, response: Response, name: str, value: str, seconds: int) -> None:
    """A cookie for this house alone, out of reach of scripts."""
    secure = is_secure(request.scope)
    response.set_cookie(
        name, value, max_age=seconds, path="/", secure=secure, httponly=True, samesite="lax"
    )


def delete_cookie(request: Request, response: Response, name: str) -> None:
    """Take a cookie back; browsers heed it only if it is as secure as the one that was set."""
    secure = is_secure(request.scope)
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")


async def guest_of(
    request: Request, house: House, fields: Fields, *, invited: bool = False
) -> Person:
    """The reader's person, or a new guest with the name in the form.

    `invited`: to a match, by words or a link. Raises BadNameError, NewcomerError, TooOftenError.
    """
    person = reader_of(request).person
    if person is not None:
        return person
    await check_newcomer(house, invited=invited)
    await take_by_address(request, house, "guest")
    async with house.engine.begin() as connection:
        return await accounts.arrive_as_guest(connection, fields.one("name"))


async def check_newcomer(house: House, *, invited: bool) -> None:
    """Raises NewcomerError where the house takes nobody new, or nobody without an invitation."""
    registration = (await house.memory.rules()).registration
    if registration == "closed":
        raise NewcomerError
    if registration == "invitation" and not invited:
        raise NewcomerError(BY_INVITATION)


async def door(
    request: Request, mode: str, fields: Fields, error: AccountError | None = None
) -> Response:
    """The page with the three ways in; `mode` is the one in use."""
    _ = words(request)
    context: dict[str, Any] = {
        "mode": mode,
        "name": fields.one("name"),
        "next": inside(fields.one("next", HALL)),
        "error": _(error.text, **error.params) if error else None,
    }
    return await render(request, "sign_in.html", 422 if error else 200, **context)


@router.get("/sign-in")
async def sign_in_page(request: Request, reader: ReaderDep) -> Response:
    """The ways in."""
    return await door(request, "sign-in", _from_query(request))


@router.get("/sign-up")
async def sign_up_page(request: Request, reader: ReaderDep) -> Response:
    """The ways in, the new account first."""
    return await door(request, "sign-up", _from_query(request))


def _from_query(request: Request) -> Fields:
    return Fields(next=[request.query_params.get("next", HALL)])


@router.post("/sign-in")
async def sign_in(request: Request, fields: FieldsDep, house: HouseDep) -> Response:
    """Sign in with name and password."""
    name, password = fields.one("name"), fields.one("password")
    try:
        async with (
            counting_failures(request, house, "sign-in", name),
            turn(),
            house.engine.begin() as connection,
        ):
            person = await accounts.sign_in(connection, name, password)
    except AccountError as error:
        return await door(request, "sign-in", fields, error)
    return await let_in(request, house, person, fields.one("next", HALL))


@router.post("/sign-up")
async def sign_up(
    request: Request, fields: FieldsDep, house: HouseDep, reader: ReaderDep
) -> Response:
    """A new account; a guest's becomes his own, with his seats."""
    name, password = fields.one("name"), fields.one("password")
    await take_by_address(request, house, "sign-up")
    try:
        await check_newcomer(house, invited=False)
        async with turn(), house.engine.begin() as connection:
            if reader.person is not None and reader.person.guest:
                person = await accounts.make_account(connection, reader.person.id, name, password)
            else:
                person = await accounts.sign_up(connection, name, password)
    except AccountError as error:
        return await door(request, "sign-up", fields, error)
    return await let_in(request, house, person, fields.one("next", HALL))


@router.post("/guest")
async def arrive(request: Request, fields: FieldsDep, house: HouseDep) -> Response:
    """Come with a name alone."""
    try:
        person = await guest_of(request, house, fields)
    except AccountError as error:
        return await door(request, "guest", fields, error)
    return await let_in(request, house, person, fields.one("next", HALL))


@router.post("/sign-out")
async def sign_out(
    request: Request, fields: FieldsDep, house: HouseDep, reader: ReaderDep
) -> Response:
    """End this session."""
    token = request.cookies.get(session_cookie(request.scope), "")[:LONGEST_TOKEN]
    async with house.engine.begin() as connection:
        await accounts.end_session_by_token(connection, token)
    if reader.id is not None:
        house.sessions.forget(str(reader.id))
    response = see_other("/")
    delete_cookie(request, response, session_cookie(request.scope))
    return response


@router.get("/welcome/{token}")
async def welcome(request: Request, token: str, reader: ReaderDep) -> Response:
    """The first admin's link: whoever opens it with an account becomes the admin."""
    if reader.person is None or reader.person.guest:
        return await door(request, "sign-up", Fields(next=[f"/welcome/{token[:LONGEST_TOKEN]}"]))
    return await render(request, "welcome.html", token=token)


@router.post("/welcome/{token}")
async def become_admin(
    request: Request, token: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Redeem the link, once."""
    await take_by_address(request, house, "link")
    async with house.engine.begin() as connection:
        redeemed = await accounts.redeem_admin_link(connection, token, person.id)
    house.sessions.forget(str(person.id))
    if redeemed:
        return see_other("/admin")
    return await render(request, "welcome.html", 410, token=None)
