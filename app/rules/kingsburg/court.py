"""B3.1-B3.4  A season begins: dice are thrown, perhaps rerolled, and set the turn order."""

from __future__ import annotations

from app.rules.chance import Draws
from app.rules.contract import N_, Refusal, Seat
from app.rules.kingsburg.actions import KeepDice, RerollAll, RerollDie
from app.rules.kingsburg.events import (
    AdvisorsBlocked,
    Chronicle,
    DiceKept,
    DiceRerolled,
    DiceThrown,
    DieRerolled,
    GuildPaid,
    OrderSet,
)
from app.rules.kingsburg.state import (
    NOBODY,
    SPRING,
    Faces,
    Governor,
    Kingsburg,
    governor,
)

OWN_DICE = 3
"""B1.4  Dice of each player's own colour."""
BLOCKING_DICE = (3, 2)
"""B3.1  Dice of the unused colours."""
CHAPEL_SUM = 7
"""B3.3  The highest sum with which the Chapel may reroll."""


def fall(draws: Draws, number: int) -> Faces:
    """So many dice of a throw, highest first."""
    return tuple(sorted([draws.die() for _ in range(number)], reverse=True))


def begin(chronicle: Chronicle) -> None:
    """B3.1, B3.2  Dice block advisors in a game of two; guilds pay; all throw."""
    if chronicle.state.seats == 2:
        _block(chronicle)
    state = chronicle.state
    for seat in state.order:
        if governor(state, seat).has("merchants_guild"):
            chronicle.tell(GuildPaid(seat))
    _throw(chronicle)


def _block(chronicle: Chronicle) -> None:
    draws = chronicle.chance.throw()
    three, two = (fall(draws, number) for number in BLOCKING_DICE)
    groups: list[Faces] = [three]
    if sum(two) != sum(three):
        groups.append(two)
    else:
        groups += [(die,) for die in sorted(set(two), reverse=True)]
    chronicle.tell(AdvisorsBlocked(draws.number, (three, two), tuple(groups)))


def white_dice(state: Kingsburg, seat: Seat) -> int:
    """B2.1, B9.2  How many white dice the seat throws in this season."""
    has_aid = state.aid == seat and state.phase == SPRING
    return governor(state, seat).has("farm") + has_aid


def _throw(chronicle: Chronicle) -> None:
    state = chronicle.state
    draws = chronicle.chance.throw()
    fallen = [
        (fall(draws, OWN_DICE), fall(draws, white_dice(state, seat))) for seat in range(state.seats)
    ]
    own, white = zip(*fallen, strict=True)
    chronicle.tell(DiceThrown(draws.number, own, white))


def may_use_statue(governor: Governor) -> bool:
    """B3.3  All dice show the same number."""
    if governor.statue_used or not governor.has("statue"):
        return False
    return len({*governor.own, *governor.white}) == 1


def may_use_chapel(governor: Governor) -> bool:
    """B3.3  The dice sum to 7 or less."""
    if governor.chapel_used or not governor.has("chapel"):
        return False
    return dice_sum(governor) <= CHAPEL_SUM


def dice_sum(governor: Governor) -> int:
    """B3.4  All dice together, white ones too."""
    return sum(governor.own) + sum(governor.white)


def reroller(state: Kingsburg) -> Seat:
    """B3.3  The next in the order of the season before who may reroll."""
    for seat in state.order[state.turn :]:
        there = governor(state, seat)
        if may_use_statue(there) or may_use_chapel(there):
            return seat
    return NOBODY


def why_not_reroll_die(state: Kingsburg, seat: Seat, action: RerollDie) -> Refusal | None:
    """B3.3  A Statue, all dice equal, once a season; a die that one has."""
    there = governor(state, seat)
    if not may_use_statue(there):
        text = N_(
            "The Statue rerolls one die once a season, if all your dice show the same number;"
            " now you may use the Chapel or keep your dice."
        )
        return Refusal("B3.3", text)
    if action.white and not there.white:
        return Refusal("B3.3", N_("You have no white die; reroll one of your own colour."))
    return None


def reroll_die(chronicle: Chronicle, seat: Seat, action: RerollDie) -> None:
    """B3.3  One die again."""
    old = governor(chronicle.state, seat).own[0]
    draws = chronicle.chance.throw()
    chronicle.tell(DieRerolled(draws.number, seat, action.white, old, draws.die()))


def why_not_reroll_all(state: Kingsburg, seat: Seat, action: RerollAll) -> Refusal | None:
    """B3.3  A Chapel, a sum of 7 or less, once a season."""
    del action
    there = governor(state, seat)
    if not may_use_chapel(there):
        text = N_(
            "The Chapel rerolls all dice once a season, if they sum to 7 or less (yours: {sum});"
            " now you may use the Statue or keep your dice."
        )
        return Refusal("B3.3", text, {"sum": dice_sum(there)})
    return None


def reroll_all(chronicle: Chronicle, seat: Seat, action: RerollAll) -> None:
    """B3.3  All dice again, white ones too."""
    del action
    there = governor(chronicle.state, seat)
    draws = chronicle.chance.throw()
    own, white = fall(draws, len(there.own)), fall(draws, len(there.white))
    chronicle.tell(DiceRerolled(draws.number, seat, own, white))


def keep_dice(chronicle: Chronicle, seat: Seat, action: KeepDice) -> None:
    """B3.3  The dice stay as they are."""
    del action
    chronicle.tell(DiceKept(seat))


def ways_to_reroll(state: Kingsburg, seat: Seat) -> list[RerollDie | RerollAll | KeepDice]:
    """B3.3  What Statue and Chapel allow now, or nothing."""
    there = governor(state, seat)
    ways: list[RerollDie | RerollAll | KeepDice] = [KeepDice()]
    if may_use_statue(there):
        ways.append(RerollDie())
        if there.white:
            ways.append(RerollDie(white=True))
    if may_use_chapel(there):
        ways.append(RerollAll())
    return ways


def set_order(chronicle: Chronicle) -> None:
    """B3.4  Lowest sum first; ties keep the order of the season before."""
    state = chronicle.state
    sums = tuple(map(dice_sum, state.governors))
    order = sorted(state.order, key=sums.__getitem__)
    chronicle.tell(OrderSet(tuple(order), sums))
