"""The audit list: read only."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.admin.audit import PAGE, read_deeds
from app.web.admin import AdminDep, admin_page, asked, number_in
from app.web.deeds import GROUPS, deed_shown
from app.web.house import HouseDep
from app.web.pages import words

router = APIRouter(prefix="/admin/audit", include_in_schema=False)


@router.get("")
async def audit(request: Request, admin: AdminDep, house: HouseDep) -> Response:
    """All deeds, newest first, a page at a time."""
    known = {value for value, _text in GROUPS}
    group = asked(request, "kind")
    group = group if group in known else ""
    who, whom = number_in(asked(request, "admin")), number_in(asked(request, "person"))
    async with house.engine.connect() as connection:
        deeds = await read_deeds(
            connection,
            kind=group or None,
            admin=who,
            person=whom,
            before=number_in(asked(request, "before")),
        )
    _ = words(request)
    return await admin_page(
        request,
        "audit.html",
        "/admin/audit",
        deeds=[deed_shown(deed, _) for deed in deeds[:PAGE]],
        more=len(deeds) > PAGE,
        groups=[(value, _(text)) for value, text in GROUPS],
        group=group,
        who=who,
        whom=whom,
    )
