"""What happens in a game of Unification of France. Seats as numbers, counties by name."""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from app.rules import contract
from app.rules.contract import Event, Result, Seat, Thrown
from app.rules.france.actions import Colour, Orders, PositiveTrait, Trait
from app.rules.france.atlas import County
from app.rules.france.state import France


class Standing(NamedTuple):
    """Where a seat stands as a turn begins, or at the end."""

    grain: int
    """F4.1  What it may spend."""
    output: int
    """The sum of its counties' outputs."""
    counties: int
    ducal: int
    paris: bool
    joined: bool
    """F9.3  All its counties hang together."""


class Side(NamedTuple):
    """F6.1  One side of a fight: die, Grain, and what trait and Count add."""

    die: int
    grain: int
    """For a defence: its share (F6.5), with the capital's bonus."""
    trait: int = 0
    """F3.1, F3.2"""
    cv: int = 0
    """F6.2  Of the Count who leads."""

    @property
    def total(self) -> int:
        """What counts."""
        return sum(self)


# F2  Entering


class PlayerEntered(Thrown, frozen=True):
    """F2.1-F2.3  A player entered; the throw was for his Count's CV. `late`: F2.4."""

    rule: ClassVar[str] = "F2.3"
    quiet: ClassVar[bool] = True
    seat: Seat
    county: County
    colour: Colour
    count: str
    cv: int
    trait: PositiveTrait
    late: bool = False


class EntryMade(Event, frozen=True):
    """F2.4  A late entry waits for the turn's end."""

    rule: ClassVar[str] = "F2.4"
    quiet: ClassVar[bool] = True
    seat: Seat
    county: County
    count: str
    trait: PositiveTrait


class EntryFailed(Event, frozen=True):
    """F2.4  The county was no longer independent: its player chooses again."""

    rule: ClassVar[str] = "F2.4"
    seat: Seat
    county: County


# F4, F5  A turn begins; orders


class TurnBegan(Event, frozen=True):
    """F4.1  A turn is open for orders. Standings by seat."""

    rule: ClassVar[str] = "F4.1"
    turn: int
    standings: tuple[Standing, ...]


class OrdersSent(Event, frozen=True):
    """F5.4  A seat has sent its orders; others know that alone, unless they are open."""

    rule: ClassVar[str] = "F5.4"
    quiet: ClassVar[bool] = True
    sealed: ClassVar[bool] = True
    seat: Seat
    orders: Orders | None
    """None where the reader may not know them."""
    open: bool

    def seen_by(self, seat: Seat | None) -> OrdersSent:
        """The orders for their owner, or for all if they are open."""
        return self if self.open or seat == self.seat else replace(self, orders=None)


class OrdersRevealed(Event, frozen=True):
    """F5.5  All have sent: the orders by seat, and the Grain that each had."""

    rule: ClassVar[str] = "F5.5"
    reveals: ClassVar[bool] = True
    turn: int
    orders: tuple[Orders, ...]
    grain: tuple[int, ...]


# F7.2  Investments


class Invested(Event, frozen=True):
    """F7.2  Grain made `points` of output at `cost` each; `output` is what the county has now."""

    rule: ClassVar[str] = "F7.2"
    seat: Seat
    county: County
    grain: int
    cost: int
    points: int
    output: int


# F6  Conquest


class RemainderDrawn(Thrown, frozen=True):
    """F6.5  By lot among those with equal most Grain: against whom the remainder goes."""

    rule: ClassVar[str] = "F6.5"
    county: County
    among: tuple[Seat, ...]
    seat: Seat


class CountyAttacked(Event, frozen=True):
    """F6.3-F6.5  A county is attacked: what stands against each attacker."""

    rule: ClassVar[str] = "F6.5"
    county: County
    holder: int
    grain: int
    """In its defence, without the capital's bonus; 0: it falls without a roll (F6.4)."""
    capital: int
    """F6.2  The capital's bonus, or 0."""
    led: bool
    attackers: tuple[Seat, ...]
    shares: tuple[int, ...]
    """F6.5  By attacker; empty when it falls without a roll."""


class AttackRolled(Thrown, frozen=True):
    """F6.1, F6.2  An attacker's roll against the defence's."""

    rule: ClassVar[str] = "F6.1"
    county: County
    seat: Seat
    holder: int
    attack: Side
    defence: Side
    won: bool


class CountyFell(Event, frozen=True):
    """F6.4  Nobody stood in its defence: all who attacked win without a roll."""

    rule: ClassVar[str] = "F6.4"
    county: County
    holder: int
    attackers: tuple[Seat, ...]


class WinnerDrawn(Thrown, frozen=True):
    """F6.6  By lot among those who won with equal most Grain."""

    rule: ClassVar[str] = "F6.6"
    county: County
    among: tuple[Seat, ...]
    seat: Seat


class CountyHeld(Event, frozen=True):
    """F6.1  All attacks on the county failed."""

    rule: ClassVar[str] = "F6.1"
    county: County
    holder: int


class CountyConquered(Event, frozen=True):
    """F6.6, F7.1  A county changed hands and was pillaged: output before and after."""

    rule: ClassVar[str] = "F7.1"
    county: County
    seat: Seat
    holder: int
    """Who held it, or NOBODY."""
    before: int
    after: int
    trait: int
    """What the conqueror's trait changed: +1 Just, -1 Cruel, 0."""
    capital: bool
    """F9.2  It was its holder's capital and is none any more."""


# F6.9, F10  Counts


class LeaderTossed(Thrown, frozen=True):
    """F6.9  A Count who led in vain: heads he comes home, tails he dies."""

    rule: ClassVar[str] = "F6.9"
    seat: Seat
    count: str
    county: County
    command: Literal["attack", "defence"]
    heads: bool


class FateTossed(Thrown, frozen=True):
    """F10.1  The coin at the turn's end: on tails a Count dies of natural causes."""

    rule: ClassVar[str] = "F10.1"
    heads: bool


class DeathDrawn(Thrown, frozen=True):
    """F10.1  Whose Count dies, by lot."""

    rule: ClassVar[str] = "F10.1"
    among: tuple[Seat, ...]
    seat: Seat
    count: str


class HeirSucceeded(Thrown, frozen=True):
    """F10.2  A new Count: name, CV, traits, all from one throw."""

    rule: ClassVar[str] = "F10.2"
    seat: Seat
    county: County
    """Whose culture he has his name from."""
    count: str
    cv: int
    traits: tuple[Trait, ...]


class PlayerEliminated(Event, frozen=True):
    """F2.4  A player has no county left."""

    rule: ClassVar[str] = "F2.4"
    seat: Seat


# F9.2  Capitals


class CapitalMoved(Event, frozen=True):
    """F9.2  A capital was moved, or declared where there was none (`origin` None)."""

    rule: ClassVar[str] = "F9.2"
    seat: Seat
    origin: County | None
    county: County


class CapitalLost(Event, frozen=True):
    """F9.2  The county that was to be the capital is lost: nothing changes, the Grain is gone."""

    rule: ClassVar[str] = "F9.2"
    seat: Seat
    county: County
    grain: int


# F8  Trade


class RouteOpened(Event, frozen=True):
    """F8.1  Two players trade from the next turn on."""

    rule: ClassVar[str] = "F8.1"
    seats: tuple[Seat, Seat]


class TradeFailed(Event, frozen=True):
    """F8.1  A route asked for did not come about: no answer, or no longer neighbours."""

    rule: ClassVar[str] = "F8.1"
    seat: Seat
    partner: Seat
    why: Literal["unanswered", "apart"]


class RouteEnded(Event, frozen=True):
    """F8.2  A route has ended: stopped by a player, neighbours no more, or one eliminated."""

    rule: ClassVar[str] = "F8.2"
    seats: tuple[Seat, Seat]
    why: Literal["stopped", "apart", "eliminated"]
    by: tuple[Seat, ...]
    """Who stopped it."""


# F9  Duchy and victory


class DuchyProclaimed(Event, frozen=True):
    """F9.1  A player became a Duchy by holding a ducal county and three around it."""

    rule: ClassVar[str] = "F9.1"
    seat: Seat
    county: County


class PlayerLeftAlone(Event, frozen=True):
    """F9.5  Only one player is left: he wins at the end of the next turn unless somebody enters."""

    rule: ClassVar[str] = "F9.5"
    seat: Seat


class MatchEnded(Event, frozen=True):
    """F9.3-F9.5  The end; standings by seat."""

    rule: ClassVar[str] = "F9.4"
    result: Result
    standings: tuple[Standing, ...]


FranceEvent: TypeAlias = (
    PlayerEntered
    | EntryMade
    | EntryFailed
    | TurnBegan
    | OrdersSent
    | OrdersRevealed
    | Invested
    | RemainderDrawn
    | CountyAttacked
    | AttackRolled
    | CountyFell
    | WinnerDrawn
    | CountyHeld
    | CountyConquered
    | LeaderTossed
    | FateTossed
    | DeathDrawn
    | HeirSucceeded
    | PlayerEliminated
    | CapitalMoved
    | CapitalLost
    | RouteOpened
    | TradeFailed
    | RouteEnded
    | DuchyProclaimed
    | PlayerLeftAlone
    | MatchEnded
)
Chronicle: TypeAlias = contract.Chronicle[France, FranceEvent]
"""What happens during one action of a game of Unification of France."""
