"""The chances of a winter agree with the winter itself, case by case."""

from __future__ import annotations

import pytest

from app.rules.kingsburg import winter
from app.rules.kingsburg.chances import DIE, Chances, chances, together
from app.rules.kingsburg.enemies import ENEMIES, HIDDEN, cards_of
from app.rules.kingsburg.state import Step
from tests.rules.kingsburg.positions import begun, card, position

UNKNOWN = [HIDDEN] * 5


@pytest.mark.parametrize(
    ("red", "expected"),
    [
        ("", (2, 1, 3)),
        ("1 soldier", (3, 1, 2)),
        ("2 soldier", (4, 1, 1)),
        ("4 soldier", (6, 0, 0)),
        ("Palisade", (4, 1, 1)),
        ("Farm", (1, 1, 4)),
    ],
)
def test_against_zombies_of_4(red: str, expected: tuple[int, int, int]) -> None:
    zombies = card("Zombies", 4, year=1)
    state = position(f"red {red} | blue", pile=[zombies] * 5, seen=["red"])
    assert chances(state, 0) == {zombies: Chances(*expected)}


def test_a_stone_wall_makes_a_win_of_a_draw() -> None:
    zombies = card("Zombies", 5, year=2)
    state = position("red Stone Wall | blue", year=2, pile=[zombies] * 5)
    assert chances(state, 0)[zombies] == Chances(5, 0, 1)


def test_soldiers_that_might_be_recruited_count() -> None:
    state = position("red 1 soldier | blue", pile=UNKNOWN)
    more = position("red 3 soldier | blue", pile=UNKNOWN)
    assert chances(state, 0, more=2) == chances(more, 0)


def test_without_a_look_all_five_of_the_year_may_come() -> None:
    state = position("red 2 soldier | blue", year=2, pile=UNKNOWN)
    by_card = chances(state, 0)
    assert tuple(by_card) == tuple(cards_of(2))
    assert together(by_card).cases == 30
    assert together(by_card).won == sum(each.won for each in by_card.values())


@pytest.mark.parametrize("year", [1, 3, 5])
def test_they_agree_with_the_battles(year: int) -> None:
    text = "red 3 soldier, Barricade, Palisade, Farm | blue 5 soldier, Stone Wall | yellow Church"
    for enemy in cards_of(year):
        pile = [enemy] * 5
        state = position(text, Step.WINTER, year=year, pile=pile)
        outcomes: list[list[str]] = [[], [], []]
        for die in DIE:
            fought = begun(winter.begin, state, [die]).state
            for seat, found in enumerate(outcomes):
                strength = state.governors[seat].soldiers + die
                strength += winter.bonus(state.governors[seat], ENEMIES[enemy].kind)
                assert fought.strengths[seat] == strength
                found.append(winter.outcome(state.governors[seat], strength, ENEMIES[enemy]))
        for seat, found in enumerate(outcomes):
            expected = tuple(map(found.count, ("won", "drawn", "lost")))
            assert chances(state, seat)[enemy] == expected
