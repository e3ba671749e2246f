"""People who play Kingsburg in a browser."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.browser.players import KeyboardPlayer, PlainPlayer, Player


class Governor(Player):
    """Somebody at a page of Kingsburg, with a mouse."""

    game = "kingsburg"

    def act(self, *, attacks: bool = False) -> str:
        """Answer what is asked; what it was. Of other answers than dice, the first."""
        kind, version = self.kind, self.version
        match kind:
            case "influence":
                self._influence()
            case "picks":
                self.choose(self.decision.locator("button.pick").first)
            case "build":
                self._build()
            case "recruit":
                self._recruit()
            case _:
                self.choose(self.primary())
        self._await_version(version)
        return kind

    def niche(self, number: int) -> Locator:
        """An advisor at court."""
        return self.page.locator(f"#niche-{number}")

    def reachable(self) -> list[int]:
        """The advisors whom the page shows as reached."""
        niches = self.page.locator(".niche:is(.fits, .maybe, .aim)")
        found: list[int] = niches.evaluate_all("all => all.map(one => Number(one.dataset.advisor))")
        return found

    def aim(self, number: int) -> None:
        """Choose an advisor at court."""
        self.pick(self.niche(number).locator("a"))

    def die(self, index: int) -> Locator:
        """One of the dice that are left."""
        return self.decision.locator(f"[data-die='{index}']")

    def _influence(self) -> None:
        """The highest advisor of all."""
        self.aim(self.reachable()[-1])
        self.choose(self.primary())

    def _build(self) -> None:
        if not self.primary().count():
            self.pick(self.decision.locator("a.offer").first)
            self.primary().wait_for()
        self.choose(self.primary())

    def _recruit(self) -> None:
        self.choose(self._button("Recruit nobody"))


class KeyboardGovernor(Governor, KeyboardPlayer):
    """A governor who touches nothing but keys: one group a season, dice until they reach."""

    def _influence(self) -> None:
        if self.decision.get_by_text("placed:").count():
            self.choose(self._button("Pass"))
            return
        for index in range(self.decision.locator("[data-die]").count()):
            self.choose(self.die(index))
            if self.primary().count():
                self.choose(self.primary())
                return
        self.choose(self._button("Pass"))

    def _recruit(self) -> None:
        self.choose(self.decision.locator("[data-muster='1']"))
        self.choose(self.primary())


class PlainGovernor(Governor, PlainPlayer):
    """A governor whose browser runs no scripts."""
