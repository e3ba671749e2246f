"""B3.12  The end of a season: Inn, Embassy and Town Hall."""

from __future__ import annotations

from app.rules.contract import N_, Refusal, Seat
from app.rules.kingsburg import choice
from app.rules.kingsburg.actions import KeepAll, UseTownHall
from app.rules.kingsburg.events import Chronicle, EmbassyHonoured, InnServed, TownHallUsed
from app.rules.kingsburg.goods import GOODS, ONE
from app.rules.kingsburg.state import SUMMER, Governor, Kingsburg, governor


def begin(chronicle: Chronicle) -> None:
    """B3.12  Inn and Embassy give; owners of a Town Hall who have something to give are asked."""
    state = chronicle.state
    for seat in state.order:
        if state.phase == SUMMER and governor(state, seat).has("inn"):
            chronicle.tell(InnServed(seat))
        if governor(state, seat).has("embassy"):
            chronicle.tell(EmbassyHonoured(seat))
    state = chronicle.state
    choice.ask(chronicle, (s for s in state.order if _may_use_town_hall(governor(state, s))))


def _may_use_town_hall(there: Governor) -> bool:
    return there.has("town_hall") and (there.goods.number > 0 or there.tokens > 0)


def settle(chronicle: Chronicle) -> None:
    """B3.12  When all have answered, what they gave goes for 1 VP each."""
    state = chronicle.state
    if state.asks:
        return
    for seat in state.order:
        given = choice.chosen(state, seat)
        if given is not None and given != choice.NOTHING:
            chronicle.tell(TownHallUsed(seat, given.goods, given.token))


def why_not_use_town_hall(state: Kingsburg, seat: Seat, action: UseTownHall) -> Refusal | None:
    """B3.12  Something that one has."""
    there = governor(state, seat)
    if action not in ways_to_use_town_hall(state, seat):
        text = N_("You have none of these; you have: {goods}, “+2” tokens: {tokens}.")
        return Refusal("B3.12", text, {"goods": there.goods, "tokens": there.tokens})
    return None


def use_town_hall(chronicle: Chronicle, seat: Seat, action: UseTownHall) -> None:
    """B3.12  A good or a token for 1 VP."""
    if action.give == "token":
        choice.choose(chronicle, seat, token=True)
    else:
        choice.choose(chronicle, seat, ONE[action.give])


def keep_all(chronicle: Chronicle, seat: Seat, action: KeepAll) -> None:
    """B3.12  Nothing for the Town Hall."""
    del action
    choice.choose(chronicle, seat)


def ways_to_use_town_hall(state: Kingsburg, seat: Seat) -> list[UseTownHall | KeepAll]:
    """B3.12  Each thing that one has, or nothing."""
    there = governor(state, seat)
    ways: list[UseTownHall | KeepAll] = [
        UseTownHall(good) for good in GOODS if ONE[good].within(there.goods)
    ]
    if there.tokens:
        ways.append(UseTownHall("token"))
    return [*ways, KeepAll()]
