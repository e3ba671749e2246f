"""K4.3, K10  Who is out, the end of the match, and the score."""

from __future__ import annotations

from typing import NamedTuple

from app.rules.contract import N_, Result, Seat
from app.rules.kasl.board import FIEFDOM_OF
from app.rules.kasl.events import Chronicle, MatchEnded, PlayerWentOut
from app.rules.kasl.kingdom import fiefdoms_held, kingdom_size, levels, lords
from app.rules.kasl.state import Kasl, Territory, land

STRONGHOLD_POINTS = (0, 2, 4, 6)
"""K10.1  VP of a stronghold by its level."""
LORD_POINTS = 2
"""K10.1  VP of a Lord."""
SITE_POINTS = (0, 10, 15, 20)
"""K10.3  VP of the first type of mission by the stronghold's level."""
FIEFDOM_POINTS = 5
"""K10.3  VP of the second type of mission."""

LAST_ROUND_OVER = N_("The eighth round is over: most victory points win.")
ONE_LEFT = N_("Only one player is left.")
NOBODY_LEFT = N_("Nobody is left: most victory points win.")


class Score(NamedTuple):
    """A seat's victory points by their origin."""

    kingdom: int
    strongholds: int
    lords: int
    missions: int


def score(state: Kasl, seat: Seat) -> Score:
    """K10.1, K10.3  What a seat has now; its missions count only as far as they can be seen."""
    return Score(
        kingdom_size(state.lands, seat),
        sum(STRONGHOLD_POINTS[level] for level in levels(state.lands, seat)),
        LORD_POINTS * lords(state.lands, seat),
        mission_points(state, seat),
    )


def mission_points(state: Kasl, seat: Seat) -> int:
    """K10.3  The best assignment of the cards: one to each type of mission, never the same."""
    cards = tuple(card for card in state.missions[seat] if card in FIEFDOM_OF)
    if not cards:
        return 0
    if len(cards) == 1:
        return max(_site(state, seat, cards[0]), _fiefdom(state, seat, cards[0]))
    one, other = cards
    return max(
        _site(state, seat, one) + _fiefdom(state, seat, other),
        _site(state, seat, other) + _fiefdom(state, seat, one),
    )


def _site(state: Kasl, seat: Seat, card: Territory) -> int:
    there = land(state, card)
    return SITE_POINTS[there.stronghold] if there.holder == seat else 0


def _fiefdom(state: Kasl, seat: Seat, card: Territory) -> int:
    return FIEFDOM_POINTS if FIEFDOM_OF[card] in fiefdoms_held(state.lands, seat) else 0


def take_out_the_landless(chronicle: Chronicle) -> None:
    """K4.3, K10.4  Whoever holds no territory is out; the match ends when at most one is left."""
    state = chronicle.state
    holders = {land[0] for land in state.lands}
    for seat in range(state.seats):
        if seat not in holders and not state.out[seat]:
            chronicle.tell(PlayerWentOut(seat))
    if chronicle.state.out.count(False) <= 1 and chronicle.state.result is None:
        end(chronicle)


def end(chronicle: Chronicle) -> None:
    """K10  Score everybody and end the match."""
    state = chronicle.state
    scores = tuple(score(state, seat) for seat in range(state.seats))
    points = tuple(sum(parts) for parts in scores)
    chronicle.tell(MatchEnded(_result(state, points), scores, state.missions))


def _result(state: Kasl, points: tuple[int, ...]) -> Result:
    left = [seat for seat, is_out in enumerate(state.out) if not is_out]
    best = tuple(seat for seat, sum_ in enumerate(points) if sum_ == max(points))
    if len(left) == 1:
        return Result("K10.4", ONE_LEFT, tuple(left), points)
    if not left:
        return Result("K10.4", NOBODY_LEFT, best, points)
    return Result("K10.2", LAST_ROUND_OVER, best, points)
