"""A person's own page: account, sessions, language and theme."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app import accounts
from app.accounts.errors import (
    AccountError,
    BadHolidayError,
    BadPasswordError,
    WrongCredentialsError,
)
from app.accounts.passwords import turn
from app.web.forms import FieldsDep
from app.web.holidays import own_time
from app.web.house import House, HouseDep
from app.web.languages import LANGUAGES
from app.web.pages import render, words
from app.web.rates import counting_failures, take_by_address
from app.web.readers import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, PersonDep, Reader, ReaderDep
from app.web.routes.doors import (
    check_newcomer,
    delete_cookie,
    inside,
    let_in,
    see_other,
    set_cookie,
)

router = APIRouter(include_in_schema=False)

A_YEAR = 365 * 24 * 3600
LARGEST_ID = 2**62


async def own_page(
    request: Request, house: House, reader: Reader, name: str, error: AccountError | None = None
) -> Response:
    """The page, after a failed try with what was wrong."""
    _ = words(request)
    async with house.engine.connect() as connection:
        sessions = await accounts.list_sessions(connection, reader.id or 0)
    context: dict[str, Any] = {
        "sessions": sessions,
        "name": name,
        "error": _(error.text, **error.params) if error else None,
        "wrong": _field_of(error),
        "time": await own_time(house, reader.person) if reader.person else None,
    }
    return await render(request, "account.html", 422 if error else 200, **context)


def _field_of(error: AccountError | None) -> str:
    """Which part of the page the error is about."""
    if isinstance(error, BadHolidayError):
        return "holiday"
    if isinstance(error, WrongCredentialsError):
        return "present"
    return "password" if isinstance(error, BadPasswordError) else "name"


@router.get("/account")
async def show(request: Request, house: HouseDep, reader: ReaderDep, person: PersonDep) -> Response:
    """The reader's account and sessions."""
    return await own_page(request, house, reader, person.name)


@router.post("/account")
async def make_account(
    request: Request, fields: FieldsDep, house: HouseDep, reader: ReaderDep, person: PersonDep
) -> Response:
    """Make a guest's account, in a new session."""
    name, password = fields.one("name"), fields.one("password")
    await take_by_address(request, house, "sign-up")
    try:
        await check_newcomer(house, invited=False)
        async with turn(), house.engine.begin() as connection:
            account = await accounts.make_account(connection, person.id, name, password)
    except AccountError as error:
        return await own_page(request, house, reader, name, error)
    house.sessions.forget(str(person.id))
    return await let_in(request, house, account, "/account")


@router.post("/account/password")
async def change_password(
    request: Request, fields: FieldsDep, house: HouseDep, reader: ReaderDep, person: PersonDep
) -> Response:
    """Change the password; all sessions end but this one, which is a new one."""
    present, new = fields.one("present"), fields.one("password")
    try:
        async with (
            counting_failures(request, house, "sign-in", person.name),
            turn(),
            house.engine.begin() as connection,
        ):
            await accounts.change_password(connection, person, present, new)
    except AccountError as error:
        return await own_page(request, house, reader, person.name, error)
    house.sessions.forget(str(person.id))
    return await let_in(request, house, person, "/account")


@router.post("/account/sessions/end")
async def end_session(fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """End one of the reader's sessions."""
    number = fields.one("session")
    if number.isascii() and number.isdecimal() and len(number) <= len(str(LARGEST_ID)):
        async with house.engine.begin() as connection:
            await accounts.end_session(connection, person.id, int(number))
        house.sessions.forget(str(person.id))
    return see_other("/account")


@router.post("/account/sessions/end-others")
async def end_others(fields: FieldsDep, house: HouseDep, reader: ReaderDep) -> Response:
    """End all sessions but this one."""
    if reader.id is not None and reader.session is not None:
        async with house.engine.begin() as connection:
            await accounts.end_other_sessions(connection, reader.id, reader.session)
        house.sessions.forget(str(reader.id))
    return see_other("/account")


@router.post("/language")
async def choose_language(
    request: Request, fields: FieldsDep, house: HouseDep, reader: ReaderDep
) -> Response:
    """Choose the language of the pages; "" leaves it to the browser."""
    wanted = fields.one("language")
    code = wanted if wanted in LANGUAGES else None
    await _keep(house, reader, code, reader.person.theme if reader.person else None)
    return _chosen(request, fields.one("back", "/"), LANGUAGE_COOKIE, code)


@router.post("/theme")
async def choose_theme(
    request: Request, fields: FieldsDep, house: HouseDep, reader: ReaderDep
) -> Response:
    """Choose light or dark; "" leaves it to the device."""
    wanted = fields.one("theme")
    theme = wanted if wanted in THEMES else None
    await _keep(house, reader, reader.person.language if reader.person else None, theme)
    return _chosen(request, fields.one("back", "/"), THEME_COOKIE, theme)


async def _keep(house: House, reader: Reader, language: str | None, theme: str | None) -> None:
    if reader.id is None:
        return
    async with house.engine.begin() as connection:
        await accounts.set_preferences(connection, reader.id, language, theme)
    house.sessions.forget(str(reader.id))


def _chosen(request: Request, to: str, cookie: str, value: str | None) -> Response:
    response = see_other(inside(to))
    if value is None:
        delete_cookie(request, response, cookie)
    else:
        set_cookie(request, response, cookie, value, A_YEAR)
    return response
