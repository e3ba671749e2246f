"""Pages, live polling and the JSON API: requests in, views out; no rules and no SQL."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from app import meters
from app.accounts import SessionMemory
from app.admin.memory import HouseMemory
from app.db.rates import Rates
from app.matches import Matches
from app.matches.company import Company
from app.matches.replay import Replays
from app.matches.talks import Talks
from app.notices.service import Notices
from app.rules.service import rules
from app.web.errors import install_errors
from app.web.flood import Flood
from app.web.gate import Gate
from app.web.hosts import Hosts
from app.web.house import House
from app.web.live import Live
from app.web.maintenance import Maintenance
from app.web.measure import Measured
from app.web.prefix import Prefixed, prefix_of
from app.web.routes import ROUTERS
from app.web.unavailable import Unavailable

__all__ = ["install"]

SMALLEST_ZIPPED = 500
ZIP_LEVEL = 5


def install(app: FastAPI) -> None:
    """Open the house on this application, whose listener must not have started yet.

    Needs `app.state.engine`, `listener`, `closing` and `settings`; makes `app.state.house`.
    """
    state = app.state
    matches = Matches(state.engine, rules())
    state.house = House(
        engine=state.engine,
        rules=rules(),
        matches=matches,
        company=Company(matches),
        replays=Replays(state.engine, rules()),
        talks=Talks(state.engine, matches.herald),
        sessions=SessionMemory(state.engine, state.listener),
        live=Live(state.closing, state.listener),
        rates=Rates(state.engine),
        memory=HouseMemory(state.engine, state.listener),
        notices=Notices(
            state.engine, local=state.settings.local_hooks, mail=state.settings.smtp is not None
        ),
    )
    state.flood = Flood()
    install_errors(app)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED, compresslevel=ZIP_LEVEL)
    app.add_middleware(Maintenance)
    app.add_middleware(Gate)
    app.add_middleware(Unavailable)
    app.add_middleware(Hosts, settings=state.settings)
    app.add_middleware(Measured)
    app.add_middleware(Prefixed, prefix=prefix_of(state.settings))
    meters.watch_connections(state.engine.pool.checkedout)
    for router in ROUTERS:
        app.include_router(router)
