"""The economy by turn, and the distance to both victories."""

from __future__ import annotations

import pytest

from app.rules.france.economy import Distance, distances, economy
from app.rules.france.events import Standing
from tests.rules.france.positions import position, turn


@pytest.mark.rule("F4.1")
def test_figures_are_those_with_which_each_turn_begins() -> None:
    first = turn(position("red Normandie*, Caen | blue Foix* 12"))
    second = turn(first.state, red="8 Grain to Invest in Normandie")
    figures = economy([*first.events, *second.events])
    assert [(each.turn, each.standings[0].grain) for each in figures] == [(2, 20), (3, 22)]
    assert figures[0].standings[1] == Standing(12, 12, 1, 0, paris=False, joined=True)


@pytest.mark.rule("F9.4")
def test_the_end_has_figures_of_its_own() -> None:
    outcome = turn(position("red Normandie* | blue Foix*", turn=20))
    assert [each.turn for each in economy(outcome.events)] == [1]


@pytest.mark.rule("F9.3")
def test_distances() -> None:
    standings = (
        Standing(40, 30, 4, 2, paris=True, joined=False),
        Standing(40, 10, 8, 7, paris=False, joined=True),
        Standing(0, 0, 0, 0, paris=False, joined=False),
    )
    assert distances(standings) == (
        Distance(4, paris=False, joined=True, score=60, behind=10),
        Distance(0, paris=True, joined=False, score=70, behind=0),
        Distance(6, paris=True, joined=True, score=0, behind=70),
    )
