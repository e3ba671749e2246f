"""Browsers against the real server: one server and one browser for all tests of a worker."""

import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from psycopg import sql

from tests.servers import Server, serving

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
PATIENCE_MS = 15_000

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def database(postgres_url: str) -> Iterator[str]:
    """A database of its own for the server."""
    name = f"burgrave_browser_{os.getpid()}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield urlunsplit(urlsplit(postgres_url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


@pytest.fixture(scope="session")
def house(database: str) -> Iterator[Server]:
    """The real server; bots answer at once."""
    with serving(DATABASE_URL=database, BURGRAVE_BOT_PAUSE="0") as server:
        yield server
        server.end()


@pytest.fixture(scope="module")
def chromium(browser_path: str) -> Iterator[Browser]:
    """The browser; for a module, since its loop runs as long and no other can run beside it."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def fresh_rates(house: Server, database: str) -> None:
    """Forget who came before: all tests come from one address, more guests than may in an hour."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DELETE FROM rate")


@pytest.fixture
def new_page(house: Server, chromium: Browser) -> Iterator[NewPage]:
    """Opens a page in a browser profile of its own; an error in a script fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(**options: Any) -> Page:
        settings: dict[str, Any] = {
            "base_url": house.address,
            "viewport": WIDE,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            **options,
        }
        context = chromium.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
