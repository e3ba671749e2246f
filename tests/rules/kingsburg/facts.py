"""What must hold in every position of Kingsburg, for the contract suite: ledger and secrets."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from app.rules.contract import State
from app.rules.kingsburg import events as e
from app.rules.kingsburg.buildings import BUILDINGS, COLUMNS, PLACE
from app.rules.kingsburg.enemies import HIDDEN, cards_of
from app.rules.kingsburg.goods import GOODS, NONE, Goods
from app.rules.kingsburg.state import LAST_YEAR, NOBODY, Choice, Governor, Kingsburg, Step

RULES = {
    "B1": (1, 6),
    "B2": (1, 1),
    "B3": (1, 13),
    "B4": (1, 1),
    "B5": (1, 3),
    "B6": (1, 1),
    "B7": (1, 7),
    "B8": (1, 1),
    "B9": (1, 2),
    "B10": (1, 1),
}
"""Of each chapter of the rulebook the number of its first and of its last rule."""

Ledger = Counter[tuple[int, str]]
"""What each seat has: goods by kind, "+2" tokens, soldiers, VP, and buildings by row."""


def ledger(state: Kingsburg) -> Ledger:
    """What everybody has."""
    book: Ledger = Counter()
    for seat, there in enumerate(state.governors):
        book.update(_holding(seat, there))
    return book


def _holding(seat: int, there: Governor) -> dict[tuple[int, str], int]:
    holding: dict[tuple[int, str], int] = {
        (seat, "tokens"): there.tokens,
        (seat, "soldiers"): there.soldiers,
        (seat, "vp"): there.vp,
    }
    holding |= {(seat, good): n for good, n in zip(GOODS, there.goods, strict=True)}
    holding |= {(seat, f"row {row}"): built for row, built in enumerate(there.rows)}
    return holding


def check(state: State) -> None:
    """B1, B3.6-B3.9, B5.2  What every position must satisfy."""
    assert isinstance(state, Kingsburg)
    assert sorted(state.order) == list(range(state.seats))
    assert all(
        card in cards_of(year)
        for year, card in zip(range(1, LAST_YEAR + 1), state.pile, strict=True)
    )
    for there in state.governors:
        assert min(there.goods) >= 0
        assert min(there.tokens, there.soldiers) >= 0
        assert all(0 <= row <= COLUMNS for row in there.rows)
    _check_court(state)
    assert (state.result is not None) is (state.step is Step.OVER)


def _check_court(state: Kingsburg) -> None:
    groups = [group for group in state.court if group.seat != NOBODY]
    for group in groups:
        total = sum(group.own) + sum(group.white) + 2 * group.plus_two + group.market
        assert total == group.advisor
        assert group.own
    for attribute in ("plus_two", "market", "envoy"):
        users = [group.seat for group in groups if getattr(group, attribute)]
        assert len(set(users)) == len(users), attribute
    advisors = Counter(group.advisor for group in state.court)
    by_envoy = {group.advisor for group in groups if group.envoy}
    assert {number for number, count in advisors.items() if count > 1} == by_envoy
    assert max(advisors.values(), default=0) <= 2
    if state.step is Step.INFLUENCE:
        _check_dice(state)


def _check_dice(state: Kingsburg) -> None:
    for seat, there in enumerate(state.governors):
        placed = [group for group in state.court if group.seat == seat]
        assert len(there.own) + sum(len(group.own) for group in placed) == 3
        faces = sum(there.own) + sum(there.white)
        faces += sum(sum(group.own) + sum(group.white) for group in placed)
        assert faces == there.thrown


def check_step(before: State, events: tuple[Any, ...], after: State) -> None:
    """Whatever came or went is told by an event, and nothing else did."""
    assert isinstance(before, Kingsburg)
    assert isinstance(after, Kingsburg)
    expected = ledger(before)
    for event in events:
        _book(expected, event, before.seats)
    had = ledger(after)
    assert {k: v for k, v in expected.items() if v} == {k: v for k, v in had.items() if v}, events


def _goods(book: Ledger, seat: int, goods: Goods, sign: int = 1) -> None:
    for good, number in zip(GOODS, goods, strict=True):
        book[seat, good] += sign * number


def _book(book: Ledger, event: e.KingsburgEvent, seats: int) -> None:
    """What comes and goes by an event, as the event tells it."""
    match event:
        case e.AdvisorInfluenced(seat=seat, plus_two=True):
            book[seat, "tokens"] -= 1
        case e.AidTaken(seat=seat, goods=goods):
            _goods(book, seat, goods)
        case e.GuildPaid(seat=seat):
            book[seat, "gold"] += 1
        case e.HelpGiven(seat=seat):
            _goods(book, seat, event.goods)
            _goods(book, seat, event.price, -1)
            book.update({(seat, "tokens"): event.tokens, (seat, "soldiers"): event.soldiers})
            book[seat, "vp"] += event.vp
        case e.BuildingBuilt(seat=seat, building=key):
            _goods(book, seat, event.cost, -1)
            assert event.vp == BUILDINGS[key].vp
            book.update({(seat, "vp"): event.vp, (seat, f"row {PLACE[key][0]}"): 1})
        case e.SoldiersRecruited(seat=seat, goods=goods):
            _goods(book, seat, goods, -1)
            book[seat, "soldiers"] += event.soldiers
        case _:
            _book_season(book, event)
            _book_winter(book, event, seats)


def _book_season(book: Ledger, event: e.KingsburgEvent) -> None:
    match event:
        case e.InnServed(seat=seat):
            book[seat, "tokens"] += 1
        case e.EmbassyHonoured(seat=seat):
            book[seat, "vp"] += 1
        case e.TownHallUsed(seat=seat, goods=goods, token=token):
            assert goods.number + token == 1
            _goods(book, seat, goods, -1)
            book[seat, "tokens"] -= token
            book[seat, "vp"] += 1
        case e.KingRewarded(seats=seats):
            book.update({(seat, "vp"): 1 for seat in seats})


def _book_winter(book: Ledger, event: e.KingsburgEvent, seats: int) -> None:
    match event:
        case e.ReinforcementsThrown(die=die):
            book.update({(seat, "soldiers"): die for seat in range(seats)})
        case e.BattleWon(seat=seat, goods=goods):
            _goods(book, seat, goods)
            book[seat, "vp"] += event.vp + event.fortress + event.strongest
        case e.BattleLost(seat=seat, goods=goods):
            _goods(book, seat, goods, -1)
            book[seat, "vp"] -= event.vp + event.buildings_vp
            book.subtract(Counter((seat, f"row {PLACE[key][0]}") for key in event.buildings))
        case e.WinterEnded():
            book.update({(s, "soldiers"): -book[s, "soldiers"] for s in range(seats)})
        case e.MatchEnded(cathedral=cathedral):
            book.update({(seat, "vp"): vp for seat, vp in enumerate(cathedral)})


def with_other_secrets(state: State, owner: int, random: Random) -> State:
    """The same state, but for what that seat alone may know, and what nobody knows."""
    assert isinstance(state, Kingsburg)
    if not state.pile:
        return state
    open_ = state.year if state.revealed else state.year - 1
    others = (seen for seat, seen in enumerate(state.seen) if seat != owner)
    known = state.year if state.revealed or any(others) else open_
    pile = (*state.pile[:known], *_other_cards(known, random))
    return replace(state, pile=pile, chosen=_other_choices(state, owner, random))


def _other_cards(known: int, random: Random) -> tuple[int, ...]:
    return tuple(random.choice(cards_of(year)) for year in range(known + 1, LAST_YEAR + 1))


def _other_choices(state: Kingsburg, owner: int, random: Random) -> tuple[Choice | None, ...]:
    return tuple(
        Choice(Goods(*random.choices(range(3), k=3))) if made and seat == owner else made
        for seat, made in enumerate(state.chosen)
    )


def with_other_secrets_told(event: Any, owner: int, random: Random) -> Any:
    """The same event, but for what that seat alone may know of it."""
    match event:
        case e.PileDrawn():
            return replace(event, cards=_other_cards(0, random))
        case e.EnemySeen(seat=seat, card=card) if seat == owner:
            assert card != HIDDEN
            return replace(event, card=(card + 1) % 25)
        case e.ChoiceMade(seat=seat) if seat == owner:
            return replace(event, goods=NONE, token=not event.token)
    return event
