"""B3.5-B3.9  Influence: groups of dice go to advisors, round by round, until all have passed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from app.rules.contract import N_, Refusal, Seat
from app.rules.kingsburg import court
from app.rules.kingsburg.actions import Influence, Pass
from app.rules.kingsburg.advisors import LAST
from app.rules.kingsburg.events import AdvisorInfluenced, Chronicle, Passed
from app.rules.kingsburg.state import NOBODY, Faces, Governor, Kingsburg, governor

TOKEN = 2
"""B3.7  What a token adds."""
NO_SHIFT: tuple[int, ...] = (0,)
SHIFTS: tuple[int, ...] = (0, -1, 1)
"""B3.8  How far the advisor may be from the sum with the Market."""


class Dice(NamedTuple):
    """B3.6  A group that one may make of one's dice."""

    own: Faces
    white: Faces
    sum: int


@lru_cache(maxsize=4096)
def groups(own: Faces, white: Faces) -> tuple[Dice, ...]:
    """B3.6  Every group of these dice with at least one of one's own colour, lowest sum first."""
    made = {
        Dice(o, w, sum(o) + sum(w))
        for number in range(1, len(own) + 1)
        for o in combinations(own, number)
        for more in range(len(white) + 1)
        for w in combinations(white, more)
    }
    return tuple(sorted(made, key=lambda dice: (dice.sum, dice)))


def has_used_token(state: Kingsburg, seat: Seat) -> bool:
    """B3.7  Whether a token of the seat lies at court."""
    return any(group.seat == seat and group.plus_two for group in state.court)


def has_used_market(state: Kingsburg, seat: Seat) -> bool:
    """B3.8  Whether the seat has used its Market in this season."""
    return any(group.seat == seat and group.market for group in state.court)


def may_use_token(state: Kingsburg, seat: Seat) -> bool:
    """B3.7  One a season."""
    return governor(state, seat).tokens > 0 and not has_used_token(state, seat)


def may_use_market(state: Kingsburg, seat: Seat) -> bool:
    """B3.8  Once a season."""
    return governor(state, seat).has("market") and not has_used_market(state, seat)


def occupied(state: Kingsburg) -> set[int]:
    """B3.1, B3.9  Advisors who are reached only with the Envoy."""
    return {group.advisor for group in state.court}


def is_blocked(state: Kingsburg, number: int) -> bool:
    """B3.1  Whether dice of an unused colour lie on that advisor."""
    return any(g.advisor == number and g.seat == NOBODY for g in state.court)


def placements(state: Kingsburg, seat: Seat) -> Iterator[Influence]:
    """B3.5-B3.9  Every legal placement."""
    there = governor(state, seat)
    adds = (0, TOKEN) if may_use_token(state, seat) else (0,)
    shifts = SHIFTS if may_use_market(state, seat) else NO_SHIFT
    taken = occupied(state)
    has_envoy = state.envoy == seat
    for own, white, dice in groups(there.own, there.white):
        for added in adds:
            for shift in shifts:
                number = dice + added + shift
                if 1 <= number <= LAST and (has_envoy or number not in taken):
                    envoy = number in taken
                    yield Influence(number, own, white, added > 0, shift, envoy)


def may_influence(state: Kingsburg, seat: Seat) -> bool:
    """B3.5  Whether there is a legal placement."""
    return next(placements(state, seat), None) is not None


def influencer(state: Kingsburg) -> Seat:
    """B3.5  Whose turn it is: the next who has not passed."""
    order = state.order
    for index in range(state.turn, state.turn + len(order)):
        seat = order[index % len(order)]
        if not state.governors[seat].passed:
            return seat
    return NOBODY


def begin(chronicle: Chronicle) -> None:
    """B3.4, B3.5  The order of the season; then the first influences."""
    court.set_order(chronicle)
    settle(chronicle)


def settle(chronicle: Chronicle) -> None:
    """B3.5  Who has no legal placement passes of himself."""
    while (seat := influencer(chronicle.state)) != NOBODY:
        if may_influence(chronicle.state, seat):
            return
        chronicle.tell(Passed(seat, forced=True))


def why_not_influence(state: Kingsburg, seat: Seat, action: Influence) -> Refusal | None:
    """B3.6-B3.9  Dice, token and Market, the sum, and whether the advisor is free."""
    return (
        _why_not_dice(governor(state, seat), action)
        or _why_not_token(state, seat, action)
        or _why_not_market(state, seat, action)
        or _why_not_sum(action)
        or _why_not_advisor(state, seat, action)
    )


def _why_not_dice(there: Governor, action: Influence) -> Refusal | None:
    for chosen, left in ((action.own, there.own), (action.white, there.white)):
        if any(chosen.count(face) > left.count(face) for face in set(chosen)):
            text = N_(
                "These dice are not yours or are placed already; you have left: {own} of your"
                " colour, white {white}."
            )
            return Refusal("B3.6", text, {"own": _list(there.own), "white": _list(there.white)})
    if not action.own:
        text = N_("Each group needs at least one die of your own colour; you have left: {own}.")
        return Refusal("B3.6", text, {"own": _list(there.own)})
    return None


def _list(faces: Faces) -> str:
    return ", ".join(map(str, faces)) or "–"


def _why_not_token(state: Kingsburg, seat: Seat, action: Influence) -> Refusal | None:
    if not action.plus_two:
        return None
    if has_used_token(state, seat):
        text = N_("You have used a “+2” token in this season; one is allowed. Place without it.")
        return Refusal("B3.7", text)
    if not governor(state, seat).tokens:
        return Refusal("B3.7", N_("You have no “+2” token. Place without one."))
    return None


def _why_not_market(state: Kingsburg, seat: Seat, action: Influence) -> Refusal | None:
    if not action.market:
        return None
    if not governor(state, seat).has("market"):
        return Refusal("B3.8", N_("You have no Market: the sum must be the advisor's number."))
    if has_used_market(state, seat):
        text = N_("You have used your Market in this season: the sum must be the advisor's number.")
        return Refusal("B3.8", text)
    return None


def _why_not_sum(action: Influence) -> Refusal | None:
    reached = sum(action.own) + sum(action.white) + TOKEN * action.plus_two + action.market
    if reached == action.advisor:
        return None
    rule = "B3.8" if action.market else "B3.6"
    if not 1 <= reached <= LAST:
        text = N_("This comes to {reached}; the advisors are 1 to {last}.")
        return Refusal(rule, text, {"reached": reached, "last": LAST})
    text = N_("This comes to {reached}, which reaches advisor {reached} and not {advisor}.")
    return Refusal(rule, text, {"reached": reached, "advisor": action.advisor})


def _why_not_advisor(state: Kingsburg, seat: Seat, action: Influence) -> Refusal | None:
    is_taken = action.advisor in occupied(state)
    if action.envoy and state.envoy != seat:
        return Refusal("B5.2", N_("You do not have the King's Envoy. Place without him."))
    if action.envoy and not is_taken:
        text = N_("Advisor {advisor} is free: you do not need the King's Envoy. Place without him.")
        return Refusal("B5.2", text, {"advisor": action.advisor})
    if is_taken and not action.envoy:
        return _closed(state, seat, action.advisor)
    return None


def _closed(state: Kingsburg, seat: Seat, number: int) -> Refusal:
    reach = sorted({way.advisor for way in placements(state, seat)} - occupied(state))
    params = {"advisor": number, "advisors": ", ".join(map(str, reach)) or "–"}
    if is_blocked(state, number):
        text = N_(
            "Advisor {advisor} is blocked in this season, except for the King's Envoy;"
            " your dice reach: {advisors}."
        )
        return Refusal("B3.1", text, params)
    text = N_(
        "Advisor {advisor} is occupied, except for the King's Envoy; your dice reach: {advisors}."
    )
    return Refusal("B3.9", text, params)


def influence(chronicle: Chronicle, seat: Seat, action: Influence) -> None:
    """B3.5  The group goes to the advisor."""
    own, white = (tuple(sorted(dice, reverse=True)) for dice in (action.own, action.white))
    chronicle.tell(
        AdvisorInfluenced(
            seat, action.advisor, own, white, action.plus_two, action.market, action.envoy
        )
    )


def pass_(chronicle: Chronicle, seat: Seat, action: Pass) -> None:
    """B3.5  Out for this season."""
    del action
    chronicle.tell(Passed(seat))


def ways_to_influence(state: Kingsburg, seat: Seat) -> list[Influence | Pass]:
    """B3.5  Every legal placement, or to pass."""
    return [*placements(state, seat), Pass()]
