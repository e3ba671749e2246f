"""The state of a game of Kingsburg."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from app.rules.contract import Result, Seat, State
from app.rules.kingsburg.buildings import PLACE, ROWS, Key
from app.rules.kingsburg.enemies import Card
from app.rules.kingsburg.goods import NONE, Goods

NOBODY: Seat = -1
LAST_YEAR = 5
AID, SPRING, REWARD, SUMMER, ENVOY, AUTUMN, RECRUITING, WINTER = range(1, 9)
"""B1.5  The eight phases of a year."""

Faces: TypeAlias = tuple[int, ...]
"""What dice show, highest first."""
Rows: TypeAlias = tuple[int, ...]
"""B3.11  How many buildings stand in each row: always the leftmost."""


class Step(StrEnum):
    """Where in the year the game is; also the kind of the decision asked there (see `kind_of`)."""

    AID = "aid"  # B2.1, all who tie at once
    REROLL = "reroll"  # B3.3
    INFLUENCE = "influence"  # B3.5
    HELP = "help"  # B3.10
    BUILD = "build"  # B3.11; a second time (B5.2) the kind is "second_building"
    SEASON_END = "town_hall"  # B3.12, all at once
    REWARD = "reward"  # B4.1, asks nothing
    ENVOY = "envoy"  # B5.1, asks nothing
    RECRUIT = "recruit"  # B6.1
    WINTER = "losses"  # B7.5, all at once; who has won is asked "spoils" (B7.3)
    OVER = "over"  # B8.1


class Governor(Struct, frozen=True, array_like=True):
    """What a seat has, all of it open to everybody (B1.1)."""

    goods: Goods = NONE
    tokens: int = 0
    """"+2" tokens that he holds; the one on a group at court is not among them."""
    soldiers: int = 0
    vp: int = 0
    rows: Rows = (0,) * ROWS
    own: Faces = ()
    """Dice of his colour that are not placed."""
    white: Faces = ()
    """B2.1, B9.2  White dice that are not placed."""
    thrown: int = 0
    """B3.4  The sum of his dice in this season."""
    statue_used: bool = False
    chapel_used: bool = False
    passed: bool = False
    """B3.5  He is out for this season."""

    @property
    def buildings(self) -> int:
        """How many buildings stand in his province."""
        return sum(self.rows)

    def has(self, key: Key) -> bool:
        """Whether that building stands."""
        row, column = PLACE[key]
        return self.rows[row] > column


class Group(NamedTuple):
    """B3.5  Dice on an advisor. The dice that block one in a game of two are NOBODY's (B3.1)."""

    advisor: int
    seat: Seat
    own: Faces
    white: Faces = ()
    plus_two: bool = False
    market: int = 0
    """B3.8  The advisor is so much above (1) or below (-1) the sum."""
    envoy: bool = False


class Choice(NamedTuple):
    """What a seat has chosen while others choose too: goods, or a "+2" token, or nothing."""

    goods: Goods = NONE
    token: bool = False


class Kingsburg(State, frozen=True, array_like=True):
    """A position of Kingsburg."""

    seats: int
    governors: tuple[Governor, ...]
    year: int = 0
    """1 to 5; 0 before the first."""
    phase: int = 0
    """B1.5  1 to 8."""
    step: Step = Step.AID
    order: tuple[Seat, ...] = ()
    """B3.4  Turn order, of this season or the one before."""
    turn: int = 0
    """Index in `order` of who acted last, or is next: nobody before it acts in this step."""
    pile: tuple[Card, ...] = ()
    """B1.3  The enemy cards of the years 1 to 5; HIDDEN where the reader does not know one."""
    seen: tuple[bool, ...] = ()
    """By seat: who has looked at this year's card."""
    revealed: bool = False
    """B7.1  Whether this year's card lies open."""
    aid: Seat = NOBODY
    """B2.1  Who throws a white die more in this spring."""
    envoy: Seat = NOBODY
    """B5  Who has the King's Envoy."""
    court: tuple[Group, ...] = ()
    """B3.5  The groups at court, in the order in which they came; sorted by help from B3.10 on."""
    helped: int = 0
    """B3.10  How many of the groups at court have had their help."""
    built: int = 0
    """B3.11, B5.2  Buildings that the seat at `turn` has built in this season."""
    asks: tuple[Seat, ...] = ()
    """Seats that must still choose, all at once (AID, SEASON_END, WINTER)."""
    chosen: tuple[Choice | None, ...] = ()
    """By seat: what was chosen meanwhile; hidden from others until all have chosen."""
    strengths: tuple[int, ...] = ()
    """B7.2  By seat, in the battle of this winter."""
    result: Result | None = None


def governor(state: Kingsburg, seat: Seat) -> Governor:
    """What that seat has."""
    return state.governors[seat]
