"""The overview: how the house is, and what needs a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Struct

from app.accounts import registry as people
from app.admin.consents import Asked, read_asked
from app.admin.house import HouseRules
from app.db.direct import autocommitting
from app.db.queue import count_jobs, last_sign
from app.db.storage import Disk, read_disk
from app.matches import registry
from app.notices.queue import count_deliveries
from app.settings import Settings
from app.web.admin import AdminDep, admin_page
from app.web.house import House, HouseDep
from app.web.languages import Language
from app.web.pages import words

router = APIRouter(prefix="/admin", include_in_schema=False)

HOURS = 24
HOUR = timedelta(hours=1)
IDLE_WORKERS = timedelta(minutes=2)
"""So long after the last sign of a worker nobody does jobs."""


class Bar(Struct, frozen=True):
    """An hour of the plot; x and height from 0 to 100."""

    at: datetime
    count: int
    x: float
    height: float


class Trouble(Struct, frozen=True):
    """Something that needs a hand, and where."""

    text: str
    url: str


class State(Struct, frozen=True):
    """How the house is."""

    matches: Mapping[str, int]
    jobs: Counter[str]
    deliveries: Counter[str]
    moves: Mapping[datetime, int]
    sign: datetime | None
    asked: tuple[Asked, ...]
    disk: Disk | None
    accounts: int
    guests: int


@router.get("")
async def overview(request: Request, admin: AdminDep, house: HouseDep) -> Response:
    """What goes on in the house."""
    _, now = words(request), datetime.now(UTC)
    rules, state = await house.memory.rules(), await _read(request, house, now)
    bars = tuple(_bars(state.moves, now))
    return await admin_page(
        request,
        "overview.html",
        "/admin",
        state=state,
        bars=bars,
        most=max((bar.count for bar in bars), default=0),
        moves=sum(bar.count for bar in bars),
        troubles=tuple(_troubles(state, rules, now, _)),
    )


async def _read(request: Request, house: House, now: datetime) -> State:
    settings: Settings = request.app.state.settings
    rules = await house.memory.rules()
    async with house.engine.connect() as connection:
        accounts, guests = await people.count(connection)
        asked = await read_asked(connection)
    async with autocommitting(house.engine) as driver:
        return State(
            await registry.count_matches(driver, timedelta(days=rules.stuck_days), now),
            Counter(await count_jobs(driver)),
            Counter(await count_deliveries(driver)),
            await registry.moves_by_hour(driver, now),
            await last_sign(driver),
            asked,
            read_disk(settings.data),
            accounts,
            guests,
        )


def _bars(moves: Mapping[datetime, int], now: datetime) -> Iterator[Bar]:
    """The last day, an hour a bar, the present one last."""
    last = now.replace(minute=0, second=0, microsecond=0)
    hours = [last - HOUR * back for back in range(HOURS - 1, -1, -1)]
    most = max((moves.get(hour, 0) for hour in hours), default=0) or 1
    for place, hour in enumerate(hours):
        count = moves.get(hour, 0)
        yield Bar(hour, count, place * 100 / HOURS, count * 100 / most)


def _troubles(state: State, rules: HouseRules, now: datetime, _: Language) -> Iterator[Trouble]:
    if rules.maintenance:
        yield Trouble(_("Maintenance is on: nobody can move."), "/admin/house")
    if state.asked:
        yield Trouble(
            _.ngettext(
                "An admin asks for consent.",
                "{number} times admins ask for consent.",
                len(state.asked),
            ),
            "#asked",
        )
    if stuck := state.matches["stuck"]:
        text = _.ngettext("One match is stuck.", "{number} matches are stuck.", stuck)
        yield Trouble(text, "/admin/matches?state=stuck")
    if failed := state.jobs["failed"]:
        text = _.ngettext("One job has failed.", "{number} jobs have failed.", failed)
        yield Trouble(text, "/admin/queue")
    if lost := state.deliveries["failed"] + state.deliveries["refused"]:
        text = _.ngettext("One notice did not arrive.", "{number} notices did not arrive.", lost)
        yield Trouble(text, "/admin/queue")
    if state.sign is None or now - state.sign > IDLE_WORKERS:
        yield Trouble(_("Nobody does the jobs: is a worker running?"), "/admin/queue")
    if state.disk and state.disk.is_low:
        yield Trouble(_("The disk is nearly full."), "/admin/machine")
