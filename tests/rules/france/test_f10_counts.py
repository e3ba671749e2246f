"""F10  Counts."""

from __future__ import annotations

import pytest

from app.rules.chance import Chance
from app.rules.france.actions import SendOrders
from app.rules.france.counts import numbered, roman
from app.rules.france.events import DeathDrawn, FateTossed, HeirSucceeded
from app.rules.france.state import Count
from app.rules.france.traits import OPPOSITE, POSITIVE
from app.rules.service import Played
from tests.rules.france.positions import (
    HEADS,
    SERVICE,
    TAILS,
    count,
    happened,
    position,
    turn,
)

TWO = "red Léon* | blue Foix*"


@pytest.mark.rule("F10.1")
def test_on_heads_nobody_dies() -> None:
    after = turn(position(TWO), fate=[HEADS])
    assert [event.heads for event in happened(after, FateTossed)] == [True]
    assert happened(after, DeathDrawn) == []


@pytest.mark.rule("F10.1")
@pytest.mark.parametrize(("lot", "seat"), [(1, 0), (2, 2)])
def test_on_tails_one_of_all_counts_dies(lot: int, seat: int) -> None:
    state = position("red Léon* | green Foix*")
    after = turn(state, fate=[TAILS, lot, 1, 1, 1, TAILS])
    assert [(e.among, e.seat) for e in happened(after, DeathDrawn)] == [((0, 2), seat)]
    assert [e.seat for e in happened(after, HeirSucceeded)] == [seat]


@pytest.mark.rule("F10.2")
@pytest.mark.parametrize(
    ("dice", "heir"),
    [
        ([1, 1, 1, TAILS], Count("Alan", 1, ("conqueror",))),
        ([8, 3, 7, TAILS], Count("Yann", 3, ("warrior",))),
        ([2, 2, 4, HEADS, 1], Count("Arzhur", 2, ("just", "conqueror"))),
        ([2, 2, 4, HEADS, 10], Count("Arzhur", 2, ("just", "coward"))),
        ([2, 2, 5, HEADS, 11], Count("Arzhur", 2, ("rich", "coward"))),
    ],
)
def test_an_heir_is_thrown(dice: list[int], heir: Count) -> None:
    after = turn(position(TWO), fate=[TAILS, 1, *dice])
    assert after.state.players[0].count == heir
    assert after.state.names == ("Hugues", "Jean", heir.name)


@pytest.mark.rule("F10.2")
def test_without_a_capital_a_county_is_drawn_for_the_name() -> None:
    after = turn(position("red Léon, Toulouse"), fate=[TAILS, 1, 2, 1, 1, 1, TAILS])
    succeeded = happened(after, HeirSucceeded)[0]
    assert (succeeded.county, succeeded.count) == ("Toulouse", "Bernat")


@pytest.mark.rule("F10.2")
def test_a_name_that_was_used_gets_a_number() -> None:
    state = position(TWO, counts={"red": count("Alan"), "blue": count("alan II")})
    assert numbered(state, "Alan") == "Alan III"
    assert numbered(state, "Per") == "Per"
    assert [roman(number) for number in (2, 4, 9, 14, 40)] == ["II", "IV", "IX", "XIV", "XXXX"]


@pytest.mark.rule("F10.2")
def test_heirs_never_have_a_trait_and_its_opposite() -> None:
    state = position("red Léon*")
    for number in range(200):
        played = SERVICE.play(state, 0, SendOrders(1, ()), Chance(number.to_bytes(32, "big")))
        assert isinstance(played, Played)
        for event in played.events:
            if isinstance(event, HeirSucceeded):
                assert event.traits[0] in POSITIVE
                assert len(set(event.traits)) == len(event.traits)
                assert OPPOSITE.get(event.traits[0]) not in event.traits
