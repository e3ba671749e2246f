"""The table in browsers: hot seat behind a curtain, a seat handed over, playing once more."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.governors import PlainGovernor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SECRETS = ("#decision", "#board", "#court", "#log", "#orders")


def set_table(page: Page, name: str, game: str) -> str:
    """A table of two that everybody may see; its address."""
    page.goto(f"/new?game={game}")
    page.get_by_label("Your name").first.fill(name)
    page.locator("input[name='seats'][value='2']").check(force=True)
    page.locator("input[name='public']").check(force=True)
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url(re.compile(r"/m/\w+$"))
    return page.url


def share_screen(page: Page, game: str) -> str:
    """A match of Aldric and Berthe, who share the screen; its address."""
    address = set_table(page, "Aldric", game)
    page.get_by_text("Add somebody at this screen").click()
    page.locator("input[name='beside']").fill("Berthe")
    page.get_by_role("button", name="Sit down here").click()
    page.get_by_role("button", name="Begin").click()
    return address


def take_screen(page: Page) -> str:
    """Whoever is next says that he is there; his name."""
    button = page.locator(".curtain .btn.go")
    name = button.inner_text().removeprefix("I am ")
    for secret in SECRETS:
        expect(page.locator(secret)).to_have_count(0)
    button.click()
    expect(page.locator(".at-screen")).to_contain_text(name)
    return name


class SharingGovernor(PlainGovernor):
    """Who of two at one screen is there now; the browser runs no scripts."""

    def _await_version(self, before: int) -> None:
        expect(self.page.locator(".curtain, #live")).not_to_have_count(0)


def test_two_at_one_screen_play_by_turns_without_scripts(new_page: NewPage) -> None:
    """Where what one knows is secret the curtain comes, and shows nothing."""
    page = new_page(java_script_enabled=False)
    address = share_screen(page, "kingsburg")
    sharing, seen = SharingGovernor(page, "Aldric"), set[str]()
    for _ in range(8):
        page.goto(address)
        if page.locator(".curtain").count():
            take_screen(page)
        seen.add(page.locator(".at-screen").inner_text().split()[3])
        sharing.act()
    assert seen == {"Aldric", "Berthe"}


def test_the_way_back_shows_nothing_of_who_sat_there_before(new_page: NewPage) -> None:
    """After the screen is handed over, Back leads to pages of who sits there now."""
    page = new_page()
    address = share_screen(page, "france")
    mine = page.locator(".at-screen")
    expect(mine).to_contain_text("Aldric")
    page.goto(f"{address}?at=5")
    expect(mine).to_contain_text("Aldric")
    mine.get_by_role("link", name="Hand over").click()
    assert take_screen(page) == "Berthe"
    for _ in range(3):
        page.go_back()
        expect(page.locator("body")).not_to_contain_text("At the screen: Aldric")


def test_orders_of_one_are_behind_the_curtain_for_the_next(new_page: NewPage) -> None:
    """The page of France is exchanged for the curtain as soon as the sheet is sent."""
    page = new_page(viewport=PHONE)
    address = share_screen(page, "france")
    for name in ("Aldric", "Berthe"):
        expect(page.locator(".at-screen")).to_contain_text(name)
        page.locator("#decision a[href*='at=']").first.click()
        page.locator("#decision .btn.go").click()
    expect(page.locator(".at-screen")).to_contain_text("Berthe")
    page.goto(f"{address}?do=send&turn=1")
    page.locator("#decision .btn.go").click()
    assert take_screen(page) == "Aldric"
    expect(page.locator("#decision")).to_contain_text("0 of 10")


def test_a_friend_plays_on_by_the_link(new_page: NewPage) -> None:
    aldric, berthe, clement = new_page(), new_page(), new_page(viewport=PHONE)
    address = set_table(aldric, "Aldric", "kingsburg")
    berthe.goto(address)
    berthe.get_by_label("Your name").first.fill("Berthe")
    berthe.get_by_role("button", name="Sit down").click()
    aldric.get_by_role("button", name="Begin").click()
    berthe.goto(address)
    berthe.get_by_role("button", name="At the table").click()
    berthe.get_by_text("Hand my seat over").click()
    berthe.get_by_role("button", name="Make a link to my seat").click()
    link = berthe.locator(".seat-link input").first.input_value()
    clement.goto(link)
    clement.get_by_label("Your name").fill("Clement")
    clement.get_by_role("button", name="Take the seat").click()
    clement.wait_for_url(re.compile(r"/m/\w+$"))
    expect(aldric.locator("#ribbon")).to_contain_text("Clement")
    berthe.goto(address)
    expect(berthe.locator("#ribbon")).to_contain_text("Clement")


def test_they_agree_to_end_and_play_once_more(new_page: NewPage) -> None:
    aldric, berthe = new_page(), new_page(viewport=PHONE)
    address = set_table(aldric, "Aldric", "kasl")
    berthe.goto(address)
    berthe.get_by_label("Your name").first.fill("Berthe")
    berthe.get_by_role("button", name="Sit down").click()
    aldric.get_by_role("button", name="Begin").click()
    berthe.goto(address)
    aldric.get_by_role("button", name="At the table").click()
    aldric.get_by_role("button", name="Propose to end it here").click()
    berthe.locator("#decision").get_by_role("button", name="Agree").click()
    for page in (aldric, berthe):
        expect(page.locator("#decision")).to_contain_text("Ended by agreement")
    berthe.get_by_role("button", name="Play again with the same people").click()
    berthe.wait_for_url(re.compile(r"/m/\w+$"))
    assert berthe.url != address
    aldric.get_by_role("button", name="Play again with the same people").click()
    expect(aldric.locator("body")).to_contain_text("All chairs are taken")
    assert aldric.url == berthe.url
