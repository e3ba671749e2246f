"""Rulebook pages: Markdown files of the games, with an anchor for each rule number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

FOLDER = Path(__file__).parents[1] / "rules"
NUMBER = re.compile(r"\b[A-Z]\d{1,2}(?:\.\d{1,2})?\b")
CHAPTER = re.compile(r"([A-Z]\d{1,2})\b\s*(.*)")


@dataclass(frozen=True)
class Chapter:
    """A chapter in the table of contents."""

    anchor: str
    title: str


@dataclass(frozen=True)
class Rulebook:
    """A rulebook in one language."""

    title: str
    chapters: tuple[Chapter, ...]
    body: Markup
    numbers: frozenset[str]


def editions(game: str) -> frozenset[str]:
    """The languages in which a game's rulebook is there."""
    return frozenset(path.stem for path in (FOLDER / game / "rulebook").glob("*.md"))


@cache
def rulebook(game: str, language: str) -> Rulebook:
    """The rulebook of a game; `language` must be one of `editions(game)`."""
    text = (FOLDER / game / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(text)
    numbers = frozenset(_anchored(tokens))
    chapters = _chapters(tokens)
    for token in tokens:
        if token.type == "inline":
            _link(token, numbers)
    title = next((after.content for token, after in _pairs(tokens) if token.tag == "h1"), game)
    # The text is our own file, rendered with HTML input switched off where it is quoted.
    body = Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704
    return Rulebook(title, chapters, body, numbers)


def _pairs(tokens: list[Token]) -> list[tuple[Token, Token]]:
    return [
        (token, after)
        for token, after in pairwise(tokens)
        if token.nesting == 1 and after.type == "inline"
    ]


def _anchored(tokens: list[Token]) -> list[str]:
    """Give list items `- **K7.1** …` their number as id; all numbers, in order."""
    numbers: list[str] = []
    item: Token | None = None
    for token in tokens:
        if token.type == "list_item_open":
            item = token
        elif token.type == "inline" and item is not None:
            number = _leading_number(token)
            if number and number not in numbers:
                item.attrSet("id", number)
                item.attrSet("class", "numbered")
                numbers.append(number)
            item = None
    return numbers


def _leading_number(token: Token) -> str | None:
    for child in token.children or ():
        if child.type == "text" and child.content:
            found = NUMBER.fullmatch(child.content.strip())
            return found.group() if found else None
    return None


def _chapters(tokens: list[Token]) -> tuple[Chapter, ...]:
    """Give headings of chapters their number as id, or a running one."""
    chapters: list[Chapter] = []
    for token, inline in _pairs(tokens):
        if token.tag != "h2":
            continue
        found = CHAPTER.match(inline.content)
        anchor = found.group(1) if found else f"part-{len(chapters) + 1}"
        token.attrSet("id", anchor)
        chapters.append(Chapter(anchor, inline.content))
    return tuple(chapters)


def _link(inline: Token, numbers: frozenset[str]) -> None:
    """Turn numbers in running text into links; the one that a paragraph begins with links too."""
    children: list[Token] = []
    for child in inline.children or ():
        children.extend(_linked(child, numbers) if child.type == "text" else [child])
    inline.children = children


def _linked(text: Token, numbers: frozenset[str]) -> list[Token]:
    parts: list[Token] = []
    end = 0
    for found in NUMBER.finditer(text.content):
        if found.group() not in numbers:
            continue
        parts.append(_text(text.content[end : found.start()]))
        link: dict[str, str | int | float] = {"href": f"#{found.group()}", "class": "rule"}
        parts.append(Token("link_open", "a", 1, attrs=link))
        parts.append(_text(found.group()))
        parts.append(Token("link_close", "a", -1))
        end = found.end()
    parts.append(_text(text.content[end:]))
    return parts


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
