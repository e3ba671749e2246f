"""A match of Kasl, played in browsers from the table to its end."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.players import KeyboardPlayer, Player, play_on

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_two_people_and_a_bot_play_to_the_end_while_a_third_watches(new_page: NewPage) -> None:
    """One plays with the mouse, one by keyboard alone; the watcher's page follows by itself."""
    aldric = Player(new_page(), "Aldric")
    berthe = KeyboardPlayer(new_page(), "Berthe")
    watcher = Player(new_page(), "Clement")
    address = aldric.make_match(seats=3, bots=1)
    berthe.join(address)
    aldric.page.reload()
    aldric.start()
    berthe.page.goto(address)
    watcher.page.goto(address)

    round_ = 0
    while aldric.kind != "over":
        for player in (aldric, berthe):
            if player.is_asked():
                kind = player.act(attacks=round_ < 2)
                round_ += kind == "lords"
        aldric.look_again()

    for player in (aldric, berthe, watcher):
        expect(player.page.locator("#decision .over")).to_be_visible()
        expect(player.decision.locator("table.score tbody tr")).to_have_count(3)
    assert watcher.title == aldric.title
    expect(watcher.page.locator("#log .mark").first).to_have_text("The end")


def test_a_reload_loses_nothing(new_page: NewPage) -> None:
    """What is placed and not yet played stands in the address."""
    aldric = Player(new_page(), "Aldric")
    aldric.make_match(seats=2, bots=1)
    aldric.start()
    aldric.await_decision()
    for _ in range(3):
        aldric.pick(aldric.decision.locator("a.land-row").first)
    before = (aldric.title, aldric.decision.inner_text(), aldric.version)
    aldric.page.reload()
    assert (aldric.title, aldric.decision.inner_text(), aldric.version) == before


def test_a_refusal_is_shown_and_changes_nothing(new_page: NewPage) -> None:
    """Directly above the buttons, with its rule; what was placed is still placed."""
    aldric = Player(new_page(), "Aldric")
    aldric.make_match(seats=2, bots=1)
    aldric.start()
    aldric.await_decision()
    for _ in range(5):
        aldric.pick(aldric.decision.locator("a.land-row").first)
    version = aldric.version
    aldric.decision.locator("input[name^='archers.']").first.evaluate("field => field.value = 2")
    aldric.primary().click()
    refusal = aldric.decision.locator(".refuse")
    expect(refusal).to_contain_text("You place exactly 3 archers; this places 2.")
    expect(refusal.locator("a.rule")).to_have_text("K2.3")
    assert aldric.version == version
    assert aldric.kind == "set_up"


def test_territories_of_the_board_can_be_clicked(new_page: NewPage) -> None:
    """A click on the board does what the same choice in the list does."""
    aldric = Player(new_page(), "Aldric")
    aldric.make_match(seats=2, bots=1)
    aldric.start()
    aldric.await_decision()
    number = aldric.decision.locator("a.land-row .no").first.inner_text()
    name = aldric.decision.locator("a.land-row b").first.inner_text()
    aldric.page.locator(f"#a-{number}").click()
    expect(aldric.decision.locator("h2")).to_have_text("Place your Lord")
    expect(aldric.decision.locator(".to-place .put")).to_contain_text(name)
    expect(aldric.page.locator(f"#u-{number} .hold")).to_be_attached()


def test_rivals_see_a_throw_within_half_a_second(new_page: NewPage) -> None:
    """The best of a few throws counts: this machine has other things to do."""
    aldric, berthe = Player(new_page(), "Aldric"), Player(new_page(), "Berthe")
    address = aldric.make_match(seats=2, bots=0)
    berthe.join(address)
    aldric.page.reload()
    aldric.start()
    berthe.page.goto(address)
    note = """() => { window.seen = {}; const live = document.getElementById("live");
        new MutationObserver(() => { window.seen[live.dataset.version] = Date.now(); })
        .observe(live, { attributes: true }); }"""
    for player in (aldric, berthe):
        player.page.evaluate(note)
    delays: list[float] = []
    while len(delays) < 4:
        play_on([aldric, berthe], until="attack")
        thrower, rival = (aldric, berthe) if aldric.kind == "attack" else (berthe, aldric)
        version = thrower.version
        thrower.act(attacks=True)
        expect(rival.page.locator("#live")).not_to_have_attribute("data-version", str(version))
        shown = str(version + 1)
        sent = thrower.page.evaluate("version => window.seen[version]", shown)
        seen = rival.page.evaluate("version => window.seen[version]", shown)
        delays.append((seen - sent) / 1000)
        if thrower.kind == "attack":
            thrower.act()
    assert min(delays) < 0.5, delays


def test_german_is_one_click_away(new_page: NewPage) -> None:
    """The whole page speaks the reader's language, the log too."""
    aldric = Player(new_page(), "Aldric")
    aldric.make_match(seats=2, bots=1)
    aldric.start()
    aldric.page.get_by_role("button", name="Deutsch").first.click()
    expect(aldric.page.locator("html")).to_have_attribute("lang", "de")
    expect(aldric.page.locator("#log")).to_contain_text("Gebiete")
    expect(aldric.page.locator("nav.tabs label[for='tab-players']")).to_have_text("Spieler")
