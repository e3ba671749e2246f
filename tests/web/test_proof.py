"""The proof of a match: its throws one by one, its seal, and everybody's luck."""

from __future__ import annotations

import re

import pytest

from app.rules.chance import Throw, commitment, holds
from app.rules.service import GAMES
from app.web.house import House
from tests.web.people import Game, Visitor
from tests.web.test_finished import play_out
from tests.web.test_replay import start

_ROW = re.compile(r'data-throw="(\d+)" data-sides="([\d ]*)" data-values="([\d ]*)"')
_SECRETS = re.compile(r'data-commitment="(\w+)" data-seed="(\w+)" data-nonces="(\w+)"')


@pytest.mark.parametrize("key", [game.meta.key for game in GAMES])
async def test_the_page_holds_all_that_a_browser_needs_to_check(
    house: House, alice: Visitor, bob: Visitor, nobody: Visitor, key: str
) -> None:
    game = await start(house, alice, bob, key)
    await play_out(house, game)
    page = await nobody.see(f"{game.url}/proof")
    found = _SECRETS.search(page)
    assert found
    sealed, seed, nonces = found.groups()
    assert commitment(bytes.fromhex(seed)) == sealed
    throws = [
        Throw(int(number), tuple(map(int, sides.split())), tuple(map(int, values.split())))
        for number, sides, values in _ROW.findall(page)
    ]
    assert [throw.number for throw in throws] == list(range(len(throws)))
    assert all(holds(bytes.fromhex(seed), [bytes.fromhex(nonces)], throw) for throw in throws)
    assert f"All {len(throws)} throws" in page
    assert f"{game.url}/at/" in page
    assert page.count('class="course"') in {0, 2}


async def test_throws_and_seed_are_told_only_when_it_is_over(game: Game, charlie: Visitor) -> None:
    for visitor in game.players:
        answer = await visitor.get(f"{game.url}/proof")
        assert answer.status_code == 409
        assert "data-throw" not in answer.text
    assert (await charlie.get(f"{game.url}/proof")).status_code == 404


async def test_the_seal_is_shown_from_the_start(
    house: House, alice: Visitor, bob: Visitor, nobody: Visitor
) -> None:
    for key in (game.meta.key for game in GAMES):
        game = await start(house, alice, bob, key)
        head = (await house.matches.look(game.key, None)).head
        for visitor in (alice, nobody):
            assert head.commitment in await visitor.see(game.url)


async def test_luck_is_counted_against_the_expectation(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await start(house, alice, bob, "kasl")
    await play_out(house, game)
    page = await alice.see(f"{game.url}/proof")
    for name in ("Alice", "Bob"):
        assert re.search(rf"Hits of {name}: [\d,]+; [\d,.]+ were to be expected\.", page)
