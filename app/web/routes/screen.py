"""Hot seat: several people at one screen, and who of them acts now."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app import accounts
from app.accounts.errors import AccountError
from app.matches import MatchPage
from app.matches.errors import NotOpenError, NotSeatedError
from app.rules.contract import N_
from app.web.curtain import closed_curtain, draw
from app.web.forms import FieldsDep
from app.web.house import HouseDep
from app.web.pages import render, words
from app.web.rates import take_by_address
from app.web.readers import PersonDep, ReaderDep, reader_of
from app.web.routes.doors import check_newcomer, inside, see_other
from app.web.routes.match import page_for, show
from app.web.routes.replay import read_number
from app.web.screen import forget_pages, switch
from app.web.shown import Said

router = APIRouter(include_in_schema=False)

NO_CHAIR = N_("No chair is free in this match.")


@router.get("/screen")
async def look(request: Request, reader: ReaderDep, person: PersonDep) -> Response:
    """Who shares the screen."""
    return await render(request, "screen.html")


@router.post("/screen/act")
async def act(request: Request, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Somebody else at the screen acts from now on."""
    number = read_number(fields.one("person"))
    await switch(house, reader_of(request), number or 0)
    response = see_other(inside(fields.one("back", "/screen")))
    forget_pages(request, response)
    return response


@router.post("/m/{key}/beside")
async def sit_beside(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Somebody else at this screen takes a chair of a match that has not begun."""
    held, page = reader_of(request).held, await page_for(house, reader_of(request), key)
    if held is None or page.seat is None:
        raise NotSeatedError
    if page.head.state != "open" or not page.head.free:
        raise NotOpenError(NO_CHAIR)
    await take_by_address(request, house, "guest")
    try:
        await check_newcomer(house, invited=True)
        async with house.engine.begin() as connection:
            guest = await accounts.sit_beside(connection, held, fields.one("beside"))
    except AccountError as error:
        return await show(
            request, page, Said(notice=words(request)(error.text, **error.params)), 422
        )
    house.sessions.forget(str(held.owner))
    await house.matches.join(key, guest, page.head.invite)
    return see_other(f"/m/{key}")


@router.get("/m/{key}/curtain")
async def close(request: Request, key: str, house: HouseDep, person: PersonDep) -> Response:
    """The curtain on demand: to hand over the screen."""
    page = await page_for(house, reader_of(request), key)
    curtain = closed_curtain(reader_of(request), page) if isinstance(page, MatchPage) else None
    if curtain is None or not isinstance(page, MatchPage):
        return see_other(f"/m/{key}")
    return await draw(request, page.head, page.seat, curtain)
