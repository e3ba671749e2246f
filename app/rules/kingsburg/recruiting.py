"""B6  Phase 7: soldiers for goods."""

from __future__ import annotations

from app.rules.contract import N_, Refusal, Seat
from app.rules.kingsburg.actions import Recruit, RecruitNobody
from app.rules.kingsburg.events import Chronicle, NobodyRecruited, SoldiersRecruited
from app.rules.kingsburg.goods import Goods, choices_from
from app.rules.kingsburg.state import NOBODY, Governor, Kingsburg, governor

PRICE, PRICE_WITH_BARRACKS = 2, 1
"""B6.1, B9.2  Goods for a soldier."""
MOST_WAYS = 8
"""Ways to pay for the same number of soldiers that are offered; any other may be asked for."""


def price(there: Governor) -> int:
    """B6.1  Goods of any kind for each soldier."""
    return PRICE_WITH_BARRACKS if there.has("barracks") else PRICE


def most_soldiers(there: Governor) -> int:
    """B6.1  As many as he can pay."""
    return there.goods.number // price(there)


def recruiter(state: Kingsburg) -> Seat:
    """B6.1  The next in turn order who can pay for a soldier."""
    for seat in state.order[state.turn :]:
        if most_soldiers(governor(state, seat)):
            return seat
    return NOBODY


def why_not_recruit(state: Kingsburg, seat: Seat, action: Recruit) -> Refusal | None:
    """B6.1  Goods that one has, in whole prices."""
    there = governor(state, seat)
    if not action.goods.within(there.goods):
        text = N_("You cannot pay {cost}; you have: {goods}.")
        return Refusal("B6.1", text, {"cost": action.goods, "goods": there.goods})
    if not action.goods.number or action.goods.number % price(there):
        text = N_(
            "A soldier costs you {price} goods of any kind, and you can pay for {most} at most;"
            " {number} goods do not come out even."
        )
        params = {
            "price": price(there),
            "most": most_soldiers(there),
            "number": action.goods.number,
        }
        return Refusal("B6.1", text, params)
    return None


def recruit(chronicle: Chronicle, seat: Seat, action: Recruit) -> None:
    """B6.1  The soldiers join."""
    soldiers = action.goods.number // price(governor(chronicle.state, seat))
    chronicle.tell(SoldiersRecruited(seat, action.goods, soldiers))


def recruit_nobody(chronicle: Chronicle, seat: Seat, action: RecruitNobody) -> None:
    """B6.1  No soldiers."""
    del action
    chronicle.tell(NobodyRecruited(seat))


def ways_to_recruit(state: Kingsburg, seat: Seat) -> list[Recruit | RecruitNobody]:
    """B6.1  Every number of soldiers, each paid in all ways or a sample of them; or none."""
    there = governor(state, seat)
    each = price(there)
    ways: list[Recruit | RecruitNobody] = [
        Recruit(goods)
        for soldiers in range(1, most_soldiers(there) + 1)
        for goods in _sample(choices_from(there.goods, soldiers * each))
    ]
    return [*ways, RecruitNobody()]


def _sample(ways: tuple[Goods, ...]) -> tuple[Goods, ...]:
    return ways[:: -(-len(ways) // MOST_WAYS)]
