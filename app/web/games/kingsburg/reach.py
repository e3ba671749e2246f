"""B3.5-B3.9  Which advisors one's dice reach, and what the present choice of dice comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from app.rules.kingsburg.advisors import LAST
from app.rules.kingsburg.influence import TOKEN, occupied, placements
from app.rules.kingsburg.state import Governor, Kingsburg
from app.web.games.kingsburg.table import Table, Wish, indices

MOST_WAYS = 12
"""Ways to one advisor that are offered by clicking on him again and again."""


class Way(NamedTuple):
    """A legal placement: places of the dice, and what helps them."""

    dice: tuple[int, ...]
    plus: int
    market: int
    envoy: int

    @property
    def tools(self) -> str:
        """What helps the dice, as classes."""
        named = {"plus": self.plus, "market": self.market, "envoy": self.envoy}
        return " ".join(name for name, used in named.items() if used)


Ways: TypeAlias = Mapping[int, Sequence[Way]]
"""By advisor, the simplest way first."""


def ways(state: Kingsburg, seat: int) -> dict[int, list[Way]]:
    """B3.5  Every way to every advisor, the simplest first."""
    there = state.governors[seat]
    found: dict[int, list[Way]] = {}
    for p in placements(state, seat):
        own = indices(there.own, p.own)
        white = (len(there.own) + index for index in indices(there.white, p.white))
        way = Way((*own, *white), int(p.plus_two), p.market, int(p.envoy))
        found.setdefault(p.advisor, []).append(way)
    return {
        number: sorted(some, key=_simplicity)[:MOST_WAYS] for number, some in sorted(found.items())
    }


def _simplicity(way: Way) -> tuple[int, ...]:
    return (way.envoy, way.plus, abs(way.market), len(way.dice), *way.dice)


def faces(there: Governor) -> tuple[int, ...]:
    """What the dice show that are left, those of one's own colour first."""
    return (*there.own, *there.white)


class Aim(NamedTuple):
    """What the chosen dice come to."""

    sum: int
    """Of the dice alone."""
    reached: int
    """With token and Market."""
    advisor: int
    """Who would be influenced, 0: nobody."""
    envoy: bool
    """Whether the Envoy is needed there, and chosen."""
    why: str
    """Why nobody is reached, a text to translate with {number}."""


def aim(table: Table) -> Aim:
    """B3.6-B3.9  What the chosen dice, switches and all, come to."""
    wish, there = table.wish, table.there
    shown = faces(there)
    total = sum(shown[index] for index in wish.dice)
    reached = total + TOKEN * wish.plus + wish.market
    taken = reached in occupied(table.state)
    why = _why_not(wish, there, reached, taken=taken)
    return Aim(total, reached, 0 if why else reached, bool(taken and wish.envoy), why)


CHOOSE, ALONE, OUTSIDE, TAKEN = "choose", "alone", "outside", "taken"


def _why_not(wish: Wish, there: Governor, reached: int, *, taken: bool) -> str:
    if not wish.dice:
        return CHOOSE
    if min(wish.dice) >= len(there.own):
        return ALONE
    if not 1 <= reached <= LAST:
        return OUTSIDE
    return TAKEN if taken and not wish.envoy else ""
