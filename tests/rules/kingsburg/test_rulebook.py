"""The tables of Kingsburg's rulebook agree with the data."""

from __future__ import annotations

import re

import pytest

from app.rules.kingsburg.advisors import ADVISORS
from app.rules.kingsburg.buildings import BUILDINGS, PROVINCE
from app.rules.kingsburg.enemies import ENEMIES, Terms
from app.rules.kingsburg.goods import GOODS
from tests.rules.rulebook import table


@pytest.mark.rule("B9.1")
def test_the_table_of_buildings_agrees_with_the_data() -> None:
    expected = [
        [str(row), *(f"{b.name} {'/'.join(map(str, b.cost))}, {b.vp} VP" for b in line)]
        for row, line in enumerate(PROVINCE, 1)
    ]
    assert table("kingsburg", "en", "B9.1") == expected


@pytest.mark.rule("B3.13")
def test_the_table_of_advisors_agrees_with_the_data() -> None:
    rows = table("kingsburg", "en", "B3.13")
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
    assert [row[0] for row in table("kingsburg", "en", "B9.2")] == names


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
    assert table("kingsburg", "en", "B10.1") == expected


@pytest.mark.parametrize("number", ["B3.13", "B9.1", "B9.2", "B10.1"])
def test_tables_have_the_same_numbers_in_both_languages(number: str) -> None:
    english, german = table("kingsburg", "en", number), table("kingsburg", "de", number)
    numbers = [[re.findall(r"\d+", " ".join(row)) for row in rows] for rows in (english, german)]
    if number != "B9.2":
        assert numbers[0] == numbers[1]
    assert len(english) == len(german)
