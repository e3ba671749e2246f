"""The page behind a link to a seat: who opens it sits down there, while the match runs."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accounts.errors import AccountError
from app.matches.handover import Offer
from app.web.forms import FieldsDep
from app.web.house import House, HouseDep
from app.web.pages import render, words
from app.web.rates import counting_failures
from app.web.readers import ReaderDep
from app.web.routes.doors import go_on, guest_of

router = APIRouter(prefix="/s/{words}", include_in_schema=False)


async def _offered(request: Request, house: House, text: str) -> Offer:
    """Raises NoSuchMatchError, TooOftenError."""
    async with counting_failures(request, house, "invitation"):
        return await house.company.find_offer(text)


@router.get("")
async def show(request: Request, words: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The seat, and the way to it."""
    return await _page(request, house, await _offered(request, house, words))


@router.post("")
async def take(request: Request, words: str, fields: FieldsDep, house: HouseDep) -> Response:
    """Sit down."""
    offer = await _offered(request, house, words)
    try:
        person = await guest_of(request, house, fields, invited=True)
    except AccountError as error:
        return await _page(request, house, offer, error)
    key = await house.company.take(words, person)
    return await go_on(request, house, person, f"/m/{key}")


async def _page(
    request: Request, house: House, offer: Offer, error: AccountError | None = None
) -> Response:
    _, meta = words(request), house.rules[offer.game].meta
    return await render(
        request,
        "seat.html",
        422 if error else 200,
        offer=offer,
        game_name=_(meta.name),
        summary=_(meta.summary),
        action=request.url.path,
        error=_(error.text, **error.params) if error else None,
    )
