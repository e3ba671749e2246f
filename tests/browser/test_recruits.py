"""Recruits typed as numbers, with and without scripts; the bell follows the match."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.players import PlainPlayer, Player

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("make", [Player, PlainPlayer])
def test_recruits_are_typed_as_numbers(new_page: NewPage, make: type[Player]) -> None:
    player = make(new_page(java_script_enabled=make.scripted), "Alice")
    player.make_match(2, 1)
    player.start()
    while player.await_decision() == "set_up":
        player.act()
    assert player.kind == "recruit"
    player.choose(player.decision.locator("#by-numbers summary"))
    numbers = player.decision.locator("#by-numbers input[type=number]")
    send = player.decision.get_by_role("button", name="Recruit these numbers")
    infantry, archers = (numbers.nth(kind).get_attribute("max") or "" for kind in range(2))
    numbers.nth(0).fill(infantry)
    player.choose(send)
    expect(player.decision.locator(".refuse")).to_contain_text("K6.1")
    if not player.scripted:
        player.choose(player.decision.locator("#by-numbers summary"))
    expect(numbers.nth(0)).to_have_value(infantry)
    numbers.nth(1).fill(archers)
    player.choose(send)
    expect(player.decision.locator("[data-kind]")).not_to_have_attribute("data-kind", "recruit")


def test_the_bell_rings_only_while_one_is_awaited(new_page: NewPage) -> None:
    alice, bob = Player(new_page(), "Alice"), Player(new_page(), "Bob")
    address = alice.make_match(2, 0)
    bob.join(address)
    alice.start()
    bob.page.locator("#live").wait_for(state="attached")
    first, second = (alice, bob) if alice.is_asked() else (bob, alice)
    for asked, other in ((first, second), (second, first)):
        expect(asked.decision.locator(".decide")).to_be_visible()
        expect(asked.page.locator(".bell[href='/matches']")).to_be_visible()
        expect(other.page.locator(".bell[href='/matches']")).to_be_hidden()
        asked.act()


def test_the_band_tells_the_round_on_a_phone(new_page: NewPage) -> None:
    player = Player(new_page(viewport={"width": 390, "height": 844}), "Alice")
    player.make_match(2, 1)
    player.start()
    while player.await_decision() == "set_up":
        player.act()
    expect(player.page.locator("#band-phase")).to_have_text("Round 1 of 8")
