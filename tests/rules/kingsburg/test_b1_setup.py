"""B1  Material and set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from app.rules.chance import Chance
from app.rules.kingsburg import court, season_end, winter
from app.rules.kingsburg.actions import Influence, TakeGood
from app.rules.kingsburg.enemies import HIDDEN, cards_of
from app.rules.kingsburg.events import (
    AidTaken,
    ChoiceMade,
    ChoicesAsked,
    OrderDrawn,
    PhaseBegan,
    PileDrawn,
)
from app.rules.kingsburg.state import Step
from tests.rules.kingsburg.positions import (
    HOUSES,
    SERVICE,
    Outcome,
    after,
    asked,
    begun,
    card,
    goods,
    happened,
    has,
    options,
    outcome,
    play,
    position,
    refused_by,
)
from tests.rules.loaded import LoadedChance


def opened(seats: int, seed: int = 0) -> Outcome:
    return outcome(SERVICE.open(seats, {}, Chance(bytes([seed]) * 32)))


@pytest.mark.rule("B1.1")
def test_tokens_are_no_goods() -> None:
    state = position("red 1 gold, 9 token | blue 2 gold | yellow 2 gold", Step.ENVOY)
    assert state.governors[0].goods.number == 1


@pytest.mark.rule("B1.1")
def test_any_number_of_goods_and_tokens_may_be_held() -> None:
    text = "red 500 gold, 70 token, dice 6 6 | blue dice 2"
    state = after(position(text), "red", Influence(12, (6, 6)))
    assert has(state, "red") == "500 gold, 70 token"


@pytest.mark.rule("B1.1")
def test_everybody_sees_what_the_others_have() -> None:
    state = position("red 3 gold, 1 token | blue 2 soldier")
    for reader in (0, 1, None):
        assert SERVICE.view(state, reader).state.governors == state.governors


@pytest.mark.rule("B1.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_begins_with_nothing(seats: int) -> None:
    state = opened(seats).state
    assert [has(state, house) for house in HOUSES[:seats]] == [""] * seats
    assert all(there.buildings == 0 for there in state.governors)


@pytest.mark.rule("B1.2")
def test_the_order_is_drawn_at_random() -> None:
    orders = Counter(happened(opened(3, seed), OrderDrawn)[0].order for seed in range(200))
    assert len(orders) == 6
    assert max(orders.values()) < 60


@pytest.mark.rule("B1.3")
def test_one_card_of_each_year_is_drawn() -> None:
    for seed in range(30):
        (drawn,) = happened(opened(2, seed), PileDrawn)
        assert all(card in cards_of(year) for year, card in enumerate(drawn.cards, 1))


@pytest.mark.rule("B1.3")
def test_every_card_comes_at_times() -> None:
    cards = {card for seed in range(100) for card in opened(2, seed).state.pile}
    assert cards == set(range(25))


@pytest.mark.rule("B1.3")
def test_nobody_sees_the_pile() -> None:
    played = opened(3)
    for reader in (0, 1, 2, None):
        assert set(SERVICE.view(played.state, reader).state.pile) == {HIDDEN}
        (seen,) = (e for e in SERVICE.seen(played.events, reader) if isinstance(e, PileDrawn))
        assert set(seen.cards) == {HIDDEN}


@pytest.mark.rule("B1.4")
def test_everybody_throws_three_dice_of_his_own() -> None:
    state = begun(court.begin, position("red | blue | yellow"), [3, 1, 2, 4, 6, 5, 1, 1, 1]).state
    assert [there.own for there in state.governors] == [(3, 2, 1), (6, 5, 4), (1, 1, 1)]
    assert [there.white for there in state.governors] == [()] * 3


@pytest.mark.rule("B1.5")
def test_a_year_has_eight_phases_and_the_game_five_years() -> None:
    state = opened(2).state
    phases = [(1, 1)]
    while decisions := SERVICE.decisions(state):
        seat = decisions[0].seat
        action = SERVICE.options(state, seat)[-1]
        chance = Chance(bytes(32), next_number=state.throws)
        played = outcome(SERVICE.play(state, seat, action, chance))
        state = played.state
        phases += [(e.year, e.phase) for e in happened(played, PhaseBegan)]
    assert phases == [(year, phase) for year in range(1, 6) for phase in range(1, 9)]


@pytest.mark.rule("B1.6")
def test_all_who_choose_are_asked_at_once() -> None:
    assert sorted(asked(opened(3).state)) == [("blue", "aid"), ("red", "aid"), ("yellow", "aid")]


@pytest.mark.rule("B1.6")
def test_a_choice_is_hidden_until_all_have_chosen() -> None:
    played = play(opened(3).state, "red", TakeGood("stone"))
    assert played.events == (ChoiceMade(0, goods("1 stone")),)
    assert SERVICE.seen(played.events, 0) == played.events
    for reader in (1, 2, None):
        assert SERVICE.seen(played.events, reader) == ()
        assert SERVICE.view(played.state, reader).state.chosen == (None, None, None)
    assert has(played.state, "red") == ""


@pytest.mark.rule("B1.6")
def test_then_all_choices_are_told() -> None:
    state = opened(2).state
    state = after(state, "red", TakeGood("stone"))
    chance = LoadedChance([1] * 11, state.throws)
    played = outcome(SERVICE.play(state, 1, TakeGood("wood"), chance))
    taken = {e.seat: e.goods for e in happened(played, AidTaken)}
    assert taken == {0: goods("1 stone"), 1: goods("1 wood")}


@pytest.mark.rule("B1.6")
def test_who_has_chosen_does_not_choose_again() -> None:
    state = after(opened(3).state, "red", TakeGood("stone"))
    assert refused_by(state, "red", TakeGood("gold")) == "B2.1"
    assert options(state, "red") == []


@pytest.mark.rule("B1.6")
def test_town_halls_are_asked_at_once() -> None:
    state = position("red 1 gold, Town Hall | blue 1 token, Town Hall | yellow 1 gold")
    assert begun(season_end.begin, state).events == (ChoicesAsked((0, 1)),)


@pytest.mark.rule("B1.6")
def test_losses_of_choice_are_asked_at_once() -> None:
    state = position(
        "red 1 gold, 2 wood | blue 2 gold, 1 stone | yellow 1 wood",
        year=1,
        pile=(card("Barbarians", 2, 1), 5, 10, 15, 20),
    )
    assert happened(begun(winter.begin, state, [1]), ChoicesAsked) == [ChoicesAsked((0, 1))]


@pytest.mark.rule("B1.6")
def test_what_leaves_no_choice_is_not_asked() -> None:
    state = position(
        "red 1 gold | blue | yellow 3 stone",
        pile=(card("Barbarians", 2, 1), 5, 10, 15, 20),
    )
    played = begun(winter.begin, state, [1])
    assert not happened(played, ChoicesAsked)
    assert [has(played.state, house) for house in HOUSES[:3]] == ["", "", "2 stone"]
