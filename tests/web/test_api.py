"""The JSON API: the same checks as the pages have."""

from uuid import uuid4

from app.web.house import House
from tests.web.people import Game, Visitor, begin


async def test_the_schema_describes_the_routes(nobody: Visitor) -> None:
    schema = (await nobody.get("/api/openapi.json")).json()
    assert "/api/matches/{key}/play" in schema["paths"]
    assert schema["components"]["schemas"]["PlayIn"]["required"] == ["action", "version", "key"]


async def test_a_program_plays_a_whole_turn(game: Game) -> None:
    for _ in range(3):
        player = await game.asked()
        match = (await player.get(f"/api/matches/{game.key}")).json()
        assert match["decisions"][0]["seat"] == match["seat"]
        move = {
            "action": match["options"][0],
            "version": match["head"]["version"],
            "key": str(uuid4()),
        }
        played = await player.post(f"/api/matches/{game.key}/play", json=move)
        assert played.status_code == 200, played.text
        assert played.json()["version"] == match["head"]["version"] + 1
        assert played.json()["events"][0]["type"]


async def test_a_refusal_has_its_rule(game: Game) -> None:
    player, version = await game.asked(), await game.version()
    move = {"action": {"type": "EndTurn"}, "version": version, "key": str(uuid4())}
    refused = await player.post(f"/api/matches/{game.key}/play", json=move)
    assert refused.status_code == 422
    assert refused.json()["rule"].startswith("K")
    assert refused.json()["detail"]


async def test_a_stale_move_tells_the_version(game: Game) -> None:
    player, version = await game.asked(), await game.version()
    move = {"action": await game.option(), "version": version, "key": str(uuid4())}
    await game.advance()
    stale = await player.post(f"/api/matches/{game.key}/play", json=move)
    assert stale.status_code == 409
    assert stale.json()["version"] == version + 1


async def test_strangers_get_nothing(game: Game, charlie: Visitor, nobody: Visitor) -> None:
    move = {"action": {"type": "EndTurn"}, "version": 1, "key": str(uuid4())}
    api = f"/api/matches/{game.key}"
    for url in (api, f"{api}/log"):
        assert (await charlie.get(url)).status_code == 404
        assert (await nobody.get(url)).json()["status"] == 404
    assert (await charlie.post(f"{api}/play", json=move)).status_code == 404
    assert (await nobody.post(f"{api}/play", json=move)).status_code == 401
    assert (await nobody.get("/api/matches")).status_code == 401


async def test_a_move_from_another_site_is_refused(game: Game) -> None:
    player, version = await game.asked(), await game.version()
    move = {"action": await game.option(), "version": version, "key": str(uuid4())}
    headers = {"origin": "https://evil.test"}
    url = f"/api/matches/{game.key}/play"
    assert (await player.post(url, json=move, headers=headers)).status_code == 403
    body = str(move).replace("'", '"')
    plain = await player.post(url, content=body, headers={"content-type": "text/plain"})
    assert plain.status_code == 422
    assert await game.version() == version


async def test_the_lists_are_ones_own(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    game = await begin(house, alice, bob)
    mine = (await alice.get("/api/matches")).json()["mine"]
    assert [match["key"] for match in mine] == [game.key]
    assert (await charlie.get("/api/matches")).json() == {"mine": [], "open": [], "finished": []}
