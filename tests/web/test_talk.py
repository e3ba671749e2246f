"""Talk on pages and by the API: who reads and says what, with forms alone and with htmx."""

from __future__ import annotations

import asyncio
import re

import pytest
from sqlalchemy import text

from app.web.house import House
from tests.web.people import HTMX, Game, Visitor, begin, invitation, open_table

STATE = re.compile(
    r'id="talk-state" hidden data-stir="(\d+)" data-line="(\d+)" data-place="([\w-]+)"'
)
END = text(
    "UPDATE match SET state = 'finished', version = version + 1, finished = now(),"
    """ result = '["K10","Over",[0],[1,0]]'"""
)


@pytest.fixture
async def public(house: House, alice: Visitor, bob: Visitor) -> Game:
    """A public match of Alice and Bob that has begun."""
    return await begin(house, alice, bob, public="1")


def shows(body: str) -> dict[str, str]:
    """The header that a page of that body sends."""
    found = STATE.search(body)
    assert found
    return {"shown-talk": ".".join(found.groups())}


async def say(visitor: Visitor, game: Game, words: str) -> None:
    to = await visitor.go(f"{game.url}/talk", {"line": words})
    assert to == f"{game.url}/talk#speak"


@pytest.mark.parametrize("kind", ["kasl", "kingsburg", "france"])
async def test_every_game_has_a_tab_for_talk(
    house: House, alice: Visitor, bob: Visitor, kind: str
) -> None:
    to = await alice.go("/new", {"game": kind, "seats": "2"})
    await bob.go(f"/j/{await invitation(alice, to.removeprefix('/m/'))}")
    await alice.go(f"{to}/start")
    await alice.go(f"{to}/talk", {"line": "Well met."})
    for visitor, unread in ((alice, False), (bob, True)):
        body = await visitor.see(to)
        assert 'id="tab-talk"' in body
        panel = body.split('id="panel-talk"')[1]
        assert "Well met." in panel
        assert ("1 unread" in panel) == unread


async def test_the_waiting_room_talks_and_its_words_stay(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    key = await open_table(alice)
    await alice.go(f"/m/{key}/talk", {"line": "Come in."})
    await bob.go(f"/j/{await invitation(alice, key)}")
    assert "Come in." in await bob.see(f"/m/{key}")
    assert 'role="log"' in await bob.see(f"/m/{key}")
    await alice.go(f"/m/{key}/start")
    assert "Come in." in await bob.see(f"/m/{key}")


async def test_talk_goes_on_after_the_end(
    house: House, public: Game, alice: Visitor, charlie: Visitor
) -> None:
    await say(charlie, public, "Poor Bob.")
    assert "Poor Bob." not in await alice.see(public.url)
    async with house.engine.begin() as connection:
        await connection.execute(END)
    await say(alice, public, "Well played.")
    body = await alice.see(public.url)
    assert "Poor Bob." in body
    assert "Well played." in body
    assert re.search(r'id="talk-state"[^>]* hx-get="/m/\w+/live', body), "news after the end"


async def test_at_the_end_an_open_page_hears_what_the_gallery_had_said(
    house: House, public: Game, alice: Visitor, charlie: Visitor
) -> None:
    await say(charlie, public, "Poor Bob.")
    before = await alice.see(public.url)
    async with house.engine.begin() as connection:
        await connection.execute(END)
    headers = {**HTMX, **shows(before)}
    update = (await alice.get(f"{public.url}/live?v=0.0.en", headers=headers)).text
    lines = update.split('hx-target="#talk-lines" hx-swap="innerHTML"')[1]
    assert "Poor Bob." in lines.split("</hx-partial>")[0]
    assert re.search(r'id="talk-state"[^>]* hx-get="/m/\w+/live', update), "it asks for more"


async def test_a_held_poll_brings_the_line_and_keeps_the_version(
    game: Game, alice: Visitor, bob: Visitor
) -> None:
    before, version = await bob.get(game.url), await game.version()
    tag = before.headers["hx-ptag"]
    headers = {**HTMX, **shows(before.text), "hx-ptag": tag, "shown-version": str(version)}
    held = asyncio.create_task(bob.get(f"{game.url}/live?v={tag}", headers=headers))
    await asyncio.sleep(0.1)
    assert not held.done()
    await say(alice, game, "Your move.")
    answer = await asyncio.wait_for(held, 2)
    assert answer.status_code == 200
    assert '<hx-partial hx-target="#talk-lines" hx-swap="beforeend">' in answer.text
    assert "Your move." in answer.text
    assert await game.version() == version


async def test_a_move_that_was_asked_before_the_talk_is_not_stale(game: Game) -> None:
    mover, other = await game.asked(), await game.other()
    option, version = await game.option(), await game.version()
    await say(other, game, "Hurry up.")
    played = await mover.play(game, option, version)
    assert played.status_code == 303, played.text[-500:]


async def test_an_update_without_new_talk_carries_none_and_asks_for_none(
    house: House, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await game.asked()
    await say(mover, game, "Here I come.")
    headers = {**HTMX, **shows(await mover.see(game.url))}

    async def unasked(*_: object) -> None:
        raise AssertionError("a move must not read the talk")

    monkeypatch.setattr(house.talks, "hear", unasked)
    played = await mover.play(game, await game.option(), await game.version(), headers=headers)
    assert played.status_code == 200
    assert "talk-lines" not in played.text


async def test_a_line_by_htmx_comes_back_at_once_and_a_bad_one_with_a_word(
    game: Game, alice: Visitor
) -> None:
    headers = {**HTMX, **shows(await alice.see(game.url))}
    answer = await alice.submit(f"{game.url}/talk", {"line": "Hello"}, headers)
    assert answer.status_code == 200
    assert "Hello" in answer.text
    answer = await alice.submit(f"{game.url}/talk", {"line": "x" * 1001}, headers)
    assert answer.status_code == 422
    assert "at most 1000 characters" in answer.text
    plain = await alice.submit(f"{game.url}/talk", {"line": "y" * 1001})
    assert plain.status_code == 422
    assert "y" * 1001 in plain.text, "what was typed stays in its form"


async def test_text_is_text_and_links_are_links(game: Game, alice: Visitor, bob: Visitor) -> None:
    words = "<b>No</b> javascript:alert(1) see (https://example.org/a?b=1&c=(2)). http://x.test!"
    await say(alice, game, words)
    body = await bob.see(game.url)
    assert "&lt;b&gt;No&lt;/b&gt; javascript:alert(1)" in body
    rel = 'target="_blank" rel="noopener noreferrer nofollow ugc"'
    assert f'<a href="https://example.org/a?b=1&amp;c=(2)" {rel}>' in body
    assert f'<a href="http://x.test" {rel}>http://x.test</a>!' in body
    assert 'href="javascript' not in body


async def test_deleting(game: Game, alice: Visitor, bob: Visitor) -> None:
    await say(alice, game, "Regret")
    body = await alice.see(game.url)
    line = re.search(r'id="talk-(\d+)"', body)
    assert line
    delete = f"{game.url}/talk/delete"
    seen = shows(await bob.see(game.url))
    assert f'action="{delete}"' not in await bob.see(game.url)
    assert (await bob.submit(delete, {"line": line.group(1)})).status_code == 403
    await alice.go(delete, {"line": line.group(1)})
    assert "Regret" not in await bob.see(game.url)
    update = await bob.get(f"{game.url}/live?v=0.1.en", headers={**HTMX, **seen})
    assert f'hx-target="#talk-{line.group(1)}" hx-swap="outerMorph"' in update.text
    for nonsense in ("", "x", "9" * 15, "9" * 40, "-1"):
        assert (await alice.submit(delete, {"line": nonsense})).status_code == 403


async def test_read_marks_and_mute(game: Game, alice: Visitor, bob: Visitor) -> None:
    await say(alice, game, "One")
    body = await bob.see(game.url)
    assert re.search(r'<b id="talk-count">1<', body)
    await bob.go(f"{game.url}/talk/read", {"up_to": shows(body)["shown-talk"].split(".")[1]})
    assert '<b id="talk-count" hidden>0<' in await bob.see(game.url)
    await bob.go(f"{game.url}/talk/mute", {"muted": "1"})
    await say(alice, game, "Two")
    body = await bob.see(game.url)
    assert '<b id="talk-count" hidden>0<' in body
    assert 'aria-live="off"' in body
    await bob.go(f"{game.url}/talk/mute", {"muted": "0"})
    assert re.search(r'<b id="talk-count">1<', await bob.see(game.url))
    for nonsense in ("", "x", "9" * 40):
        await bob.go(f"{game.url}/talk/read", {"up_to": nonsense})


async def test_who_is_not_known_gives_a_name_to_talk(public: Game, nobody: Visitor) -> None:
    assert 'name="name"' in (await nobody.see(public.url)).split('id="speak"')[1]
    nameless = await nobody.submit(f"{public.url}/talk", {"line": "Hi", "name": ""})
    assert nameless.status_code == 422
    await nobody.go(f"{public.url}/talk", {"line": "Hi", "name": "Dora"})
    body = await nobody.see(f"{public.url}/talk")
    assert "Dora" in body
    assert "The players read this when the match is over." in body


async def test_notes_and_the_gallery_are_never_told(
    house: House, public: Game, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    note, secret = "Zanzibar", "Timbuktu"
    for visitor, words in ((alice, note), (charlie, note + "2")):
        await visitor.see(public.url)
        await visitor.go(f"{public.url}/notes", {"note": words})
    await say(charlie, public, secret)
    assert note in await alice.see(public.url)
    assert secret in await nobody.see(public.url)
    assert secret in await everything(nobody, public)
    for player in (alice, bob):
        assert secret not in await everything(player, public)
    for other in (bob, nobody):
        assert note not in await everything(other, public)
    assert note + "2" not in await everything(alice, public)
    async with house.engine.connect() as connection:
        rows = await connection.execute(text("SELECT note FROM listener WHERE note IS NOT NULL"))
        assert len(rows.all()) == 2


async def everything(visitor: Visitor, game: Game) -> str:
    """All bodies in which talk or notes may be, of every kind."""
    api = f"/api/matches/{game.key}"
    ways = ["", "/talk", "/talk?before=999999", "?plain=1", "/live?v=0", "/at", "/at/1", "/log"]
    urls = [*(game.url + way for way in ways), api, f"{api}/talk", f"{api}/log"]
    places = ("running-", "running-0", "running-1", "finished-")
    known = [{**HTMX, "shown-talk": f"0.0.{place}"} for place in places]
    kinds: tuple[dict[str, str], ...] = ({}, HTMX, *known)
    bodies = []
    for url in urls:
        for kind in kinds:
            answer = await visitor.get(url, headers=kind, follow_redirects=True)
            bodies += [answer.text, str(answer.headers)]
    return "\n".join(bodies)


async def test_a_note_is_kept_in_the_background_too(game: Game, alice: Visitor) -> None:
    answer = await alice.submit(f"{game.url}/notes", {"note": "Bob bluffs"}, HTMX)
    assert "Kept." in answer.text
    long = await alice.submit(f"{game.url}/notes", {"note": "x" * 10_001}, HTMX)
    assert long.status_code == 422
    assert "at most" in long.text
    assert "Bob bluffs" in await alice.see(game.url)


async def test_strangers_have_no_business_at_a_private_match(
    game: Game, charlie: Visitor, nobody: Visitor
) -> None:
    for visitor in (charlie, nobody):
        assert (await visitor.get(f"{game.url}/talk")).status_code == 404
        form = {"line": "Hi", "name": "Eve"}
        assert (await visitor.submit(f"{game.url}/talk", form)).status_code == 404
    for deed in ("talk/delete", "talk/read", "talk/mute", "notes", "watch", "watch/close"):
        assert (await charlie.submit(f"{game.url}/{deed}")).status_code == 404


async def test_watching_by_a_link(
    game: Game, alice: Visitor, bob: Visitor, nobody: Visitor
) -> None:
    assert "Make a link for spectators" in await alice.see(game.url)
    assert "Make a link for spectators" not in await bob.see(game.url)
    assert (await bob.submit(f"{game.url}/watch")).status_code == 403
    await alice.go(f"{game.url}/watch")
    found = re.search(r"http://burgrave.test(/w/[\w-]{24})", await bob.see(game.url))
    assert found
    link = found.group(1)
    door = await nobody.get(link)
    assert door.headers["referrer-policy"] == "same-origin", "the link is told to no other site"
    assert "You may watch" in door.text
    assert (await nobody.submit(link, {"name": ""})).status_code == 422
    await nobody.go(link, {"name": "Wanda"})
    body = await nobody.see(game.url)
    assert link not in body
    assert "Say something to the other spectators" in body
    assert (await nobody.submit(f"{game.url}/play", {"action": "{}"})).status_code >= 400
    assert (await nobody.submit(f"{game.url}/join")).status_code == 404
    tag = (await nobody.get(game.url)).headers["hx-ptag"]
    held = asyncio.create_task(
        nobody.get(f"{game.url}/live?v={tag}", headers={**HTMX, "hx-ptag": tag})
    )
    await asyncio.sleep(0.2)
    assert not held.done(), "polls of watchers are held as those of others"
    await alice.go(f"{game.url}/watch/close")
    assert (await asyncio.wait_for(held, 2)).status_code == 404
    assert (await nobody.get(game.url)).status_code == 404
    assert (await nobody.get(link)).status_code == 404


async def test_the_waiting_room_offers_no_chair_to_who_came_by_the_spectators_link(
    alice: Visitor, charlie: Visitor
) -> None:
    key = await open_table(alice)
    await alice.go(f"/m/{key}/watch")
    found = re.search(r"(/w/[\w-]{24})", await alice.see(f"/m/{key}"))
    assert found
    assert await charlie.go(found.group(1)) == f"/m/{key}"
    body = await charlie.see(f"/m/{key}")
    assert "Sit down" not in body
    assert "invite-words" not in body


async def test_the_replay_shows_what_had_been_said_by_then(game: Game, alice: Visitor) -> None:
    await say(alice, game, "Early")
    early = await game.version() + 1
    await game.advance()
    await say(alice, game, "Late")
    await game.advance(2)
    then = await alice.see(f"{game.url}/at/{early}")
    assert "Early" in then
    assert "Late" not in then
    assert 'id="say-form"' not in then
    now = await alice.see(f"{game.url}/at/{await game.version()}")
    assert "Late" in now


async def test_programs_talk_too(public: Game, alice: Visitor, charlie: Visitor) -> None:
    api = f"/api/matches/{public.key}/talk"
    assert (await alice.post(api, json={"text": "Hello"})).status_code == 204
    assert (await charlie.post(api, json={"text": "Psst"})).status_code == 204
    [line] = (await alice.get(api)).json()
    assert (line["seat"], line["name"], line["text"]) == (0, "Alice", "Hello")
    assert [each["spectators"] for each in (await charlie.get(api)).json()] == [False, True]
    assert (await charlie.get(f"{api}?before={line['id']}")).json() == []


async def test_what_programs_may_not_say(game: Game, alice: Visitor, charlie: Visitor) -> None:
    api = f"/api/matches/{game.key}/talk"
    for body in ({"text": ""}, {"text": "x" * 1001}, {"text": "a", "seat": 1}, {}):
        assert (await alice.post(api, json=body)).status_code == 422, body
    foreign = {"origin": "http://elsewhere.test"}
    assert (await alice.post(api, json={"text": "Hi"}, headers=foreign)).status_code == 403
    assert (await charlie.post(api, json={"text": "Hi"})).status_code == 404
    assert (await charlie.get(api)).status_code == 404
    assert (await alice.get(api)).json() == []


async def test_who_talks_without_pause_is_told_to_wait(game: Game, alice: Visitor) -> None:
    for number in range(20):
        await say(alice, game, f"Line {number}")
    refused = await alice.submit(f"{game.url}/talk", {"line": "One more"})
    assert refused.status_code == 422
    assert "Wait a minute" in refused.text
