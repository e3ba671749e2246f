"""The replay by slider and keys, and the proof that the reader's own browser makes."""

from __future__ import annotations

import psycopg
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.players import Player

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ARROWS = 3
FINISH = """
    UPDATE match SET state = 'finished', result = '["K10.1", "It is over.", [0], [1, 0]]'
    WHERE key = %s
"""
FORGE = r"""
    UPDATE action SET throws = regexp_replace(throws, '\d\]\]\]$', '9]]]')
    WHERE (match_id, number) = (
        SELECT match_id, max(number) FROM action JOIN match ON match.id = match_id
        WHERE key = %s AND throws LIKE '%%[6%%' GROUP BY match_id
    )
"""
UNSEAL = "UPDATE match SET commitment = repeat('0', 64) WHERE key = %s"


def a_match_of_bots(page: Page) -> tuple[str, int]:
    """Somebody plays some turns against a bot: the match's address and version."""
    aldric = Player(page, "Aldric")
    address = aldric.make_match(seats=2, bots=1)
    aldric.start()
    for _ in range(4):
        aldric.await_decision()
        aldric.act(attacks=True)
    aldric.await_decision()
    return address, aldric.version


def number(page: Page) -> int:
    return int(page.locator("#live").get_attribute("data-version") or 0)


def expect_moment(page: Page, address: str, version: int) -> None:
    """Board, address and slider are at that action."""
    expect(page.locator("#live")).to_have_attribute("data-version", str(version))
    expect(page).to_have_url(f"{address}/at/{version}")
    expect(page.locator("#moment")).to_have_value(str(version))


def test_slider_and_keys_go_through_the_moments(new_page: NewPage) -> None:
    page = new_page()
    address, version = a_match_of_bots(page)
    page.get_by_text("Log", exact=True).first.click()
    page.get_by_role("link", name="Replay", exact=True).click()
    expect_moment(page, address, version)

    page.locator("h2").first.click()
    for step in range(1, ARROWS + 1):
        page.keyboard.press("ArrowLeft")
        expect_moment(page, address, version - step)
    page.keyboard.press("ArrowRight")
    expect_moment(page, address, version - ARROWS + 1)
    page.keyboard.press("Home")
    expect(page.get_by_role("heading", name="The opening")).to_be_visible()
    first = number(page)
    expect_moment(page, address, first)
    page.keyboard.press("End")
    expect_moment(page, address, version)

    middle = (first + version) // 2
    page.locator("#moment").fill(str(middle))
    expect_moment(page, address, middle)
    shared = new_page()
    shared.goto(page.get_by_role("link", name="Link to this moment").get_attribute("href") or "")
    assert shared.locator("#decision h2").inner_text() == page.locator("#decision h2").inner_text()
    page.get_by_role("link", name="Back to now").click()
    expect(page).to_have_url(address)


def test_without_scripts_the_slider_has_a_button(new_page: NewPage) -> None:
    address, version = a_match_of_bots(new_page())
    page = new_page(java_script_enabled=False)
    page.goto(f"{address}/at")
    page.locator("#moment").press("ArrowLeft")
    page.locator("#moment").press("ArrowLeft")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(f"{address}/at/{version - 2}")
    page.get_by_role("link", name="One action on").click()
    expect(page).to_have_url(f"{address}/at/{version - 1}")


def test_the_browser_checks_every_throw(new_page: NewPage, database: str) -> None:
    """All agree; one that was changed is found, and so is a seed that does not fit its seal."""
    page = new_page()
    address, _ = a_match_of_bots(page)
    key = address.rsplit("/", 1)[1]
    change(database, FINISH, key)
    page.goto(f"{address}/proof")
    say = page.locator("#own-check")
    expect(say).to_have_attribute("data-verdict", "agrees")
    rows = page.locator("#throws tbody tr").count()
    expect(say).to_contain_text(f"all {rows} throws")
    expect(page.locator("#throws td.verdict", has_text="agrees")).to_have_count(rows)

    change(database, FORGE, key)
    page.reload()
    expect(say).to_have_attribute("data-verdict", "differs")
    expect(page.locator("#throws td.differs")).to_have_count(1)

    change(database, UNSEAL, key)
    page.reload()
    expect(say).to_contain_text("does not fit its seal")

    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    expect(say).to_contain_text("could not check the throws itself")


def change(database: str, statement: str, key: str) -> None:
    """Behind the house's back."""
    with psycopg.connect(database) as connection:
        assert connection.execute(statement.encode(), (key,)).rowcount == 1
