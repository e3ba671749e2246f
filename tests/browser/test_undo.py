"""Taking back recruits and doing it again: with a mouse, by keyboard alone, without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.players import KeyboardPlayer, PlainPlayer, Player

pytestmark = pytest.mark.browser


def begin(player: Player) -> None:
    """Play up to the first recruits, and place them."""
    player.make_match(2, 1)
    player.start()
    while player.await_decision() == "set_up":
        player.act()
    assert player.kind == "recruit"
    player.act()


@pytest.mark.parametrize("make", [Player, KeyboardPlayer, PlainPlayer])
def test_recruits_are_taken_back_and_placed_again(new_page: NewPage, make: type[Player]) -> None:
    player = make(new_page(java_script_enabled=make.scripted), "Alice")
    begin(player)
    back = player.decision.get_by_role("button", name=re.compile("^Take back: You recruit "))
    again = player.decision.get_by_role("button", name=re.compile("^Do again: You recruit "))
    kind, recruited = player.kind, back.inner_text().partition(":")[2]
    player.choose(back)
    expect(player.decision.locator("[data-kind='recruit']")).to_be_visible()
    expect(back).to_have_count(0)
    log = player.page.locator("#log")
    expect(log.locator("li").first).to_have_text(re.compile("You take back the last step"))
    expect(log.locator("li.undone")).to_have_text([re.compile(f"Taken back:\\s*{recruited[:20]}")])
    player.choose(again)
    expect(player.decision.locator(f"[data-kind='{kind}']")).to_be_visible()
    expect(log.locator("li.undone")).to_have_count(0)


def test_the_other_player_sees_it_at_once(new_page: NewPage) -> None:
    alice, bob = Player(new_page(), "Alice"), Player(new_page(), "Bob")
    bob.join(alice.make_match(2, 0))
    alice.start()
    bob.page.locator("#live").wait_for(state="attached")
    first, second = (alice, bob) if alice.is_asked() else (bob, alice)
    first.act()
    expect(second.decision.locator(".decide")).to_be_visible()
    first.choose(first.decision.get_by_role("button", name=re.compile("^Take back: ")))
    expect(second.decision.locator(".waiting")).to_be_visible()
    expect(second.page.locator("#log")).to_contain_text(f"{first.name} takes back the last step")
