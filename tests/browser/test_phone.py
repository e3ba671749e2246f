"""A match of Kasl on a small phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.players import Player

pytestmark = [pytest.mark.browser, pytest.mark.slow]

THUMB = 90
"""Pixels from the lower edge within which the primary button lies."""


def test_a_phone_shows_board_and_decision_at_once(new_page: NewPage) -> None:
    """Nothing overflows, the primary button is within the thumb's reach, tabs show the rest."""
    aldric = Player(new_page(viewport=PHONE, has_touch=True, is_mobile=True), "Aldric")
    aldric.make_match(seats=2, bots=1)
    aldric.start()
    aldric.await_decision()
    aldric.act()
    while aldric.await_decision() != "attack":
        aldric.act()
    aldric.pick(aldric.decision.locator("a.land-row").first)
    aldric.pick(aldric.decision.locator("a.land-row").first)
    page = aldric.page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    button = aldric.primary().bounding_box()
    board = page.locator("#boardbox").bounding_box()
    assert button is not None
    assert board is not None
    assert button["y"] + button["height"] <= PHONE["height"]
    assert button["y"] >= PHONE["height"] - THUMB
    assert board["height"] >= 100
    page.locator("label[for='tab-log']").tap()
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#boardbox")).to_be_hidden()
    page.locator("label[for='tab-players']").tap()
    expect(page.locator("#ribbon")).to_be_visible()
    page.locator("label[for='tab-board']").tap()
    expect(page.locator("#boardbox")).to_be_visible()


def test_the_sheet_folds_to_step_and_button(new_page: NewPage) -> None:
    """The grip gives the board back its room."""
    aldric = Player(new_page(viewport=PHONE, has_touch=True, is_mobile=True), "Aldric")
    aldric.make_match(seats=2, bots=1)
    aldric.start()
    aldric.await_decision()
    rows = aldric.decision.locator(".land-list")
    expect(rows).to_be_visible()
    aldric.decision.locator(".grip").tap()
    expect(rows).to_be_hidden()
    aldric.decision.locator(".grip").tap()
    expect(rows).to_be_visible()
