"""What holds for all pages: headers, languages, rulebooks, files."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import httpx
import pytest
from fastapi import FastAPI
from markupsafe import Markup
from psycopg_pool import PoolTimeout
from sqlalchemy.exc import OperationalError

from app.accounts import Person
from app.web.languages import LANGUAGES, chosen, language
from app.web.rulebook import editions, rulebook
from tests.web.people import Game, Visitor

PAGES = ("/", "/sign-in", "/sign-up", "/new", "/rules", "/rules/kasl", "/colophon", "/nowhere")
OWN_PAGES = ("/matches", "/account", "/finished")


class Inline(HTMLParser):
    """Finds what the content security policy forbids, links to elsewhere, and ids used twice."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a fault."""
        names = dict(attrs)
        self.ids.extend([names["id"] or ""] if "id" in names else [])
        if tag == "style" or (tag == "script" and "src" not in names):
            self.found.append(tag)
        self.found += [name for name in names if name == "style" or name.startswith("on")]
        for name in ("src", "action", "href"):
            if (names.get(name) or "").startswith(("http:", "https:", "//", "javascript:")):
                self.found.append(f"{name}={names[name]}")


def faults(page: str) -> list[str]:
    """What is wrong with a page."""
    parser = Inline()
    parser.feed(page)
    twice = {name for name in parser.ids if parser.ids.count(name) > 1}
    return [*parser.found, *(f"twice: {name}" for name in twice)]


@pytest.mark.parametrize("url", PAGES)
async def test_pages_are_secured(nobody: Visitor, url: str) -> None:
    answer = await nobody.get(url)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    assert faults(answer.text) == []


async def test_a_page_may_be_asked_for_by_its_head(nobody: Visitor) -> None:
    for url in ("/", "/rules/kasl", "/healthz"):
        assert (await nobody.head(url)).status_code == 200


class Broken:
    """Matches of a house in which something is wrong."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def turns(self, person: Person) -> int:
        """Fail."""
        raise self.error


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (OperationalError("SELECT secret", {}, Exception("down")), 503, "The house is busy"),
        (PoolTimeout("no connection"), 503, "The house is busy"),
        (ZeroDivisionError("secret"), 500, "Something broke in the house"),
    ],
)
async def test_a_fault_of_the_house_is_told_without_its_secrets(
    app: FastAPI, alice: Visitor, error: Exception, status: int, said: str
) -> None:
    app.state.house = replace(app.state.house, matches=Broken(error))
    alice._transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    answer = await alice.get("/rules")
    assert answer.status_code == status
    assert said in answer.text
    assert "secret" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("code", LANGUAGES)
async def test_every_page_is_there_in_every_language(game: Game, alice: Visitor, code: str) -> None:
    await alice.go("/language", {"language": code, "back": "/"})
    for url in (*PAGES[:-1], *OWN_PAGES, game.url, f"{game.url}?plain=1", f"{game.url}/log"):
        page = await alice.see(url)
        assert f'<html lang="{code}"' in page
        assert faults(page) == [], url


async def test_a_long_page_is_compressed(nobody: Visitor) -> None:
    answer = await nobody.get("/rules/kasl", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("name", ["css/base.css", "htmx.js"])
async def test_files_are_kept_by_browsers(nobody: Visitor, name: str) -> None:
    found = re.search(rf'"(/static/[^"]*{re.escape(name)}\?v=[0-9a-f]+)"', await nobody.see("/"))
    assert found
    answer = await nobody.get(found.group(1))
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_rulebooks_have_an_anchor_for_each_number(code: str) -> None:
    book = rulebook("kasl", code)
    assert "K7.13" in book.numbers
    anchors = re.findall(r'id="([^"]+)"', book.body)
    assert set(anchors) >= book.numbers
    assert len(anchors) == len(set(anchors))
    assert [chapter.anchor for chapter in book.chapters if chapter.anchor.startswith("K")] == [
        f"K{number}" for number in range(1, 11)
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_rule_numbers_in_the_text_are_links(code: str) -> None:
    book = rulebook("kasl", code)
    assert re.search(r'<a href="#K7\.13" class="rule">K7\.13</a>', book.body)
    assert set(re.findall(r'href="#(K[\d.]+)"', book.body)) <= book.numbers


def test_every_game_has_its_rulebook_in_every_language() -> None:
    assert editions("kasl") == set(LANGUAGES)


@pytest.mark.parametrize(
    ("wishes", "accept", "code"),
    [
        (("de", None), "en", "de"),
        ((None, "de"), "en", "de"),
        (("xx", None), "de", "de"),
        ((None,), "fr, de;q=0.5, en;q=0.1", "de"),
        ((None,), "de;q=0, en;q=0.1", "en"),
        ((None,), ";;;q=,,x;q=y", "en"),
        ((None,), None, "en"),
    ],
)
def test_the_language_is_chosen(wishes: tuple[str | None, ...], accept: str, code: str) -> None:
    assert chosen(*wishes, accept=accept) == code


def test_a_texts_parameters_are_escaped_only_in_markup() -> None:
    _ = language("en")
    assert _("{name} won", name="<b>") == "<b> won"
    assert _("<i> {name} {who}", name=Markup("<b>A</b>"), who="<x>") == Markup(
        "&lt;i&gt; <b>A</b> &lt;x&gt;"
    )
