"""What all admin pages share: who may see them, numbers in forms, the page with its tabs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import Response
from msgspec import Struct

from app.accounts import Person
from app.admin.errors import AdminError, NotAdminError
from app.rules.contract import N_
from app.web.forms import Fields
from app.web.pages import render, words
from app.web.readers import person_of

TABS = (
    ("/admin", N_("Overview")),
    ("/admin/people", N_("People")),
    ("/admin/matches", N_("Matches")),
    ("/admin/queue", N_("Queue")),
    ("/admin/house", N_("House")),
    ("/admin/machine", N_("Machine")),
    ("/admin/audit", N_("Audit")),
)
LONGEST_NUMBER = 18


class Told(Struct, frozen=True):
    """A word above the page: what was wrong with a try, or a link that is shown this once."""

    wrong: str = ""
    link: str = ""
    link_for: str = ""


NOTHING = Told()


async def the_admin(request: Request) -> Person:
    """The admin who asks. Raises SignInNeededError, NotAdminError."""
    person = person_of(request)
    if not person.admin:
        raise NotAdminError
    return person


AdminDep = Annotated[Person, Depends(the_admin)]


def number_in(text: str) -> int | None:
    """A number in digits; None when it is none."""
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return None


def number_of(fields: Fields, name: str) -> int:
    """A number in a form. Raises AdminError."""
    number = number_in(fields.one(name))
    if number is None:
        raise AdminError(N_("A number is needed here."))
    return number


def asked(request: Request, name: str, longest: int = 60) -> str:
    """A filter in the address, without invisible characters."""
    text = request.query_params.get(name, "")[:longest]
    return "".join(filter(str.isprintable, text)).strip()


async def admin_page(
    request: Request, template: str, tab: str, told: Told = NOTHING, **context: Any
) -> Response:
    """A page of the house's keeper, with its tabs."""
    _ = words(request)
    tabs = tuple((href, _(text)) for href, text in TABS)
    status = 422 if told.wrong else 200
    return await render(
        request, f"admin/{template}", status, tabs=tabs, tab=tab, told=told, **context
    )
