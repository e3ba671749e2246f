"""Inviting: by name, and the invitation's link as a QR code; the match that follows another."""

from __future__ import annotations

from io import BytesIO

import segno
from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.matches.errors import BadChoiceError, NoSuchMatchError
from app.web.forms import FieldsDep
from app.web.house import HouseDep
from app.web.origin import address
from app.web.pages import words
from app.web.rates import limited
from app.web.readers import PersonDep, Reader
from app.web.routes.doors import see_other
from app.web.routes.match import page_for, show
from app.web.shown import Said

router = APIRouter(prefix="/m/{key}", include_in_schema=False)


@router.post("/invite", dependencies=[limited("invite")])
async def invite(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Invite an account by name."""
    try:
        await house.company.invite(key, person, fields.one("name"))
    except BadChoiceError as error:
        page = await page_for(house, Reader(person=person), key)
        said = Said(notice=words(request)(error.text, **error.params))
        return await show(request, page, said, 422)
    return see_other(f"/m/{key}")


@router.post("/decline")
async def decline(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Refuse an invitation by name."""
    await house.company.decline(key, person)
    return see_other("/matches")


@router.get("/invite.svg")
async def qr_code(request: Request, key: str, house: HouseDep, person: PersonDep) -> Response:
    """The invitation's link as a QR code, for who sits at the table. Raises NoSuchMatchError."""
    head = (await house.matches.look(key, person)).head
    if not head.invite or head.state != "open":
        raise NoSuchMatchError
    return Response(
        drawn(f"{address(request)}/j/{head.invite}"),
        media_type="image/svg+xml",
        headers={"cache-control": "no-store"},
    )


def drawn(text: str) -> bytes:
    """A QR code as SVG, dark on light in any theme, so that cameras read it."""
    picture = BytesIO()
    segno.make(text, error="m", micro=False).save(
        picture,
        kind="svg",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
        border=3,
        dark="#1d1712",
        light="#ffffff",
    )
    return picture.getvalue()


@router.post("/rematch")
async def rematch(key: str, fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Play once more with the same people."""
    return see_other(f"/m/{await house.company.rematch(key, person)}")
