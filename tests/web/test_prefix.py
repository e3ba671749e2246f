"""A house under a path of its host: no link, redirect, cookie or file leads out of it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest
from jinja2 import DictLoader, Environment

from app.main import create_app
from app.settings import Settings
from app.web.prefix import Links, placed
from tests.web.people import Visitor

PREFIX = "/games"
ADDRESS = re.compile(
    r'(?<![\w-])(?P<name>href|src|action|formaction|hx-get|hx-post|data-(?:\w+-)*url)="(?P<to>/[^"]*)"'
)
FOLLOWED = ("href", "src", "hx-get")
MOST = 160


class Guest(Visitor):
    """A browser that knows the house by its address at the proxy."""

    async def request(self, method: str, url: httpx.URL | str, **more: object) -> httpx.Response:
        where = str(url)
        where = where if where.startswith((PREFIX, "http")) else PREFIX + where
        return await super().request(method, where, **more)  # type: ignore[arg-type]


@pytest.fixture
async def guest(settings: Settings) -> AsyncIterator[Guest]:
    app = create_app(replace(settings, public_url=f"https://burgrave.test{PREFIX}"))
    async with app.router.lifespan_context(app), Guest(app, "Alice") as one:
        yield one


async def test_every_link_stays_in_the_house(guest: Guest) -> None:
    assert await guest.go("/guest", {"name": "Alice"}) == f"{PREFIX}/matches"
    await guest.see("/matches")
    table = await guest.go("/new", {"game": "kasl", "seats": "2", "bots": "0"})
    assert table.startswith(f"{PREFIX}/m/")
    await guest.see(table)
    for game in ("kasl", "kingsburg", "france"):
        key = await guest.go("/new", {"game": game, "seats": "2", "bots": "1"})
        await guest.see(key)
        await guest.go(f"{key}/start")
    waiting, seen = [f"{PREFIX}/", f"{PREFIX}/matches"], set[str]()
    while waiting and len(seen) < MOST:
        url = waiting.pop(0)
        if url in seen:
            continue
        seen.add(url)
        page = await guest.get(url)
        assert page.status_code < 400, url
        for name, to in addresses(page):
            assert to.startswith(f"{PREFIX}/"), (url, name, to)
            assert not to.startswith(PREFIX * 2), (url, name, to)
            if name in FOLLOWED:
                waiting.append(to.replace("&amp;", "&").partition("#")[0])
    assert {f"{PREFIX}/account", f"{PREFIX}/rules/kasl"} <= seen


def addresses(page: httpx.Response) -> list[tuple[str, str]]:
    if "html" not in page.headers.get("content-type", ""):
        return []
    return [(found["name"], found["to"]) for found in ADDRESS.finditer(page.text)]


async def test_a_proxy_may_take_the_prefix_off_itself(guest: Guest) -> None:
    page = await guest.get("https://burgrave.test/rules")
    assert page.status_code == 200
    assert f'href="{PREFIX}/rules/kasl"' in page.text


async def test_cookies_are_for_the_house_alone(guest: Guest) -> None:
    answer = await guest.submit("/language", {"language": "de", "back": "/rules"})
    assert answer.headers["location"] == f"{PREFIX}/rules"
    assert f"Path={PREFIX};" in answer.headers["set-cookie"] + ";"


async def test_who_is_not_known_is_sent_to_the_houses_door(guest: Guest) -> None:
    answer = await guest.get("/account")
    assert answer.headers["location"] == f"{PREFIX}/sign-in?next=/account"
    partial = await guest.get("/account", headers={"HX-Request": "true"})
    assert partial.headers["hx-redirect"] == f"{PREFIX}/sign-in?next=/account"


async def test_a_device_installs_the_house_under_its_path(guest: Guest) -> None:
    manifest = (await guest.get("/manifest.webmanifest")).json()
    assert manifest["start_url"] == f"{PREFIX}/matches"
    assert manifest["scope"] == f"{PREFIX}/"
    for icon in manifest["icons"]:
        assert (await guest.get(icon["src"])).status_code == 200


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ('<a href="/m">', '<a href="/games/m">'),
        ('<a href="//other.example">', '<a href="//other.example">'),
        ('<a href="#here">', '<a href="#here">'),
        ('<a href="?page=2">', '<a href="?page=2">'),
        ('<a href="{{ url }}/at">', '<a href="/games/m/x/at">'),
        ('<a href="{{ there }}">', '<a href="https://other.example/">'),
        ('<form action="/a" hx-post="{{ url }}">', '<form action="/games/a" hx-post="/games/m/x">'),
        ('<b data-url="{{ url }}" title="/m">', '<b data-url="/games/m/x" title="/m">'),
        (
            '{% macro link(href) %}<a href="{{ href }}">{% endmacro %}{{ link(href="/m") }}',
            '<a href="/games/m">',
        ),
        ('<use href="{{ hostile }}">', '<use href="/games/&#34;&gt;">'),
    ],
)
def test_links_of_templates(source: str, made: str) -> None:
    environment = Environment(
        loader=DictLoader({"page": source}), autoescape=True, extensions=[Links]
    )
    environment.globals["prefix"] = PREFIX
    values = {"url": "/m/x", "there": "https://other.example/", "hostile": '/">'}
    assert environment.get_template("page").render(values) == made


def test_a_link_is_placed_once() -> None:
    assert placed(PREFIX, placed(PREFIX, "/m/x")) == "/games/m/x"
    assert placed("", "/m/x") == "/m/x"
