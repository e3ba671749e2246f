"""A match that is over: its page, its proof, its place in the lists."""

from __future__ import annotations

import re

from sqlalchemy import text

from app.matches.bots import move_bots
from app.web.house import House
from tests.web.people import HTMX, Game, Visitor, begin


async def play_out(house: House, game: Game) -> None:
    """Let chance play both seats to the end."""
    async with house.engine.begin() as connection:
        await connection.execute(text("UPDATE seat SET bot = 'random'"))
        number = (await connection.execute(text("SELECT id FROM match"))).scalar_one()
    await move_bots(house.engine, house.rules, number, 0)
    async with house.engine.begin() as connection:
        await connection.execute(text("UPDATE seat SET bot = NULL"))


async def test_a_finished_match(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    game = await begin(house, alice, bob, title="Advent dice")
    assert (await alice.get(f"{game.url}/proof")).status_code == 409
    option, version = await game.option(), await game.version()
    await play_out(house, game)
    await the_page_shows_the_result_without_a_poller(alice, game)
    await the_proof_is_there_for_those_who_may_look(alice, charlie, game)
    await nothing_can_be_played_any_more(game, option, version)
    assert "Advent dice" in await alice.see("/finished")
    assert "Advent dice" not in await charlie.see("/finished")
    mine = (await alice.get("/api/matches")).json()["finished"]
    assert mine[0]["result"]["winners"]


async def the_page_shows_the_result_without_a_poller(visitor: Visitor, game: Game) -> None:
    """Both on the game's page and on the plain one; only the talk is asked for news."""
    for url in (game.url, f"{game.url}?plain=1"):
        page = await visitor.see(url)
        assert not re.search(r'id="live"[^>]*/live', page)
        assert "K10." in page


async def the_proof_is_there_for_those_who_may_look(
    visitor: Visitor, stranger: Visitor, game: Game
) -> None:
    """Seed, numbers of the players, and that all agrees."""
    page = await visitor.see(f"{game.url}/proof")
    assert "were recomputed just now, and agree" in page
    assert (await stranger.get(f"{game.url}/proof")).status_code == 404


async def nothing_can_be_played_any_more(
    game: Game, option: dict[str, object], version: int
) -> None:
    """410, with the board."""
    for headers in ({}, HTMX):
        over = await game.players[0].play(game, option, version, headers=headers)
        assert over.status_code == 410
        assert "over" in over.text
