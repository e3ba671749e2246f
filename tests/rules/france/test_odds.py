"""F6  Odds held against counting faces by hand, and against throws of the game itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from app.rules.chance import Chance
from app.rules.contract import Chronicle
from app.rules.france.actions import Conquer
from app.rules.france.conquest import Attacker, fight
from app.rules.france.game import FRANCE
from app.rules.france.odds import chance_of, chance_to_win, chances, supposed
from tests.rules.france.positions import count, position


@pytest.mark.rule("F6.1")
@pytest.mark.parametrize(
    ("lead", "chance"),
    [
        (0, "45/100"),
        (1, "55/100"),
        (-1, "36/100"),
        (5, "85/100"),
        (10, "1"),
        (-9, "0"),
    ],
)
def test_a_roll(lead: int, chance: str) -> None:
    assert chance_to_win(lead) == Fraction(chance)
    faces = list(product(range(1, 11), repeat=2))
    assert chance_to_win(lead) == Fraction(sum(a + lead > d for a, d in faces), 100)


@pytest.mark.rule("F6.2")
@pytest.mark.parametrize(
    ("order", "grain", "led", "lead"),
    [
        (Conquer("Caen", 10), 10, False, 2 - 2),
        (Conquer("Caen", 10, led=True), 10, False, 2 + 3 - 2),
        (Conquer("Caen", 10), 10, True, 2 - 2 - 1),
        (Conquer("Cotentin", 10), 10, False, 2 - 2 - 5),  # a capital
        (Conquer("Évreux", 12), 0, False, 2 + 2),  # independent, whatever is supposed
        (Conquer("Beauvais", 3), 30, True, 2 - 7),
    ],
)
def test_all_modifiers_count(order: Conquer, grain: int, led: bool, lead: int) -> None:
    state = position(
        "red Normandie*, Avranches | blue Caen, Cotentin*",
        counts={"red": count("Hugues", 3, "conqueror"), "blue": count("Jean", 1, "defender")},
    )
    assert chance_of(state, 0, order, grain, led=led) == chance_to_win(lead)


@pytest.mark.rule("F6.4")
def test_an_undefended_county_falls() -> None:
    state = position("red Normandie* | blue Caen*")
    assert chance_of(state, 0, Conquer("Caen", 1)) == 1


CROWD = "red Normandie* 30 | blue Cotentin* 30 | green Perche* 30 | yellow Caen* 30"


@pytest.mark.rule("F6.6")
@pytest.mark.parametrize(
    ("grain", "defence"),
    [((8, 7, 0), 10), ((8, 8, 0), 11), ((8, 8, 8), 10), ((9, 8, 8), 20), ((5, 5, 4), 0)],
)
def test_several_attackers_as_often_as_the_game_throws_it(
    grain: tuple[int, ...], defence: int
) -> None:
    state = position(CROWD)
    attackers = [Attacker(seat, each, led=False) for seat, each in enumerate(grain) if each]
    siege = supposed(state, "Caen", attackers, defence, led=False)
    expected = chances(siege, state)
    rounds = 3000
    taken: Counter[int | None] = Counter()
    for number in range(rounds):
        chronicle = Chronicle(FRANCE, state, Chance(number.to_bytes(32, "big")))
        taken[fight(chronicle, siege).winner] += 1
    for attacker in attackers:
        assert taken[attacker.seat] / rounds == pytest.approx(
            float(expected[attacker.seat]), abs=0.03
        )
    others = tuple(attackers[1:])
    order = Conquer("Caen", grain[0])
    assert chance_of(state, 0, order, defence, others=others) == expected[0]
