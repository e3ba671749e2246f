"""The overview: how the house is, and what needs a hand."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accounts import registry
from app.web.admin import AdminDep, admin_page
from app.web.house import HouseDep

router = APIRouter(prefix="/admin", include_in_schema=False)


@router.get("")
async def overview(request: Request, admin: AdminDep, house: HouseDep) -> Response:
    """What goes on in the house."""
    async with house.engine.connect() as connection:
        accounts, guests = await registry.count(connection)
    return await admin_page(request, "overview.html", "/admin", accounts=accounts, guests=guests)
