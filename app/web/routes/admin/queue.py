"""The queue: jobs that wait, run or have failed; notices that did not arrive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accounts.people import Person
from app.admin.audit import write_down
from app.db.direct import Driver, autocommitting, driver_of
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
    return await _do(request, admin, house, "job", number_of(fields, "job"), "retry", retry_job)


@router.post("/drop")
async def drop_failed(
    request: Request, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Forget a failed job."""
    return await _do(request, admin, house, "job", number_of(fields, "job"), "drop", drop_job)


@router.post("/send")
async def send_again(
    request: Request, admin: AdminDep, fields: FieldsDep, house: HouseDep
) -> Response:
    """Send a failed notice once more."""
    number = number_of(fields, "delivery")
    return await _do(request, admin, house, "notice", number, "retry", _send_now)


async def _send_now(driver: Driver, number: int) -> bool:
    return await retry(driver, number, datetime.now(UTC))


async def _do(
    request: Request,
    admin: Person,
    house: House,
    thing: str,
    number: int,
    deed: str,
    act: Callable[[Driver, int], Awaitable[bool]],
) -> Response:
    """A deed on something in the queue, written down where it was still there."""
    async with house.engine.begin() as connection:
        found = await act(await driver_of(connection), number)
        if found:
            await write_down(connection, admin, f"{thing}.{deed}", detail={thing: number})
    if found:
        return see_other("/admin/queue")
    return await _page(request, house, Told(wrong=words(request)(GONE)))
