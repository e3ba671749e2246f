"""B8  The end: the Cathedral, the most victory points, the ties."""

from __future__ import annotations

from app.rules.contract import N_, Result
from app.rules.kingsburg.events import Chronicle, MatchEnded
from app.rules.kingsburg.state import Governor, Kingsburg

GOODS_FOR_A_POINT = 2
"""B8.1  Goods left for each VP of the Cathedral."""

MOST_POINTS = N_("The winter of the fifth year is over: most victory points win.")
MOST_GOODS = N_("The fifth year is over: with equal victory points, most goods left win.")
MOST_BUILDINGS = N_("The fifth year is over: with equal points and goods, most buildings win.")
SHARED = N_("The fifth year is over: equal in points, goods and buildings, they share the win.")
REASONS = (MOST_POINTS, MOST_GOODS, MOST_BUILDINGS)
"""B8.1  By the number of ties that had to be broken."""


def cathedral(there: Governor) -> int:
    """B8.1  1 VP for each two goods left, in any mix; they are not given up."""
    return there.goods.number // GOODS_FOR_A_POINT if there.has("cathedral") else 0


def end(chronicle: Chronicle) -> None:
    """B8.1  Count and end the match."""
    state = chronicle.state
    extra = tuple(map(cathedral, state.governors))
    chronicle.tell(MatchEnded(_result(state, extra), extra))


def _result(state: Kingsburg, extra: tuple[int, ...]) -> Result:
    points = tuple(there.vp + more for there, more in zip(state.governors, extra, strict=True))
    marks = [
        (vp, there.goods.number, there.buildings)
        for vp, there in zip(points, state.governors, strict=True)
    ]
    best = max(marks)
    winners = tuple(seat for seat, mark in enumerate(marks) if mark == best)
    return Result("B8.1", _reason(marks, best, len(winners)), winners, points)


def _reason(marks: list[tuple[int, int, int]], best: tuple[int, int, int], winners: int) -> str:
    if winners > 1:
        return SHARED
    for ties, reason in enumerate(REASONS, 1):
        if sum(mark[:ties] == best[:ties] for mark in marks) == 1:
            return reason
    return SHARED
