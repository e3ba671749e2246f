"""A match of Kingsburg, played in browsers from the table to its end."""

import re
from collections.abc import Iterator

import psycopg
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Request, expect

from app.rules.kingsburg.enemies import ENEMIES
from app.rules.kingsburg.state import Kingsburg
from app.rules.service import rules
from tests.browser.conftest import PHONE, NewPage
from tests.browser.governors import Governor, KeyboardGovernor, PlainGovernor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GENERAL = 10
ZOMBIES = 4
"""The last card of the first year."""


def at_influence(new_page: NewPage, bots: int = 1, **options: object) -> Governor:
    """A governor who is asked whom his dice influence."""
    aldric = Governor(new_page(**options), "Aldric")
    aldric.make_match(seats=bots + 1, bots=bots)
    aldric.start()
    while aldric.await_decision() != "influence":
        aldric.act()
    return aldric


def test_two_people_and_a_bot_play_five_years_while_a_third_watches(new_page: NewPage) -> None:
    """One plays with the mouse, one by keyboard alone; the watcher's page follows by itself."""
    aldric = Governor(new_page(), "Aldric")
    berthe = KeyboardGovernor(new_page(), "Berthe")
    watcher = Governor(new_page(), "Clement")
    address = aldric.make_match(seats=3, bots=1)
    berthe.join(address)
    aldric.page.reload()
    aldric.start()
    berthe.page.goto(address)
    watcher.page.goto(address)

    kinds = set()
    while aldric.kind != "over":
        for player in (aldric, berthe):
            if player.is_asked():
                kinds.add(player.act())
        aldric.look_again()

    assert kinds >= {"influence", "picks", "build", "recruit"}
    for player in (aldric, berthe, watcher):
        expect(player.page.locator("#decision .over")).to_be_visible()
        expect(player.decision.locator("table.score tbody tr")).to_have_count(3)
    assert watcher.title == aldric.title
    expect(watcher.page.locator("#log .mark").first).to_have_text("The end")


def test_chosen_dice_show_at_once_whom_they_reach(new_page: NewPage) -> None:
    """Without asking the server; a second click takes the die back."""
    aldric = at_influence(new_page)
    asked = watched(aldric.page)
    face = int(aldric.die(0).get_attribute("aria-label") or 0)
    aldric.die(0).click()
    expect(aldric.die(0)).to_have_attribute("aria-checked", "true")
    expect(aldric.decision.locator(".eq")).to_have_text(f"= {face}")
    if face in aldric.reachable():
        expect(aldric.niche(face)).to_have_class(re.compile("aim"))
        expect(aldric.primary()).to_contain_text(f"Place {face} on the")
    aldric.page.keyboard.press("Space")
    expect(aldric.die(0)).to_have_attribute("aria-checked", "false")
    expect(aldric.decision.locator(".btn.go")).to_be_disabled()
    assert asked == []


def watched(page: Page) -> list[str]:
    """What the page asks of its match from now on, polls left out."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/m/" in request.url and "/live" not in request.url:
            asked.append(request.url)

    page.on("request", note)
    return asked


def test_an_advisor_chooses_the_dice_that_reach_him(new_page: NewPage) -> None:
    """And what is chosen survives a reload: it stands in the address."""
    aldric = at_influence(new_page)
    number = aldric.reachable()[-1]
    aldric.aim(number)
    expect(aldric.niche(number)).to_have_class(re.compile("aim"))
    before = (aldric.decision.inner_text(), aldric.version)
    aldric.page.reload()
    assert (aldric.decision.inner_text(), aldric.version) == before


def test_what_is_chosen_stays_while_one_looks_around(new_page: NewPage) -> None:
    """A rival's province comes with an update; the dice in hand are still in hand."""
    aldric = at_influence(new_page)
    aldric.die(0).click()
    chosen = aldric.decision.inner_text()
    aldric.page.locator(".rival-list a").first.click()
    expect(aldric.page.locator("#province .head")).to_contain_text("Province of")
    expect(aldric.die(0)).to_have_attribute("aria-checked", "true")
    assert aldric.decision.inner_text() == chosen
    aldric.page.get_by_role("link", name="Back to yours").click()
    expect(aldric.page.locator("#province .head")).to_contain_text("Your province")
    assert aldric.decision.inner_text() == chosen


def test_a_refusal_is_shown_and_changes_nothing(new_page: NewPage) -> None:
    """Directly above the buttons, with its rule and what would be legal; the dice stay chosen."""
    aldric = at_influence(new_page)
    number = aldric.reachable()[-1]
    aldric.aim(number)
    version = aldric.version
    wrong = number - 1 or 2
    aldric.decision.locator("input[name='advisor']").evaluate(
        "(field, value) => { field.value = value; }", wrong
    )
    aldric.primary().click()
    refusal = aldric.decision.locator(".refuse")
    expect(refusal).to_contain_text(f"This comes to {number}, which reaches advisor")
    expect(refusal.locator("a.rule")).to_have_text("B3.6")
    assert aldric.version == version
    expect(aldric.niche(number)).to_have_class(re.compile("aim"))


@pytest.fixture
def connection(database: str) -> Iterator[psycopg.Connection]:
    """The server's database."""
    with psycopg.connect(database, autocommit=True) as made:
        yield made


def plant(connection: psycopg.Connection, address: str) -> None:
    """Whoever influences first reaches the General with all his dice; Zombies come in winter."""
    key, service = address.rsplit("/", 1)[1], rules()["kingsburg"]
    query = "SELECT snapshot FROM match WHERE key = %s"
    row = connection.execute(query, (key,)).fetchone()
    assert row is not None
    state = service.decode_state(row[0])
    assert isinstance(state, Kingsburg)
    dice = {0: (5, 3, 2), 1: (6, 6, 5)}
    governors = tuple(
        replace(there, own=dice[seat], white=()) for seat, there in enumerate(state.governors)
    )
    planted = replace(
        state, governors=governors, court=(), order=(0, 1), pile=(ZOMBIES, *state.pile[1:])
    )
    snapshot = service.encode_state(planted)
    connection.execute("UPDATE match SET snapshot = %s WHERE key = %s", (snapshot, key))


def test_a_look_at_the_enemy_stays_with_who_looked(
    new_page: NewPage, connection: psycopg.Connection
) -> None:
    """The other browser learns that he looked, and nothing of the card, anywhere in its page."""
    aldric, berthe = Governor(new_page(), "Aldric"), Governor(new_page(), "Berthe")
    address = aldric.make_match(seats=2, bots=0)
    berthe.join(address)
    aldric.page.reload()
    aldric.start()
    berthe.page.goto(address)
    for player in (aldric, berthe):
        player.await_decision()
        player.act()
    expect(aldric.page.locator("#log")).to_contain_text("Turn order, lowest sum first")
    plant(connection, address)
    for player in (aldric, berthe):
        player.page.goto(address)
    aldric.aim(GENERAL)
    aldric.choose(aldric.primary())
    berthe.await_decision()
    berthe.act()

    enemy = f"{ENEMIES[ZOMBIES].name} {ENEMIES[ZOMBIES].strength}"
    expect(aldric.page.locator("#log")).to_contain_text(f"look at this year's enemy: {enemy}")
    expect(aldric.page.locator("#panel-winter .foe-card")).to_have_count(1)
    expect(berthe.page.locator("#log")).to_contain_text("Aldric looks at this year's enemy.")
    expect(berthe.page.locator("#panel-winter .foe-card")).to_have_count(5)
    body = berthe.page.content()
    assert f"enemy: {enemy}" not in body
    assert "foe-card known" not in body
    berthe.page.reload()
    assert f"enemy: {enemy}" not in berthe.page.content()
    expect(berthe.page.locator("#panel-winter .foe-card")).to_have_count(5)


def test_a_season_without_javascript(new_page: NewPage) -> None:
    """Dice, advisors, help and buildings: links and forms do it."""
    aldric = PlainGovernor(new_page(java_script_enabled=False), "Aldric")
    aldric.make_match(seats=2, bots=1)
    aldric.start()
    done: list[str] = []
    while done.count("influence") < 2 or aldric.await_decision() in {"influence", "picks"}:
        aldric.await_decision()
        done.append(aldric.act())
    assert done[0] == "picks"
    aldric.page.locator(".rival-list a").first.click()
    expect(aldric.page.locator("#province .head")).to_contain_text("Province of")
    aldric.page.get_by_role("link", name="Back to yours").click()
    expect(aldric.page.locator("#province .head")).to_contain_text("Your province")


def test_a_phone_shows_the_court_above_the_dice(new_page: NewPage) -> None:
    """Nothing overflows, the button is within the thumb's reach, tabs show the rest."""
    aldric = at_influence(new_page, bots=2, viewport=PHONE, has_touch=True, is_mobile=True)
    aldric.aim(aldric.reachable()[-1])
    page = aldric.page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    button = aldric.primary().bounding_box()
    assert button is not None
    assert PHONE["height"] - 90 <= button["y"] <= PHONE["height"] - button["height"]
    for key, place in {"province": ".prov", "rivals": ".rival-list", "winter": ".foes"}.items():
        page.locator(f"nav label[for='tab-{key}']").tap()
        expect(page.locator(place)).to_be_visible()
        expect(page.locator("#court")).to_be_hidden()
    page.locator("nav label[for='tab-board']").tap()
    expect(page.locator("#court")).to_be_visible()


def test_german_is_one_click_away(new_page: NewPage) -> None:
    """The whole page speaks the reader's language, the log too."""
    aldric = at_influence(new_page)
    aldric.page.get_by_role("button", name="Deutsch").first.click()
    expect(aldric.page.locator("html")).to_have_attribute("lang", "de")
    expect(aldric.niche(1)).to_contain_text("Hofnarr")
    expect(aldric.page.locator("#log")).to_contain_text("Reihenfolge")
