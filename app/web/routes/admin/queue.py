"""The queue: jobs that wait, run or have failed; notices that did not arrive."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.admin.audit import write_down
from app.db.direct import autocommitting, driver_of
from app.db.queue import count_jobs, drop_job, list_jobs, retry_job
from app.notices.queue import count_deliveries, list_failures, retry
from app.rules.contract import N_
from app.web.admin import NOTHING, AdminDep, Told, admin_page, number_of
from app.web.forms import FieldsDep
from app.web.house import House, HouseDep
from app.web.pages import words
from app.web.routes.doors import see_other

router = APIRouter(prefix="/admin/queue", include_in_schema=False)

GONE = N_("This does not wait any more, or its like waits already.")


@router.get("")
async def queue(request: Request, admin: AdminDep, house: HouseDep) -> Response:
    """All of it."""
    return await _page(request, house)


async def _page(request: Request, house: House, told: Told = NOTHING) -> Response:
    async with autocommitting(house.engine) as driver:
        return await admin_page(
            request,
            "queue.html",
            "/admin/queue",
            told,
            jobs=Counter(await count_jobs(driver)),
            failed=await list_jobs(driver, "failed"),
            doing=await list_jobs(driver, "doing"),
            todo=await list_jobs(driver, "todo"),
            deliveries=Counter(await count_deliveries(driver)),
            failures=await list_failures(driver),
        )


@router.post("/retry")
async def retry_failed(
    request: Request, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Let a failed job run again."""
    number = number_of(fields, "job")
    async with house.engine.begin() as connection:
        found = await retry_job(await driver_of(connection), number)
        if found:
            await write_down(connection, admin, "job.retry", detail={"job": number})
    return await _answer(request, house, found)


@router.post("/drop")
async def drop_failed(
    request: Request, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Forget a failed job."""
    number = number_of(fields, "job")
    async with house.engine.begin() as connection:
        found = await drop_job(await driver_of(connection), number)
        if found:
            await write_down(connection, admin, "job.drop", detail={"job": number})
    return await _answer(request, house, found)


@router.post("/send")
async def send_again(
    request: Request, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Send a failed notice once more."""
    number = number_of(fields, "delivery")
    async with house.engine.begin() as connection:
        found = await retry(await driver_of(connection), number, datetime.now(UTC))
        if found:
            await write_down(connection, admin, "notice.retry", detail={"notice": number})
    return await _answer(request, house, found)


async def _answer(request: Request, house: House, found: bool) -> Response:
    if found:
        return see_other("/admin/queue")
    return await _page(request, house, Told(wrong=words(request)(GONE)))
