"""The rulebooks: every rule in both languages, under the same number."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import product

import pytest

from app.rules.service import GAMES
from tests.rules.rulebook import LANGUAGES, numbers, rules, text

RULING = {"en": "**Ruling:**", "de": "**Entscheid:**"}
BECAUSE = {"en": ("because", "reason of", "so that"), "de": ("weil", "Grund von", "damit")}
NUMBER = re.compile(r"\b[A-Z]\d+\.\d+")

KEYS = [game.meta.key for game in GAMES]
each_game = pytest.mark.parametrize("game", KEYS)
each_book = pytest.mark.parametrize(("game", "language"), [*product(KEYS, LANGUAGES)])


def expected(game: str) -> list[str]:
    """The numbers of all rules, by the game's facts."""
    chapters: dict[str, tuple[int, int]] = import_module(f"tests.rules.{game}.facts").RULES
    return [
        f"{chapter}.{number}"
        for chapter, (first, last) in chapters.items()
        for number in range(first, last + 1)
    ]


@each_book
def test_every_number_stands_once_and_in_order(game: str, language: str) -> None:
    assert numbers(game, language) == expected(game)


@each_book
def test_every_reference_leads_to_a_rule(game: str, language: str) -> None:
    assert set(NUMBER.findall(text(game, language))) == set(rules(game, language))


@each_book
def test_every_ruling_gives_its_reason(game: str, language: str) -> None:
    for number, words in rules(game, language).items():
        for ruling in words.split(RULING[language])[1:]:
            assert any(word in ruling for word in BECAUSE[language]), number


@each_game
def test_the_same_rules_are_rulings_and_refer_alike_in_both_languages(game: str) -> None:
    english, german = rules(game, "en"), rules(game, "de")
    for number, words in english.items():
        assert words.count(RULING["en"]) == german[number].count(RULING["de"]), number
        assert NUMBER.findall(words) == NUMBER.findall(german[number]), number


@each_book
def test_every_chapter_has_its_heading(game: str, language: str) -> None:
    chapters = dict.fromkeys(number.partition(".")[0] for number in expected(game))
    headings = re.findall(r"^#+ ([A-Z]\d+)\b", text(game, language), re.MULTILINE)
    assert headings == list(chapters)


@each_game
def test_both_books_have_as_many_headings(game: str) -> None:
    english, german = (re.findall(r"^#+ ", text(game, lang), re.MULTILINE) for lang in LANGUAGES)
    assert english == german
