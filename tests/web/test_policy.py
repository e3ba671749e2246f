"""Each route is for those whom the table of policies names, and nobody else changes anything."""

from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.db import metadata
from app.web.house import House
from tests.web.people import Visitor, begin
from tests.web.policy import DOORS, Door, For, doors, filled, routes_of

UNCOUNTED = ("session", "rate", "heartbeat", "presence", "meter")
"""Tables that change by coming and going alone."""

NOTHING_TO_DO = {"/m/{key}/leave", "/m/{key}/decline", "/m/{key}/table/back"}
"""Forms that go on without a word when what they ask for is so already."""


async def test_every_route_has_its_line(app: FastAPI) -> None:
    there = {f"{method} {path}" for method, path in routes_of(app)}
    assert there - set(DOORS) == set(), "say in tests/web/policy.py for whom these are"
    assert set(DOORS) - there == set(), "these are no more"


async def everything_kept(house: House) -> dict[str, str]:
    """A digest of every table. Guests who have just come are left out: they change nothing."""
    names = [name for name in metadata.tables if name not in UNCOUNTED]
    rows = "SELECT '{0}', md5(string_agg(t::text, '|' ORDER BY t::text)) FROM {0} AS t{1}"
    seated = " WHERE password IS NOT NULL OR id IN (SELECT person_id FROM seat)"
    query = " UNION ALL ".join(rows.format(n, seated if n == "person" else "") for n in names)
    async with house.engine.connect() as connection:
        return {str(name): str(digest) for name, digest in await connection.execute(text(query))}


async def send(visitor: Visitor, path: str, door: Door) -> int:
    """The status of the door's form, sent as it is."""
    if path.startswith("/api/"):
        return (await visitor.post(path, json=dict(door.form))).status_code
    return (await visitor.submit(path, door.form)).status_code


@pytest.mark.parametrize("public", ["1", ""])
async def test_nobody_else_changes_a_match(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor, public: str
) -> None:
    game = await begin(house, alice, bob, public=public)
    for_table = (For.SEATED, For.HOST) if public else (For.SEATED, For.HOST, For.READER)
    for path, door in doors("POST", *for_table):
        before = await everything_kept(house)
        for visitor in (charlie, nobody):
            status = await send(visitor, filled(path, key=game.key), door)
            asked_who = visitor is nobody and status in {303, 401}
            assert asked_who or path in NOTHING_TO_DO or 400 <= status < 500, (
                path,
                visitor.name,
                status,
            )
            if not public:
                missing = await send(visitor, filled(path, key="x" * len(game.key)), door)
                assert status == missing, (path, visitor.name, status, missing)
        assert await everything_kept(house) == before, path


async def test_who_is_not_the_host_cannot_do_as_one(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await begin(house, alice, bob)
    for path, door in doors("POST", For.HOST):
        before = await everything_kept(house)
        status = await send(bob, filled(path, key=game.key), door)
        assert 400 <= status < 500, (path, status)
        assert await everything_kept(house) == before, path


async def test_a_private_match_is_not_there_for_others(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    game = await begin(house, alice, bob)
    for path, door in doors("GET", For.READER, For.PLAYER, For.HOST):
        for way in door.ways:
            for visitor in (charlie, nobody):
                there = await visitor.get(filled(path, key=game.key) + way)
                missing = await visitor.get(filled(path, key="x" * len(game.key)) + way)
                asked_who = visitor is nobody and is_asked(there)
                assert asked_who or there.status_code == 404, (path, there.status_code)
                assert there.status_code == missing.status_code, path
                assert told(there.text, game.key) == told(missing.text, "x" * len(game.key)), path


def told(body: str, key: str) -> str:
    """Without the address that was asked for."""
    return body.replace(key, "KEY")


async def test_the_house_is_run_by_admins_alone(
    house: House, alice: Visitor, nobody: Visitor, charlie: Visitor
) -> None:
    await charlie.go("/account", {"name": "Charlie", "password": "longer than short"})
    await charlie.see("/matches")
    number = await number_of(house, "Alice")
    for method in ("GET", "POST"):
        for path, door in doors(method, For.ADMIN):
            url = filled(path, number=str(number), key="x" * 8)
            before = await everything_kept(house)
            for visitor in (alice, charlie, nobody):
                status = (
                    (await visitor.get(url)).status_code
                    if method == "GET"
                    else await send(visitor, url, door)
                )
                refused = {303, 401} if visitor is nobody else {403, 404}
                assert status in refused, (method, path, visitor.name, status)
            assert await everything_kept(house) == before, path


async def number_of(house: House, name: str) -> int:
    """A person's number in the database."""
    async with house.engine.connect() as connection:
        query = text("SELECT id FROM person WHERE name = :name")
        return int((await connection.execute(query, {"name": name})).scalar_one())


async def test_who_has_no_session_is_asked_who_he_is(nobody: Visitor) -> None:
    for path, _ in doors("GET", For.PERSON):
        answer = await nobody.get(path, headers={"accept": "text/html"})
        assert is_asked(answer), (path, answer.status_code)


def is_asked(answer: httpx.Response) -> bool:
    """Whether one is asked first who one is."""
    to_the_door = answer.headers.get("location", "").startswith("/sign-in?next=/")
    return answer.status_code == 401 or to_the_door


async def test_what_is_for_players_is_not_for_those_who_watch(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    game = await begin(house, alice, bob, public="1")
    for path, door in doors("GET", For.PLAYER, For.HOST):
        for way in door.ways:
            url = filled(path, key=game.key) + way
            for visitor in (charlie, *((bob,) if door.who is For.HOST else ())):
                answer = await visitor.get(url)
                back = answer.headers.get("location") == game.url
                assert back or answer.status_code in {403, 404}, (path, visitor.name)
            assert is_asked(await nobody.get(url)), path


async def test_a_wrong_word_opens_nothing(house: House, charlie: Visitor, nobody: Visitor) -> None:
    before = await everything_kept(house)
    for path, _ in doors("GET", For.HOLDER):
        for visitor in (charlie, nobody):
            status = (await visitor.get(filled(path))).status_code
            assert status in {404, 410}, (path, visitor.name, status)
    for path, door in doors("POST", For.HOLDER):
        for visitor in (charlie, nobody):
            status = await send(visitor, filled(path), door)
            asked = visitor is nobody and status == 303
            assert asked or status in {404, 410}, (path, visitor.name, status)
    assert await everything_kept(house) == before
