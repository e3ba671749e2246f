"""What happens in a game of Kingsburg. Seats, advisors and dice as numbers; luck included.

What a winter brings stands in `winter_events`.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from app.rules import contract
from app.rules.contract import Event, Result, Seat, Thrown
from app.rules.kingsburg.buildings import Key
from app.rules.kingsburg.enemies import HIDDEN, Card
from app.rules.kingsburg.goods import NONE, Goods
from app.rules.kingsburg.state import Faces, Kingsburg
from app.rules.kingsburg.winter_events import (
    BattleDrawn as BattleDrawn,
)
from app.rules.kingsburg.winter_events import (
    BattleLost as BattleLost,
)
from app.rules.kingsburg.winter_events import (
    BattleWon as BattleWon,
)
from app.rules.kingsburg.winter_events import (
    EnemyRevealed as EnemyRevealed,
)
from app.rules.kingsburg.winter_events import (
    ReinforcementsThrown as ReinforcementsThrown,
)
from app.rules.kingsburg.winter_events import (
    StrengthsCounted as StrengthsCounted,
)
from app.rules.kingsburg.winter_events import (
    WinterEnded as WinterEnded,
)


class OrderDrawn(Thrown, frozen=True):
    """B1.2  The turn order at the beginning."""

    rule: ClassVar[str] = "B1.2"
    order: tuple[Seat, ...]


class PileDrawn(Thrown, frozen=True):
    """B1.3  One enemy card for each year; nobody sees them."""

    rule: ClassVar[str] = "B1.3"
    cards: tuple[Card, ...]

    def seen_by(self, seat: Seat | None) -> PileDrawn:
        """The same with every card hidden."""
        del seat
        return replace(self, cards=(HIDDEN,) * len(self.cards))


class PhaseBegan(Event, frozen=True):
    """B1.5  A phase of a year, 1 to 8."""

    rule: ClassVar[str] = "B1.5"
    year: int
    phase: int


class StepBegan(Event, frozen=True):
    """B1.5  A step of the phase; its name is the kind of the decision in it."""

    rule: ClassVar[str] = "B1.5"
    step: str


class ChoicesAsked(Event, frozen=True):
    """These seats choose at once, and nobody sees another's answer before all have given theirs."""

    rule: ClassVar[str] = "B1.6"
    seats: tuple[Seat, ...]


class ChoiceMade(Event, frozen=True):
    """A seat has chosen; only it knows what until all have."""

    rule: ClassVar[str] = "B1.6"
    sealed: ClassVar[bool] = True
    seat: Seat
    goods: Goods
    token: bool = False

    def seen_by(self, seat: Seat | None) -> ChoiceMade | None:
        """Its own seat's alone."""
        return self if seat == self.seat else None


class AidDieGiven(Event, frozen=True):
    """B2.1  The seat throws a white die more in the coming spring."""

    rule: ClassVar[str] = "B2.1"
    seat: Seat


class AidTaken(Event, frozen=True):
    """B2.1  A seat of those who tied took one good."""

    rule: ClassVar[str] = "B2.1"
    seat: Seat
    goods: Goods


class AdvisorsBlocked(Thrown, frozen=True):
    """B3.1  Dice of unused colours: as they fell, and as groups on the advisors of their sums."""

    rule: ClassVar[str] = "B3.1"
    dice: tuple[Faces, Faces]
    groups: tuple[Faces, ...]


class GuildPaid(Event, frozen=True):
    """B3.2  The Merchants' Guild gave 1 gold."""

    rule: ClassVar[str] = "B3.2"
    seat: Seat


class DiceThrown(Thrown, frozen=True):
    """B3.2  All threw: dice of their own colour and white dice, by seat."""

    rule: ClassVar[str] = "B3.2"
    own: tuple[Faces, ...]
    white: tuple[Faces, ...]


class DieRerolled(Thrown, frozen=True):
    """B3.3  The Statue: one die that showed `old`, own or white, shows `new`."""

    rule: ClassVar[str] = "B3.3"
    seat: Seat
    white: bool
    old: int
    new: int


class DiceRerolled(Thrown, frozen=True):
    """B3.3  The Chapel: all dice of the seat again."""

    rule: ClassVar[str] = "B3.3"
    seat: Seat
    own: Faces
    white: Faces


class DiceKept(Event, frozen=True):
    """B3.3  A seat that might have rerolled did not (any more)."""

    rule: ClassVar[str] = "B3.3"
    seat: Seat


class OrderSet(Event, frozen=True):
    """B3.4  Turn order of the season; the sums by seat."""

    rule: ClassVar[str] = "B3.4"
    order: tuple[Seat, ...]
    sums: tuple[int, ...]


class AdvisorInfluenced(Event, frozen=True):
    """B3.6-B3.9  A group of dice went to an advisor."""

    rule: ClassVar[str] = "B3.6"
    seat: Seat
    advisor: int
    own: Faces
    white: Faces = ()
    plus_two: bool = False
    market: int = 0
    envoy: bool = False


class Passed(Event, frozen=True):
    """B3.5  The seat is out for this season; `forced`: it had no legal placement."""

    rule: ClassVar[str] = "B3.5"
    seat: Seat
    forced: bool = False


class HelpGiven(Event, frozen=True):
    """B3.13  An advisor helped; `price` is what was given for it, `vp` may be below 0."""

    rule: ClassVar[str] = "B3.13"
    seat: Seat
    advisor: int
    goods: Goods = NONE
    price: Goods = NONE
    tokens: int = 0
    soldiers: int = 0
    vp: int = 0


class HelpDeclined(Event, frozen=True):
    """B3.13  Help was declined; `forced`: there was nothing to give for it."""

    rule: ClassVar[str] = "B3.13"
    seat: Seat
    advisor: int
    forced: bool = False


class EnemySeen(Event, frozen=True):
    """B3.13  A seat looked at this year's enemy card; others know that it did."""

    rule: ClassVar[str] = "B3.13"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: Card

    def seen_by(self, seat: Seat | None) -> EnemySeen:
        """The card for its own seat alone."""
        return self if seat == self.seat else EnemySeen(self.seat, HIDDEN)


class CourtCleared(Event, frozen=True):
    """B3.10  All dice went back, and of the tokens those that were used."""

    rule: ClassVar[str] = "B3.10"


class BuildingBuilt(Event, frozen=True):
    """B3.11  A building stands; `second`: by the King's Envoy, who went back (B5.2)."""

    rule: ClassVar[str] = "B3.11"
    seat: Seat
    building: Key
    cost: Goods
    vp: int
    second: bool = False


class NothingBuilt(Event, frozen=True):
    """B3.11  The seat might have built (again), and did not."""

    rule: ClassVar[str] = "B3.11"
    seat: Seat


class InnServed(Event, frozen=True):
    """B3.12  The Inn gave a "+2" token."""

    rule: ClassVar[str] = "B3.12"
    seat: Seat


class EmbassyHonoured(Event, frozen=True):
    """B3.12  The Embassy gave 1 VP."""

    rule: ClassVar[str] = "B3.12"
    seat: Seat


class TownHallUsed(Event, frozen=True):
    """B3.12  A good or a "+2" token went for 1 VP."""

    rule: ClassVar[str] = "B3.12"
    seat: Seat
    goods: Goods
    token: bool


class KingRewarded(Event, frozen=True):
    """B4.1  1 VP each for those with most buildings."""

    rule: ClassVar[str] = "B4.1"
    seats: tuple[Seat, ...]


class EnvoyReturned(Event, frozen=True):
    """B5.3  The King's Envoy went back unused."""

    rule: ClassVar[str] = "B5.3"
    seat: Seat


class EnvoyGiven(Event, frozen=True):
    """B5.1  The seat has the King's Envoy."""

    rule: ClassVar[str] = "B5.1"
    seat: Seat


class EnvoyWithheld(Event, frozen=True):
    """B5.1  These seats tied: nobody has the King's Envoy in this year."""

    rule: ClassVar[str] = "B5.1"
    seats: tuple[Seat, ...]


class SoldiersRecruited(Event, frozen=True):
    """B6.1  Soldiers for goods."""

    rule: ClassVar[str] = "B6.1"
    seat: Seat
    goods: Goods
    soldiers: int


class NobodyRecruited(Event, frozen=True):
    """B6.1  The seat might have recruited, and did not."""

    rule: ClassVar[str] = "B6.1"
    seat: Seat


class MatchEnded(Event, frozen=True):
    """B8.1  The end; `cathedral` are the VP for goods left, by seat."""

    rule: ClassVar[str] = "B8.1"
    result: Result
    cathedral: tuple[int, ...]


KingsburgEvent: TypeAlias = (
    OrderDrawn
    | PileDrawn
    | PhaseBegan
    | StepBegan
    | ChoicesAsked
    | ChoiceMade
    | AidDieGiven
    | AidTaken
    | AdvisorsBlocked
    | GuildPaid
    | DiceThrown
    | DieRerolled
    | DiceRerolled
    | DiceKept
    | OrderSet
    | AdvisorInfluenced
    | Passed
    | HelpGiven
    | HelpDeclined
    | EnemySeen
    | CourtCleared
    | BuildingBuilt
    | NothingBuilt
    | InnServed
    | EmbassyHonoured
    | TownHallUsed
    | KingRewarded
    | EnvoyReturned
    | EnvoyGiven
    | EnvoyWithheld
    | SoldiersRecruited
    | NobodyRecruited
    | EnemyRevealed
    | ReinforcementsThrown
    | StrengthsCounted
    | BattleWon
    | BattleDrawn
    | BattleLost
    | WinterEnded
    | MatchEnded
)
Chronicle: TypeAlias = contract.Chronicle[Kingsburg, KingsburgEvent]
"""What happens during one action of a game of Kingsburg."""
