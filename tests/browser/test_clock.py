"""The time left on a page, in words that stay true."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.players import Player

pytestmark = pytest.mark.browser


def begin(page: Page, address: str) -> Locator:
    """Begin the match, and wait until no other page is on its way; the decision's clock."""
    page.goto(address)
    page.get_by_role("button", name="Begin").click()
    clock = page.locator("#decision time.clock")
    expect(clock).to_be_visible()
    page.goto(address)
    return clock


@pytest.mark.parametrize("screen", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_the_words_follow_the_time(new_page: NewPage, screen: dict[str, object]) -> None:
    page = new_page(**screen)
    page.clock.install()
    host, friend = Player(page, "Alice"), Player(new_page(**screen), "Bob")
    address = host.make_match(2, 0, limit="3600")
    friend.join(address)
    clock = begin(page, address)
    expect(clock).to_have_text(re.compile("(1 h|59 min) left"))
    page.clock.fast_forward("55:00")
    expect(clock).to_have_text(re.compile("[345] min left"))
    expect(clock).to_have_class("clock low")
    expect(clock).to_be_in_viewport()
    page.clock.fast_forward("10:00")
    expect(clock).to_have_text("time is up")


@pytest.mark.parametrize("screen", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_a_live_clock_counts_down_and_stops_with_the_move(
    new_page: NewPage, screen: dict[str, object]
) -> None:
    page = new_page(**screen)
    page.clock.install()
    host, friend = Player(page, "Alice"), Player(new_page(**screen), "Bob")
    address = host.make_match(2, 0, limit="300+10")
    friend.join(address)
    clock = begin(page, address)
    face = clock.locator(".face")
    expect(face).to_have_text(re.compile(r"[45]:\d\d"))
    expect(face).to_be_in_viewport()
    page.clock.fast_forward("01:00")
    expect(face).to_have_text(re.compile(r"[34]:\d\d"))
    expect(clock.locator(".said")).to_have_text(re.compile("[345] min left"))
    page.clock.fast_forward("03:30")
    expect(clock).to_have_class("clock low")
    page.clock.fast_forward("02:00")
    expect(face).to_have_text("0:00")
    expect(clock.locator(".said")).to_have_text("time is up")


def test_a_device_whose_clock_is_wrong_shows_the_time_that_is_left(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install(time=datetime.now(UTC) + timedelta(hours=2))
    host, friend = Player(page, "Alice"), Player(new_page(), "Bob")
    address = host.make_match(2, 0, limit="600")
    friend.join(address)
    clock = begin(page, address)
    expect(clock).to_have_text(re.compile("(9|10) min left"))
    page.clock.fast_forward("05:00")
    expect(clock).to_have_text(re.compile("[45] min left"))


def test_the_browsers_time_zone_is_proposed(new_page: NewPage) -> None:
    page = new_page(timezone_id="Europe/Paris")
    page.goto("/new?game=kasl")
    page.locator("input[name='limit'][value='86400']").check(force=True)
    page.get_by_text("Hours that do not count").click()
    expect(page.get_by_label("in the time zone")).to_have_value("Europe/Paris")
