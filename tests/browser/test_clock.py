"""The time left on a page, in words that stay true."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.players import Player

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("screen", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_the_words_follow_the_time(new_page: NewPage, screen: dict[str, object]) -> None:
    page = new_page(**screen)
    page.clock.install()
    host, friend = Player(page, "Alice"), Player(new_page(**screen), "Bob")
    address = host.make_match(2, 0, limit="3600")
    friend.join(address)
    page.goto(address)
    page.get_by_role("button", name="Begin").click()
    clock = page.locator("#decision time.clock")
    expect(clock).to_have_text(re.compile("(1 h|59 min) left"))
    page.clock.fast_forward("55:00")
    expect(clock).to_have_text(re.compile("[345] min left"))
    expect(clock).to_have_class("clock low")
    expect(clock).to_be_in_viewport()
    page.clock.fast_forward("10:00")
    expect(clock).to_have_text("time is up")
