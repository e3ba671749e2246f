"""Every rule of a rulebook has a test that names it, and every number that is named is a rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from app.rules.service import GAMES, AnyGame
from tests.rules.rulebook import CODE, numbers

TESTS = Path(__file__).parent
NUMBER = re.compile(r"\b[A-Z]\d+\.\d+\b")

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.key)


def rulebook(game: AnyGame) -> list[str]:
    """The numbers of the game's rules."""
    return numbers(game.meta.key, "en")


def marks(game: AnyGame) -> Iterator[str]:
    """The numbers that tests of the game are marked with."""
    for path in sorted((TESTS / game.meta.key).rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="rule"), args=[ast.Constant(value=number)]):
                    yield str(number)


@each_game
def test_every_rule_has_a_test(game: AnyGame) -> None:
    assert set(rulebook(game)) - set(marks(game)) == set()


@each_game
def test_every_mark_names_a_rule(game: AnyGame) -> None:
    assert set(marks(game)) - set(rulebook(game)) == set()


@each_game
def test_the_rules_name_no_number_that_the_rulebook_lacks(game: AnyGame) -> None:
    """In refusals, events, results, comments and docstrings alike."""
    for path in sorted((CODE / game.meta.key).rglob("*.py")):
        named = set(NUMBER.findall(path.read_text(encoding="utf-8")))
        assert named - set(rulebook(game)) == set(), path.name


@each_game
def test_every_event_names_a_rule(game: AnyGame) -> None:
    for event in get_args(game.event_type):
        assert event.rule in rulebook(game), event


@each_game
def test_no_rule_is_numbered_twice(game: AnyGame) -> None:
    numbers = rulebook(game)
    assert len(set(numbers)) == len(numbers)
