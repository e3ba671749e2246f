"""The replay's pages: who may look, what they show, that nothing can be decided there."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import text

from app.rules.service import GAMES
from app.web.house import House
from tests.web.people import HTMX, Game, Visitor, invitation, open_table
from tests.web.test_finished import play_out

GAME_KEYS = [game.meta.key for game in GAMES]
_DECIDES = re.compile(r'<form[^>]* (?:action|hx-post)="[^"]*/m/[^"]*"[^>]*')


async def start(house: House, alice: Visitor, bob: Visitor, game: str, **form: str) -> Game:
    """A public match of two of that game, with its default options."""
    meta = house.rules[game].meta
    options = {f"option.{option.key}": option.default for option in meta.options}
    table = {"game": game, "seats": "2", "public": "1", **options, **form}
    match = (await alice.go("/new", table)).removeprefix("/m/")
    await bob.go(f"/j/{await invitation(alice, match)}")
    await alice.go(f"/m/{match}/start")
    return Game(house, match, alice, bob)


def nothing_is_decided(page: str, game: Game) -> None:
    """The slider is the only form of the match."""
    forms = [form for form in _DECIDES.findall(page) if game.key in form]
    assert all('method="get"' in form or "/practice" in form for form in forms), forms
    assert "hx-post" not in page
    assert "/live?" not in page


@pytest.mark.parametrize("key", GAME_KEYS)
async def test_every_moment_has_its_page(
    house: House, alice: Visitor, bob: Visitor, nobody: Visitor, key: str
) -> None:
    game = await start(house, alice, bob, key)
    first = await game.version()
    await game.advance(5)
    for visitor in (alice, bob, nobody):
        for number in range(first, first + 6):
            page = await visitor.see(f"{game.url}/at/{number}")
            nothing_is_decided(page, game)
            title = "The opening" if number == first else f"Action {number - first} of 5"
            assert f'<h2 tabindex="-1">{title}</h2>' in page
            assert f'href="{game.url}">Back to now' in page


@pytest.mark.parametrize("key", GAME_KEYS)
async def test_a_finished_match_is_open_through_everybodys_eyes(
    house: House, alice: Visitor, bob: Visitor, nobody: Visitor, key: str
) -> None:
    """A random game's moments, with all its secrets told, can all be shown."""
    game = await start(house, alice, bob, key)
    first = await game.version()
    await play_out(house, game)
    last = await game.version()
    for visitor in (alice, nobody):
        for number in {*range(first, last, max(1, (last - first) // 25)), last}:
            for eyes in ("", "?as=0", "?as=1", "?as=7"):
                page = await visitor.see(f"{game.url}/at/{number}{eyes}")
                nothing_is_decided(page, game)
                assert "Seen by:" in page
    assert "Replay" in await alice.see(game.url)


async def test_mission_cards_are_seen_by_all_only_after_the_end(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await start(house, alice, bob, "kasl", **{"option.advanced": "on"})
    await game.advance(2)
    number = await game.version()
    for visitor in (alice, bob):
        assert "Your mission cards" in await visitor.see(f"{game.url}/at/{number}")
    theirs = f"{game.url}/at/{number}?as=0"
    before = await bob.see(theirs)
    assert "Seen by:" not in before
    cards = re.findall(r"Your mission cards: ([^<]*)", before)
    assert cards == re.findall(r"Your mission cards: ([^<]*)", await bob.see(theirs[:-5]))
    await play_out(house, game)
    after = re.findall(r"Your mission cards: ([^<]*)", await bob.see(theirs))
    assert after
    assert after != cards


async def test_the_slider_leads_to_its_moment(house: House, alice: Visitor, bob: Visitor) -> None:
    game = await start(house, alice, bob, "kasl")
    await game.advance(3)
    version = await game.version()
    led = await alice.get(f"{game.url}/at?n={version - 2}")
    assert (led.status_code, led.headers["location"]) == (303, f"{game.url}/at/{version - 2}")
    newest = await alice.get(f"{game.url}/at")
    assert newest.headers["location"] == f"{game.url}/at/{version}"
    part = await alice.get(f"{game.url}/at?n={version - 1}", headers=HTMX)
    assert part.status_code == 200
    assert "<html" not in part.text
    assert f'data-url="{game.url}/at/{version - 1}"' in part.text


async def test_what_is_selected_stays_in_the_moment(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await start(house, alice, bob, "kasl")
    await game.advance(1)
    moment = f"{game.url}/at/{await game.version()}"
    assert f'href="{moment}?at=28"' in await alice.see(moment)
    assert "Beaulanne" in await alice.see(f"{moment}?at=28")


@pytest.mark.parametrize("number", ["0", "-1", "1e3", "99999", "9" * 30, "x", "²"])
async def test_what_is_no_moment_is_not_found(game: Game, alice: Visitor, number: str) -> None:
    assert (await alice.get(f"{game.url}/at/{number}")).status_code == 404


async def test_a_private_match_is_not_replayed_to_strangers(
    game: Game, charlie: Visitor, nobody: Visitor
) -> None:
    for visitor in (charlie, nobody):
        for way in ("/at", f"/at/{await game.version()}"):
            there = await visitor.get(game.url + way)
            missing = await visitor.get(f"/m/abcdefgh{way}")
            assert there.status_code == missing.status_code == 404
            assert there.text.replace(game.key, "abcdefgh") == missing.text


async def test_a_match_that_has_not_begun_has_no_replay(alice: Visitor, bob: Visitor) -> None:
    key = await open_table(alice, public="1")
    await bob.go(f"/j/{await invitation(alice, key)}")
    assert (await bob.get(f"/m/{key}/at")).status_code == 409


async def test_looking_back_writes_nothing(house: House, alice: Visitor, game: Game) -> None:
    rows = text("SELECT version, moved FROM match")
    async with house.engine.connect() as connection:
        before = (await connection.execute(rows)).all()
        await alice.see(f"{game.url}/at/{await game.version()}")
        assert (await connection.execute(rows)).all() == before
