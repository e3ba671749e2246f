"""Hot seat: several people at one screen, a curtain between their turns."""

from __future__ import annotations

import re

import pytest

from app.web.house import House
from tests.web.people import HTMX, Game, Visitor, to_json

_ACT = re.compile(r'name="person" value="(\d+)"')
_NEXT = re.compile(r"I am (\w+)</button>")


async def shared(house: House, alice: Visitor, name: str, **form: str) -> Game:
    """A running match of Alice and Bob, who is beside her."""
    options = {f"option.{o.key}": o.default for o in house.rules[name].meta.options}
    to = await alice.go("/new", {"game": name, "seats": "2", **options, **form})
    assert "Add somebody at this screen" in await alice.see(to)
    await alice.go(f"{to}/beside", {"beside": "Bob"})
    room = await alice.see(to)
    assert "All chairs are taken" in room
    await alice.go(f"{to}/start")
    return Game(house, to.removeprefix("/m/"), alice, alice)


async def take_screen(visitor: Visitor, game: Game) -> str:
    """Whoever is named first on the curtain says that he is there; his name."""
    page = await visitor.see(game.url)
    person, name = _ACT.search(page), _NEXT.search(page)
    assert person
    assert name
    to = await visitor.go("/screen/act", {"person": person.group(1), "back": game.url})
    assert to == game.url
    await visitor.see(game.url)
    return name.group(1)


async def play_on(visitor: Visitor, game: Game, seat: int) -> None:
    """The first legal answer of that seat, who sits at the screen."""
    service = game.house.rules[(await game._position()).game]
    row = await game._position()
    option = service.options(service.decode_state(row.snapshot), seat)[0]
    form = {
        "action": to_json(option),
        "version": str(row.version),
        "key": f"00000000-0000-4000-8000-{row.version:012d}",
    }
    answer = await visitor.submit(f"{game.url}/play", form)
    assert answer.status_code == 303, answer.text[-500:]


async def at_orders(house: House, alice: Visitor) -> Game:
    """France, where both have entered and Bob, who has written his orders, waits for Alice."""
    game = await shared(house, alice, "france")
    for seat in (0, 1):
        assert "Choose your county" in await alice.see(game.url)
        await play_on(alice, game, seat)
    assert "At the screen: Bob" in await alice.see(game.url)
    await play_on(alice, game, 1)
    return game


async def test_two_at_one_screen_play_by_turns_behind_a_curtain(
    house: House, alice: Visitor
) -> None:
    game = await at_orders(house, alice)
    curtain = await alice.see(game.url)
    assert "It is Alice&#39;s turn" in curtain
    assert 'id="decision"' not in curtain
    assert 'id="board"' not in curtain
    assert await take_screen(alice, game) == "Alice"
    assert "At the screen: Alice" in await alice.see(game.url)
    await play_on(alice, game, 0)
    assert "At the screen: Alice" in await alice.see(game.url)


async def test_what_one_has_written_is_not_in_the_others_pages(
    house: House, alice: Visitor
) -> None:
    game = await at_orders(house, alice)
    for url in ("", "/live?hold=0", "/at", "/log?before=9999", "/curtain"):
        answer = await alice.get(f"{game.url}{url}", follow_redirects=True)
        assert answer.status_code == 200
        assert "no-store" in answer.headers["cache-control"]
        assert "I am Alice" in answer.text, url
        assert 'id="decision"' not in answer.text


async def test_a_live_page_is_told_to_load_the_curtain(house: House, alice: Visitor) -> None:
    game = await at_orders(house, alice)
    answer = await alice.get(f"{game.url}/live?hold=0&v=1.0.en", headers=HTMX)
    assert (answer.headers["hx-refresh"], answer.text) == ("true", "")


async def test_without_secrets_the_next_one_has_the_board_at_once(
    house: House, alice: Visitor
) -> None:
    game = await shared(house, alice, "kasl", **{"option.advanced": "off"})
    names = set()
    for _ in range(6):
        page = await alice.see(game.url)
        if _ACT.search(page):
            await take_screen(alice, game)
            page = await alice.see(game.url)
        found = re.search(r"At the screen: (\w+)", page)
        assert found
        names.add(found.group(1))
        await play_on(alice, game, (await game._position()).waiting[0])
    assert names == {"Alice", "Bob"}


async def test_a_form_made_for_one_is_not_good_for_the_next(house: House, alice: Visitor) -> None:
    game = await at_orders(house, alice)
    before = alice.csrf
    await take_screen(alice, game)
    assert alice.csrf != before
    alice.csrf = before
    assert (await alice.submit(f"{game.url}/table/concede")).status_code == 403


async def test_only_who_is_at_the_screen_acts_there(
    house: House, alice: Visitor, charlie: Visitor
) -> None:
    game = await shared(house, alice, "france")
    await charlie.see("/screen")
    for person in ("1", "x", "", "9" * 30):
        await charlie.go("/screen/act", {"person": person})
        assert "Charlie" in await charlie.see("/screen")
    assert (await charlie.get(game.url)).status_code == 404
    told = await charlie.submit(f"{game.url}/beside", {"beside": "Eve"})
    assert told.status_code == 404


async def test_signing_out_ends_it_for_all(house: House, alice: Visitor) -> None:
    game = await at_orders(house, alice)
    await take_screen(alice, game)
    await alice.go("/sign-out")
    assert (await alice.get(game.url)).status_code == 404
    assert (await alice.get("/screen")).status_code == 303


async def test_a_match_of_a_neighbour_shows_his_curtain(house: House, alice: Visitor) -> None:
    game = await at_orders(house, alice)
    await take_screen(alice, game)
    own = await alice.go("/new", {"game": "kasl", "seats": "2", "bots": "1", "begin": "1"})
    page = await alice.see("/screen")
    first = _ACT.search(page)
    assert first
    await alice.go("/screen/act", {"person": first.group(1)})
    assert "At the screen" not in await alice.see(own)
    assert "I am Alice" in await alice.see(own)


@pytest.mark.parametrize("name", ["", "x", "\x00", "n" * 300])
async def test_a_name_must_be_one(house: House, alice: Visitor, name: str) -> None:
    to = await alice.go("/new", {"game": "kasl", "seats": "3"})
    assert (await alice.submit(f"{to}/beside", {"beside": name})).status_code == 422
