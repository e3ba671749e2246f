"""A person's time zone and holidays, on his own page."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accounts.errors import BadHolidayError
from app.rules.contract import N_
from app.web.forms import FieldsDep
from app.web.house import HouseDep
from app.web.readers import PersonDep, ReaderDep
from app.web.routes.account import LARGEST_ID, own_page
from app.web.routes.doors import see_other

router = APIRouter(prefix="/account", include_in_schema=False)


@router.post("/zone")
async def choose_zone(fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Choose the time zone in which times are told and holidays begin; "" is none."""
    await house.matches.move_to(person, fields.one("zone") or None)
    house.sessions.forget(str(person.id))
    return see_other("/account#time")


@router.post("/holidays")
async def take(
    request: Request, fields: FieldsDep, house: HouseDep, reader: ReaderDep, person: PersonDep
) -> Response:
    """Enter a holiday."""
    try:
        first, last = _day(fields.one("first")), _day(fields.one("last"))
        await house.matches.take_holiday(person, first, last)
    except BadHolidayError as error:
        return await own_page(request, house, reader, person.name, error)
    return see_other("/account#time")


@router.post("/holidays/cancel")
async def cancel(fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Give back the days that have not begun."""
    number = fields.one("holiday")
    if number.isascii() and number.isdecimal() and len(number) < len(str(LARGEST_ID)):
        await house.matches.cancel_holiday(person, int(number))
    return see_other("/account#time")


def _day(text: str) -> date:
    """A day as a date field sends it. Raises BadHolidayError."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadHolidayError(N_("Choose the first and the last day.")) from error
