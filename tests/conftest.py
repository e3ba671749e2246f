"""What the tests share: one PostgreSQL for all workers, an empty database for each test."""

import fcntl
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
import pytest
from fastapi import FastAPI
from psycopg import sql
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import create_engine, migrate, plain_url
from app.db.embedded import Embedded, end_leftover
from app.main import create_app
from app.matches import draws
from app.settings import Settings

FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""The tests' cluster is thrown away: durability is tested with a real server (test_start.py)."""

STARTED: list[Embedded] = []
"""Kept until the end of the worker that started it; other workers may still need it."""

RUN_FOLDER = "BURGRAVE_TEST_FOLDER"
CHROMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_configure(config: pytest.Config) -> None:
    """Name the folder that all workers of this run share."""
    if not hasattr(config, "workerinput"):
        os.environ[RUN_FOLDER] = tempfile.mkdtemp(prefix="burgrave-tests-")
        signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """End like Ctrl-C: with every fixture torn down, so that no server is left."""
    raise KeyboardInterrupt


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop PostgreSQL, if a test has started it, and clear up."""
    if hasattr(config, "workerinput"):
        return
    folder = Path(os.environ.pop(RUN_FOLDER))
    for started in STARTED:
        started.stop()
    end_leftover((folder / "postgres").resolve())
    shutil.rmtree(folder, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip browser tests without a browser, unless BURGRAVE_BROWSER=required; run them last.

    Playwright keeps an event loop in its worker, in which no asynchronous test could run after.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    if chrome() or os.environ.get("BURGRAVE_BROWSER") == "required":
        return
    reason = "no Chromium or Chrome found (set CHROME, or have chromium or google-chrome on PATH)"
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=reason))


def chrome() -> str | None:
    """The path of the browser: CHROME, or the first known name on PATH."""
    named = os.environ.get("CHROME")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, CHROMES)), None)


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test meet the same dice and bots in every run (not in servers of their own)."""
    monkeypatch.setattr(draws, "source", Random(request.node.nodeid))


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The browser for browser tests; fails when there is none."""
    path = chrome()
    if path is None:
        pytest.fail("BURGRAVE_BROWSER=required, and no Chromium or Chrome was found")
    return path


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Asynchronous tests run on the loop that serves."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """A PostgreSQL for databases of tests: DATABASE_URL's, or one started for this run."""
    if given := os.environ.get("DATABASE_URL"):
        return plain_url(given)
    folder = Path(os.environ[RUN_FOLDER])
    known = folder / "url"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not known.exists():
            STARTED.append(Embedded(folder, settings=FAST, tied=False))
            known.write_text(STARTED[0].start())
        return known.read_text()


@pytest.fixture(scope="session")
def _migrated(postgres_url: str) -> Iterator[str]:
    """A database of this worker, migrated once."""
    name = f"burgrave_test_{os.getpid()}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    url = urlunsplit(urlsplit(postgres_url)._replace(path=f"/{name}"))
    try:
        migrate.upgrade(url)
        yield url
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


@pytest.fixture(scope="session")
def _which_are_filled(_migrated: str) -> sql.Composed:
    """A query for the names of the tables that hold something."""
    with psycopg.connect(_migrated) as connection:
        tables = connection.execute(
            "SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
            " WHERE relkind = 'r' AND nspname = 'public'"
            " AND relname NOT IN ('alembic_version', 'job_queue_scripts')"
        ).fetchall()
    one = sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})")
    return sql.SQL(" UNION ALL ").join(
        one.format(sql.Literal(name), sql.Identifier(name)) for (name,) in tables
    )


@pytest.fixture
def database_url(_migrated: str, _which_are_filled: sql.Composed) -> str:
    """The URL of a migrated database with empty tables.

    Rows are deleted, with no trigger: TRUNCATE takes a file for each table and index, and with
    what refers to a table nearly all tables; it takes fifty times as long.
    """
    with psycopg.connect(_migrated) as connection:
        filled = connection.execute(_which_are_filled).fetchall()
        connection.execute("SET session_replication_role = replica")
        for (name,) in filled:
            connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
        connection.execute(
            "SELECT setval(oid, 1, false) FROM pg_class"
            " WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace"
        )
    return _migrated


@pytest.fixture
def settings(database_url: str) -> Settings:
    """The settings of the application under test; jobs run only where a test runs them."""
    return Settings(database_url=database_url, run_jobs=False)


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    """An engine on the empty database."""
    engine = create_engine(database_url, pool_size=5)
    yield engine
    await engine.dispose()


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[FastAPI]:
    """The whole application, started."""
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        yield app


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A browser without JavaScript: keeps cookies, follows no redirects."""
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://burgrave.test") as client:
        yield client
