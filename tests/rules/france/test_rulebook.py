"""The rulebook of Unification of France: every rule in both languages, under the same number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import app.rules.france
from app.rules.france.orders_text import read
from tests.rules.france.positions import position

FOLDER = Path(app.rules.france.__file__).parent / "rulebook"
LANGUAGES = ("en", "de")
RULES_OF_CHAPTERS = (3, 4, 7, 3, 6, 9, 3, 3, 6, 2)
"""How many rules F1, F2, … F10 have; F9 begins with F9.0."""
RULING = {"en": "**Ruling:**", "de": "**Entscheid:**"}
BECAUSE = {"en": ("because", "reason of", "so that"), "de": ("weil", "Grund von", "damit")}


def text(language: str) -> str:
    return (FOLDER / f"{language}.md").read_text(encoding="utf-8")


def rules(language: str) -> dict[str, str]:
    """Each rule's number with its text."""
    parts = re.split(r"^- \*\*(F\d+\.\d+)\*\*|^#.*$", text(language), flags=re.MULTILINE)
    return {
        number: " ".join(words.split())
        for number, words in zip(parts[1::2], parts[2::2], strict=True)
        if number
    }


def cells(language: str, number: str) -> list[list[str]]:
    """The table of a rule, without its first row and column."""
    after = text(language).split(f"- **{number}**")[1]
    body = re.split(r"^- \*\*|^## ", after, flags=re.MULTILINE)[0]
    rows = [line.strip(" |").split("|") for line in body.splitlines() if line.strip()[:1] == "|"]
    return [[cell.strip() for cell in row[1:]] for row in rows if "---" not in row[0]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_stands_once_and_in_order(language: str) -> None:
    expected = [
        f"F{chapter}.{rule - (chapter == 9)}"
        for chapter, count in enumerate(RULES_OF_CHAPTERS, 1)
        for rule in range(1, count + 1)
    ]
    assert re.findall(r"^- \*\*(F\d+\.\d+)\*\*", text(language), re.MULTILINE) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reference_leads_to_a_rule(language: str) -> None:
    assert set(re.findall(r"\bF\d+\.\d+", text(language))) == set(rules(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_gives_its_reason(language: str) -> None:
    for number, words in rules(language).items():
        for ruling in words.split(RULING[language])[1:]:
            assert any(word in ruling for word in BECAUSE[language]), number


def test_the_same_rules_are_rulings_and_refer_alike_in_both_languages() -> None:
    english, german = rules("en"), rules("de")
    for number, words in english.items():
        assert words.count(RULING["en"]) == german[number].count(RULING["de"]), number
        assert re.findall(r"F\d+\.\d+", words) == re.findall(r"F\d+\.\d+", german[number]), number


@pytest.mark.rule("F5.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_orders_in_the_book_are_understood(language: str) -> None:
    state = position("red Normandie* 30 | blue Foix*")
    examples = [row[0] for row in cells(language, "F5.1")[1:]]
    assert len(examples) == 7
    reading = read("\n".join(examples), state, 1, {"Hugues": 0})
    assert [error.number for error in reading.errors] == [3]  # Hugues is red's Count
    assert len(read("\n".join(examples), state, 0).orders) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_books_have_the_same_headings(language: str) -> None:
    headings = re.findall(r"^#+ (F\d+)? ?", text(language), re.MULTILINE)
    assert headings == ["", "", "", "", "", "", *(f"F{chapter}" for chapter in range(1, 11))]
