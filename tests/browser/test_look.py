"""Every page can be read: contrast and size of all texts as rendered, and nothing overflows."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import WIDE, NewPage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
SMALL = {"width": 360, "height": 740}
TABLET = {"width": 800, "height": 1024}
SHEETS = ["/", "/new", "/sign-in", "/sign-up", "/rules", "/rules/kasl", "/components", "/colophon"]
OWN = ["/matches", "/account", "/finished", "/no-such-page"]


def measured(page: Page, address: str) -> dict[str, Any]:
    """What the page's reader would measure."""
    page.goto(address)
    page.evaluate("document.fonts.ready.then(() => true)")
    found: dict[str, Any] = page.evaluate(MEASURE)
    assert found["texts"] > 0
    return {"at": address, "bad": found["bad"], "overflow": found["overflow"]}


def readable(page: Page, addresses: list[str]) -> None:
    """All these pages hold the bars."""
    for address in addresses:
        assert measured(page, address) == {"at": address, "bad": [], "overflow": 0}


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", WIDE), ("dark", WIDE), ("light", TABLET), ("light", SMALL), ("dark", SMALL)],
    ids=["vellum", "black-hours", "tablet", "phone", "phone by night"],
)
def test_every_page_can_be_read(new_page: NewPage, theme: str, size: dict[str, int]) -> None:
    page = new_page(viewport=size, color_scheme=theme)
    readable(page, SHEETS)
    page.goto("/sign-up")
    page.locator("#guest-name").fill("Aldric")
    page.get_by_role("button", name="Come in").click()
    readable(page, OWN)


def test_german_fits_on_a_small_phone(new_page: NewPage) -> None:
    page = new_page(viewport=SMALL, locale="de-DE")
    readable(page, SHEETS)


def test_the_theme_changes_at_once_and_is_remembered(new_page: NewPage) -> None:
    page = new_page(color_scheme="light")
    page.goto("/")
    page.locator("[data-theme-switch].wide button").click()
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    page.wait_for_load_state("networkidle")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_board_zooms_by_wheel_and_keys_and_keeps_its_view(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/components")
    view = "document.querySelector('.chart').style.transform"
    board = page.locator("#boardbox")
    board.hover()
    page.mouse.wheel(0, -400)
    assert "scale" in page.evaluate(view)
    kept = page.evaluate(view)
    page.reload()
    page.wait_for_function(f"{view} !== ''")
    assert page.evaluate(view).split("scale")[1] == kept.split("scale")[1]
    board.focus()
    page.keyboard.press("0")
    assert page.evaluate(view) == ""
