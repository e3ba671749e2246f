"""B7  Phase 8: the enemy comes; soldiers and buildings hold the province, or do not."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from app.rules.contract import N_, Refusal, Seat
from app.rules.kingsburg import choice
from app.rules.kingsburg.actions import GiveUp
from app.rules.kingsburg.buildings import BUILDINGS, PROVINCE, Building, Key
from app.rules.kingsburg.enemies import ENEMIES, Enemy
from app.rules.kingsburg.enemies import Kind as EnemyKind
from app.rules.kingsburg.events import (
    BattleDrawn,
    BattleLost,
    BattleWon,
    Chronicle,
    EnemyRevealed,
    ReinforcementsThrown,
    StrengthsCounted,
    WinterEnded,
)
from app.rules.kingsburg.goods import Goods, choices_from
from app.rules.kingsburg.state import Governor, Kingsburg, Rows, governor


class Outcome(StrEnum):
    """B7.3  How a battle ends."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def bonus(there: Governor, kind: EnemyKind) -> int:
    """B7.2, B9.2  What the buildings add against that kind of enemy; it may be below 0."""
    return sum(
        building.strength + (building.more if building.against == kind else 0)
        for building in standing(there)
    )


def standing(there: Governor) -> Iterator[Building]:
    """The buildings of a province, row by row."""
    for line, built in zip(PROVINCE, there.rows, strict=True):
        yield from line[:built]


def outcome(there: Governor, strength: int, enemy: Enemy) -> Outcome:
    """B7.3  Higher wins, lower loses; equal is a draw, and with a Stone Wall a win."""
    if strength > enemy.strength:
        return Outcome.WON
    if strength < enemy.strength:
        return Outcome.LOST
    return Outcome.WON if there.has("stone_wall") else Outcome.DRAWN


def enemy_of_year(state: Kingsburg) -> Enemy:
    """B7.1  This year's enemy, once his card lies open."""
    return ENEMIES[state.pile[state.year - 1]]


def outcome_of(state: Kingsburg, seat: Seat) -> Outcome:
    """B7.3  How the seat's battle of this winter ends."""
    return outcome(governor(state, seat), state.strengths[seat], enemy_of_year(state))


def begin(chronicle: Chronicle) -> None:
    """B7.1-B7.3  The card, the King's soldiers, the strengths; then who must choose goods."""
    state = chronicle.state
    chronicle.tell(EnemyRevealed(state.pile[state.year - 1]))
    draws = chronicle.chance.throw()
    chronicle.tell(ReinforcementsThrown(draws.number, state.order[0], draws.die()))
    state = chronicle.state
    kind = enemy_of_year(state).kind
    strengths = tuple(there.soldiers + bonus(there, kind) for there in state.governors)
    chronicle.tell(StrengthsCounted(strengths))
    state = chronicle.state
    if not choice.ask(chronicle, (seat for seat in state.order if _must_choose(state, seat))):
        _fight(chronicle)


def _must_choose(state: Kingsburg, seat: Seat) -> bool:
    """B7.3, B7.5  Whether goods of choice leave the seat a choice."""
    match outcome_of(state, seat):
        case Outcome.WON:
            return enemy_of_year(state).reward.any > 0
        case Outcome.LOST:
            return len(losses_of_choice(state, seat)) > 1
        case Outcome.DRAWN:
            return False


def fixed_losses(there: Governor, enemy: Enemy) -> Goods:
    """B7.5  Goods that the card names, as far as they are there."""
    named = enemy.losses.goods
    return Goods(*map(min, there.goods, named))


def losses_of_choice(state: Kingsburg, seat: Seat) -> tuple[Goods, ...]:
    """B7.5  All that the seat may give up as goods of choice, after those that the card names."""
    there, enemy = governor(state, seat), enemy_of_year(state)
    return choices_from(there.goods.minus(fixed_losses(there, enemy)), enemy.losses.any)


def why_not_give_up(state: Kingsburg, seat: Seat, action: GiveUp) -> Refusal | None:
    """B7.5  As many goods as the card says, or all that there are."""
    ways = losses_of_choice(state, seat)
    if action.goods not in ways:
        text = N_("You lose {number} goods of your choice; you have: {goods}.")
        params = {"number": ways[0].number, "goods": governor(state, seat).goods}
        return Refusal("B7.5", text, params)
    return None


def give_up(chronicle: Chronicle, seat: Seat, action: GiveUp) -> None:
    """B7.5  These goods."""
    choice.choose(chronicle, seat, action.goods)


def ways_to_give_up(state: Kingsburg, seat: Seat) -> list[GiveUp]:
    """B7.5  Every choice."""
    return [GiveUp(goods) for goods in losses_of_choice(state, seat)]


def settle(chronicle: Chronicle) -> None:
    """B7.3-B7.7  When all have chosen, the battles are fought."""
    if not chronicle.state.asks:
        _fight(chronicle)


def _fight(chronicle: Chronicle) -> None:
    """B7.3-B7.7  Each battle in turn order; then the winter is over."""
    state = chronicle.state
    for seat in state.order:
        match outcome_of(state, seat):
            case Outcome.WON:
                _win(chronicle, seat)
            case Outcome.DRAWN:
                chronicle.tell(BattleDrawn(seat))
            case Outcome.LOST:
                _lose(chronicle, seat)
    chronicle.tell(WinterEnded())


def _win(chronicle: Chronicle, seat: Seat) -> None:
    """B7.3, B7.4  The reward, the Fortress's VP, and that of the strongest."""
    state = chronicle.state
    reward = enemy_of_year(state).reward
    chosen = choice.chosen(state, seat)
    goods = reward.goods.plus(chosen.goods) if chosen else reward.goods
    fortress = int(governor(state, seat).has("fortress"))
    strongest = int(state.strengths[seat] == max(state.strengths))
    chronicle.tell(BattleWon(seat, goods, reward.vp, fortress, strongest))


def _lose(chronicle: Chronicle, seat: Seat) -> None:
    """B7.5, B7.6  In the card's order; what is not there is not replaced."""
    state = chronicle.state
    there, enemy = governor(state, seat), enemy_of_year(state)
    chosen = choice.chosen(state, seat)
    any_ = chosen.goods if chosen else losses_of_choice(state, seat)[0]
    goods = fixed_losses(there, enemy).plus(any_)
    keys = tuple(lost_buildings(there.rows, enemy.losses.buildings))
    buildings_vp = sum(BUILDINGS[key].vp for key in keys)
    chronicle.tell(BattleLost(seat, goods, keys, buildings_vp, enemy.losses.vp))


def lost_buildings(rows: Rows, number: int) -> list[Key]:
    """B7.6  So many, one after another: the farthest right, in its column the topmost."""
    left = list(rows)
    lost: list[Key] = []
    for _ in range(number):
        column = max(left)
        if not column:
            break
        row = left.index(column)
        lost.append(PROVINCE[row][column - 1].key)
        left[row] -= 1
    return lost
