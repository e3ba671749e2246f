"""Playing on from a moment of a finished match: a copy against bots that touches nothing."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from app.matches.bots import move_bots
from app.matches.verify import examine
from app.rules.service import GAMES
from app.web.house import House
from tests.web.people import Game, Visitor
from tests.web.test_finished import play_out
from tests.web.test_replay import start

EVERYTHING = text(
    "SELECT match.*, action.* FROM match JOIN action ON match.id = match_id WHERE key = :key"
    " ORDER BY number"
)


async def stored(house: House, key: str) -> object:
    async with house.engine.connect() as connection:
        return (await connection.execute(EVERYTHING, {"key": key})).all()


@pytest.mark.parametrize("key", [game.meta.key for game in GAMES])
async def test_a_finished_match_is_played_on_against_bots(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor, key: str
) -> None:
    """It begins as the match was, is its player's alone, ends, and can be verified."""
    game = await start(house, alice, bob, key)
    first = await game.version()
    await play_out(house, game)
    before, moment = await stored(house, game.key), first + 7
    await charlie.see(f"{game.url}/at/{moment}")
    to = await charlie.go(f"{game.url}/at/{moment}/practice", {"seat": "1"})
    assert await stored(house, game.key) == before

    copy = to.removeprefix("/m/")
    assert "Practice:" in await charlie.see(to)
    assert (await alice.get(to)).status_code == 404
    at_first = (await house.replays.moment(game.key, None, moment)).page.view.state
    async with house.engine.connect() as connection:
        query = text("SELECT id, snapshot FROM match WHERE key = :key")
        match_id, snapshot = (await connection.execute(query, {"key": copy})).one()
    assert house.rules[key].decode_state(snapshot) == at_first
    assert (await examine(house.engine, house.rules, copy)).problem is None

    async with house.engine.begin() as connection:
        bots = text("UPDATE seat SET bot = 'random' WHERE match_id = :match")
        await connection.execute(bots, {"match": match_id})
    await move_bots(house.engine, house.rules, match_id, 0)
    verdict = await examine(house.engine, house.rules, copy)
    assert verdict.problem is None
    assert verdict.actions > moment - first + 1


async def test_the_copys_player_sits_where_he_chose(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await start(house, alice, bob, "kasl")
    await play_out(house, game)
    await alice.go(f"{game.url}/at/{await game.version() - 3}/practice", {"seat": "1"})
    async with house.engine.connect() as connection:
        query = text("SELECT person_id IS NULL, bot FROM seat ORDER BY match_id DESC, seat LIMIT 2")
        [theirs, mine] = (await connection.execute(query)).all()
    assert theirs[0]
    assert theirs[1] is not None
    assert (mine[0], mine[1]) == (False, None)


async def test_a_running_match_is_not_copied(game: Game, charlie: Visitor) -> None:
    player, number = game.players[0], await game.version()
    refused = await player.submit(f"{game.url}/at/{number}/practice", {"seat": "0"})
    assert refused.status_code == 409
    assert "until then it holds secrets" in refused.text
    strange = await charlie.submit(f"{game.url}/at/{number}/practice", {"seat": "0"})
    assert strange.status_code == 404


async def test_what_cannot_be_played_on_is_refused(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await start(house, alice, bob, "kasl")
    first = await game.version()
    await play_out(house, game)
    last = await game.version()
    for number, seat, status in ((last, "0", 409), (first, "2", 422), (first, "x", 422)):
        answer = await alice.submit(f"{game.url}/at/{number}/practice", {"seat": seat})
        assert answer.status_code == status
    assert (await alice.submit(f"{game.url}/at/99999/practice", {"seat": "0"})).status_code == 404
