"""Legal sheets, a varied sample: there are too many to list them all."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from app.rules.contract import Seat
from app.rules.france.actions import (
    AnyOrder,
    Conquer,
    DeclareCapital,
    Defend,
    Invest,
    MoveCapital,
    Orders,
    SendOrders,
    StopTrade,
    Trade,
)
from app.rules.france.atlas import County
from app.rules.france.duchy import MOVE_COST
from app.rules.france.grain import budget
from app.rules.france.pillage import most_to_invest
from app.rules.france.realm import beside, counties, region_of, unspoilt
from app.rules.france.sheet import MOST_IN_A_COMMAND
from app.rules.france.state import France, count_of, land, living, partners
from app.rules.france.traits import may_lead

SHEETS = 6
"""How many sheets are offered, the empty one among them."""


def ways_to_order(state: France, seat: Seat) -> list[SendOrders]:
    """F5.1  Some legal sheets; always the same ones for the same position."""
    random = Random(f"{state.turn}/{seat}/{state.throws}")  # noqa: S311 - a sample, no luck of the game
    sampler = _Sampler(state, seat, random)
    sheets: list[Orders] = [(), *(sampler.sheet() for _ in range(SHEETS - 1))]
    return [SendOrders(state.turn, orders, random.random() < 0.2) for orders in sheets]


class _Sampler:
    """Writes legal sheets at random."""

    def __init__(self, state: France, seat: Seat, random: Random) -> None:
        self.state, self.seat, self.random = state, seat, random
        self.grain = budget(state, seat)
        self.partners = partners(state, seat)
        own = region_of(state, seat)
        self.own = counties(own)
        self.targets = [
            county
            for county in counties(beside(unspoilt(state, seat)) & ~own)
            if land(state, county).holder not in self.partners
        ]
        self.may_lead = may_lead(count_of(state, seat))

    def sheet(self) -> Orders:
        """One sheet: talk of trade and capital, then Grain until it is spent or enough."""
        orders: list[AnyOrder] = [*self._trade(), *self._capital()]
        left = self.grain - sum(MOVE_COST for order in orders if isinstance(order, MoveCapital))
        said: set[tuple[str, County]] = set()
        led = not self.may_lead
        while left and self.random.random() < 0.9:
            order = self._command(left, led=not led and self.random.random() < 0.3)
            if order is None or (key := (type(order).__name__, order.county)) in said:
                break
            said.add(key)
            orders.append(order)
            left -= order.grain
            led = led or (not isinstance(order, Invest) and order.led)
        self.random.shuffle(orders)
        return tuple(orders)

    def _trade(self) -> list[AnyOrder]:
        orders: list[AnyOrder] = []
        for other in living(self.state):
            if other in self.partners:
                orders += [StopTrade(other)] if self.random.random() < 0.1 else []
            elif other != self.seat and self.random.random() < 0.3:
                orders.append(Trade(other))
        return orders

    def _capital(self) -> list[AnyOrder]:
        capital = self.state.players[self.seat].capital
        county = self.random.choice(self.own)
        if capital is None:
            return [DeclareCapital(county)]
        if county != capital and self.grain >= MOVE_COST and self.random.random() < 0.1:
            return [MoveCapital(county)]
        return []

    def _command(self, left: int, *, led: bool) -> Defend | Invest | Conquer | None:
        ways: list[Callable[[], Defend | Invest | Conquer | None]] = [
            lambda: Defend(self.random.choice(self.own), self._grain(left), led),
            lambda: self._invest(left),
        ]
        if self.targets:
            target = self.random.choice(self.targets)
            ways += [lambda: Conquer(target, self._grain(left), led)] * 2
        return self.random.choice(ways)()

    def _grain(self, left: int) -> int:
        most = min(left, MOST_IN_A_COMMAND)
        return self.random.randint(max(1, most // 2), most)

    def _invest(self, left: int) -> Invest | None:
        county = self.random.choice(self.own)
        most = min(left, most_to_invest(self.state, self.seat, county))
        return Invest(county, self.random.randint(1, most)) if most else None
