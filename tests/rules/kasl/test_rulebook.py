"""The tables of Kasl's rulebook."""

from __future__ import annotations

import pytest

from tests.rules.rulebook import table


@pytest.mark.parametrize("number", ["K3.4", "K6.4"])
def test_tables_agree_in_both_languages(number: str) -> None:
    english, german = (
        [row[1:] for row in table("kasl", language, number)] for language in ("en", "de")
    )
    assert english
    assert english == [[cell.replace("nie", "never") for cell in row] for row in german]
