"""What an admin does to matches: it works, is audited and shown; in his own others must agree."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from app.admin.consents import STANDS, make_void, too_old
from app.admin.matches import KINDS
from app.matches.bots import move_bots
from app.web.house import House
from app.web.routes.admin.matches import tools
from tests.web.admin.conftest import audit, make_admin, number_of, with_account
from tests.web.people import Game, Visitor, begin, open_table

WHY = {"reason": "Bob asked for it"}
DEEDS: dict[str, dict[str, str]] = {
    "pause": {},
    "resume": {},
    "extend": {"hours": "5"},
    "force": {},
    "bot": {"seat": "1", **WHY},
    "take_back": {"number": "1", **WHY},
    "end": WHY,
    "delete": WHY,
    "restore": {},
    "export": {},
    "hand_over": {"seat": "1", **WHY},
    "look": {"seat": "1", **WHY},
}
_LINK = re.compile(r'id="once" readonly value="http://burgrave\.test([^"]+)"')


def register(game: Game) -> str:
    """The match's page in the register."""
    return f"/admin/matches/{game.key}"


async def of_match(house: House, game: Game, columns: str) -> tuple[object, ...]:
    """Columns of the match's row."""
    async with house.engine.connect() as connection:
        query = text(f"SELECT {columns} FROM match WHERE key = :key")  # noqa: S608
        return tuple((await connection.execute(query, {"key": game.key})).one())


@pytest.fixture
async def timed(house: House, alice: Visitor, bob: Visitor) -> Game:
    """A match of Alice and Bob with a day for each decision."""
    return await begin(house, alice, bob, limit="86400")


def test_every_deed_is_tried_below() -> None:
    assert set(KINDS) | {"export", "hand_over", "look"} == set(DEEDS)


async def test_only_an_admin_finds_and_does_anything(
    house: House, ada: Visitor, berthe: Visitor, nobody: Visitor, game: Game
) -> None:
    alice, _ = game.players
    for url in ("/admin/matches", register(game)):
        assert (await alice.get(url)).status_code == 403
        assert (await nobody.get(url)).status_code == 303
    for kind, form in DEEDS.items():
        url = f"{register(game)}/{kind}"
        assert (await alice.submit(url, form)).status_code == 403, kind
        assert (await berthe.submit(url, form)).status_code == 403, kind
        assert (await nobody.submit(url, form)).headers["location"].startswith("/sign-in"), kind
        assert (await ada.post(url, data=form)).status_code == 403, kind
    for url in ("/admin/matches/import", "/admin/consents/1"):
        assert (await alice.submit(url, {"answer": "yes"})).status_code == 403
    assert await audit(house) == []


async def test_matches_are_found_by_state_game_and_key(
    ada: Visitor, alice: Visitor, game: Game
) -> None:
    key = await open_table(alice, game="kingsburg", seats="2", title="Not yet")
    everything = await ada.see("/admin/matches")
    assert game.key in everything
    assert key in everything
    opened = await ada.see("/admin/matches?state=open&game=kingsburg")
    assert key in opened
    assert game.key not in opened
    assert game.key not in await ada.see("/admin/matches?game=france")
    assert game.key not in await ada.see("/admin/matches?age=30")
    found = await ada.get(f"/admin/matches?key={game.key}")
    assert found.headers["location"] == register(game)
    assert "Alice" in await ada.see(register(game))


async def test_a_match_that_nobody_plays_is_stuck(house: House, ada: Visitor, game: Game) -> None:
    assert game.key not in await ada.see("/admin/matches?state=stuck")
    async with house.engine.begin() as connection:
        await connection.execute(text("UPDATE match SET moved = now() - interval '8 days'"))
    assert game.key in await ada.see("/admin/matches?state=stuck")
    assert "One match is stuck" in await ada.see("/admin")
    await ada.go("/admin/house", {"section": "stuck", "stuck_days": "9"})
    assert game.key not in await ada.see("/admin/matches?state=stuck")


async def test_a_page_of_the_register_ends(house: House, ada: Visitor, game: Game) -> None:
    columns = "game, rules_version, title, chairs, options, public, seed, commitment"
    async with house.engine.begin() as connection:
        copy = text(
            f"INSERT INTO match (key, invite, {columns})"  # noqa: S608
            f" SELECT 'copy' || n, 'copy' || n, {columns} FROM match, generate_series(1, 30) n"
        )
        await connection.execute(copy)
    first = await ada.see("/admin/matches")
    assert "copy30" in first
    assert game.key not in first
    more = re.search(r'href="(/admin/matches\?[^"]+before=\d+)"', first)
    assert more
    assert game.key in await ada.see(more.group(1).replace("&amp;", "&"))


async def test_a_pause_of_the_admin_is_ended_by_him(
    house: House, ada: Visitor, timed: Game
) -> None:
    player, option, version = await timed.asked(), await timed.option(), await timed.version()
    await ada.go(f"{register(timed)}/pause", WHY)
    refused = await player.play(timed, option, version)
    assert refused.status_code in {409, 422}
    assert await of_match(house, timed, "paused_by, due") == ("admin", None)
    await ada.go(f"{register(timed)}/resume")
    assert (await player.play(timed, option, version)).status_code == 303
    assert await audit(house) == ["match.pause", "match.resume"]


async def test_more_time_is_given(house: House, ada: Visitor, timed: Game) -> None:
    [before] = await of_match(house, timed, "due")
    await ada.go(f"{register(timed)}/extend", {"hours": "5"})
    [after] = await of_match(house, timed, "due")
    assert isinstance(before, datetime)
    assert isinstance(after, datetime)
    assert after - before == timedelta(hours=5)
    assert await audit(house) == ["match.extend"]


@pytest.mark.parametrize("hours", ["0", "721", "x", "-4", ""])
async def test_no_nonsense_is_given(house: House, ada: Visitor, timed: Game, hours: str) -> None:
    tried = await ada.submit(f"{register(timed)}/extend", {"hours": hours})
    assert tried.status_code == 422
    assert await audit(house) == []


async def test_without_a_clock_no_time_is_given(house: House, ada: Visitor, game: Game) -> None:
    tried = await ada.submit(f"{register(game)}/extend", {"hours": "5"})
    assert (tried.status_code, "No clock runs" in tried.text) == (422, True)
    assert await audit(house) == []


async def test_the_wait_is_ended(house: House, ada: Visitor, game: Game) -> None:
    version, player = await game.version(), await game.asked()
    await ada.go(f"{register(game)}/force")
    assert await game.version() == version + 1
    assert "ended the wait" in await player.see(game.url)
    assert await audit(house) == ["match.force"]


async def test_a_bot_takes_a_seat(house: House, ada: Visitor, game: Game) -> None:
    alice, bob = game.players
    await ada.go(f"{register(game)}/bot", {"seat": "1", **WHY})
    seated = text("SELECT person_id, bot IS NOT NULL, name FROM seat WHERE seat = 1")
    async with house.engine.connect() as connection:
        assert tuple((await connection.execute(seated)).one()) == (None, True, "Bob")
        [match] = (await connection.execute(text("SELECT id FROM match"))).scalars()
    await move_bots(house.engine, house.rules, match, 0)
    await bob.see(game.url)
    again = await ada.submit(f"{register(game)}/bot", {"seat": "1", **WHY})
    assert again.status_code == 422
    assert "put a bot on seat 2" in await alice.see(f"{game.url}/house")
    assert await audit(house) == ["match.bot"]


async def test_the_match_is_taken_back_with_a_reason(
    house: House, ada: Visitor, game: Game
) -> None:
    start, player = await game.version(), await game.asked()
    await game.advance(2)
    form = {"number": str(start), "reason": "The wrong button was pressed"}
    await ada.go(f"{register(game)}/take_back", form)
    assert await game.asked() is player
    assert await game.version() == start + 3
    for one in game.players:
        assert "The wrong button was pressed" in await one.see(game.url)
    await game.advance(1)
    assert await audit(house) == ["match.take_back"]


@pytest.mark.parametrize("number", ["0", "99", "", "x"])
async def test_there_is_nothing_to_take_back_to(
    house: House, ada: Visitor, game: Game, number: str
) -> None:
    tried = await ada.submit(f"{register(game)}/take_back", {"number": number, **WHY})
    assert tried.status_code in {404, 422}
    assert await audit(house) == []


async def test_a_match_is_ended_with_a_reason(house: House, ada: Visitor, game: Game) -> None:
    await ada.go(f"{register(game)}/end", {"reason": "Both have moved away"})
    alice, _ = game.players
    assert "Both have moved away" in await alice.see(game.url)
    assert await of_match(house, game, "state, due") == ("finished", None)
    assert "agree" in await alice.see(f"{game.url}/proof")
    assert await audit(house) == ["match.end"]


async def test_a_deleted_match_is_nowhere_until_it_is_restored(
    house: House, ada: Visitor, timed: Game
) -> None:
    alice, _ = timed.players
    player, option, version = await timed.asked(), await timed.option(), await timed.version()
    await ada.go(f"{register(timed)}/delete", WHY)
    for url in (timed.url, f"{timed.url}/live?hold=0", f"{timed.url}/at", f"{timed.url}/house"):
        assert (await alice.get(url)).status_code == 404, url
    assert (await alice.get(f"/api{timed.url.replace('/m/', '/matches/')}")).status_code == 404
    assert timed.key not in await alice.see("/matches")
    assert (await player.play(timed, option, version)).status_code == 404
    assert timed.key not in await ada.see("/admin/matches")
    assert timed.key in await ada.see("/admin/matches?state=deleted")
    assert await of_match(house, timed, "due") == (None,)
    await ada.go(f"{register(timed)}/restore")
    assert (await player.play(timed, option, version)).status_code == 303
    assert await audit(house) == ["match.delete", "match.restore"]


async def test_what_was_paused_before_it_was_deleted_stays_so(
    house: House, ada: Visitor, game: Game
) -> None:
    for kind in ("pause", "delete", "restore"):
        await ada.go(f"{register(game)}/{kind}", WHY)
    [paused] = await of_match(house, game, "paused")
    assert paused is not None


async def test_a_reason_is_needed_where_players_will_ask_for_it(
    house: House, ada: Visitor, game: Game
) -> None:
    for kind in ("bot", "take_back", "end", "delete", "look", "hand_over"):
        form = {**DEEDS[kind], "reason": " "}
        tried = await ada.submit(f"{register(game)}/{kind}", form)
        assert (tried.status_code, "Say why" in tried.text) == (422, True), kind
    assert await audit(house) == []


async def test_a_seat_is_handed_over_by_a_link(
    house: House, ada: Visitor, charlie: Visitor, game: Game
) -> None:
    made = await ada.submit(f"{register(game)}/hand_over", {"seat": "1", **WHY})
    found = _LINK.search(made.text)
    assert found
    assert await charlie.go(found.group(1)) == game.url
    async with house.engine.connect() as connection:
        seated = await connection.scalar(text("SELECT person_id FROM seat WHERE seat = 1"))
    assert seated == await number_of(house, "Charlie")
    assert await audit(house) == ["match.hand_over"]


async def test_a_look_is_told_to_the_players_and_leads_nowhere(
    house: House, ada: Visitor, game: Game
) -> None:
    alice, bob = game.players
    seen = await ada.submit(f"{register(game)}/look", {"seat": "1", "reason": "A complaint"})
    assert seen.status_code == 200
    assert "You look through the eyes of Bob" in seen.text
    assert f'action="{game.url}/play"' not in seen.text
    assert (await ada.get(game.url)).status_code == 404
    for one in (alice, bob):
        told = await one.see(f"{game.url}/house")
        assert "looked at what seat 2 may know" in told
        assert "A complaint" in told
        assert f'href="{game.url}/house"' in await one.see(game.url)
    assert await audit(house) == ["match.look"]


async def test_who_does_not_play_is_told_nothing(
    ada: Visitor, house: House, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    game = await begin(house, alice, bob, public="1")
    await ada.go(f"{register(game)}/pause", {"reason": "between us"})
    assert (await charlie.get(f"{game.url}/house")).status_code == 403
    assert f"{game.url}/house" not in await charlie.see(game.url)


async def test_a_match_is_written_to_a_file_and_taken_in(
    house: House, ada: Visitor, game: Game
) -> None:
    await game.advance(2)
    refused = await ada.submit(f"{register(game)}/export", {})
    assert refused.status_code == 422
    made = await ada.submit(f"{register(game)}/export", {"secrets": "1", **WHY})
    assert made.headers["content-disposition"].endswith('.match.json.gz"')
    await ada.see("/admin/matches")
    taken = await ada.post(
        "/admin/matches/import", data={"csrf": ada.csrf}, files={"file": ("m.gz", made.content)}
    )
    assert taken.status_code == 303
    assert "paused" in await ada.see(taken.headers["location"])
    assert await audit(house) == ["match.export", "match.import"]


async def test_what_an_admin_did_travels_with_the_match(
    house: House, ada: Visitor, game: Game
) -> None:
    start = await game.version()
    await game.advance(2)
    await ada.go(f"{register(game)}/take_back", {"number": str(start), **WHY})
    await ada.go(f"{register(game)}/force")
    await ada.go(f"{register(game)}/end", WHY)
    made = await ada.submit(f"{register(game)}/export", {})
    assert made.status_code == 200
    await ada.see("/admin/matches")
    taken = await ada.post(
        "/admin/matches/import", data={"csrf": ada.csrf}, files={"file": ("m.gz", made.content)}
    )
    assert taken.status_code == 303, taken.text[-900:]


@pytest.mark.parametrize("seat", ["2", "99", "70000", "9" * 18, "x"])
async def test_there_is_no_such_seat(house: House, ada: Visitor, game: Game, seat: str) -> None:
    for kind in ("bot", "hand_over", "look"):
        tried = await ada.submit(f"{register(game)}/{kind}", {"seat": seat, **WHY})
        assert tried.status_code == 422, kind
    assert await audit(house) == []


@pytest.mark.parametrize("content", [b"", b"{}", b"\x1f\x8b\x08junk", b"x" * 100_000])
async def test_a_file_that_is_none_is_refused(house: House, ada: Visitor, content: bytes) -> None:
    await ada.see("/admin/matches")
    tried = await ada.post(
        "/admin/matches/import", data={"csrf": ada.csrf}, files={"file": ("m.gz", content)}
    )
    assert tried.status_code in {400, 422}
    unguarded = await ada.post("/admin/matches/import", files={"file": ("m.gz", b"{}")})
    assert unguarded.status_code == 403
    assert (await ada.submit("/admin/matches/import", {"file": "x"})).status_code == 400
    assert await audit(house) == []


# In his own match


@pytest.fixture
async def own(house: House, alice: Visitor, bob: Visitor) -> Game:
    """A match of Alice and Bob; Alice runs the house."""
    game = await begin(house, await with_account(alice), bob, limit="86400")
    await make_admin(house, alice)
    return game


async def test_in_his_own_match_an_admin_does_nothing_alone(house: House, own: Game) -> None:
    alice, bob = own.players
    before = await of_match(house, own, "version, paused, due, deleted, state")
    for kind, form in DEEDS.items():
        await alice.submit(f"{register(own)}/{kind}", form)
    assert await of_match(house, own, "version, paused, due, deleted, state") == before
    assert set(await audit(house)) == {"consent.ask"}
    assert "asks for your consent" in await bob.see(own.url)
    for kind in ("look", "hand_over"):
        tried = await alice.submit(f"{register(own)}/{kind}", DEEDS[kind])
        assert (tried.status_code, "you cannot" in tried.text) == (422, True), kind
    secret = await alice.submit(f"{register(own)}/export", {"secrets": "1", **WHY})
    assert secret.status_code == 422


async def test_another_admin_agrees_once(house: House, ada: Visitor, own: Game) -> None:
    alice, _ = own.players
    await alice.go(f"{register(own)}/pause", {"reason": "My train is late"})
    assert "An admin asks for consent" in await ada.see("/admin")
    assert "My train is late" in await ada.see(register(own))
    own_word = await alice.submit("/admin/consents/1", {"answer": "yes", "key": own.key})
    assert (own_word.status_code, "another admin" in own_word.text) == (422, True)
    await ada.go("/admin/consents/1", {"answer": "yes", "key": own.key})
    assert await of_match(house, own, "paused_by, asks") == ("admin", 0)
    again = await ada.submit("/admin/consents/1", {"answer": "yes", "key": own.key})
    assert again.status_code == 422
    assert await audit(house) == ["consent.ask", "consent.grant", "match.pause"]


async def test_another_admin_refuses(house: House, ada: Visitor, own: Game) -> None:
    alice, bob = own.players
    await alice.go(f"{register(own)}/end", WHY)
    await ada.go("/admin/consents/1", {"answer": "no", "key": own.key})
    assert await of_match(house, own, "state, asks") == ("running", 0)
    assert "asks for your consent" not in await bob.see(own.url)
    assert await audit(house) == ["consent.ask", "consent.refuse"]


async def test_an_admin_who_plays_there_too_decides_nothing_alone(
    house: House, own: Game, charlie: Visitor
) -> None:
    alice, bob = own.players
    await with_account(bob)
    await make_admin(house, bob)
    await alice.go(f"{register(own)}/end", WHY)
    tried = await bob.submit("/admin/consents/1", {"answer": "yes", "key": own.key})
    assert (tried.status_code, "another admin" in tried.text) == (422, True)
    assert await of_match(house, own, "state") == ("running",)


async def test_all_who_play_agree(house: House, own: Game, charlie: Visitor) -> None:
    alice, bob = own.players
    await alice.go(f"{register(own)}/end", WHY)
    assert (await charlie.submit(f"{own.url}/house/1", {"answer": "yes"})).status_code == 404
    assert "Bob asked for it" in await bob.see(f"{own.url}/house")
    await bob.go(f"{own.url}/house/1", {"answer": "yes"})
    assert await of_match(house, own, "state, asks") == ("finished", 0)
    assert await audit(house) == ["consent.ask", "match.end"]


async def test_one_who_plays_refuses(house: House, own: Game) -> None:
    alice, bob = own.players
    await alice.go(f"{register(own)}/end", WHY)
    await bob.go(f"{own.url}/house/1", {"answer": "no"})
    assert await of_match(house, own, "state, asks") == ("running", 0)
    gone = await bob.submit(f"{own.url}/house/1", {"answer": "yes"})
    assert gone.status_code == 409


async def test_who_asked_takes_it_back(house: House, own: Game) -> None:
    alice, _ = own.players
    await alice.go(f"{register(own)}/end", WHY)
    await alice.go("/admin/consents/1", {"answer": "no", "key": own.key})
    assert await of_match(house, own, "asks") == (0,)


async def test_what_was_meant_for_a_moment_is_void_with_the_next_move(
    house: House, ada: Visitor, own: Game
) -> None:
    alice, _ = own.players
    await alice.go(f"{register(own)}/force")
    await own.advance(1)
    version = await own.version()
    tried = await ada.submit("/admin/consents/1", {"answer": "yes", "key": own.key})
    assert tried.status_code == 422
    assert await own.version() == version
    assert await of_match(house, own, "asks") == (0,)


async def test_what_cannot_be_done_any_more_is_void(house: House, ada: Visitor, own: Game) -> None:
    alice, _ = own.players
    await alice.go(f"{register(own)}/pause")
    await ada.go(f"{register(own)}/end", WHY)
    tried = await ada.submit("/admin/consents/1", {"answer": "yes", "key": own.key})
    assert tried.status_code == 422
    assert await of_match(house, own, "asks") == (0,)


async def test_nobody_is_asked_for_longer_than_a_week(house: House, own: Game) -> None:
    alice, bob = own.players
    await alice.go(f"{register(own)}/end", WHY)
    async with house.engine.begin() as connection:
        assert await too_old(connection) == []
        past = datetime.now(UTC) - STANDS - timedelta(minutes=1)
        await connection.execute(text("UPDATE consent SET at = :past"), {"past": past})
        assert await too_old(connection) == [1]
    assert (await bob.submit(f"{own.url}/house/1", {"answer": "yes"})).status_code == 409
    await make_void(tools(house), 1)
    assert await of_match(house, own, "state, asks") == ("running", 0)


async def test_a_promoted_admin_who_sits_down_has_no_power_there(
    house: House, own: Game, ada: Visitor
) -> None:
    number = await number_of(house, "Bob")
    assert (await ada.submit(f"/admin/people/{number}/promote")).status_code == 422


async def test_who_became_an_admin_since_decides_nothing(
    house: House, own: Game, berthe: Visitor
) -> None:
    alice, _ = own.players
    await alice.go(f"{register(own)}/end", WHY)
    await alice.go(f"/admin/people/{await number_of(house, 'Berthe')}/promote")
    tried = await berthe.submit("/admin/consents/1", {"answer": "yes", "key": own.key})
    assert (tried.status_code, "after this was asked" in tried.text) == (422, True)
    assert await of_match(house, own, "state, asks") == ("running", 1)


async def test_an_open_match_of_his_own_is_deleted_with_consent(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    key = await open_table(await with_account(alice), public="1")
    await bob.go(f"/m/{key}/join")
    await make_admin(house, alice)
    await alice.go(f"/admin/matches/{key}/delete", WHY)
    assert f'href="/m/{key}/house"' in await bob.see(f"/m/{key}")
    await bob.go(f"/m/{key}/house/1", {"answer": "yes"})
    assert (await bob.get(f"/m/{key}")).status_code == 404
