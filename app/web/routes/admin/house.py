"""The settings of the house."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.admin.errors import AdminError, BadSettingError
from app.admin.house import LONGEST, REGISTRATIONS, set_rules, tell_everybody
from app.rules.contract import N_
from app.web.admin import NOTHING, AdminDep, Told, admin_page, number_in
from app.web.forms import Fields, FieldsDep
from app.web.house import House, HouseDep
from app.web.pages import words
from app.web.routes.admin.people import wrong
from app.web.routes.doors import see_other

router = APIRouter(prefix="/admin/house", include_in_schema=False)

WAYS_IN = {
    "open": (N_("Open"), N_("Anybody makes an account or comes as a guest.")),
    "invitation": (
        N_("By invitation"),
        N_("Accounts by an invitation of yours; guests by the invitation to a match."),
    ),
    "closed": (N_("Closed"), N_("Nobody new: who is known plays on.")),
}
HOURS = (1, 6, 24, 72, 168, 720)
"""How long a notice to all may stand."""


@router.get("")
async def settings(request: Request, admin: AdminDep, house: HouseDep) -> Response:
    """All settings, each section a form."""
    return await _page(request, house)


async def _page(request: Request, house: House, told: Told = NOTHING) -> Response:
    _ = words(request)
    rules = await house.memory.rules()
    return await admin_page(
        request,
        "house.html",
        "/admin/house",
        told,
        rules=rules,
        stands=bool(rules.notice_at(datetime.now(UTC))),
        ways=[(way, *map(_, WAYS_IN[way])) for way in REGISTRATIONS],
        hours=[(hours, _length(hours, _)) for hours in HOURS],
        longest=LONGEST,
    )


def _length(hours: int, _: Any) -> str:
    if hours % 24:
        return str(_.ngettext("{number} hour", "{number} hours", hours))
    return str(_.ngettext("{number} day", "{number} days", hours // 24))


@router.post("")
async def change(request: Request, admin: AdminDep, fields: FieldsDep, house: HouseDep) -> Response:
    """Change one section."""
    try:
        async with house.engine.begin() as connection:
            rules = await set_rules(connection, admin, **_changes(fields))
            if rules.notice and fields.one("tell") == "1":
                await tell_everybody(connection, admin, rules.notice)
    except AdminError as error:
        return await _page(request, house, wrong(request, error))
    house.memory.forget()
    return see_other("/admin/house")


def _changes(fields: Fields) -> dict[str, Any]:
    """What the form of a section says. Raises BadSettingError."""
    match fields.one("section"):
        case "registration":
            return {"registration": fields.one("registration")}
        case "name":
            return {"name": fields.one("name"), "greeting": fields.one("greeting")}
        case "notice":
            return _notice(fields)
        case "maintenance":
            word = fields.one("maintenance_word")
            return {"maintenance": fields.one("maintenance") == "1", "maintenance_word": word}
        case "stuck":
            return {"stuck_days": number_in(fields.one("stuck_days")) or 0}
    raise BadSettingError


def _notice(fields: Fields) -> dict[str, Any]:
    if fields.one("take_down"):
        return {"notice": "", "notice_until": None}
    hours = number_in(fields.one("hours"))
    if hours not in HOURS:
        raise BadSettingError
    until = (datetime.now(UTC) + timedelta(hours=hours)).replace(microsecond=0)
    return {"notice": fields.one("notice"), "notice_until": until}
