"""What a player of Kasl may ask for."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from app.rules.contract import Action
from app.rules.kasl.units import Count, Kind, Units

Number: TypeAlias = Annotated[int, Meta(ge=1, le=48)]
"""K1.1  A territory's number."""


class SetUp(Action, frozen=True):
    """K2.3  Place the fortified city, the three archers (number by territory) and the Lord."""

    city: Number
    lord: Number
    archers: dict[Number, Count]


class DeclarePlague(Action, frozen=True):
    """K3.7  Give up a mission card: its territory is infected."""

    card: Number


class WithholdPlague(Action, frozen=True):
    """K3.7  Declare no plague this round."""


class Found(Action, frozen=True):
    """K4.2  Without a stronghold: put the fortified city here."""

    territory: Number


class CallLord(Action, frozen=True):
    """K5.1  Place the Lord that a whole fiefdom brings."""

    territory: Number


class Recruit(Action, frozen=True):
    """K6.1  Place the recruits: units by territory."""

    placements: dict[Number, Units]


class Fortify(Action, frozen=True):
    """K6.2  Raise a stronghold by one level."""

    territory: Number


class Build(Action, frozen=True):
    """K6.3  Build a fortified city."""

    territory: Number


class Attack(Action, frozen=True):
    """K7.1  Throw once, or with `keep` until taken or the origin's CV is below `keep`."""

    origin: Number
    target: Number
    keep: Annotated[int, Meta(ge=0, le=999)] = 0


class GiveUp(Action, frozen=True):
    """K7.8  Choose the units to lose."""

    units: Units


class MoveIn(Action, frozen=True):
    """K7.10  Move units, and the Lord if he goes along, into what was taken."""

    units: Units
    lord: bool = False


class StayOut(Action, frozen=True):
    """K7.10  Leave what was taken vacant."""


class Stop(Action, frozen=True):
    """K7, K8.1  End the step: attack no more, or redeploy no more units."""


class MoveUnits(Action, frozen=True):
    """K8.1  Redeploy units over one border."""

    origin: Number
    target: Number
    units: Units


class MoveLord(Action, frozen=True):
    """K9.1  Redeploy a Lord over one border."""

    origin: Number
    target: Number


class EndTurn(Action, frozen=True):
    """K9.1  End the turn."""


class SetLossOrder(Action, frozen=True):
    """K7.8  Change one's standing order of losses, at any time: first lost first."""

    order: tuple[Kind, Kind, Kind, Kind]


KaslAction: TypeAlias = (
    SetUp
    | DeclarePlague
    | WithholdPlague
    | Found
    | CallLord
    | Recruit
    | Fortify
    | Build
    | Attack
    | GiveUp
    | MoveIn
    | StayOut
    | Stop
    | MoveUnits
    | MoveLord
    | EndTurn
    | SetLossOrder
)
