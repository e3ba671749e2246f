"""The rulebook of Kingsburg: every rule in both languages, and tables that agree with the data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import app.rules.kingsburg
from app.rules.kingsburg.advisors import ADVISORS
from app.rules.kingsburg.buildings import BUILDINGS, PROVINCE
from app.rules.kingsburg.enemies import ENEMIES, Terms
from app.rules.kingsburg.goods import GOODS

FOLDER = Path(app.rules.kingsburg.__file__).parent / "rulebook"
LANGUAGES = ("en", "de")
RULES_OF_CHAPTERS = (6, 1, 13, 1, 3, 1, 7, 1, 2, 1)
"""How many rules B1, B2, … B10 have."""
RULING = {"en": "**Ruling:**", "de": "**Entscheid:**"}
BECAUSE = {"en": "because", "de": "weil"}


def text(language: str) -> str:
    return (FOLDER / f"{language}.md").read_text(encoding="utf-8")


def rules(language: str) -> dict[str, str]:
    """Each rule's number with its text."""
    parts = re.split(r"^- \*\*(B\d+\.\d+)\*\*|^#.*$", text(language), flags=re.MULTILINE)
    return {
        number: " ".join(words.split())
        for number, words in zip(parts[1::2], parts[2::2], strict=True)
        if number
    }


def cells(language: str, number: str) -> list[list[str]]:
    """The table of a rule, without its heading."""
    after = text(language).split(f"- **{number}**")[1]
    body = re.split(r"^- \*\*|^## ", after, flags=re.MULTILINE)[0]
    rows = [line.strip(" |").split("|") for line in body.splitlines() if line.strip()[:1] == "|"]
    return [[cell.strip() for cell in row] for row in rows[2:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_stands_once_and_in_order(language: str) -> None:
    expected = [
        f"B{chapter}.{rule}"
        for chapter, count in enumerate(RULES_OF_CHAPTERS, 1)
        for rule in range(1, count + 1)
    ]
    assert re.findall(r"^- \*\*(B\d+\.\d+)\*\*", text(language), re.MULTILINE) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reference_leads_to_a_rule(language: str) -> None:
    assert set(re.findall(r"\bB\d+\.\d+", text(language))) == set(rules(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_gives_its_reason(language: str) -> None:
    for number, words in rules(language).items():
        for ruling in words.split(RULING[language])[1:]:
            assert BECAUSE[language] in ruling, number


def test_the_same_rules_are_rulings_and_refer_alike_in_both_languages() -> None:
    english, german = rules("en"), rules("de")
    for number, words in english.items():
        assert words.count(RULING["en"]) == german[number].count(RULING["de"]), number
        assert re.findall(r"B\d+\.\d+", words) == re.findall(r"B\d+\.\d+", german[number]), number


@pytest.mark.rule("B9.1")
def test_the_table_of_buildings_agrees_with_the_data() -> None:
    expected = [
        [str(row), *(f"{b.name} {'/'.join(map(str, b.cost))}, {b.vp} VP" for b in line)]
        for row, line in enumerate(PROVINCE, 1)
    ]
    assert cells("en", "B9.1") == expected


@pytest.mark.rule("B3.13")
def test_the_table_of_advisors_agrees_with_the_data() -> None:
    rows = cells("en", "B3.13")
    assert [row[:2] for row in rows] == [[str(a.number), a.name] for a in ADVISORS]
    for (_, _, help_), advisor in zip(rows, ADVISORS, strict=True):
        for number, good in zip(advisor.goods, GOODS, strict=True):
            assert not number or f"{number} {good}" in help_
        assert ("look" in help_) is advisor.sees_enemy
        assert ("token" in help_) is (advisor.tokens > 0)
        assert ("of choice" in help_) is (advisor.any > 0)


@pytest.mark.rule("B9.2")
def test_the_table_of_effects_names_every_building() -> None:
    names = [building.name for building in BUILDINGS.values()]
    assert [row[0] for row in cells("en", "B9.2")] == names


def _worded(terms: Terms) -> str:
    parts = [f"{n} {good}" for n, good in zip(terms.goods, GOODS, strict=True) if n]
    if terms.any:
        parts.append(f"{terms.any} good{'s' * (terms.any > 1)} of choice")
    parts += ["1 building"] * terms.buildings
    parts += [f"{terms.vp} VP"] if terms.vp else []
    return ", ".join(parts)


@pytest.mark.rule("B10.1")
def test_the_table_of_enemies_agrees_with_the_data() -> None:
    expected = [
        [str(e.year), e.name, str(e.strength), _worded(e.reward), _worded(e.losses)]
        for e in ENEMIES
    ]
    assert cells("en", "B10.1") == expected


@pytest.mark.parametrize("number", ["B3.13", "B9.1", "B9.2", "B10.1"])
def test_tables_have_the_same_numbers_in_both_languages(number: str) -> None:
    english, german = cells("en", number), cells("de", number)
    numbers = [[re.findall(r"\d+", " ".join(row)) for row in rows] for rows in (english, german)]
    if number != "B9.2":
        assert numbers[0] == numbers[1]
    assert len(english) == len(german)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_books_have_the_same_headings(language: str) -> None:
    headings = re.findall(r"^#+ (B\d+)? ?", text(language), re.MULTILINE)
    assert headings == ["", "", "", "", *(f"B{chapter}" for chapter in range(1, 11))]
