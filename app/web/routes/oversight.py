"""What who runs the house did at a table, and asks of its players: a page for them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.admin import consents
from app.admin.audit import read_deeds
from app.db.direct import autocommitting
from app.matches import registry
from app.matches.errors import NotSeatedError
from app.matches.registry import Filed
from app.web.admin import number_in
from app.web.asked import asked_shown, is_overtaken
from app.web.deeds import deed_shown
from app.web.forms import FieldsDep
from app.web.house import House, HouseDep
from app.web.pages import render, words
from app.web.readers import PersonDep
from app.web.routes.admin.matches import tools
from app.web.routes.doors import see_other

router = APIRouter(prefix="/m/{key}/house", include_in_schema=False)


@router.get("")
async def show(request: Request, key: str, house: HouseDep, person: PersonDep) -> Response:
    """Deeds of admins at this table with their reasons, and what waits for consent."""
    glance = await house.matches.glance(key, person)
    if glance.seat is None:
        raise NotSeatedError
    match, _ = await _find(house, key), words(request)
    async with house.engine.connect() as connection:
        done = await read_deeds(connection, match=match.id)
        waiting = await consents.read_asked(connection, match.id)
    return await render(
        request,
        "oversight.html",
        match=match,
        deeds=[deed_shown(deed, _) for deed in done],
        asks=[
            asked_shown(one, match, person, _) for one in waiting if not is_overtaken(one, match)
        ],
    )


@router.post("/{number}")
async def answer(
    key: str, number: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Agree to what an admin who plays here asks, or refuse it."""
    await house.matches.glance(key, person)
    decide = consents.agree if fields.one("answer") == "yes" else consents.decline
    await decide(tools(house), person, number_in(number) or 0)
    await house.matches.settle()
    return see_other(f"/m/{key}")


async def _find(house: House, key: str) -> Filed:
    async with autocommitting(house.engine) as driver:
        return await registry.find_match(driver, key)
