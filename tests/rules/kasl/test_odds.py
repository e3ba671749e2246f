"""K7  Odds held against counting every face of the dice, and against throws of the game itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from app.rules.chance import Chance
from app.rules.kasl.actions import Attack
from app.rules.kasl.attack import attack_dice, defence_dice
from app.rules.kasl.board import BOARD
from app.rules.kasl.capture import is_overrun
from app.rules.kasl.game import KASL
from app.rules.kasl.losses import automatic_loss
from app.rules.kasl.odds import Siege, hits, next_throw, siege, siege_here
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, Kasl, Land, Step, land
from app.rules.kasl.units import Units
from app.rules.service import GameService, Played

ORIGIN = 1
TARGET = BOARD.neighbours[ORIGIN][0]
FAR = next(n for n in BOARD.neighbours if n not in {ORIGIN, *BOARD.neighbours[ORIGIN]})

SIEGES = [
    pytest.param(Land(0, Units(1, 3), lord=True), Land(1, Units(1)), id="raid"),
    pytest.param(Land(0, Units(3, 1)), Land(1, Units(2, 1), stronghold=1), id="city"),
    pytest.param(Land(0, Units(1, 1, 1, 1)), Land(1, Units(1, 1), True, 3), id="castle"),
    pytest.param(Land(0, Units(2)), Land(1, Units(0, 0, 1)), id="hopeless"),
    pytest.param(Land(0, Units(0, 1, 2)), Land(1, Units(2, 1)), id="cavalry remains"),
]


def position(origin: Land, target: Land) -> Kasl:
    """Two armies that face each other; a third land keeps the attacked in the match."""
    lands = [Land()] * 48
    lands[ORIGIN - 1], lands[TARGET - 1] = origin, target
    lands[FAR - 1] = Land(1, Units(infantry=1))
    return Kasl(
        throws=0,
        seats=2,
        round=1,
        step=Step.ATTACK,
        order=(0, 1),
        lands=tuple(lands),
        loss_orders=(DEFAULT_LOSS_ORDER,) * 2,
        missions=((), ()),
        out=(False, False),
    )


def counted(dice: int, lord: bool) -> list[Fraction]:
    """Hits by counting every face; with a Lord a 1 is thrown again, which leaves faces 2 to 6."""
    faces = range(2 if lord else 1, 7)
    number = Counter(sum(face >= 5 for face in thrown) for thrown in product(faces, repeat=dice))
    return [Fraction(number[n], len(faces) ** dice) for n in range(dice + 1)]


@pytest.mark.rule("K7.5")
@pytest.mark.rule("K7.6")
@pytest.mark.parametrize("lord", [False, True])
@pytest.mark.parametrize("dice", range(2, 7))
def test_hits_agree_with_counting_every_face(dice: int, lord: bool) -> None:
    assert hits(dice, lord) == pytest.approx([float(n) for n in counted(dice, lord)])


@pytest.mark.rule("K7.4")
def test_the_next_throw_knows_lords_strongholds_and_war_machines() -> None:
    fortress = Land(1, Units(infantry=3), lord=True, stronghold=2)
    afoot = next_throw(Land(0, Units(infantry=2)), fortress)
    armed = next_throw(Land(0, Units(infantry=2, war_machine=1), lord=True), fortress)
    assert (afoot.attack_dice, afoot.defence_dice) == (2, 5)
    assert (armed.attack_dice, armed.defence_dice) == (4, 3)
    assert armed.mean == pytest.approx((4 * 0.4, 3 * 0.4))


@cache
def recursed(origin: Land, target: Land) -> Fraction:
    """The chance to take the target, by plain recursion over every throw."""
    if not target.units.number or origin.units.number < 2 or is_overrun(origin, target):
        return Fraction(origin.units.number >= 2)
    taken, same = Fraction(0), Fraction(0)
    for ours, p in enumerate(counted(attack_dice(origin), origin.lord)):
        for theirs, q in enumerate(counted(defence_dice(target, origin), target.lord)):
            lost = automatic_loss(origin.units, theirs, DEFAULT_LOSS_ORDER)
            struck = automatic_loss(target.units, ours, DEFAULT_LOSS_ORDER)
            if lost.number or struck.number:
                left = origin._replace(units=origin.units.minus(lost))
                taken += p * q * recursed(left, target._replace(units=target.units.minus(struck)))
            else:
                same += p * q
    return taken / (1 - same)


@pytest.mark.rule("K7.14")
@pytest.mark.parametrize(("origin", "target"), SIEGES)
def test_an_attack_to_its_end_agrees_with_plain_recursion(origin: Land, target: Land) -> None:
    odds = siege(origin, target)
    assert odds.taken == pytest.approx(float(recursed(origin, target)))
    assert odds.taken + odds.emptied + odds.stopped == pytest.approx(1)


def fought(state: Kasl, keep: int, number: int) -> tuple[str, Kasl, int]:
    """One attack that goes on, thrown by the game itself: its end, the position, the throws."""
    chance = Chance(number.to_bytes(32, "big"))
    played = GameService(KASL).play(state, 0, Attack(ORIGIN, TARGET, keep), chance)
    assert isinstance(played, Played)
    names = [type(event).__name__ for event in played.events]
    after = played.state
    assert isinstance(after, Kasl)
    if "TerritoryTaken" in names:
        end = "taken"
    else:
        end = "stopped" if land(after, TARGET).units.number else "emptied"
    return end, after, names.count("AttackThrown")


def simulated(state: Kasl, keep: int, times: int) -> Siege:
    """The same odds by many attacks; losses only where nobody has moved in yet."""
    fights = [fought(state, keep, number) for number in range(times)]
    ends = Counter(end for end, _, _ in fights)
    before = land(state, TARGET).units.cv
    struck = [
        before - (0 if end == "taken" else land(after, TARGET).units.cv) for end, after, _ in fights
    ]
    return Siege(
        **{end: ends[end] / times for end in ("taken", "emptied", "stopped")},
        target_losses=sum(struck) / times,
        throws=sum(throws for _, _, throws in fights) / times,
    )


@pytest.mark.rule("K7.14")
@pytest.mark.parametrize("keep", [1, 4, 99])
@pytest.mark.parametrize(("origin", "target"), SIEGES)
def test_an_attack_to_its_end_agrees_with_the_game(origin: Land, target: Land, keep: int) -> None:
    state = position(origin, target)
    odds, seen = siege_here(state, ORIGIN, TARGET, keep), simulated(state, keep, 600)
    assert odds[:3] == pytest.approx(seen[:3], abs=0.06)
    assert odds.target_losses == pytest.approx(seen.target_losses, abs=0.2)
    assert odds.throws == pytest.approx(seen.throws, abs=0.1 + 0.06 * seen.throws)


@pytest.mark.rule("K7.11")
@pytest.mark.rule("K7.12")
@pytest.mark.parametrize(
    ("origin", "target"),
    [
        (Land(0, Units(infantry=2)), Land()),
        (Land(0, Units(cavalry=2)), Land(1, Units(9, 9), lord=True)),
    ],
)
def test_what_is_taken_without_dice_is_certain(origin: Land, target: Land) -> None:
    assert siege(origin, target)[:3] == (1, 0, 0)


@pytest.mark.rule("K7.8")
def test_the_standing_orders_count() -> None:
    origin, target = Land(0, Units(4, 0, 2)), Land(1, Units(3, 2), stronghold=1)
    cavalry_first = replace(
        position(origin, target),
        loss_orders=(tuple(reversed(DEFAULT_LOSS_ORDER)), DEFAULT_LOSS_ORDER),
    )
    changed = siege_here(cavalry_first, ORIGIN, TARGET)
    assert changed != siege_here(position(origin, target), ORIGIN, TARGET)


def test_giant_armies_say_how_sure_their_odds_are() -> None:
    giant = siege(Land(0, Units(20, 10, 8, 5)), Land(1, Units(20, 10, 6)))
    assert not giant.is_exact
    assert giant.unsure < 0.05
    assert giant.taken + giant.emptied + giant.stopped == pytest.approx(1)
    assert siege(Land(0, Units(5, 4, 3)), Land(1, Units(4, 3, 1), True, 2)).is_exact
