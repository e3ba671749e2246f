"""Polls in a real browser: waiting rooms that move on, and tabs that nobody looks at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import NewPage
from tests.browser.players import Player

pytestmark = pytest.mark.browser

HIDEABLE = "Object.defineProperty(document, 'hidden', { get: () => window.away === true });"
HIDE = "window.away = true; document.dispatchEvent(new Event('visibilitychange'));"
SHOW = "window.away = false; document.dispatchEvent(new Event('visibilitychange'));"


def polls(page: Page, event: str) -> list[str]:
    """The addresses of the polls of which the page tells that event from now on."""
    seen: list[str] = []

    def note(request: Request) -> None:
        if "/live?" in request.url:
            seen.append(request.url)

    page.on(event, note)  # type: ignore[call-overload]
    return seen


def test_a_waiting_room_fills_and_leads_to_the_board(new_page: NewPage) -> None:
    host, friend = Player(new_page(), "Alice"), Player(new_page(), "Bob")
    address = host.make_match(2, 0)
    friend.join(address)
    expect(host.page.get_by_text("Bob", exact=True)).to_be_visible()
    host.page.get_by_role("button", name="Begin").click()
    expect(friend.page.locator("#boardbox")).to_be_visible()
    expect(host.page.locator("#boardbox")).to_be_visible()


def test_a_tab_that_nobody_looks_at_holds_no_poll(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(HIDEABLE)
    started, ended = polls(page, "request"), polls(page, "requestfailed")
    Player(page, "Alice").make_match(2, 0)
    page.wait_for_timeout(1000)
    assert started
    assert not ended
    started.clear()
    page.evaluate(HIDE)
    page.wait_for_timeout(3000)
    assert len(ended) == 1
    assert len(started) == 1
    assert started[0].endswith("hold=0")
    page.evaluate(SHOW)
    page.wait_for_timeout(1000)
    assert re.search(r"/live\?v=[^&]*$", started[-1])


def test_the_plain_page_plays_too(new_page: NewPage) -> None:
    host, friend = Player(new_page(), "Alice"), Player(new_page(), "Bob")
    address = host.make_match(2, 0)
    friend.join(address)
    host.page.get_by_role("button", name="Begin").click()
    for player in (host, friend):
        expect(player.page.locator("#boardbox")).to_be_visible()
        player.page.goto(f"{address}?plain=1")
        player.page.evaluate("window.stayed = true")
    for version in range(host.version + 1, host.version + 5):
        asked = next(p for p in (host, friend) if p.page.locator(".plain-options").count())
        asked.page.locator(".plain-options button").first.click()
        for player in (host, friend):
            expect(player.page.locator("#live")).to_have_attribute("data-version", str(version))
    assert host.page.evaluate("window.stayed")
    assert friend.page.evaluate("window.stayed")
