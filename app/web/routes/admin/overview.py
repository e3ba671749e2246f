"""The overview: how the house is, and what needs a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
from app.ops.history import read_history
from app.rules.contract import N_
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


PLOTS = (
    ("moves", N_("Moves")),
    ("requests", N_("Pages and polls that were read")),
    ("errors", N_("Errors")),
)
"""Figures of `app.meters` that are plotted."""


class Bar(Struct, frozen=True):
    """An hour of a plot; x and height from 0 to 100."""

    at: datetime
    count: int
    x: float
    height: float


class Plot(Struct, frozen=True):
    """A figure in each hour of the last day, the present one last."""

    name: str
    bars: tuple[Bar, ...]
    most: int
    sum: int


class Trouble(Struct, frozen=True):
    """Something that needs a hand, and where."""

    text: str
    url: str


class State(Struct, frozen=True):
    """How the house is."""

    matches: Mapping[str, int]
    jobs: Counter[str]
    deliveries: Counter[str]
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
    since = now.replace(minute=0, second=0, microsecond=0) - HOUR * (HOURS - 1)
    history = await read_history(house.engine, since, since + HOUR * HOURS, HOUR)
    return await admin_page(
        request,
        "overview.html",
        "/admin",
        state=state,
        plots=[_plot(_(text), history.get(name, ()), since) for name, text in PLOTS],
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
            await last_sign(driver),
            asked,
            read_disk(settings.data),
            accounts,
            guests,
        )


def _plot(name: str, series: Sequence[tuple[datetime, int]], since: datetime) -> Plot:
    counts = [count for _, count in series] or [0] * HOURS
    most = max(counts)
    bars = tuple(
        Bar(since + HOUR * place, count, place * 100 / HOURS, count * 100 / (most or 1))
        for place, count in enumerate(counts)
    )
    return Plot(name, bars, most, sum(counts))


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
