"""What people at a table change besides the play: proposals and their answers, going."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.matches import OpenMatch
from app.matches.errors import BadChoiceError
from app.rules.contract import N_
from app.web.forms import FieldsDep
from app.web.house import HouseDep
from app.web.pages import render
from app.web.readers import PersonDep, ReaderDep, reader_of
from app.web.routes.doors import go_on, guest_of, see_other
from app.web.routes.match import page_for
from app.web.routes.replay import read_number
from app.web.shown import Said, shown

router = APIRouter(prefix="/m/{key}/table", include_in_schema=False)

NO_SEAT = N_("This match has no such seat.")
NO_ANSWER = N_("Answer with yes or no.")


@router.get("")
async def look(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The table on a page of its own."""
    page = await page_for(house, reader, key)
    if isinstance(page, OpenMatch):
        return see_other(f"/m/{key}")
    return await render(request, "table.html", match=shown(request, page, Said()))


@router.post("/propose/{kind}")
async def propose(
    key: str, kind: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Propose something to all at the table."""
    target = read_number(fields.one("target"))
    await house.company.propose(key, person, kind, target)
    return see_other(f"/m/{key}")


@router.post("/answer")
async def answer(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Agree to a proposal, refuse it, or take back one's own."""
    kind, mark = fields.one("kind"), fields.one("mark")
    match fields.one("answer"):
        case "yes":
            await house.company.agree(key, person, kind, mark)
        case "no":
            await house.company.refuse(key, person, kind, mark)
        case _:
            raise BadChoiceError(NO_ANSWER)
    return see_other(f"/m/{key}")


@router.post("/concede")
async def concede(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Give up."""
    await house.company.concede(key, person)
    return see_other(f"/m/{key}")


@router.post("/away")
async def step_aside(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Let a bot play until one returns."""
    await house.company.step_aside(key, person)
    return see_other(f"/m/{key}")


@router.post("/back")
async def come_back(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Play again, after a bot did."""
    await house.company.come_back(key, person)
    return see_other(f"/m/{key}")


@router.post("/resume")
async def resume(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """End a pause."""
    await house.company.resume(key, person)
    return see_other(f"/m/{key}")


@router.post("/handover")
async def offer(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Make a link to one's seat, or as the host to one that nobody holds."""
    await house.company.offer(key, person, read_number(fields.one("seat")))
    return see_other(f"/m/{key}/table")


@router.post("/handover/withdraw")
async def withdraw(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Take such a link back."""
    await house.company.withdraw(key, person, read_number(fields.one("seat")))
    return see_other(f"/m/{key}/table")


@router.post("/sit")
async def sit_down(request: Request, key: str, fields: FieldsDep, house: HouseDep) -> Response:
    """Take a seat that somebody has left; who is not known gives a name."""
    seat = read_number(fields.one("seat"))
    if seat is None:
        raise BadChoiceError(NO_SEAT)
    await page_for(house, reader_of(request), key)
    person = await guest_of(request, house, fields)
    await house.company.sit_down(key, person, seat)
    return await go_on(request, house, person, f"/m/{key}")


@router.post("/leave")
async def leave(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Leave one's seat to a bot."""
    await house.company.leave(key, person)
    return see_other(f"/m/{key}")
