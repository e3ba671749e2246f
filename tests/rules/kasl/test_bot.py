"""The "Count bot": legal in every position, and clearly better than chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from app.rules.chance import Chance
from app.rules.contract import Result
from app.rules.kasl.actions import Attack, MoveIn, SetUp, Stop
from app.rules.kasl.board import BOARD
from app.rules.kasl.bot import sensible
from app.rules.kasl.game import KASL
from app.rules.kasl.kingdom import joined, region_of
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, Fight, Kasl, Land, Step, Territory
from app.rules.kasl.units import Units
from app.rules.service import RANDOM_BOT, GameService, Played

GAME = GameService(KASL)
BASIC = {"advanced": "off", "losses": "automatic", "plague": "rulebook"}
ADVANCED = {"advanced": "on", "losses": "ask", "plague": "rulebook"}


def played(bots: Sequence[str], options: Mapping[str, str], seed: int) -> Result:
    """A whole game of these bots; a refused action fails the test."""
    random = Random(seed)
    secret = random.randbytes(32)
    state = GAME.open(len(bots), options, Chance(secret)).state
    while asked := GAME.decisions(state):
        seat = asked[-1].seat
        action = GAME.bot_action(state, seat, bots[seat], random)
        answer = GAME.play(state, seat, action, Chance(secret, next_number=state.throws))
        assert isinstance(answer, Played), (answer, action)
        state = answer.state
    result = GAME.result(state)
    assert result is not None
    return result


def position(lands: Mapping[Territory, Land], step: Step, **changes: object) -> Kasl:
    """A turn of seat 0 in round 3 with only these lands held."""
    board = tuple(lands.get(number, Land()) for number in BOARD.neighbours)
    fields: dict[str, object] = {
        "throws": 0,
        "seats": 2,
        "round": 3,
        "step": step,
        "order": (0, 1),
        "lands": board,
        "loss_orders": (DEFAULT_LOSS_ORDER,) * 2,
        "missions": ((), ()),
        "out": (False, False),
    }
    return Kasl(**fields | changes)  # type: ignore[arg-type]


def test_it_is_the_bot_that_kasl_offers() -> None:
    assert next(iter(KASL.bots)) == "count"


@pytest.mark.parametrize("options", [BASIC, ADVANCED])
def test_it_beats_chance_at_two(options: Mapping[str, str]) -> None:
    won = 0
    for seed in range(30):
        seat = seed % 2
        bots = ["count" if number == seat else RANDOM_BOT for number in range(2)]
        won += played(bots, options, seed).winners == (seat,)
    assert won > 27


@pytest.mark.parametrize("seats", [3, 4])
def test_it_does_better_than_its_share_among_more(seats: int) -> None:
    won = 0
    for seed in range(8):
        bots = ["count" if number == seed % seats else RANDOM_BOT for number in range(seats)]
        won += seed % seats in played(bots, ADVANCED, seed).winners
    assert won >= 6


@pytest.mark.parametrize("options", [BASIC, ADVANCED])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_plays_with_its_like_to_the_end(seats: int, options: Mapping[str, str]) -> None:
    for seed in range(2):
        assert played(["count"] * seats, options, seed).winners


def test_the_same_position_gets_the_same_answer() -> None:
    state = GAME.open(3, BASIC, Chance(bytes(32))).state
    assert isinstance(state, Kasl)
    seat = GAME.decisions(state)[0].seat
    assert sensible(state, seat, Random(1)) == sensible(state, seat, Random(2))


def test_it_sets_up_in_its_largest_part_or_close_to_it() -> None:
    for seed in range(10):
        state = GAME.open(4, BASIC, Chance(bytes([seed]) * 32)).state
        assert isinstance(state, Kasl)
        seat = GAME.decisions(state)[0].seat
        action = sensible(state, seat, Random(0))
        assert isinstance(action, SetUp)
        sizes = {part: part.bit_count() for part in joined(region_of(state.lands, seat))}
        chosen = next(size for part, size in sizes.items() if part >> action.city & 1)
        assert chosen >= max(sizes.values()) - 1


@pytest.mark.parametrize(
    ("target", "attacks"),
    [(Land(1, Units(1)), True), (Land(1, Units(9, 9, 5), True, 3), False)],
)
def test_it_attacks_the_weak_and_leaves_the_strong(target: Land, attacks: bool) -> None:
    goal, *others = BOARD.neighbours[1]
    lands = {number: Land(plague=True) for number in others}
    lands |= {1: Land(0, Units(2, 3), lord=True, stronghold=1), goal: target}
    expected = Attack(1, goal) if attacks else Stop()
    assert sensible(position(lands, Step.ATTACK), 0, Random(0)) == expected


def test_the_lord_goes_with_the_army() -> None:
    origin = 1
    target, *_ = BOARD.neighbours[origin]
    beyond = next(n for n in BOARD.neighbours[target] if n not in {1, *BOARD.neighbours[1]})
    lands = {origin: Land(0, Units(2, 3), lord=True), beyond: Land(1, Units(1), stronghold=1)}
    lands |= {n: Land(plague=True) for n in BOARD.neighbours[origin] if n != target}
    state = position(lands, Step.MOVE_IN, fight=Fight(origin, target, may_stay_out=True))
    action = sensible(state, 0, Random(0))
    assert isinstance(action, MoveIn)
    assert action.lord
    assert action.units == Units(1, 3)
