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
    deeds = (
        *("propose/end", "answer", "concede", "leave", "away", "back", "resume"),
        *("handover", "handover/withdraw"),
    )
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


_LINK = re.compile(r'value="http://burgrave.test(/s/[A-Z0-9-]+)"')


async def test_a_seat_is_handed_over_by_link(
    game: Game, alice: Visitor, bob: Visitor, nobody: Visitor
) -> None:
    assert await bob.go(f"{game.url}/table/handover") == f"{game.url}/table"
    found = _LINK.search(await bob.see(f"{game.url}/table"))
    assert found
    link = found.group(1)
    assert not _LINK.search(await alice.see(f"{game.url}/table"))
    offered = await nobody.see(link)
    assert "Bob" in offered
    assert (await nobody.submit(link, {"name": ""})).status_code == 422
    assert await nobody.go(link, {"name": "Dora"}) == game.url
    page = await nobody.see(game.url)
    assert "Dora" in page
    assert "I give up" in page
    assert "I give up" not in await bob.see(game.url)
    assert (await alice.get(link)).status_code == 404


@pytest.mark.parametrize("name", GAMES)
async def test_a_seat_that_was_left_is_free_for_strangers(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor, name: str
) -> None:
    game = await begun(house, alice, bob, name, public="1")
    assert "table/sit" not in await nobody.see(game.url)
    await bob.go(f"{game.url}/table/leave")
    assert "gone, a bot plays" in await alice.see(game.url)
    assert "table/sit" in await nobody.see(game.url)
    assert (await nobody.submit(f"{game.url}/table/sit", {"seat": "x"})).status_code == 422
    assert (await alice.submit(f"{game.url}/table/sit", {"seat": "1"})).status_code == 409
    await charlie.go(f"{game.url}/table/sit", {"seat": "1"})
    page = await charlie.see(game.url)
    assert "I give up" in page
    assert "gone, a bot plays" not in page


async def test_the_host_offers_a_left_seat_by_link(
    game: Game, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    await bob.go(f"{game.url}/table/leave")
    assert "Offer the seat by link" in await alice.see(game.url)
    await alice.go(f"{game.url}/table/handover", {"seat": "1"})
    found = _LINK.search(await alice.see(f"{game.url}/table"))
    assert found
    assert not _LINK.search(await bob.see(f"{game.url}/table"))
    assert await charlie.go(found.group(1)) == game.url


async def test_a_pause_is_agreed_and_ended(game: Game, alice: Visitor, bob: Visitor) -> None:
    await alice.go(f"{game.url}/table/propose/pause")
    found = _MARK.search(await bob.see(game.url))
    assert found
    form = {"kind": "pause", "mark": found.group(1), "answer": "yes"}
    await bob.go(f"{game.url}/table/answer", form)
    page = await alice.see(game.url)
    assert "End the pause" in page
    assert "Propose a pause" not in page
    await alice.go(f"{game.url}/table/resume")
    assert "Propose a pause" in await alice.see(game.url)


async def test_who_steps_aside_comes_back(game: Game, alice: Visitor, bob: Visitor) -> None:
    await bob.go(f"{game.url}/table/away")
    assert "away, a bot plays" in await alice.see(game.url)
    assert "I am back" in await bob.see(game.url)
    await bob.go(f"{game.url}/table/back")
    assert "away, a bot plays" not in await alice.see(game.url)
