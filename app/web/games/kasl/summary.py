"""What a turn has brought, before it ends; and how a match has ended."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.matches import LogEntry
from app.rules.contract import Event
from app.rules.kasl.events import AttackThrown, CityBuilt, MovedIn, StrongholdFortified, UnitsLost
from app.rules.kasl.kingdom import kingdom_size
from app.rules.kasl.state import Kasl
from app.rules.kasl.units import NONE, Units
from app.web.games.kasl.seats import points
from app.web.games.kasl.tray import this_turn
from app.web.games.kasl.words import Words


class Fact(Struct, frozen=True):
    """One line of a summary."""

    label: str
    value: str


class Summary(Struct, frozen=True):
    """The turn so far, and where the player stands now."""

    facts: tuple[Fact, ...]
    kingdom: int
    points: int


def summary(state: Kasl, seat: int, log: Sequence[LogEntry], words: Words) -> Summary:
    """K9.1  The turn of that seat, as its log tells it."""
    events = [event for _, event in this_turn(log)][::-1]
    return Summary(
        tuple(_facts(events, seat, words)), kingdom_size(state.lands, seat), points(state, seat)
    )


def _facts(events: Sequence[Event], seat: int, words: Words) -> list[Fact]:
    _ = words._
    taken = [event.target for event in events if isinstance(event, MovedIn)]
    raised = [e.territory for e in events if isinstance(e, StrongholdFortified | CityBuilt)]
    throws = sum(isinstance(event, AttackThrown) for event in events)
    mine, theirs = _losses(events, seat)
    facts = [
        Fact(_("Taken"), words.lands(taken) if taken else _("nothing")),
        Fact(_("Built or fortified"), words.lands(raised)) if raised else None,
        Fact(_("Throws"), str(throws)) if throws else None,
        Fact(_("You lost"), words.units(mine)) if throws else None,
        Fact(_("Others lost"), words.units(theirs)) if throws else None,
    ]
    return [fact for fact in facts if fact is not None]


def _losses(events: Sequence[Event], seat: int) -> tuple[Units, Units]:
    mine, theirs = NONE, NONE
    for event in events:
        if isinstance(event, UnitsLost):
            for army, lost in zip(event.holders, event.losses, strict=True):
                if army == seat:
                    mine = mine.plus(lost)
                else:
                    theirs = theirs.plus(lost)
    return mine, theirs
