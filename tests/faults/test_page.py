"""The page before a house that goes away altogether, and comes back."""

from __future__ import annotations

import signal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.players import Player
from tests.faults.estate import Estate, nginx_path

pytestmark = [
    pytest.mark.faults,
    pytest.mark.browser,
    pytest.mark.timeout(300),
    pytest.mark.skipif(nginx_path() is None, reason="nginx is not installed"),
]

LOST = "The connection is lost."
PATIENCE_MS = 60_000


def test_the_page_says_so_and_goes_on_by_itself(house: Estate, new_page: NewPage) -> None:
    host, friend = Player(new_page(), "Alice"), Player(new_page(), "Bob")
    address = host.make_match(2, 0)
    friend.join(address)
    host.page.get_by_role("button", name="Begin").click()
    for player in (host, friend):
        expect(player.page.locator("#boardbox")).to_be_visible()
        player.page.evaluate("window.stayed = true")
    friend.page.locator("#line").evaluate("(line) => { line.value = 'half a word'; }")
    strip, version = friend.page.locator("#connection"), host.version

    house.stop_database(signal.SIGQUIT)
    for app in house.apps:
        app.kill()
    expect(strip).to_contain_text(LOST, timeout=PATIENCE_MS)
    house.start_database()
    house.start_missing()
    expect(strip).to_be_empty(timeout=PATIENCE_MS)

    plain = new_page(storage_state=host.page.context.storage_state())
    plain.goto(f"{address}?plain=1")
    mover = plain if plain.locator(".plain-options button").count() else None
    if mover is None:
        mover = new_page(storage_state=friend.page.context.storage_state())
        mover.goto(f"{address}?plain=1")
    mover.locator(".plain-options button").first.click()
    for player in (host, friend):
        live = player.page.locator("#live")
        expect(live).to_have_attribute("data-version", str(version + 1), timeout=PATIENCE_MS)
        assert player.page.evaluate("window.stayed")
    assert friend.page.locator("#line").input_value() == "half a word"
