"""Hidden from others: mission cards until the end, and losses until both sides have chosen."""

from __future__ import annotations

from msgspec.structs import replace

from app.rules.contract import Seat
from app.rules.kasl.state import HIDDEN, Fight, Kasl, land


def view(state: Kasl, seat: Seat | None) -> Kasl:
    """The state as that seat, or a spectator (None), may know it."""
    if state.result is not None:
        return state
    missions = tuple(
        cards if owner == seat else (HIDDEN,) * len(cards)
        for owner, cards in enumerate(state.missions)
    )
    return replace(state, missions=missions, fight=_fight(state, seat))


def _fight(state: Kasl, seat: Seat | None) -> Fight | None:
    """K7.8  The fight with only that seat's own choice of losses."""
    fight = state.fight
    if fight is None or fight.given_up == (None, None):
        return fight
    owners = (land(state, fight.origin).holder, land(state, fight.target).holder)
    origin, target = (
        units if owner == seat else None
        for owner, units in zip(owners, fight.given_up, strict=True)
    )
    return replace(fight, given_up=(origin, target))
