"""B3.13, B9, B10  The printed tables, and their totals."""

from __future__ import annotations

import pytest

from app.rules.kingsburg.advisors import ADVISORS
from app.rules.kingsburg.buildings import PLACE, PROVINCE
from app.rules.kingsburg.enemies import A_YEAR, ENEMIES, NAMES, cards_of


@pytest.mark.rule("B3.13")
def test_there_are_18_advisors_in_order() -> None:
    assert [advisor.number for advisor in ADVISORS] == list(range(1, 19))
    assert len({advisor.name for advisor in ADVISORS}) == 18


@pytest.mark.rule("B9.1")
def test_every_building_has_its_place() -> None:
    assert len(PLACE) == 20
    assert [PROVINCE[row][column].key for row, column in PLACE.values()] == list(PLACE)


@pytest.mark.rule("B10.1")
@pytest.mark.parametrize(
    ("year", "strengths"),
    [
        (1, [2, 2, 3, 3, 4]),
        (2, [3, 4, 4, 5, 5]),
        (3, [4, 5, 5, 6, 6]),
        (4, [5, 6, 6, 7, 7]),
        (5, [7, 8, 8, 9, 9]),
    ],
)
def test_five_enemies_a_year(year: int, strengths: list[int]) -> None:
    enemies = [ENEMIES[card] for card in cards_of(year)]
    assert len(enemies) == A_YEAR
    assert {enemy.year for enemy in enemies} == {year}
    assert [enemy.strength for enemy in enemies] == strengths


@pytest.mark.rule("B10.1")
def test_totals_of_the_cards() -> None:
    assert len(ENEMIES) == 25
    assert {enemy.kind for enemy in ENEMIES} == set(NAMES)
    assert sum(enemy.losses.buildings for enemy in ENEMIES) == 15
    assert sum(enemy.losses.vp for enemy in ENEMIES) == 31
    assert sum(enemy.reward.vp for enemy in ENEMIES) == 15
    assert sum(enemy.losses.any for enemy in ENEMIES) == 15
    assert sum(enemy.losses.goods.number for enemy in ENEMIES) == 34
