"""The table of a match: who sits there, proposals, going; for every game, without scripts."""

from __future__ import annotations

import asyncio
import re

import pytest

from app.web.house import House
from tests.web.people import HTMX, Game, Visitor, begin

GAMES = ("kasl", "kingsburg", "france")
_MARK = re.compile(r'name="mark" value="([^"]+)"')


async def begun(house: House, alice: Visitor, bob: Visitor, name: str, **form: str) -> Game:
    """A match of that game with its usual options."""
    meta = house.rules[name].meta
    options = {f"option.{option.key}": option.default for option in meta.options}
    seats = str(max(2, meta.seats[0]))
    return await begin(house, alice, bob, game=name, seats=seats, **options, **form)


async def answer(visitor: Visitor, game: Game, said: str) -> str:
    """Answer the proposal that his page shows."""
    found = _MARK.search(await visitor.see(game.url))
    assert found
    form = {"kind": "end", "mark": found.group(1), "answer": said}
    return await visitor.go(f"{game.url}/table/answer", form)


@pytest.mark.parametrize("name", GAMES)
async def test_all_agree_and_the_match_is_over(
    house: House, alice: Visitor, bob: Visitor, name: str
) -> None:
    game = await begun(house, alice, bob, name)
    assert "Propose to end it here" in await alice.see(game.url)
    await alice.go(f"{game.url}/table/propose/end")
    mine, his = await alice.see(game.url), await bob.see(game.url)
    assert "You propose to end the match here" in mine
    assert "Not agreed yet: Bob." in mine
    assert "Alice proposes to end the match here" in his
    await answer(bob, game, "yes")
    for visitor in (alice, bob):
        page = await visitor.see(game.url)
        assert "Ended by agreement" in page
        assert "The match is over" in page
        assert f"{game.url}/proof" in page
        assert "table/propose" not in page
        assert "Ended by agreement" in await visitor.see("/matches")
    assert "proposed to end the match, and all agreed" in await bob.see(game.url)
    assert "Replay" in await alice.see(f"{game.url}/at/{await game.version()}")
    assert "agree" in (await alice.see(f"{game.url}/proof")).lower()


@pytest.mark.parametrize("name", GAMES)
async def test_who_gives_up_against_one_loses(
    house: House, alice: Visitor, bob: Visitor, name: str
) -> None:
    game = await begun(house, alice, bob, name)
    await bob.go(f"{game.url}/table/concede")
    page = await alice.see(game.url)
    if "The match is over" in page:
        assert "wins" in page
        assert "gives up" in page
    else:
        assert "gone, a bot plays" in page


async def test_a_refused_proposal_is_gone(game: Game, alice: Visitor, bob: Visitor) -> None:
    await alice.go(f"{game.url}/table/propose/end")
    await answer(bob, game, "no")
    assert "proposal " not in await alice.see(game.url)


async def test_an_update_brings_a_proposal(game: Game, alice: Visitor, bob: Visitor) -> None:
    await bob.see(game.url)
    seen = await bob.get(f"{game.url}/live", headers=HTMX)
    tag = seen.headers["hx-ptag"]
    held, _ = await asyncio.gather(
        bob.get(f"{game.url}/live?v={tag}", headers=HTMX),
        alice.go(f"{game.url}/table/propose/end"),
    )
    assert held.status_code == 200
    assert "Alice proposes to end the match here" in held.text
    await game.advance()


async def test_a_replay_shows_no_deeds(game: Game, alice: Visitor) -> None:
    await alice.go(f"{game.url}/table/propose/end")
    page = await alice.see(f"{game.url}/at/{await game.version()}")
    assert "/table/" not in page


async def test_strangers_change_nothing(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    private = await begin(house, alice, bob)
    public = await begin(house, alice, bob, public="1")
    deeds = ("propose/end", "answer", "concede", "leave")
    for game, status in ((private, 404), (public, 403)):
        for deed in deeds:
            form = {"kind": "end", "mark": "0-0", "answer": "yes"}
            told = await charlie.submit(f"{game.url}/table/{deed}", form)
            assert told.status_code == status, deed
            assert (await nobody.submit(f"{game.url}/table/{deed}", form)).status_code == 303
        assert "The match is over" not in await alice.see(game.url)
    assert "table/concede" not in await charlie.see(public.url)
    assert (await charlie.get(f"{private.url}/table")).status_code == 404


async def test_nonsense_is_told_and_harms_nothing(game: Game, alice: Visitor) -> None:
    await alice.see(f"{game.url}/table")
    for deed, form in (
        ("propose/win", {}),
        ("propose/end", {"target": "7"}),
        ("answer", {"kind": "end", "mark": "\x00", "answer": "maybe"}),
        ("answer", {"kind": "\x00", "mark": "x" * 5000, "answer": "yes"}),
    ):
        assert (await alice.submit(f"{game.url}/table/{deed}", form)).status_code == 422
    late = await alice.submit(
        f"{game.url}/table/answer", {"kind": "end", "mark": "1-1", "answer": "yes"}
    )
    assert late.status_code == 409


async def test_the_table_has_a_page_of_its_own(game: Game, alice: Visitor, bob: Visitor) -> None:
    page = await alice.see(f"{game.url}/table")
    assert "Alice" in page
    assert "Bob" in page
    assert "I give up" in page
