"""A match on its pages: who may do what, and what a move is answered with."""

from uuid import uuid4

import pytest

from app.web.house import House
from tests.web.people import HTMX, Game, Visitor, begin, invitation, open_table

ABSURD = {"type": "Attack", "origin": 1, "target": 2}


async def test_who_is_not_known_gives_a_name_and_plays(nobody: Visitor) -> None:
    form = {"game": "kasl", "seats": "3", "bots": "2", "begin": "1"}
    asked = await nobody.submit("/new", form)
    assert asked.status_code == 200
    assert 'name="bots" value="2"' in asked.text
    to = await nobody.go("/new", {**form, "name": "Odo"})
    assert "Odo" in await nobody.see(to)


async def test_one_click_sets_as_many_bots_as_the_game_says(nobody: Visitor) -> None:
    home = await nobody.see("/")
    for bots in (3, 4, 5):
        assert f"Play {bots} bots now" in home
        assert f'name="seats" value="{bots + 1}"' in home
    assert "Play 11 bots now" not in home
    assert 'type="radio" name="bots" value="11"' in await nobody.see("/new?game=france")


@pytest.mark.parametrize("game", ["kasl", "kingsburg", "france"])
async def test_who_waits_without_scripts_may_look_again(
    alice: Visitor, bob: Visitor, nobody: Visitor, game: str
) -> None:
    """Somebody who watches is never asked."""
    key = (await alice.go("/new", {"game": game, "seats": "2", "public": "1"})).removeprefix("/m/")
    await bob.go(f"/j/{await invitation(alice, key)}")
    await alice.go(f"/m/{key}/start")
    body = await nobody.see(f"/m/{key}")
    assert f'<noscript><p class="actions"><a class="btn" href="/m/{key}">Look again</a>' in body


async def test_friends_join_by_the_invitations_words(alice: Visitor, nobody: Visitor) -> None:
    words = await invitation(alice, await open_table(alice, title="Advent dice"))
    assert await nobody.go("/j", {"invite": words.lower().replace("-", " ")}) == f"/j/{words}"
    assert "Advent dice" in await nobody.see(f"/j/{words}")
    to = await nobody.go(f"/j/{words}", {"name": "Odo"})
    assert "Odo" in await alice.see(to)


async def test_what_is_no_invitation_is_told(nobody: Visitor) -> None:
    answer = await nobody.submit("/j", {"invite": "open sesame"})
    assert answer.status_code == 422
    assert "OAK-TOWER-HERON-12" in answer.text
    assert (await nobody.get("/j/OAK-TOWER-HERON-12")).status_code == 404


async def test_a_seat_is_given_up_and_a_bot_takes_it(alice: Visitor, bob: Visitor) -> None:
    key = await open_table(alice)
    await bob.go(f"/j/{await invitation(alice, key)}")
    assert await bob.go(f"/m/{key}/leave") == "/matches"
    await alice.go(f"/m/{key}/bots")
    assert "All chairs are taken" in await alice.see(f"/m/{key}")
    await alice.go(f"/m/{key}/bots/remove", {"seat": "1"})
    assert "1 chair is free" in await alice.see(f"/m/{key}")


@pytest.mark.parametrize("deed", ["start", "bots", "bots/remove"])
async def test_the_host_alone_runs_the_table(
    alice: Visitor, bob: Visitor, charlie: Visitor, deed: str
) -> None:
    key = await open_table(alice)
    await bob.go(f"/j/{await invitation(alice, key)}")
    assert (await bob.submit(f"/m/{key}/{deed}", {"seat": "1"})).status_code == 403
    assert (await charlie.submit(f"/m/{key}/{deed}", {"seat": "1"})).status_code == 404


async def test_anybody_joins_and_watches_a_public_match(
    house: House, alice: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    key = await open_table(alice, public="1", title="Quick siege")
    assert "Quick siege" in await charlie.see("/matches")
    await charlie.go(f"/m/{key}/join")
    await alice.go(f"/m/{key}/start")
    assert "Quick siege" in await nobody.see(f"/m/{key}")
    assert (await nobody.submit(f"/m/{key}/join", {"name": "Odo"})).status_code == 409


@pytest.mark.parametrize("way", ["", "/live", "/log", "?plain=1"])
async def test_a_private_match_is_unknown_to_strangers(
    game: Game, charlie: Visitor, nobody: Visitor, way: str
) -> None:
    missing = await charlie.get(f"/m/abcdefgh{way}")
    assert missing.status_code == 404
    for visitor in (charlie, nobody):
        assert (await visitor.get(game.url + way)).status_code == 404
    there = await charlie.get(game.url + way)
    assert there.text.replace(game.key, "abcdefgh") == missing.text


@pytest.mark.parametrize("deed", ["play", "join", "leave", "start", "bots", "bots/remove"])
async def test_a_private_match_is_closed_to_strangers(
    game: Game, charlie: Visitor, nobody: Visitor, deed: str
) -> None:
    form = {"action": "{}", "version": "1", "key": str(uuid4()), "seat": "0", "name": "Odo"}
    assert (await charlie.submit(f"{game.url}/{deed}", form)).status_code == 404
    assert (await nobody.submit(f"{game.url}/{deed}", form)).status_code in {303, 404}


async def test_a_move_is_played_and_seen_by_both(game: Game) -> None:
    player, version = await game.asked(), await game.version()
    played = await player.play(game, await game.option(), version)
    assert played.status_code == 303
    assert played.headers["location"] == f"{game.url}?since={version}"
    assert await game.version() == version + 1
    for visitor in game.players:
        assert 'class="new"' in await visitor.see(f"{game.url}?plain=1&since={version}")


async def test_a_refused_move_changes_nothing_and_tells_the_rule(game: Game) -> None:
    player, version = await game.asked(), await game.version()
    refused = await player.play(game, ABSURD, version)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert "/rules/kasl#K2.3" in refused.text
    assert await game.version() == version


async def test_htmx_gets_the_refusal_with_the_board_alone(game: Game) -> None:
    player, version = await game.asked(), await game.version()
    refused = await player.play(game, ABSURD, version, headers=HTMX)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert "<html" not in refused.text


async def test_htmx_gets_the_fragment_and_its_tag(game: Game) -> None:
    player, version = await game.asked(), await game.version()
    played = await player.play(game, await game.option(), version, headers=HTMX)
    assert played.status_code == 200
    assert "<html" not in played.text
    assert played.headers["hx-ptag"].startswith(f"{version + 1}.")


async def test_htmx_gets_a_whole_page_when_one_goes_back(game: Game) -> None:
    headers = {**HTMX, "HX-Request-Type": "full", "HX-History-Restore-Request": "true"}
    assert "<html" in (await game.players[0].get(game.url, headers=headers)).text


async def test_a_stale_page_gets_the_fresh_board_and_a_word(game: Game) -> None:
    first, version = await game.asked(), await game.version()
    await game.advance()
    stale = await first.play(game, ABSURD, version)
    assert stale.status_code == 409
    assert "Something happened meanwhile" in stale.text
    assert await game.version() == version + 1


async def test_the_same_request_key_is_answered_again_and_played_once(game: Game) -> None:
    player, version, key = await game.asked(), await game.version(), str(uuid4())
    option = await game.option()
    answers = [await player.play(game, option, version, key) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 303]
    assert await game.version() == version + 1


async def test_a_spectator_cannot_play(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    game = await begin(house, alice, bob, public="1")
    version = await game.version()
    answer = await charlie.play(game, await game.option(), version)
    assert answer.status_code == 403
    assert "no seat" in answer.text
    assert await game.version() == version


async def test_who_is_not_known_is_asked_to_sign_in(game: Game, nobody: Visitor) -> None:
    answer = await nobody.play(game, await game.option(), await game.version())
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-in")
    answer = await nobody.play(game, await game.option(), await game.version(), headers=HTMX)
    assert answer.headers["hx-redirect"].startswith("/sign-in")


async def test_a_program_gets_json(game: Game) -> None:
    player, version = await game.asked(), await game.version()
    headers = {"accept": "application/json"}
    refused = await player.play(game, ABSURD, version, headers=headers)
    assert refused.status_code == 422
    assert refused.json()["rule"] == "K2.3"
    played = await player.play(game, await game.option(), version, headers=headers)
    assert played.json() == {"version": version + 1}


async def test_a_move_from_another_site_is_refused(game: Game) -> None:
    player, version, option = await game.asked(), await game.version(), await game.option()
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.test"}):
        assert (await player.play(game, option, version, headers=headers)).status_code == 403
    token, player.csrf = player.csrf, "guessed"
    assert (await player.play(game, option, version)).status_code == 403
    assert await game.version() == version
    player.csrf = token
    same = {"origin": "http://burgrave.test"}
    assert (await player.play(game, option, version, headers=same)).status_code == 303


async def test_older_lines_of_the_log_are_there(game: Game) -> None:
    await game.advance(4)
    page = await game.players[0].see(f"{game.url}/log?before=3&plain=1")
    assert "territories dealt" in page
    assert "<html" in page
