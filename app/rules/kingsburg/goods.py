"""B1.1  Goods, and the ways to choose some of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta

Good: TypeAlias = Literal["gold", "wood", "stone"]
GOODS: tuple[Good, ...] = ("gold", "wood", "stone")
Count: TypeAlias = Annotated[int, Meta(ge=0, le=999)]


class Goods(NamedTuple):
    """Numbers of goods, by kind. "+2" tokens are none (B1.1)."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0

    @property
    def number(self) -> int:
        """How many goods, whatever their kind."""
        return self[0] + self[1] + self[2]

    def plus(self, other: Goods) -> Goods:
        """Both together."""
        return Goods(self[0] + other[0], self[1] + other[1], self[2] + other[2])

    def minus(self, other: Goods) -> Goods:
        """What is left without the others."""
        return Goods(self[0] - other[0], self[1] - other[1], self[2] - other[2])

    def within(self, other: Goods) -> bool:
        """Whether the others have at least as many of each kind."""
        return self[0] <= other[0] and self[1] <= other[1] and self[2] <= other[2]

    def __str__(self) -> str:
        """In English words, for readers of plain lists; pages word goods in their own language."""
        parts = [f"{number} {good}" for good, number in zip(GOODS, self, strict=True) if number]
        return ", ".join(parts) or "nothing"

    def lacking(self, other: Goods) -> Goods:
        """What the others lack to have at least as many of each kind."""
        return Goods(*(max(0, need - have) for need, have in zip(self, other, strict=True)))


NONE = Goods()
ONE: dict[Good, Goods] = {
    "gold": Goods(gold=1),
    "wood": Goods(wood=1),
    "stone": Goods(stone=1),
}
"""One of each kind."""


@cache
def choices(number: int) -> tuple[Goods, ...]:
    """Every set of that many goods of any kind."""
    return tuple(
        Goods(gold, wood, number - gold - wood)
        for gold in range(number, -1, -1)
        for wood in range(number - gold, -1, -1)
    )


@cache
def choices_from(stock: Goods, number: int) -> tuple[Goods, ...]:
    """Every set of that many goods out of a stock; all of it, if there are no more."""
    if stock.number <= number:
        return (stock,)
    gold, wood, stone = stock
    return tuple(
        Goods(g, w, number - g - w)
        for g in range(min(gold, number), -1, -1)
        for w in range(min(wood, number - g), -1, -1)
        if number - g - w <= stone
    )


def total(parts: Iterable[Goods]) -> Goods:
    """All of them together."""
    goods = NONE
    for part in parts:
        goods = goods.plus(part)
    return goods
