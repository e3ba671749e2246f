"""The orders in the rulebook of Unification of France are such as the game reads."""

from __future__ import annotations

import pytest

from app.rules.france.orders_text import read
from tests.rules.france.positions import position
from tests.rules.rulebook import LANGUAGES, table


@pytest.mark.rule("F5.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_orders_in_the_book_are_understood(language: str) -> None:
    state = position("red Normandie* 30 | blue Foix*")
    examples = [row[1] for row in table("france", language, "F5.1")]
    assert len(examples) == 7
    reading = read("\n".join(examples), state, 1, {"Hugues": 0})
    assert [error.number for error in reading.errors] == [3]  # Hugues is red's Count
    assert len(read("\n".join(examples), state, 0).orders) == 7
