"""Reading the rulebooks: their rules by number, and their tables."""

from __future__ import annotations

import re
from pathlib import Path

import app.rules

CODE = Path(app.rules.__file__).parent
LANGUAGES = ("en", "de")


def text(game: str, language: str) -> str:
    """The whole book."""
    return (CODE / game / "rulebook" / f"{language}.md").read_text(encoding="utf-8")


def numbers(game: str, language: str) -> list[str]:
    """The numbers of its rules, as they follow each other."""
    return re.findall(r"^- \*\*([A-Z]\d+\.\d+)\*\*", text(game, language), re.MULTILINE)


def rules(game: str, language: str) -> dict[str, str]:
    """Each rule's number with its words."""
    parts = re.split(r"^- \*\*([A-Z]\d+\.\d+)\*\*|^#.*$", text(game, language), flags=re.MULTILINE)
    return {
        number: " ".join(words.split())
        for number, words in zip(parts[1::2], parts[2::2], strict=True)
        if number
    }


def table(game: str, language: str, number: str) -> list[list[str]]:
    """The table of a rule: its rows, without the heading."""
    after = text(game, language).split(f"- **{number}**")[1]
    body = re.split(r"^- \*\*|^## ", after, flags=re.MULTILINE)[0]
    rows = [line.strip(" |").split("|") for line in body.splitlines() if line.strip()[:1] == "|"]
    return [[cell.strip() for cell in row] for row in rows[2:]]
