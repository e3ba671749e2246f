"""What a position is worth to a seat, in victory points: the bot's judgement.

Goods count by what they will build or recruit, soldiers by the battles that they may win, and
buildings by their points and by what they bring in the seasons and winters to come.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from app.rules.contract import Seat
from app.rules.kingsburg import recruiting
from app.rules.kingsburg.building import cost, next_in_rows
from app.rules.kingsburg.buildings import BUILDINGS, COLUMNS, PROVINCE, Building, Key
from app.rules.kingsburg.chances import DIE, known_cards
from app.rules.kingsburg.enemies import ENEMIES, Card, Enemy
from app.rules.kingsburg.goods import NONE, Goods
from app.rules.kingsburg.state import (
    AUTUMN,
    LAST_YEAR,
    SPRING,
    SUMMER,
    Governor,
    Kingsburg,
    Rows,
    governor,
)
from app.rules.kingsburg.winter import Outcome, bonus, lost_buildings, outcome

SEASONS = (SPRING, SUMMER, AUTUMN)
WANTED, SPARE = 0.95, 0.6
"""A good that the plan needs, and one that it does not."""
TOKEN = 0.6
LOOK = 0.3
"""To know the enemy beforehand."""
STRONGEST = 0.25
"""B7.4  How likely a winner is the strongest, other things being equal."""

A_SEASON: dict[Key, float] = {
    "statue": 0.07,
    "chapel": 0.17,
    "inn": 0.14,
    "market": 0.49,
    "farm": 0.98,
    "merchants_guild": 0.52,
    "stable": 0.17,
    "crane": 0.32,
    "town_hall": 0.24,
    "embassy": 0.7,
}
"""What a building brings in each season to come."""
A_WINTER: dict[Key, float] = {
    "church": 0.39,
    "farm": -1.04,
    "guard_tower": 1.17,
    "blacksmith": 1.17,
    "barracks": 1.56,
    "wizards_guild": 2.08,
    "palisade": 1.3,
    "stone_wall": 1.69,
    "fortress": 2.08,
    "barricade": 0.39,
}
"""What a building brings in each winter to come."""


def seasons_left(state: Kingsburg) -> int:
    """Seasons after the present one."""
    this_year = sum(season > state.phase for season in SEASONS)
    return (LAST_YEAR - state.year) * len(SEASONS) + this_year


def winters_left(state: Kingsburg) -> int:
    """Winters to come."""
    return LAST_YEAR - state.year + 1


@lru_cache(maxsize=4096)
def effect(key: Key, seasons: int, winters: int) -> float:
    """What a building will bring besides its own points."""
    return A_SEASON.get(key, 0.0) * seasons + A_WINTER.get(key, 0.0) * winters


@lru_cache(maxsize=4096)
def province_worth(rows: Rows, seasons: int, winters: int) -> float:
    """What all the buildings of a province will bring besides their points."""
    return sum(
        effect(building.key, seasons, winters)
        for line, built in zip(PROVINCE, rows, strict=True)
        for building in line[:built]
    )


def terms_worth(goods: Goods, any_: int, vp: int) -> float:
    """A reward or losses of an enemy card."""
    return (goods.number + any_) * SPARE + vp


@lru_cache(maxsize=65536)
def battle_worth(rows: Rows, goods: int, soldiers: int, card: Card) -> float:
    """B7  What one winter's battle is worth on average, by the exact distribution of the die."""
    there, enemy = Governor(rows=rows), ENEMIES[card]
    before = soldiers + bonus(there, enemy.kind)
    return sum(_one_battle(there, goods, before + die, enemy) for die in DIE) / len(DIE)


def _one_battle(there: Governor, goods: int, strength: int, enemy: Enemy) -> float:
    match outcome(there, strength, enemy):
        case Outcome.WON:
            reward = enemy.reward
            lead = STRONGEST + 0.1 * min(strength - enemy.strength, 3)
            return terms_worth(reward.goods, reward.any, reward.vp) + lead + there.has("fortress")
        case Outcome.DRAWN:
            return 0.0
        case Outcome.LOST:
            return -_loss(there, goods, enemy)


def _loss(there: Governor, goods: int, enemy: Enemy) -> float:
    losses = enemy.losses
    lost = min(goods, losses.goods.number + losses.any)
    buildings = lost_buildings(there.rows, losses.buildings)
    worth = sum(BUILDINGS[key].vp + effect(key, 3, 1) for key in buildings)
    return terms_worth(NONE, lost, losses.vp) + worth


class Judgement:
    """How a seat sees its position: make one for each decision, from the seat's view."""

    def __init__(self, state: Kingsburg, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.there = governor(state, seat)
        self.seasons = seasons_left(state)
        self.winters = winters_left(state)
        self.cards = known_cards(state)
        self.is_last_building = self.seasons == 0
        self.before_recruiting = state.phase >= AUTUMN
        self._plans: dict[Rows, Goods] = {}

    def worth(self, there: Governor) -> float:
        """What the position would be worth with such a governor, in VP."""
        return (
            there.vp
            + TOKEN * min(there.tokens, self.seasons)
            + province_worth(there.rows, self.seasons, self.winters)
            + self._winter(there)
        )

    def _winter(self, there: Governor) -> float:
        """The coming battle and the goods, of which the best number goes for soldiers."""
        if not self.before_recruiting:
            return self.kept(there)
        price = recruiting.price(there)
        return max(
            self.battle(there, there.soldiers + n)
            + self.goods_worth(there, there.goods.number - n * price)
            for n in range(recruiting.most_soldiers(there) + 1)
        )

    def kept(self, there: Governor) -> float:
        """B6.1  Battle and goods of a governor who recruits no more."""
        goods = self.goods_worth(there, there.goods.number)
        return self.battle(there, there.soldiers) + goods

    def battle(self, there: Governor, soldiers: int) -> float:
        """B7  The winter's battle with so many soldiers, against what is known of the enemy."""
        goods = min(there.goods.number, 10)
        return sum(battle_worth(there.rows, goods, soldiers, c) for c in self.cards) / len(
            self.cards
        )

    def goods_worth(self, there: Governor, number: int) -> float:
        """So many of his goods, those first that the plan does not need given away."""
        if self.is_last_building and self.state.phase > AUTUMN:
            return 0.5 * number if there.has("cathedral") else 0.01 * number
        if self.is_last_building and not there.has("cathedral"):
            return self._last_goods(there, number)
        wanted = self.plan(there)
        useful = sum(map(min, there.goods, wanted))
        kept = min(useful, number)
        return WANTED * kept + SPARE * (number - kept)

    def _last_goods(self, there: Governor, number: int) -> float:
        """In the last autumn goods still build once, if they are enough."""
        if number < there.goods.number:
            return 0.01 * number
        wanted = self.plan(there)
        return 0.3 * sum(map(min, there.goods, wanted)) + 0.01 * number

    def plan(self, there: Governor) -> Goods:
        """The goods that the best next building costs."""
        known = self._plans.get(there.rows)
        if known is None:
            target = max(next_in_rows(there), key=lambda b: self._score(there, b), default=None)
            known = cost(there, target) if target else NONE
            self._plans[there.rows] = known
        return known

    def _score(self, there: Governor, building: Building) -> float:
        """What a building brings for each good, alone or with those that it opens in its row."""
        row = next(number for number, line in enumerate(PROVINCE) if building in line)
        worth, goods, best = 0.0, 0, 0.0
        for later in range(there.rows[row], COLUMNS):
            other = PROVINCE[row][later]
            worth += other.vp + effect(other.key, max(self.seasons - 1, 0), self.winters)
            goods += cost(there, other).number
            best = max(best, worth / goods)
        return best


def built(there: Governor, building: Building, price: Goods) -> Governor:
    """The governor after building that."""
    row = next(number for number, line in enumerate(PROVINCE) if building in line)
    rows = (*there.rows[:row], there.rows[row] + 1, *there.rows[row + 1 :])
    return replace(there, rows=rows, goods=there.goods.minus(price), vp=there.vp + building.vp)
