"""The ways that notices go: mailboxes, devices, webhooks of a person and of a table."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from app.accounts import Person
from app.matches import MatchHead
from app.matches.errors import NotHostError
from app.notices.errors import AddressError
from app.notices.hooks import SERVICES
from app.notices.kinds import CHANNELS, KINDS, TABLE_KINDS
from app.notices.wording import LABELS
from app.web.errors import wants_json
from app.web.forms import Fields, FieldsDep
from app.web.house import House, HouseDep, house_of
from app.web.origin import address
from app.web.pages import render, words
from app.web.rates import limited
from app.web.readers import PersonDep, ReaderDep
from app.web.routes.doors import see_other

router = APIRouter(include_in_schema=False)

PAGE = "/account/notices"
LONGEST_ID = 18


async def page(
    request: Request,
    house: House,
    person: Person,
    fields: Fields | None = None,
    error: AddressError | None = None,
) -> Response:
    """What is wanted and where, after a failed try with what was wrong."""
    _ = words(request)
    context: dict[str, Any] = {
        "wishes": await house.notices.wishes(person),
        "addresses": await house.notices.addresses(person),
        "labels": [(kind, _(LABELS[kind])) for kind in KINDS],
        "channels": CHANNELS,
        "services": SERVICES,
        "push_key": await house.notices.push_key(),
        "has_mail": house.notices.has_mail,
        "typed": fields.flat() if fields else {},
        "error": _(error.text, **error.params) if error else None,
    }
    return await render(request, "notice_ways.html", 422 if error else 200, **context)


@router.get(PAGE)
async def show(request: Request, house: HouseDep, reader: ReaderDep, person: PersonDep) -> Response:
    """What the reader wants to be told, and where."""
    return await page(request, house, person)


@router.post(f"{PAGE}/mail", dependencies=[limited("mail")])
async def add_mail(
    request: Request, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """A mailbox, which is asked first."""
    try:
        await house.notices.add_mail(person, fields.one("mail"), address(request))
    except AddressError as error:
        return await page(request, house, person, fields, error)
    return see_other(PAGE)


@router.post(f"{PAGE}/push", dependencies=[limited("notice")])
async def add_push(
    request: Request, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """A device; sent by its script."""
    keys = {"p256dh": fields.one("p256dh"), "auth": fields.one("auth")}
    endpoint, label = fields.one("endpoint"), fields.one("label")
    try:
        await house.notices.add_push(person, endpoint, keys, label, address(request))
    except AddressError as error:
        if not wants_json(request):
            return await page(request, house, person, fields, error)
        told = {"detail": words(request)(error.text, **error.params)}
        return JSONResponse(told, 422)
    return JSONResponse({}) if wants_json(request) else see_other(PAGE)


@router.post(f"{PAGE}/hook", dependencies=[limited("notice")])
async def add_hook(
    request: Request, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """A webhook of the reader."""
    service, url = fields.one("service"), fields.one("url")
    try:
        await house.notices.add_hook(person, service, url, address(request))
    except AddressError as error:
        return await page(request, house, person, fields, error)
    return see_other(PAGE)


@router.post(f"{PAGE}/address", dependencies=[limited("notice")])
async def change_address(
    request: Request, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Take an address away, use it again, or send a test there."""
    number = _number(fields)
    try:
        match fields.one("do"):
            case "remove":
                await house.notices.remove(person, number)
            case "again":
                await house.notices.use_again(person, number)
            case "test":
                await house.notices.test(person, number)
    except AddressError as error:
        return await page(request, house, person, fields, error)
    return see_other(PAGE)


@router.get("/confirm/{token}")
async def ask_to_confirm(request: Request, token: str, reader: ReaderDep) -> Response:
    """The page behind the question that a mailbox got, with one button."""
    found = await house_of(request).notices.find_stop(token)
    status = 200 if found else 404
    return await render(request, "confirm.html", status, found=found, token=token, done=False)


@router.post("/confirm/{token}")
async def confirm(request: Request, token: str) -> Response:
    """The mailbox is his who has the link."""
    notices = house_of(request).notices
    found = await notices.find_stop(token) if await notices.confirm(token) else None
    status = 200 if found else 404
    return await render(request, "confirm.html", status, found=found, token=token, done=True)


async def _hosted(house: House, key: str, person: Person) -> MatchHead:
    """The match, if the person is its host. Raises NoSuchMatchError, NotHostError."""
    head = (await house.matches.look(key, person)).head
    if head.host != person.id:
        raise NotHostError
    return head


async def _table_page(
    request: Request, house: House, head: MatchHead, error: AddressError | None = None
) -> Response:
    _ = words(request)
    context: dict[str, Any] = {
        "head": head,
        "hooks": await house.notices.hooks_of(head.id),
        "labels": [(kind, _(LABELS[kind])) for kind in TABLE_KINDS],
        "services": SERVICES,
        "error": _(error.text, **error.params) if error else None,
    }
    return await render(request, "table_hooks.html", 422 if error else 200, **context)


@router.get("/m/{key}/hooks")
async def table_hooks(
    request: Request, key: str, house: HouseDep, reader: ReaderDep, person: PersonDep
) -> Response:
    """The webhooks of a table, for its host."""
    return await _table_page(request, house, await _hosted(house, key, person))


@router.post("/m/{key}/hooks", dependencies=[limited("notice")])
async def add_table_hook(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Tell a channel of this table."""
    head = await _hosted(house, key, person)
    service, url, base = fields.one("service"), fields.one("url"), address(request)
    kinds = fields.get("kind", [])
    try:
        await house.notices.add_hook(person, service, url, base, head.id, kinds)
    except AddressError as error:
        return await _table_page(request, house, head, error)
    return see_other(f"/m/{key}/hooks")


@router.post("/m/{key}/hooks/remove")
async def remove_table_hook(
    key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Tell it no more."""
    head = await _hosted(house, key, person)
    await house.notices.remove_hook(head.id, _number(fields))
    return see_other(f"/m/{key}/hooks")


def _number(fields: Fields) -> int:
    """The number of an address; 0, which none has, for nonsense."""
    text = fields.one("address")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_ID else 0
