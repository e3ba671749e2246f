"""Live pages: held polls, answered from memory, woken by what happens."""

from __future__ import annotations

import asyncio
import time

import httpx
import pytest
from fastapi import FastAPI
from starlette.types import Message

from app.accounts import Person
from app.db.direct import autocommitting
from app.matches import MatchPage, OpenMatch
from app.matches.stir import stir
from app.web.house import House
from tests.web.people import HTMX, Game, Visitor, begin, invitation, open_table

HALF_A_SECOND = 0.5
MANY = 300


async def tag_of(visitor: Visitor, url: str) -> str:
    """The tag of the page as it is now."""
    return (await visitor.get(url)).headers["hx-ptag"]


def poll(visitor: Visitor, url: str, tag: str, hold: bool = True) -> asyncio.Task[httpx.Response]:
    """A poll as htmx sends it."""
    headers = {**HTMX, "hx-ptag": tag}
    end = "" if hold else "&hold=0"
    return asyncio.create_task(visitor.get(f"{url}/live?v={tag}{end}", headers=headers))


@pytest.fixture
def asked(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the matches that are read from the database, in order."""
    keys: list[str] = []
    look = house.matches.look

    async def counted(
        key: str, person: Person | None, invite: str | None = None
    ) -> MatchPage | OpenMatch:
        keys.append(key)
        return await look(key, person, invite)

    monkeypatch.setattr(house.matches, "look", counted)
    return keys


async def test_a_poll_with_nothing_new_is_answered_from_memory(
    game: Game, asked: list[str]
) -> None:
    tag = await tag_of(game.players[0], game.url)
    asked.clear()
    for _ in range(3):
        answer = await poll(game.players[0], game.url, tag, hold=False)
        assert answer.status_code == 304
        assert answer.headers["hx-ptag"] == tag
        assert answer.content == b""
    assert asked == []


async def test_a_poll_is_held_until_the_opponent_moves(game: Game) -> None:
    mover, other = await game.asked(), await game.other()
    held = poll(other, game.url, await tag_of(other, game.url))
    await asyncio.sleep(0.3)
    assert not held.done()
    await mover.play(game, await game.option(), await game.version())
    moved = time.monotonic()
    answer = await held
    assert time.monotonic() - moved < HALF_A_SECOND
    assert answer.status_code == 200
    assert answer.headers["hx-ptag"].startswith(f"{await game.version()}.")
    assert "<html" not in answer.text


async def test_a_stir_at_the_table_wakes_the_polls_and_makes_no_move_stale(
    house: House, game: Game
) -> None:
    mover, other = await game.asked(), await game.other()
    option, version = await game.option(), await game.version()
    held = poll(other, game.url, await tag_of(other, game.url))
    await asyncio.sleep(0.1)
    reader = await game.house.sessions.find(mover.cookies["burgrave"])
    assert reader
    match = (await house.matches.glance(game.key, reader.person)).id
    async with autocommitting(house.engine) as driver:
        await stir(driver, match)
        number = await stir(driver, match)
    house.matches.herald.tell_stir(match, number)
    answer = await held
    assert answer.status_code == 200
    assert answer.headers["hx-ptag"].startswith(f"{version}~2.")
    assert await game.version() == version
    assert (await mover.play(game, option, version)).status_code in {200, 303}


async def test_a_poll_of_an_old_page_is_answered_at_once(game: Game) -> None:
    other = await game.other()
    tag = await tag_of(other, game.url)
    await game.advance()
    assert (await poll(other, game.url, tag)).status_code == 200


async def test_held_polls_need_no_database(house: House, game: Game) -> None:
    mover, other = await game.asked(), await game.other()
    tag = await tag_of(other, game.url)
    held = [poll(other, game.url, tag) for _ in range(MANY)]
    await asyncio.sleep(0.5)
    assert not any(task.done() for task in held)
    assert house.engine.sync_engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    await mover.play(game, await game.option(), await game.version())
    answers = await asyncio.gather(*held)
    assert {answer.status_code for answer in answers} == {200}


async def test_a_client_that_leaves_frees_its_poll(game: Game) -> None:
    other = await game.other()
    tag = await tag_of(other, game.url)
    live = game.house.live
    known = live.find(game.key, await _id(other, game))
    assert known

    async def leave() -> Message:
        return {"type": "http.disconnect"}

    started = time.monotonic()
    assert tag
    assert await live.hold(known[0], leave) is False
    assert time.monotonic() - started < 1
    await asyncio.sleep(0.01)
    assert not known[0].changed._waiters


async def _id(visitor: Visitor, game: Game) -> int:
    session = await game.house.sessions.find(visitor.cookies["burgrave"])
    assert session
    return session.person.id


async def test_held_polls_are_let_go_when_the_server_stops(app: FastAPI, game: Game) -> None:
    other = await game.other()
    held = poll(other, game.url, await tag_of(other, game.url))
    await asyncio.sleep(0.1)
    app.state.closing.set()
    assert (await asyncio.wait_for(held, 1)).status_code == 304


async def test_memory_is_forgotten_when_notices_were_missed(game: Game, asked: list[str]) -> None:
    other = await game.other()
    tag = await tag_of(other, game.url)
    game.house.live.hear(None)
    asked.clear()
    assert (await poll(other, game.url, tag, hold=False)).status_code == 304
    assert asked == [game.key]


async def test_after_a_gap_matches_are_woken_by_and_by(
    house: House, alice: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.live.WOKEN_AT_ONCE", 1)
    monkeypatch.setattr("app.web.live.WAKING_SECONDS", 0.05)
    games = [await begin(house, alice, bob) for _ in range(3)]
    for game in games:
        await alice.see(game.url)
    entries = list(house.live._entries.values())
    house.live.hear(None)
    assert [entry.changed.is_set() for entry in entries].count(True) == 1
    await asyncio.wait_for(asyncio.gather(*(entry.changed.wait() for entry in entries)), 5)
    assert len(entries) == 3


async def test_memory_is_asked_no_more_when_it_is_old(
    game: Game, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await game.other()
    tag = await tag_of(other, game.url)
    monkeypatch.setattr("app.web.live.FRESH_SECONDS", 0.0)
    asked.clear()
    assert (await poll(other, game.url, tag, hold=False)).status_code == 304
    assert asked == [game.key]


async def test_a_page_read_before_a_notice_is_not_remembered(game: Game) -> None:
    live, other = game.house.live, await game.other()
    session = await game.house.sessions.find(other.cookies["burgrave"])
    assert session
    mark = live.mark()
    page = await game.house.matches.look(game.key, session.person)
    await game.advance()
    await asyncio.sleep(0.3)
    live.remember(mark, page, session.person.id)
    assert live.find(game.key, session.person.id) is None


async def test_a_strangers_poll_is_told_nothing(game: Game, charlie: Visitor) -> None:
    tag = await tag_of(game.players[0], game.url)
    for guess in (tag, tag.replace(".0.", ".-.")):
        assert (await poll(charlie, game.url, guess, hold=False)).status_code == 404


async def test_the_waiting_room_is_live(alice: Visitor, bob: Visitor) -> None:
    key = await open_table(alice)
    url = f"/m/{key}"
    words = await invitation(alice, key)
    held = poll(alice, url, await tag_of(alice, url))
    await bob.go(f"/j/{words}")
    joined = await held
    assert "Bob" in joined.text
    assert "<html" not in joined.text
    held = poll(bob, url, await tag_of(bob, url))
    await asyncio.sleep(0.1)
    await alice.go(f"{url}/start")
    assert (await held).headers["hx-refresh"] == "true"


async def test_the_memory_is_bounded(house: House, game: Game) -> None:
    live = house.live
    for number in range(20_001):
        live.hear(f"{number + 1_000_000}:1")
    assert len(live._heard) <= 10_000
    assert await game.players[0].see(game.url)
