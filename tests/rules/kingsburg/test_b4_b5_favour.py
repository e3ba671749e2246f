"""B4, B5  The King's reward and his Envoy."""

from __future__ import annotations

import pytest

from app.rules.kingsburg import envoy, reward
from app.rules.kingsburg.actions import Influence
from app.rules.kingsburg.events import (
    EnvoyGiven,
    EnvoyReturned,
    EnvoyWithheld,
    HelpGiven,
    KingRewarded,
)
from app.rules.kingsburg.state import NOBODY, Step
from tests.rules.kingsburg.positions import (
    after,
    begun,
    happened,
    has,
    options,
    play,
    position,
    refused_by,
)


@pytest.mark.rule("B4.1")
@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("red Inn | blue Inn, Statue | yellow Inn", (1,)),
        ("red Market | blue Inn, Statue | yellow Inn", (0, 1)),
        ("red | blue | yellow", (0, 1, 2)),
    ],
)
def test_most_buildings_get_a_point_all_who_tie(text: str, seats: tuple[int, ...]) -> None:
    played = begun(reward.begin, position(text, Step.REWARD))
    assert played.events == (KingRewarded(seats),)
    assert [there.vp for there in played.state.governors] == [int(s in seats) for s in range(3)]


@pytest.mark.rule("B5.1")
@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("red Inn | blue | yellow Inn", 1),
        ("red 2 gold | blue 3 gold | yellow Inn", 0),
        ("red 1 gold, 9 token | blue 2 gold | yellow 2 gold", 0),
    ],
)
def test_fewest_buildings_then_fewest_goods_get_the_envoy(text: str, seat: int) -> None:
    played = begun(envoy.begin, position(text, Step.ENVOY))
    assert played.events == (EnvoyGiven(seat),)
    assert played.state.envoy == seat


@pytest.mark.rule("B5.1")
def test_still_tied_nobody_gets_him() -> None:
    state = position("red 1 gold | blue 1 wood | yellow Inn", Step.ENVOY)
    played = begun(envoy.begin, state)
    assert played.events == (EnvoyWithheld((0, 1)),)
    assert played.state.envoy == NOBODY


@pytest.mark.rule("B5.2")
@pytest.mark.parametrize("owner", ["red", "blue"])
def test_he_opens_an_occupied_advisor_and_both_are_helped(owner: str) -> None:
    text = "red dice 5 | blue | yellow"
    state = position(text, court=f"{owner} 5: 5", envoy="red")
    played = play(state, "red", Influence(5, (5,), envoy=True), [1] * 9)
    helped = [event.seat for event in happened(played, HelpGiven)]
    assert sorted(helped) == sorted([0, 0 if owner == "red" else 1])
    assert played.state.envoy == NOBODY


@pytest.mark.rule("B5.2")
def test_all_the_usual_rules_hold_for_him() -> None:
    state = position("red dice 5 2 | blue | yellow", court="blue 6: 6", envoy="red")
    assert refused_by(state, "red", Influence(6, (5,), envoy=True)) == "B3.6"


@pytest.mark.rule("B5.2")
def test_he_is_used_once() -> None:
    court = "blue 5: 5 | blue 2: 2"
    state = position("red dice 5 2 1 | blue dice 6 | yellow", court=court, envoy="red")
    state = after(state, "red", Influence(5, (5,), envoy=True))
    assert state.envoy == NOBODY
    state = after(state, "blue", Influence(6, (6,)))
    assert refused_by(state, "red", Influence(2, (2,), envoy=True)) == "B5.2"


@pytest.mark.rule("B5.2")
def test_only_his_owner_uses_him() -> None:
    state = position("red dice 5 2 | blue | yellow", court="blue 5: 5", envoy="blue")
    assert refused_by(state, "red", Influence(5, (5,), envoy=True)) == "B5.2"


@pytest.mark.rule("B5.2")
def test_he_is_not_spent_on_a_free_advisor() -> None:
    state = position("red dice 5 2 | blue | yellow", court="blue 5: 5", envoy="red")
    assert refused_by(state, "red", Influence(2, (2,), envoy=True)) == "B5.2"
    assert Influence(2, (2,)) in options(state, "red")
    assert Influence(5, (5,), envoy=True) in options(state, "red")


@pytest.mark.rule("B5.3")
def test_unused_he_goes_back_and_is_given_anew() -> None:
    state = position("red Inn | blue | yellow Inn", Step.ENVOY, envoy="red")
    played = begun(envoy.begin, state)
    assert played.events == (EnvoyReturned(0), EnvoyGiven(1))


@pytest.mark.rule("B5.3")
def test_he_may_go_to_nobody_then() -> None:
    played = begun(envoy.begin, position("red | blue | yellow", Step.ENVOY, envoy="red"))
    assert played.events == (EnvoyReturned(0), EnvoyWithheld((0, 1, 2)))
    assert has(played.state, "red") == ""
