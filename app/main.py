"""The application: what one process holds, from its first request to its last."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import psycopg
import sqlalchemy.exc
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from app import __version__, web
from app.assets import URL, Assets
from app.db import create_engine, jobs
from app.db.engine import limits_of_pool
from app.db.notify import Listener
from app.matches.heartbeat import reopen
from app.matches.sweep import sweep
from app.ops.history import recording
from app.settings import Settings

log = logging.getLogger(__name__)

HEALTH_SECONDS = 2.0
HEALTH_QUERY = text("SELECT 1")


def create_app(settings: Settings) -> FastAPI:
    """Build the application; `settings.database_url` must be set.

    `app.state` then has: `settings`, `engine` (the pool), `listener` (subscribe before the start),
    and `closing`, an event that is set when the server begins to stop: who holds an answer back
    waits for it too.
    """
    if settings.database_url is None:
        raise ValueError("the application needs a database URL")
    app = FastAPI(
        title="Burgrave",
        version=__version__,
        lifespan=_lifespan,
        debug=False,
        openapi_url=None,
    )
    app.state.settings = settings
    app.state.engine = create_engine(settings.database_url, **limits_of_pool(settings.pool))
    app.state.listener = Listener(settings.database_url)
    app.state.closing = asyncio.Event()
    app.add_api_route("/healthz", healthz, methods=["GET", "HEAD"])
    app.mount(URL, Assets(), name="static")
    web.install(app)
    return app


async def healthz(request: Request) -> PlainTextResponse:
    """`ok` while the database answers, else 503."""
    engine: AsyncEngine = request.app.state.engine
    try:
        async with asyncio.timeout(HEALTH_SECONDS), engine.connect() as connection:
            await connection.execute(HEALTH_QUERY)
    except (OSError, sqlalchemy.exc.SQLAlchemyError, psycopg.Error):
        return PlainTextResponse("the database does not answer", status_code=503)
    return PlainTextResponse("ok")


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    engine: AsyncEngine = app.state.engine
    listener: Listener = app.state.listener
    async with AsyncExitStack() as stack:
        stack.push_async_callback(engine.dispose)
        stack.push_async_callback(app.state.house.matches.settle)
        await stack.enter_async_context(app.state.house.notices.presence.written())
        await listener.start()
        stack.push_async_callback(listener.stop)
        await stack.enter_async_context(recording(engine))
        if settings.run_jobs:
            await reopen(engine)
            await stack.enter_async_context(
                jobs.worker(str(settings.database_url), engine, settings.stalled)
            )
            await sweep(engine)
        stack.callback(app.state.closing.set)
        yield
