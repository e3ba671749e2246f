"""What happens in a game of Kasl. Seats, territories and dice as numbers; luck included."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from app.rules import contract
from app.rules.contract import Event, Result, Seat, Thrown
from app.rules.kasl.state import HIDDEN, Kasl, Territory
from app.rules.kasl.units import NONE, Kind, Units

Dice: TypeAlias = tuple[tuple[int, ...], ...]
"""Dice of one side: for each die the faces in order; all but the last were a 1 thrown again."""


class TerritoriesDealt(Thrown, frozen=True):
    """K2.1, K2.2  Piles by army; one infantry on each territory."""

    rule: ClassVar[str] = "K2.1"
    piles: tuple[tuple[Territory, ...], ...]


class PlacingOrderThrown(Thrown, frozen=True):
    """K2.3  Dice by seat, a further number for each throw among those who tied; lowest first."""

    rule: ClassVar[str] = "K2.3"
    dice: tuple[tuple[int, ...], ...]
    order: tuple[Seat, ...]


class SetUpPlaced(Event, frozen=True):
    """K2.3  A seat placed its fortified city, archers and Lord."""

    rule: ClassVar[str] = "K2.3"
    seat: Seat
    city: Territory
    lord: Territory
    archers: dict[Territory, int]


class MissionsDealt(Thrown, frozen=True):
    """K2.4  Two secret mission cards for each seat: each sees his own."""

    rule: ClassVar[str] = "K2.4"
    missions: tuple[tuple[Territory, ...], ...]

    def seen_by(self, seat: Seat | None) -> MissionsDealt:
        """The same with others' cards hidden."""
        hidden = (HIDDEN, HIDDEN)
        return MissionsDealt(
            self.throw, tuple(m if s == seat else hidden for s, m in enumerate(self.missions))
        )


class RoundBegan(Event, frozen=True):
    """K3.1-K3.3  The order of play, and the kingdoms' sizes by seat (0 for who is out)."""

    rule: ClassVar[str] = "K3.1"
    round: int
    order: tuple[Seat, ...]
    sizes: tuple[int, ...]


class OrderTieThrown(Thrown, frozen=True):
    """K3.3  Seats that tied in everything threw for the order: dice by seat in the same order."""

    rule: ClassVar[str] = "K3.3"
    seats: tuple[Seat, ...]
    dice: tuple[tuple[int, ...], ...]


class PlagueThrown(Thrown, frozen=True):
    """K3.4  The throw for the appearance of the plague; `territory` is the one drawn, or 0."""

    rule: ClassVar[str] = "K3.4"
    die: int
    territory: Territory


class PlagueDeclared(Event, frozen=True):
    """K3.7  A seat gave up a mission card."""

    rule: ClassVar[str] = "K3.7"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: Territory


class PlagueWithheld(Event, frozen=True):
    """K3.7  The seat that was asked declared no plague."""

    rule: ClassVar[str] = "K3.7"
    seat: Seat


class PlagueSpread(Thrown, frozen=True):
    """K3.6  Throws for healthy territories beside infected ones; those infected by a 1."""

    rule: ClassVar[str] = "K3.6"
    dice: tuple[tuple[Territory, int], ...]
    infected: tuple[Territory, ...]


class TerritoryInfected(Event, frozen=True):
    """K3.5  All on it went back to the supply; a marker lies there."""

    rule: ClassVar[str] = "K3.5"
    territory: Territory


class TurnBegan(Event, frozen=True):
    """A seat's turn starts."""

    rule: ClassVar[str] = "K4.1"
    seat: Seat


class PlayerWentOut(Event, frozen=True):
    """K4.3  The seat holds no territory."""

    rule: ClassVar[str] = "K4.3"
    seat: Seat


class UnitsAppeared(Event, frozen=True):
    """K4.1  Automatic recruitment: units by territory."""

    rule: ClassVar[str] = "K4.1"
    seat: Seat
    placements: dict[Territory, Units]


class CityFounded(Event, frozen=True):
    """K4.2  Fortified city, archers (if any were left) and perhaps a Lord, for one without."""

    rule: ClassVar[str] = "K4.2"
    seat: Seat
    territory: Territory
    archers: int
    lord: bool


class LordCalled(Event, frozen=True):
    """K5.1  A Lord came into service."""

    rule: ClassVar[str] = "K5.1"
    seat: Seat
    territory: Territory


class Recruited(Event, frozen=True):
    """K6.1  Recruits were placed: units by territory."""

    rule: ClassVar[str] = "K6.1"
    seat: Seat
    placements: dict[Territory, Units]


class StrongholdFortified(Event, frozen=True):
    """K6.2  A stronghold rose to `level`; `infantry` joined (0 if none was left)."""

    rule: ClassVar[str] = "K6.2"
    seat: Seat
    territory: Territory
    level: int
    infantry: int


class CityBuilt(Event, frozen=True):
    """K6.3  A fortified city was built; `archers` joined (0 if none was left)."""

    rule: ClassVar[str] = "K6.3"
    seat: Seat
    territory: Territory
    archers: int


class AttackThrown(Thrown, frozen=True):
    """K7.2-K7.6  One throw: dice of both sides and the damage that each side suffers."""

    rule: ClassVar[str] = "K7.6"
    seat: Seat
    origin: Territory
    target: Territory
    defender: int
    """The army that held the target."""
    keep: int
    attack: Dice
    defence: Dice
    damage: tuple[int, int]
    """To origin and to target."""


class LossChosen(Event, frozen=True):
    """K7.8  A seat has chosen its losses; only it knows them until both have chosen."""

    rule: ClassVar[str] = "K7.8"
    sealed: ClassVar[bool] = True
    seat: Seat
    units: Units

    def seen_by(self, seat: Seat | None) -> LossChosen | None:
        """Its own seat's alone."""
        return self if seat == self.seat else None


class UnitsLost(Event, frozen=True):
    """K7.7-K7.9  What both sides lost at the same time; a Lord left alone goes too."""

    rule: ClassVar[str] = "K7.7"
    origin: Territory
    target: Territory
    holders: tuple[int, int]
    """The armies of both sides."""
    losses: tuple[Units, Units]
    lords_lost: tuple[bool, bool]


class TerritoryTaken(Event, frozen=True):
    """The way in is open: K7.10 (may stay out), K7.11 (vacant) or K7.12 (overrun)."""

    rule: ClassVar[str] = "K7.10"
    seat: Seat
    origin: Territory
    target: Territory
    by: str
    """The rule: "K7.10", "K7.11" or "K7.12"."""
    beaten: Units = NONE
    """K7.12  What was beaten without dice."""
    lord_lost: bool = False
    """K7.9, K7.12  The Lord who was beaten with them."""


class MovedIn(Event, frozen=True):
    """K7.10, K7.13  Units moved in; the stronghold there changed hands or was destroyed."""

    rule: ClassVar[str] = "K7.10"
    seat: Seat
    origin: Territory
    target: Territory
    units: Units
    lord: bool
    stronghold: int
    """Level of the stronghold that was there, 0 for none."""
    destroyed: bool


class StayedOut(Event, frozen=True):
    """K7.10  The attacker left what he took vacant."""

    rule: ClassVar[str] = "K7.10"
    seat: Seat
    target: Territory


class StepBegan(Event, frozen=True):
    """The turn went on to a step; `moves` are the redeployments that it allows (K8.1, K9.1)."""

    rule: ClassVar[str] = "K8.1"
    seat: Seat
    step: str
    moves: int


class UnitsMoved(Event, frozen=True):
    """K8.1  Units were redeployed."""

    rule: ClassVar[str] = "K8.1"
    seat: Seat
    origin: Territory
    target: Territory
    units: Units


class LordMoved(Event, frozen=True):
    """K9.1  A Lord was redeployed."""

    rule: ClassVar[str] = "K9.1"
    seat: Seat
    origin: Territory
    target: Territory


class TurnEnded(Event, frozen=True):
    """K9.1  The seat's turn is over."""

    rule: ClassVar[str] = "K9.1"
    seat: Seat


class LossOrderSet(Event, frozen=True):
    """K7.8  A seat changed its standing order of losses."""

    rule: ClassVar[str] = "K7.8"
    aside: ClassVar[bool] = True
    seat: Seat
    order: tuple[Kind, ...]


class MatchEnded(Event, frozen=True):
    """K10  The score; mission cards are shown."""

    rule: ClassVar[str] = "K10.1"
    reveals: ClassVar[bool] = True
    result: Result
    scores: tuple[tuple[int, int, int, int], ...]
    """By seat: kingdom, strongholds, Lords, missions."""
    missions: tuple[tuple[Territory, ...], ...]


KaslEvent: TypeAlias = (
    TerritoriesDealt
    | PlacingOrderThrown
    | SetUpPlaced
    | MissionsDealt
    | RoundBegan
    | OrderTieThrown
    | PlagueThrown
    | PlagueDeclared
    | PlagueWithheld
    | PlagueSpread
    | TerritoryInfected
    | TurnBegan
    | PlayerWentOut
    | UnitsAppeared
    | CityFounded
    | LordCalled
    | Recruited
    | StrongholdFortified
    | CityBuilt
    | AttackThrown
    | LossChosen
    | UnitsLost
    | TerritoryTaken
    | MovedIn
    | StayedOut
    | StepBegan
    | UnitsMoved
    | LordMoved
    | TurnEnded
    | LossOrderSet
    | MatchEnded
)
Chronicle: TypeAlias = contract.Chronicle[Kasl, KaslEvent]
"""What happens during one action of a game of Kasl."""
