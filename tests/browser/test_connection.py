"""The page says that the house is away, goes on by itself, and sends a move that did not arrive."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage
from tests.browser.players import Player

pytestmark = pytest.mark.browser

ALL = re.compile(r"/m/")
LOST = "The connection is lost."


def lose(page: Page) -> None:
    """Nothing gets through any more; what is held is let go."""
    page.context.set_offline(offline=True)
    page.route(ALL, lambda route: route.abort())
    page.evaluate("document.getElementById('live').dispatchEvent(new Event('htmx:abort'))")


def find(page: Page) -> None:
    page.unroute(ALL)
    page.context.set_offline(offline=False)


def two(new_page: NewPage) -> tuple[Player, Player]:
    """A match of two on the plain page, and who is asked first."""
    host, friend = Player(new_page(), "Alice"), Player(new_page(), "Bob")
    address = host.make_match(2, 0)
    friend.join(address)
    host.page.get_by_role("button", name="Begin").click()
    for player in (host, friend):
        expect(player.page.locator("#boardbox")).to_be_visible()
        player.page.goto(f"{address}?plain=1")
        player.page.evaluate("window.stayed = true")
    if host.page.locator(".plain-options button").count():
        return host, friend
    return friend, host


def test_the_page_goes_on_by_itself(new_page: NewPage) -> None:
    asked, other = two(new_page)
    version = other.version
    other.page.goto(other.page.url.partition("?")[0])
    other.page.evaluate("window.stayed = true")
    other.page.locator("#line").evaluate("(line) => { line.value = 'half a word'; }")
    lose(other.page)
    expect(other.page.locator("#connection")).to_contain_text(LOST)
    asked.page.locator(".plain-options button").first.click()
    expect(asked.page.locator("#live")).to_have_attribute("data-version", str(version + 1))
    assert other.version == version
    find(other.page)
    expect(other.page.locator("#live")).to_have_attribute("data-version", str(version + 1))
    expect(other.page.locator("#connection")).to_be_empty()
    assert other.page.evaluate("window.stayed")
    assert other.page.locator("#line").input_value() == "half a word"


def test_a_move_that_did_not_arrive_is_sent_again(new_page: NewPage) -> None:
    asked, _ = two(new_page)
    version = asked.version
    lose(asked.page)
    asked.page.locator(".plain-options button").first.click()
    expect(asked.page.locator("#connection")).to_contain_text("your last step goes out")
    find(asked.page)
    expect(asked.page.locator("#live")).to_have_attribute("data-version", str(version + 1))
    expect(asked.page.locator("#connection")).to_be_empty()
    assert asked.page.evaluate("window.stayed")


def test_a_move_whose_answer_was_lost_counts_once(new_page: NewPage) -> None:
    """The house has it, the browser does not know: it is sent again under the same key."""
    asked, _ = two(new_page)
    version, keys = asked.version, []

    def swallow(route: Route) -> None:
        keys.append(re.search(r"key=([0-9a-f-]+)", route.request.post_data or ""))
        route.fetch()
        route.abort()

    asked.page.route(re.compile(r"/play"), swallow, times=1)
    asked.page.locator(".plain-options button").first.click()
    expect(asked.page.locator("#live")).to_have_attribute("data-version", str(version + 1))
    expect(asked.page.locator("#connection")).to_be_empty()
    asked.page.wait_for_timeout(1000)
    assert asked.version == version + 1
    assert len(keys) == 1
