"""The page behind an invitation: who opens it sits down, with a name alone if he likes."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accounts.errors import AccountError
from app.matches import MatchPage, OpenMatch, read_invite
from app.matches.errors import NoSuchMatchError
from app.web.forms import FieldsDep
from app.web.house import House, HouseDep
from app.web.pages import render, words
from app.web.rates import counting_failures
from app.web.readers import ReaderDep, reader_of
from app.web.routes.doors import go_on, guest_of, see_other
from app.web.waiting import table

router = APIRouter(prefix="/j/{words}", include_in_schema=False)


async def _invited(request: Request, house: House, text: str) -> tuple[str, OpenMatch | MatchPage]:
    """The invitation and its match. Raises NoSuchMatchError, TooOftenError."""
    invite = read_invite(text)
    if invite is None:
        raise NoSuchMatchError
    async with counting_failures(request, house, "invitation"):
        key = await house.matches.find_invited(invite)
    return invite, await house.matches.look(key, reader_of(request).person, invite)


@router.get("")
async def show(request: Request, words: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The match that one is invited to."""
    invite, page = await _invited(request, house, words)
    if isinstance(page, MatchPage) or page.seat is not None:
        return see_other(f"/m/{page.head.key}")
    return await join_page(request, invite, page)


async def join_page(
    request: Request, invite: str, page: OpenMatch, error: AccountError | None = None
) -> Response:
    """Who sits at the table, and the way to it."""
    _ = words(request)
    told = _(error.text, **error.params) if error else None
    return await render(
        request,
        "join.html",
        422 if error else 200,
        table=table(request, page),
        action=f"/j/{invite}",
        error=told,
    )


@router.post("")
async def join(request: Request, words: str, fields: FieldsDep, house: HouseDep) -> Response:
    """Sit down."""
    invite, page = await _invited(request, house, words)
    try:
        person = await guest_of(request, house, fields, invited=True)
    except AccountError as error:
        if isinstance(page, OpenMatch):
            return await join_page(request, invite, page, error)
        raise
    key = await house.matches.join_by_invite(invite, person)
    return await go_on(request, house, person, f"/m/{key}")
