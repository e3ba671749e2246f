"""People who play Kasl in a browser: with a mouse, by keyboard alone, or without JavaScript."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

PATIENCE = 30.0
TICK_MS = 40
MOST_TABS = 90
SET_UP_PIECES = 5


class Player:
    """Somebody at a page, with a mouse."""

    scripted = True
    game = "kasl"

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name

    @property
    def decision(self) -> Locator:
        """The decision's place."""
        return self.page.locator("#decision")

    @property
    def kind(self) -> str:
        """What is asked of this player: "attack", "waiting", "over", …"""
        return self.decision.locator("[data-kind]").get_attribute("data-kind") or ""

    @property
    def version(self) -> int:
        """The version that the page shows."""
        return int(self.page.locator("#live").get_attribute("data-version") or 0)

    @property
    def title(self) -> str:
        """The heading of the decision."""
        return self.decision.locator("h2").inner_text()

    def choose(self, target: Locator) -> None:
        """Follow a link or press a button."""
        target.click()

    # ---- the table ----

    def make_match(self, seats: int, bots: int, **options: str) -> str:
        """Set a table that everybody may see; its address."""
        self.page.goto(f"/new?game={self.game}")
        self.page.get_by_label("Your name").first.fill(self.name)
        for field, value in {"seats": str(seats), "bots": str(bots), **options}.items():
            self.page.locator(f"input[name='{field}'][value='{value}']").check(force=True)
        self.page.locator("input[name='public']").check(force=True)
        self.page.get_by_role("button", name="Set the table").click()
        self.page.wait_for_url(re.compile(r"/m/\w+"))
        return self.page.url

    def join(self, address: str) -> None:
        """Sit down at a table."""
        self.page.goto(address)
        self.page.get_by_label("Your name").first.fill(self.name)
        self.page.get_by_role("button", name=re.compile("Sit down|Join|Play")).first.click()
        self.page.wait_for_url(address)

    def start(self) -> None:
        """Begin the match."""
        self.page.get_by_role("button", name=re.compile("Begin|Start")).first.click()
        self.page.locator("#live").wait_for(state="attached")

    # ---- playing ----

    def is_asked(self) -> bool:
        """Whether this player must decide now."""
        return self.decision.locator(".decide").count() > 0

    def await_decision(self) -> str:
        """Wait until this player is asked, or the match is over; what is asked."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.kind != "waiting":
                return self.kind
            self.look_again()
        raise AssertionError(f"{self.name} is not asked: {self.title}")

    def look_again(self) -> None:
        """Let the page follow the match."""
        self.page.wait_for_timeout(TICK_MS)

    def act(self, *, attacks: bool = False) -> str:
        """Answer what is asked; what it was."""
        kind, version = self.kind, self.version
        match kind:
            case "set_up":
                self._set_up()
            case "recruit":
                self._recruit()
            case "site":
                self._choose_site()
            case "attack":
                self._attack(attacks=attacks)
            case "units":
                self.choose(self._button("Stop redeploying units"))
            case _:
                self.choose(self.primary())
        self._await_version(version)
        return kind

    def primary(self) -> Locator:
        """The button that answers."""
        return self.decision.locator(".btn.go:not([disabled])").first

    def _button(self, name: str) -> Locator:
        return self.decision.get_by_role("button", name=name)

    def _set_up(self) -> None:
        for _ in range(SET_UP_PIECES):
            self.pick(self.decision.locator("a.land-row").first)
        self.choose(self.primary())

    def _recruit(self) -> None:
        everything = self.decision.locator("a.mini").first
        if everything.count():
            self.choose(everything)
            self.primary().wait_for()
        self.choose(self.primary())

    def _choose_site(self) -> None:
        if not self.primary().count():
            self.pick(self.decision.locator("a.land-row").first)
            self.primary().wait_for()
        self.choose(self.primary())

    def _attack(self, *, attacks: bool) -> None:
        if not attacks:
            self.choose(self._button("Stop attacking"))
            return
        while self.decision.locator("a.land-row").count():
            self.pick(self.decision.locator("a.land-row").first)
        self.choose(self.primary())

    def pick(self, target: Locator) -> None:
        """Choose a territory of the list, and wait for what it changes."""
        url = self.page.url
        self.choose(target)
        self.page.wait_for_function("before => location.href !== before", arg=url)

    def _await_version(self, before: int) -> None:
        expect(self.page.locator("#live")).not_to_have_attribute("data-version", str(before))


class KeyboardPlayer(Player):
    """Somebody who touches nothing but keys."""

    def choose(self, target: Locator) -> None:
        """Tab to it, and press Enter."""
        target.wait_for()
        for _ in range(MOST_TABS):
            if target.evaluate("element => document.activeElement === element"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        at = self.page.evaluate("document.activeElement.outerHTML")
        raise AssertionError(f"{target} cannot be reached by Tab; it stops at {at[:200]}")


class PlainPlayer(Player):
    """Somebody whose browser runs no scripts: each step is a page."""

    scripted = False

    def look_again(self) -> None:
        """Reload the page."""
        self.page.wait_for_timeout(TICK_MS)
        self.page.reload()

    def pick(self, target: Locator) -> None:
        target.click()

    def _await_version(self, before: int) -> None:
        assert self.version != before


def play_on(players: Sequence[Player], *, until: str, attacks: bool = False) -> None:
    """Let them answer in turn until one of them is asked for `until`."""
    deadline = time.monotonic() + PATIENCE * 4
    while time.monotonic() < deadline:
        for player in players:
            if player.kind == until:
                return
            if player.is_asked():
                player.act(attacks=attacks)
        players[0].look_again()
    raise AssertionError(f"nobody was asked for {until}")
