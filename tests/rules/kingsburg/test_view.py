"""What a reader may know: the enemy pile and others' choices are hidden."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.rules.kingsburg import aid, chances
from app.rules.kingsburg.actions import TakeGood
from app.rules.kingsburg.enemies import HIDDEN, cards_of
from app.rules.kingsburg.state import Step
from tests.rules.kingsburg.positions import SERVICE, after, begun, position

PILE = (1, 6, 11, 16, 21)


@pytest.mark.parametrize(
    ("reader", "seen", "known"), [(0, ["red"], 3), (1, ["red"], 2), (None, ["red"], 2), (0, [], 2)]
)
def test_who_has_looked_sees_this_years_card(
    reader: int | None, seen: list[str], known: int
) -> None:
    state = position("red | blue | yellow", year=3, pile=PILE, seen=seen)
    view = SERVICE.view(state, reader).state
    assert view.pile == (*PILE[:known], *[HIDDEN] * (5 - known))


def test_everybody_knows_who_has_looked() -> None:
    state = position("red | blue | yellow", year=3, pile=PILE, seen=["red"])
    assert SERVICE.view(state, 1).state.seen == (True, False, False)


def test_ones_own_choice_is_known_to_oneself() -> None:
    state = after(begun(aid.begin, position("red | blue", Step.AID)).state, "red", TakeGood("gold"))
    own, other = (SERVICE.view(state, reader).state.chosen[0] for reader in (0, 1))
    assert own is not None
    assert other is None


def test_the_chances_follow_what_the_reader_knows() -> None:
    state = position("red | blue | yellow", year=3, pile=PILE, seen=["red"])
    assert chances.known_cards(SERVICE.view(state, 0).state) == (11,)
    assert chances.known_cards(SERVICE.view(state, 1).state) == tuple(cards_of(3))


def test_all_cards_that_came_are_open_at_the_end() -> None:
    state = position("red | blue | yellow", year=5, pile=PILE)
    state = replace(state, revealed=True)
    assert SERVICE.view(state, None).state.pile == PILE
