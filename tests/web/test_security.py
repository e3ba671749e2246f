"""What protects the house whatever page is asked for: headers, cookies, sessions, bodies."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from starlette.types import Message

from app.accounts import passwords
from app.accounts.sessions import LIFETIME, LONGEST
from app.main import create_app
from app.settings import Settings
from app.web import gate
from app.web.house import House
from app.web.readers import SECURE_SESSION_COOKIE, SESSION_COOKIE
from tests.web.people import HTMX, Game, Visitor

PAGES = ("/", "/sign-in", "/matches", "/rules/kasl", "/nowhere", "/api/matches", "/static/none")
ACCOUNT = {"name": "Berthe", "password": "longer than short"}


@pytest.mark.parametrize("url", PAGES)
async def test_every_answer_is_closed_to_other_sites(nobody: Visitor, url: str) -> None:
    for headers in ({}, HTMX, {"accept": "application/json"}):
        given = (await nobody.get(url, headers=headers)).headers
        policy = dict(
            part.strip().split(" ", 1) for part in given["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["form-action"] == "'self'"
        assert "unsafe" not in given["content-security-policy"]
        assert given["x-content-type-options"] == "nosniff"
        assert given["referrer-policy"] == "same-origin"
        assert given["cross-origin-opener-policy"] == "same-origin"
        assert "camera=()" in given["permissions-policy"]
        assert "access-control-allow-origin" not in given
        assert "strict-transport-security" not in given


async def test_pages_with_persons_in_them_are_kept_by_no_cache(game: Game) -> None:
    for url in ("/", "/matches", "/account", game.url, f"{game.url}/live", f"{game.url}/log"):
        assert (await game.players[0].get(url)).headers["cache-control"] == "no-store", url


@pytest.fixture
async def over_tls(settings: Settings) -> AsyncIterator[FastAPI]:
    """The house behind a proxy that speaks TLS."""
    app = create_app(dataclasses.replace(settings, secure_cookies=True))
    async with app.router.lifespan_context(app):
        yield app


def cookie_of(answer: httpx.Response, name: str) -> list[str]:
    """The attributes of a cookie that the answer sets."""
    found = [c for c in answer.headers.get_list("set-cookie") if c.startswith(f"{name}=")]
    assert len(found) == 1, answer.headers
    return [part.strip() for part in found[0].split(";")[1:]]


async def test_the_sessions_cookie_is_out_of_reach(nobody: Visitor) -> None:
    answer = await nobody.submit("/guest", {"name": "Odo"})
    cookie = cookie_of(answer, SESSION_COOKIE)
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie)
    assert not any(part.startswith("Domain") for part in cookie)


async def test_over_tls_the_cookie_is_bound_to_it(over_tls: FastAPI) -> None:
    async with Visitor(over_tls, "Odo") as visitor:
        visitor.base_url = httpx.URL("https://burgrave.test")
        answer = await visitor.submit("/guest", {"name": "Odo"})
        assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie_of(answer, SECURE_SESSION_COOKIE))
        assert "Odo" in await visitor.see("/matches")
        assert "max-age=" in (await visitor.get("/")).headers["strict-transport-security"]
        token = visitor.cookies[SECURE_SESSION_COOKIE]
        answer = await visitor.submit("/sign-out")
        assert "Secure" in cookie_of(answer, SECURE_SESSION_COOKIE)
        assert visitor.cookies.get(SECURE_SESSION_COOKIE) is None
        visitor.cookies.set(SESSION_COOKIE, token)
        assert (await visitor.get("/matches")).status_code == 303


async def test_https_alone_makes_cookies_secure(app: FastAPI) -> None:
    async with Visitor(app, "Odo") as visitor:
        visitor.base_url = httpx.URL("https://burgrave.test")
        answer = await visitor.submit("/guest", {"name": "Odo"})
        assert "Secure" in cookie_of(answer, SECURE_SESSION_COOKIE)


async def test_an_unsecured_cookie_opens_nothing_over_tls(over_tls: FastAPI) -> None:
    async with Visitor(over_tls, "Odo") as visitor:
        visitor.base_url = httpx.URL("https://burgrave.test")
        await visitor.go("/guest", {"name": "Odo"})
        token = visitor.cookies[SECURE_SESSION_COOKIE]
        visitor.cookies.clear()
        visitor.cookies.set(SESSION_COOKIE, token)
        assert (await visitor.get("/matches")).status_code == 303


async def test_the_token_stands_in_the_database_as_a_digest_alone(
    house: House, alice: Visitor
) -> None:
    token = alice.cookies[SESSION_COOKIE]
    async with house.engine.connect() as connection:
        kept = (await connection.execute(text("SELECT CAST(session.* AS text) FROM session"))).all()
    assert len(kept) == 1
    assert token not in str(kept)
    assert token.encode().hex() not in str(kept)


async def test_a_guests_account_begins_a_new_session(alice: Visitor) -> None:
    before = alice.cookies[SESSION_COOKIE]
    await alice.go("/account", ACCOUNT)
    after = alice.cookies[SESSION_COOKIE]
    assert after != before
    alice.cookies.set(SESSION_COOKIE, before, domain="burgrave.test")
    assert (await alice.get("/matches")).status_code == 303


async def test_a_session_ends_when_it_is_not_used_and_after_a_year(
    house: House, alice: Visitor
) -> None:
    used = text("UPDATE session SET created = :created, used = :used, expires = :expires")
    now = datetime.now(UTC)
    left = timedelta(days=2)
    times = {"created": now - LONGEST + left, "used": now - left, "expires": now + left}
    async with house.engine.begin() as connection:
        await connection.execute(used, times)
    house.sessions.forget(None)
    await alice.see("/matches")
    async with house.engine.connect() as connection:
        expires = await connection.scalar(text("SELECT expires FROM session"))
    assert expires == times["created"] + LONGEST
    async with house.engine.begin() as connection:
        await connection.execute(used, times | {"expires": now - timedelta(seconds=1)})
    house.sessions.forget(None)
    assert (await alice.get("/matches")).status_code == 303
    assert LIFETIME < LONGEST


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.test"},
        {"origin": "null"},
        {"origin": "http://burgrave.test.evil.test"},
    ],
)
async def test_forms_of_other_sites_are_not_taken(
    nobody: Visitor, game: Game, headers: dict[str, str]
) -> None:
    assert (await nobody.submit("/guest", {"name": "Odo"}, headers)).status_code == 403
    player, option, version = await game.asked(), await game.option(), await game.version()
    assert (await player.play(game, option, version, headers=headers)).status_code == 403
    body = {"action": option, "version": version, "key": "0" * 32}
    sent = await player.post(f"/api/matches/{game.key}/play", json=body, headers=headers)
    assert sent.status_code == 403
    assert await game.version() == version


async def test_a_form_without_its_token_is_not_taken(alice: Visitor, bob: Visitor) -> None:
    for token in ("", bob.csrf, alice.csrf[:-1], "é"):
        assert (await alice.submit("/theme", {"theme": "dark", "csrf": token})).status_code == 403
    assert (await alice.submit("/theme", {"theme": "dark"})).status_code == 303


async def test_wrong_names_cost_as_much_as_wrong_passwords(
    house: House, nobody: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await nobody.go("/sign-up", ACCOUNT)
    verified: list[str | None] = []
    verify = passwords._verify

    def noted(stored: str | None, password: str) -> bool:
        verified.append(stored)
        return verify(stored, password)

    monkeypatch.setattr(passwords, "_verify", noted)
    nobody.cookies.clear()
    answers = [
        await nobody.submit("/sign-in", {"name": name, "password": "a wrong guess", "csrf": ""})
        for name in ("Berthe", "Nobody", "\0", "x" * 5000)
    ]
    assert len(verified) == len(answers)
    told = {answer.text.partition('class="wrong"')[2][:200] for answer in answers}
    assert {answer.status_code for answer in answers} == {422}
    assert len(told) == 1


async def in_pieces(*pieces: bytes) -> AsyncIterator[bytes]:
    """A body without a length."""
    for piece in pieces:
        yield piece


@pytest.mark.parametrize("url", ["/guest", "/new", "/m/x/play", "/api/matches/x/play"])
async def test_no_body_is_read_beyond_its_limit(alice: Visitor, url: str) -> None:
    kind = "application/json" if url.endswith("play") else "application/x-www-form-urlencoded"
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        for _ in range(1000):
            read += 10_000
            yield b" " * 10_000

    for body in (in_pieces(b'{"a":"' + b"x" * 70_000), endless()):
        answer = await alice.post(url, content=body, headers={"content-type": kind})
        assert answer.status_code == 413, (url, answer.status_code, answer.text[-300:])
    whole = await alice.post(url, content=b"x" * 70_000, headers={"content-type": kind})
    assert whole.status_code == 413


async def test_a_body_that_does_not_come_is_given_up(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "BODY_SECONDS", 0.02)
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/guest",
        "raw_path": b"/guest",
        "query_string": b"",
        "headers": [
            (b"content-type", b"application/x-www-form-urlencoded"),
            (b"accept", b"text/html"),
        ],
        "scheme": "http",
        "server": ("burgrave.test", 80),
        "client": ("127.0.0.1", 1),
        "root_path": "",
    }
    sent: list[Message] = []
    pieces = [b"name="]

    async def receive() -> Message:
        if not pieces:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": pieces.pop(), "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    assert sent[0]["status"] == 408


@pytest.mark.parametrize(
    "password", ["password", "Passwort123!", "12345678", "aaaaaaaa", "Berthe99", "ababab-ab"]
)
async def test_what_is_guessed_first_is_no_password(nobody: Visitor, password: str) -> None:
    answer = await nobody.submit("/sign-up", {"name": "Berthe", "password": password})
    assert answer.status_code == 422
    assert "guessed first" in answer.text


async def test_a_new_password_ends_all_other_sessions(alice: Visitor, charlie: Visitor) -> None:
    await alice.go("/account", {"name": "Alice", "password": "longer than short"})
    await charlie.go("/sign-in", {"name": "Alice", "password": "longer than short"})
    await alice.see("/account")
    before = alice.cookies[SESSION_COOKIE]
    change = {"present": "longer than short", "password": "another long one"}
    assert await alice.go("/account/password", change) == "/account"
    assert alice.cookies[SESSION_COOKIE] != before
    await alice.see("/matches")
    assert (await charlie.get("/matches")).status_code == 303
    await charlie.see("/sign-in")
    wrong = {"name": "Alice", "password": "longer than short", "csrf": ""}
    assert (await charlie.submit("/sign-in", wrong)).status_code == 422
    await charlie.go("/sign-in", {**wrong, "password": "another long one"})


@pytest.mark.parametrize(
    ("present", "password", "told"),
    [
        ("a wrong guess", "another long one", "This is not your present password."),
        ("longer than short", "short", "A password has 8 to 256 characters."),
    ],
)
async def test_a_password_is_not_changed_by_guessing(
    alice: Visitor, present: str, password: str, told: str
) -> None:
    await alice.go("/account", {"name": "Alice", "password": "longer than short"})
    await alice.see("/account")
    answer = await alice.submit("/account/password", {"present": present, "password": password})
    assert answer.status_code == 422
    assert told in answer.text
    await alice.see("/matches")
    await alice.go("/sign-in", {"name": "Alice", "password": "longer than short"})


async def test_a_guest_has_no_password_to_change(alice: Visitor) -> None:
    assert "/account/password" not in await alice.see("/account")
    answer = await alice.submit(
        "/account/password", {"present": "", "password": "another long one"}
    )
    assert answer.status_code == 422
