"""B1.6  Choices that several seats make at once: each is hidden until all have been made."""

from __future__ import annotations

from collections.abc import Iterable

from app.rules.contract import Seat
from app.rules.kingsburg.events import ChoiceMade, ChoicesAsked, Chronicle
from app.rules.kingsburg.goods import NONE, Goods
from app.rules.kingsburg.state import Choice, Kingsburg

NOTHING = Choice()


def ask(chronicle: Chronicle, seats: Iterable[Seat]) -> bool:
    """Ask these seats at once; False when there are none."""
    asked = tuple(seats)
    if asked:
        chronicle.tell(ChoicesAsked(asked))
    return bool(asked)


def choose(chronicle: Chronicle, seat: Seat, goods: Goods = NONE, *, token: bool = False) -> None:
    """Keep what the seat has chosen."""
    chronicle.tell(ChoiceMade(seat, goods, token))


def chosen(state: Kingsburg, seat: Seat) -> Choice | None:
    """What the seat has chosen in this step; None when it was not asked."""
    return state.chosen[seat] if state.chosen else None
