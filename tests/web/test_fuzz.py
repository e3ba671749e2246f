"""Whatever is sent to whatever route: an answer, never a 5xx; the refused changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from itertools import cycle, islice
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.web import rates
from app.web.flood import Flood
from app.web.house import House
from tests.web.france import realm as france_tables
from tests.web.people import HTMX, Game, Visitor, begin, invitation, open_table
from tests.web.policy import FILLED, Door, For, doors
from tests.web.test_policy import everything_kept

SCRIPT = "<script>alert(1)</script>"
TEXTS = (
    "", " ", "\0", "-1", "0", "1", "²", "٣", "1.5", "1e999", "9" * 400, "2147483648",
    "9223372036854775808", "\u202ex", "x" * 3000, "𝕏" * 50, SCRIPT, "../../etc/passwd", "%00",
    "x\r\nset-cookie: a=b", "'; DROP TABLE match; --", "{{ 7 * 7 }}", "null", "[]", "{}",
    '{"type": "EndTurn"}', "[" * 500, "https://evil.test/", "//evil.test", "\\evil",
)  # fmt: skip
"""For a field, or a place in an address."""
VALUES: tuple[object, ...] = (
    None, True, 0, -1, 1.5, 10**30, "", "\0", "x" * 3000, [], {}, [[[[[[]]]]]], {"a": {"b": {}}},
    ["x"] * 300,
)  # fmt: skip
"""For a field of JSON."""
FORM = "application/x-www-form-urlencoded"
BODIES: tuple[tuple[str, bytes], ...] = (
    (FORM, b"\xff\xfe=\xff"),
    (FORM, b"a=%ED%A0%80&a=%FF"),
    (FORM, b"&&==&=a&a" + b"&b=1" * 600),
    (FORM, b"a.b.c.d.e.f.g=1&a=2&a.b=3&[]=4&.=5"),
    ("multipart/form-data; boundary=x", b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n'),
    ("multipart/form-data", b"--x--"),
    ("application/json", b"[" * 50_000),
    ("application/json", b'{"action": "\\ud800", "version": 1e999}'),
    ("application/json; charset=utf-16", b"\xff\xfe{}"),
    ("text/xml", b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    ("", b"a"),
)  # fmt: skip
UNTRIED = (
    "/sign-out",
    "/account/sessions/end-others",
    "/m/{key}/leave",
    "/m/{key}/table/concede",
    "/m/{key}/table/leave",
)
"""They take any form, and whoever sent it would be gone."""


@pytest.fixture(autouse=True)
def as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit stands in the way."""

    async def let_through(*_: object) -> None:
        return None

    monkeypatch.setattr(rates, "take", let_through)
    monkeypatch.setattr(Flood, "take", lambda *_: None)


class FieldsFound(HTMLParser):
    """The names of the fields of each form on a page, by the form's address."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, set[str]] = {}
        self._form = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form begins, or has a field."""
        given = dict(attrs)
        if tag == "form":
            self._form = given.get("action") or ""
        name = given.get("name")
        if name and tag in {"input", "select", "textarea", "button"}:
            action = given.get("formaction") or self._form
            self.fields.setdefault(action.partition("?")[0], set()).add(name)


async def fields_of(visitor: Visitor, pages: list[str]) -> dict[str, set[str]]:
    """What the forms of these pages send."""
    found = FieldsFound()
    for page in pages:
        answer = await visitor.get(page)
        found.feed(answer.text)
    return found.fields


def is_well(answer: httpx.Response, what: object) -> None:
    """An answer, whatever it says, that carries nothing of what was sent as a page's own."""
    assert answer.status_code < 500, (what, answer.status_code, answer.text[-500:])
    assert SCRIPT not in answer.text or "text/html" not in answer.headers["content-type"], what
    assert "a" not in answer.cookies, what
    assert "evil" not in answer.headers.get("location", "").partition("?")[0], what


def forms_with(
    fields: Mapping[str, str], texts: tuple[str, ...]
) -> Iterator[dict[str, str | list[str]]]:
    """The form with one or all of its fields wrong, missing, twice, or nested."""
    for value in texts:
        yield dict.fromkeys(fields, value)
    values = cycle(texts)
    for name in fields:
        for value in islice(values, 3):
            yield {**fields, name: value}
        yield {other: value for other, value in fields.items() if other != name}
        yield {**fields, name: [fields[name], "x", ""]}
        yield {**fields, f"{name}.a.b": "1"}


def addresses(path: str, places: Mapping[str, str], texts: tuple[str, ...]) -> Iterator[str]:
    """The path with one of its places wrong."""
    for name in places:
        if f"{{{name}}}" in path:
            for value in texts:
                yield path.format(**{**places, name: quote(value, safe="") or "%20"})
    yield path.format(**places) + "/" + quote("\0", safe="")


class Fuzz:
    """Everything to every route of some, as one visitor at one match."""

    def __init__(
        self, house: House, visitor: Visitor, places: Mapping[str, str], every: int = 1
    ) -> None:
        """`every`: of the texts only each second, third, …"""
        self.house, self.visitor, self.texts = house, visitor, TEXTS[::every]
        self.places = {**FILLED, **places}

    async def look(self, path: str, door: Door) -> None:
        """Wrong addresses and wrong queries of a page."""
        for url in addresses(path, self.places, self.texts):
            is_well(await self.visitor.get(url, params={"hold": "0"}), url)
        url = path.format(**self.places)
        asked = set(re.findall(r"(\w+)=", "".join(door.ways))) | {
            "next",
            "page",
            "game",
            "n",
            "as",
            "q",
        }
        kinds = cycle(({}, {**HTMX, "hx-ptag": "x", "shown-version": "x"}))
        for value, headers in zip(self.texts, kinds, strict=False):
            query = {**dict.fromkeys(asked - {"hold"}, value), "hold": "0"}
            is_well(await self.visitor.get(url, params=query, headers=headers), (url, value))

    async def send(self, path: str, door: Door, found: Mapping[str, set[str]]) -> None:
        """Wrong forms, bodies and addresses of a form; if all were refused, nothing changed."""
        url = path.format(**self.places)
        fields = {**dict.fromkeys(found.get(url, ()), "1"), **door.form}
        fields.pop("csrf", None)
        before, taken = await everything_kept(self.house), False
        for answer in [*await self._forms(url, path, fields), *await self._bodies(url)]:
            taken |= answer.status_code < 400
        for wrong in addresses(path, self.places, self.texts):
            answer = await self.visitor.submit(wrong, fields)
            is_well(answer, wrong)
            taken |= answer.status_code < 400
        assert taken or await everything_kept(self.house) == before, path

    async def _forms(self, url: str, path: str, fields: Mapping[str, str]) -> list[httpx.Response]:
        answers: list[httpx.Response] = []
        if path.startswith("/api/"):
            bodies: list[Any] = [dict.fromkeys(fields, value) for value in VALUES]
            bodies += [{**fields, name: value} for name in fields for value in VALUES]
            answers += [await self._checked(url, body, json=body) for body in [*bodies, *VALUES]]
        else:
            for form in forms_with(fields, self.texts):
                data = {"csrf": self.visitor.csrf, **form}
                answers.append(await self._checked(url, form, data=data))
        return answers

    async def _bodies(self, url: str) -> list[httpx.Response]:
        token = {"x-csrf-token": self.visitor.csrf}
        return [
            await self._checked(url, body, content=body, headers={**token, "content-type": kind})
            for kind, body in BODIES
        ]

    async def _checked(self, url: str, what: object, **sent: Any) -> httpx.Response:
        answer = await self.visitor.post(url, **sent)
        is_well(answer, (url, what))
        return answer


PAGES_WITH_FORMS = (
    "/",
    "/new",
    "/matches",
    "/account",
    "/account/notices",
    "/notices",
    "/sign-in",
    "/sign-up",
)


async def test_the_house_withstands_everything(house: House, alice: Visitor) -> None:
    fuzz = Fuzz(house, alice, {"key": await open_table(alice)}, every=2)
    found = await fields_of(alice, list(PAGES_WITH_FORMS))
    for path, door in doors("GET", For.ANYBODY, For.PERSON, For.HOLDER):
        await fuzz.look(path, door)
    for path, door in doors("POST", For.ANYBODY, For.PERSON, For.HOLDER):
        if path not in UNTRIED:
            await fuzz.send(path, door, found)


@pytest.mark.parametrize(("name", "every"), [("kasl", 2), ("france", 3), ("kingsburg", 5)])
async def test_a_match_withstands_everything(
    house: House, alice: Visitor, bob: Visitor, name: str, every: int
) -> None:
    game = await a_match(house, name, alice, bob)
    await alice.see(game.url)
    fuzz = Fuzz(house, alice, {"key": game.key, "number": "1"}, every)
    pages = ("", "?plain=1", "/talk", "/table", "/at/1", "/hooks")
    found = await fields_of(alice, [game.url + page for page in pages])
    for path, door in doors("GET", For.READER, For.PLAYER, For.HOST):
        await fuzz.look(path, door)
    for path, door in doors("POST", For.READER, For.SEATED, For.HOST):
        if path not in UNTRIED:
            await fuzz.send(path, door, found)


async def a_match(house: House, name: str, alice: Visitor, bob: Visitor) -> Game:
    """One that runs."""
    if name == "france":
        return (await france_tables.begin(house, alice, bob)).game
    if name == "kasl":
        return await begin(house, alice, bob)
    key = (await alice.go("/new", {"game": name, "seats": "2"})).removeprefix("/m/")
    await bob.go(f"/j/{await invitation(alice, key)}")
    await alice.go(f"/m/{key}/start")
    return Game(house, key, alice, bob)


async def test_the_admins_pages_withstand_everything(
    app: FastAPI, house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await begin(house, bob, alice)
    await alice.go("/account", {"name": "Alice", "password": "longer than short"})
    async with house.engine.begin() as connection:
        await connection.execute(text("UPDATE person SET admin = true WHERE name = 'Alice'"))
        query = text("SELECT id FROM person WHERE name = 'Bob'")
        number = str((await connection.execute(query)).scalar_one())
    house.sessions.forget(None)
    await alice.see("/admin")
    fuzz = Fuzz(house, alice, {"key": game.key, "number": number}, every=2)
    pages = [path for path, _ in doors("GET", For.ADMIN)]
    found = await fields_of(alice, [page.format(**fuzz.places) for page in pages])
    for path, door in doors("GET", For.ADMIN):
        await fuzz.look(path, door)
    for path, door in doors("POST", For.ADMIN):
        await fuzz.send(path, door, found)
