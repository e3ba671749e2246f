"""Talk in real browsers: two who play, one who watches by a link, one without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.players import PlainPlayer, Player

pytestmark = pytest.mark.browser

STARTED = "document.querySelector('#live') && (window.stayed = true)"


def begin(new_page: NewPage) -> tuple[Player, Player, str]:
    """Alice at a wide screen and Bob at a phone have begun a match; its address."""
    alice, bob = Player(new_page(), "Alice"), Player(new_page(viewport=PHONE), "Bob")
    address = alice.make_match(2, 0)
    bob.join(address)
    alice.start()
    bob.page.locator("#boardbox").wait_for()
    return alice, bob, address


def open_talk(page: Page) -> None:
    page.locator("label[for=tab-talk]").click()


def say(page: Page, words: str) -> None:
    page.locator("#line").fill(words)
    page.locator("#line").press("Enter")


def lines(page: Page) -> list[str]:
    """What is said in sight, in order."""
    return page.locator("#talk-lines li p:visible").all_inner_texts()


def test_two_talk_while_they_play(new_page: NewPage) -> None:
    alice, bob, _ = begin(new_page)
    for player in (alice, bob):
        player.page.evaluate(STARTED)
    open_talk(alice.page)
    alice.page.locator("#line").fill("Half a thou")
    version = alice.version
    open_talk(bob.page)
    say(bob.page, "Good evening.")
    expect(alice.page.get_by_text("Good evening.")).to_be_visible()
    expect(alice.page.locator("#line")).to_have_value("Half a thou")
    expect(alice.page.locator("#line")).to_be_focused()
    alice.page.keyboard.type("ght")
    alice.page.keyboard.press("Enter")
    expect(bob.page.get_by_text("Half a thought")).to_be_visible()
    expect(alice.page.locator("#line")).to_have_value("")
    for player in (alice, bob):
        expect(player.page.locator("#talk-lines li")).to_have_count(2)
        assert lines(player.page) == ["Good evening.", "Half a thought"]
        assert player.version == version
        assert player.page.evaluate("window.stayed"), "no page was loaded anew"


def test_a_phone_counts_what_is_unread_until_it_is_read(new_page: NewPage) -> None:
    alice, bob, _ = begin(new_page)
    count = bob.page.locator("#talk-count")
    expect(count).to_be_hidden()
    open_talk(alice.page)
    say(alice.page, "Are you there?")
    expect(count).to_be_visible()
    expect(count).to_contain_text("1")
    open_talk(bob.page)
    expect(bob.page.get_by_text("Are you there?")).to_be_visible()
    expect(count).to_be_hidden()
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert bob.page.locator("#speak .btn").is_visible()


def test_what_is_half_typed_outlives_the_beginning_and_a_reload(new_page: NewPage) -> None:
    alice, bob = Player(new_page(), "Alice"), Player(new_page(), "Bob")
    bob.join(alice.make_match(2, 0))
    bob.page.locator("#line").fill("I was about to")
    say(alice.page, "Let us begin.")
    expect(bob.page.get_by_text("Let us begin.")).to_be_visible()
    expect(bob.page.locator("#line")).to_have_value("I was about to")
    alice.start()
    bob.page.locator("#boardbox").wait_for()
    expect(bob.page.locator("#line")).to_have_value("I was about to")


def test_a_line_that_is_deleted_goes_from_all_pages(new_page: NewPage) -> None:
    alice, bob, _ = begin(new_page)
    for player in (alice, bob):
        open_talk(player.page)
    say(alice.page, "I did not mean it.")
    expect(bob.page.get_by_text("I did not mean it.")).to_be_visible()
    alice.page.get_by_role("button", name="Delete this line").click()
    for player in (alice, bob):
        expect(player.page.get_by_text("I did not mean it.")).to_have_count(0)
        expect(player.page.locator("#talk-lines .gone")).to_have_text("deleted")


def test_notes_are_kept_while_one_types(new_page: NewPage) -> None:
    alice, _, address = begin(new_page)
    open_talk(alice.page)
    alice.page.locator("#talk-notes summary").click()
    alice.page.locator("#note").fill("He fears the north.")
    expect(alice.page.locator("#note-kept")).to_have_text("Kept.")
    alice.page.goto(address)
    expect(alice.page.locator("#note")).to_have_value("He fears the north.")


def test_the_log_is_announced_politely(new_page: NewPage) -> None:
    alice, _, _ = begin(new_page)
    open_talk(alice.page)
    log = alice.page.get_by_role("log", name="Talk")
    expect(log).to_have_attribute("aria-live", "polite")
    say(alice.page, "One")
    expect(log.get_by_role("listitem")).to_have_count(1)


def test_a_stranger_watches_by_a_link_until_it_is_taken_back(new_page: NewPage) -> None:
    alice = Player(new_page(), "Alice")
    page = alice.page
    page.goto("/new?game=kasl")
    page.get_by_label("Your name").fill("Alice")
    for field, value in {"seats": "2", "bots": "1"}.items():
        page.locator(f"input[name='{field}'][value='{value}']").check(force=True)
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url(re.compile(r"/m/\w+"))
    address = page.url
    page.locator("#watch summary").click()
    page.get_by_role("button", name="Make a link for spectators").click()
    link = page.get_by_label("Link for spectators").input_value()
    wanda = new_page()
    wanda.goto(link)
    wanda.get_by_label("Your name").fill("Wanda")
    wanda.get_by_role("button", name="Watch").click()
    wanda.wait_for_url(address)
    expect(wanda.get_by_role("button", name="Sit down")).to_have_count(0)
    page.goto(address)
    alice.start()
    wanda.locator("#boardbox").wait_for()
    open_talk(wanda)
    say(wanda, "Alice will lose.")
    expect(wanda.get_by_text("The players read this when the match is over.")).to_be_visible()
    expect(wanda.get_by_text("Alice will lose.")).to_be_visible()
    open_talk(page)
    say(page, "Here I go.")
    expect(wanda.get_by_text("Here I go.")).to_be_visible()
    expect(page.get_by_text("Alice will lose.")).to_have_count(0)
    page.locator("#watch summary").click()
    page.get_by_role("button", name="Take the link back").click()
    page.wait_for_url(f"{address}/talk#watch")
    answer = wanda.goto(address)
    assert answer
    assert answer.status == 404


def test_talk_without_scripts(new_page: NewPage) -> None:
    alice = PlainPlayer(new_page(java_script_enabled=False), "Alice")
    page = alice.page
    address = alice.make_match(2, 1)
    page.locator("#line").fill("Nobody here?")
    page.get_by_role("button", name="Say").click()
    page.wait_for_url(f"{address}/talk#speak")
    expect(page.get_by_text("Nobody here?")).to_be_visible()
    page.locator("#talk-notes summary").click()
    page.locator("#note").fill("Mine")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#note")).to_have_value("Mine")
    page.get_by_role("button", name="Delete this line").click()
    expect(page.get_by_text("Nobody here?")).to_have_count(0)
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_url(address)
