"""The only maker of states: what each event does to a position of Kingsburg."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.rules.contract import Seat
from app.rules.kingsburg import events as e
from app.rules.kingsburg.buildings import PLACE
from app.rules.kingsburg.goods import Goods
from app.rules.kingsburg.state import (
    NOBODY,
    Choice,
    Faces,
    Governor,
    Group,
    Kingsburg,
    Rows,
    Step,
)

ONE_GOLD = Goods(gold=1)


def evolve(state: Kingsburg, event: e.KingsburgEvent) -> Kingsburg:
    """The state after the event."""
    return _EVOLVE[type(event)](state, event)


def _with(state: Kingsburg, seat: Seat, governor: Governor, **changes: Any) -> Kingsburg:
    """The state with another governor at that seat, and other changes."""
    governors = (*state.governors[:seat], governor, *state.governors[seat + 1 :])
    return replace(state, governors=governors, **changes)


def _unchanged(state: Kingsburg, event: e.KingsburgEvent) -> Kingsburg:
    del event
    return state


def _order_drawn(state: Kingsburg, event: e.OrderDrawn) -> Kingsburg:
    return replace(state, order=event.order)


def _pile_drawn(state: Kingsburg, event: e.PileDrawn) -> Kingsburg:
    return replace(state, pile=event.cards)


def _phase_began(state: Kingsburg, event: e.PhaseBegan) -> Kingsburg:
    if event.year == state.year:
        return replace(state, phase=event.phase)
    return replace(
        state,
        year=event.year,
        phase=event.phase,
        revealed=False,
        strengths=(),
        seen=(False,) * state.seats,
    )


def _step_began(state: Kingsburg, event: e.StepBegan) -> Kingsburg:
    step = Step(event.step)
    if step is Step.HELP:
        return replace(state, step=step, turn=0, court=_in_order_of_help(state), helped=0)
    return replace(state, step=step, turn=0, built=0, asks=(), chosen=())


def _in_order_of_help(state: Kingsburg) -> tuple[Group, ...]:
    """B3.10  Groups by advisor, then in turn order; those that block come last."""
    helped = [group for group in state.court if group.seat != NOBODY]
    helped.sort(key=lambda group: (group.advisor, state.order.index(group.seat)))
    return (*helped, *(group for group in state.court if group.seat == NOBODY))


def _choices_asked(state: Kingsburg, event: e.ChoicesAsked) -> Kingsburg:
    return replace(state, asks=event.seats, chosen=(None,) * state.seats)


def _choice_made(state: Kingsburg, event: e.ChoiceMade) -> Kingsburg:
    chosen = list(state.chosen)
    chosen[event.seat] = Choice(event.goods, event.token)
    asks = tuple(seat for seat in state.asks if seat != event.seat)
    return replace(state, asks=asks, chosen=tuple(chosen))


def _aid_die_given(state: Kingsburg, event: e.AidDieGiven) -> Kingsburg:
    return replace(state, aid=event.seat)


def _aid_taken(state: Kingsburg, event: e.AidTaken) -> Kingsburg:
    there = state.governors[event.seat]
    return _with(state, event.seat, replace(there, goods=there.goods.plus(event.goods)))


def _advisors_blocked(state: Kingsburg, event: e.AdvisorsBlocked) -> Kingsburg:
    return replace(state, court=tuple(Group(sum(dice), NOBODY, dice) for dice in event.groups))


def _guild_paid(state: Kingsburg, event: e.GuildPaid) -> Kingsburg:
    there = state.governors[event.seat]
    return _with(state, event.seat, replace(there, goods=there.goods.plus(ONE_GOLD)))


def _dice_thrown(state: Kingsburg, event: e.DiceThrown) -> Kingsburg:
    governors = [
        replace(there, own=own, white=white, statue_used=False, chapel_used=False, passed=False)
        for there, own, white in zip(state.governors, event.own, event.white, strict=True)
    ]
    return replace(state, governors=tuple(governors))


def _at(state: Kingsburg, seat: Seat) -> int:
    return state.order.index(seat)


def _die_rerolled(state: Kingsburg, event: e.DieRerolled) -> Kingsburg:
    there = state.governors[event.seat]
    dice = there.white if event.white else there.own
    rerolled = tuple(sorted((event.new, *_without(dice, (event.old,))), reverse=True))
    if event.white:
        there = replace(there, white=rerolled, statue_used=True)
    else:
        there = replace(there, own=rerolled, statue_used=True)
    return _with(state, event.seat, there, turn=_at(state, event.seat))


def _without(dice: Faces, gone: Faces) -> Faces:
    left = list(dice)
    for face in gone:
        left.remove(face)
    return tuple(left)


def _dice_rerolled(state: Kingsburg, event: e.DiceRerolled) -> Kingsburg:
    there = state.governors[event.seat]
    there = replace(there, own=event.own, white=event.white, chapel_used=True)
    return _with(state, event.seat, there, turn=_at(state, event.seat))


def _next_in_order(
    state: Kingsburg, event: e.DiceKept | e.NothingBuilt | e.NobodyRecruited
) -> Kingsburg:
    return replace(state, turn=_at(state, event.seat) + 1, built=0)


def _order_set(state: Kingsburg, event: e.OrderSet) -> Kingsburg:
    governors = [
        replace(there, thrown=thrown)
        for there, thrown in zip(state.governors, event.sums, strict=True)
    ]
    return replace(state, order=event.order, turn=0, governors=tuple(governors))


def _advisor_influenced(state: Kingsburg, event: e.AdvisorInfluenced) -> Kingsburg:
    seat = event.seat
    there = state.governors[seat]
    there = replace(
        there,
        own=_without(there.own, event.own),
        white=_without(there.white, event.white) if event.white else there.white,
        tokens=there.tokens - event.plus_two,
    )
    group = Group(
        event.advisor,
        seat,
        event.own,
        event.white,
        event.plus_two,
        event.market,
        event.envoy,
    )
    return _with(
        state,
        seat,
        there,
        court=(*state.court, group),
        turn=(_at(state, seat) + 1) % state.seats,
        envoy=NOBODY if event.envoy else state.envoy,
    )


def _passed(state: Kingsburg, event: e.Passed) -> Kingsburg:
    there = replace(state.governors[event.seat], passed=True)
    return _with(state, event.seat, there, turn=(_at(state, event.seat) + 1) % state.seats)


def _help_given(state: Kingsburg, event: e.HelpGiven) -> Kingsburg:
    there = state.governors[event.seat]
    there = replace(
        there,
        goods=there.goods.minus(event.price).plus(event.goods),
        tokens=there.tokens + event.tokens,
        soldiers=there.soldiers + event.soldiers,
        vp=there.vp + event.vp,
    )
    return _with(state, event.seat, there, helped=state.helped + 1)


def _help_declined(state: Kingsburg, event: e.HelpDeclined) -> Kingsburg:
    del event
    return replace(state, helped=state.helped + 1)


def _enemy_seen(state: Kingsburg, event: e.EnemySeen) -> Kingsburg:
    seen = tuple(seen or seat == event.seat for seat, seen in enumerate(state.seen))
    return replace(state, seen=seen)


def _court_cleared(state: Kingsburg, event: e.CourtCleared) -> Kingsburg:
    del event
    governors = tuple(replace(there, own=(), white=()) for there in state.governors)
    return replace(state, governors=governors, court=(), helped=0, aid=NOBODY)


def _building_built(state: Kingsburg, event: e.BuildingBuilt) -> Kingsburg:
    there = state.governors[event.seat]
    there = replace(
        there,
        goods=there.goods.minus(event.cost),
        vp=there.vp + event.vp,
        rows=_row_changed(there.rows, event.building, 1),
    )
    index = _at(state, event.seat)
    return _with(
        state,
        event.seat,
        there,
        turn=index,
        built=state.built + 1 if index == state.turn else 1,
        envoy=NOBODY if event.second else state.envoy,
    )


def _row_changed(rows: Rows, key: str, change: int) -> Rows:
    row, _ = PLACE[key]
    return (*rows[:row], rows[row] + change, *rows[row + 1 :])


def _inn_served(state: Kingsburg, event: e.InnServed) -> Kingsburg:
    there = state.governors[event.seat]
    return _with(state, event.seat, replace(there, tokens=there.tokens + 1))


def _rewarded(state: Kingsburg, seat: Seat) -> Kingsburg:
    there = state.governors[seat]
    return _with(state, seat, replace(there, vp=there.vp + 1))


def _embassy_honoured(state: Kingsburg, event: e.EmbassyHonoured) -> Kingsburg:
    return _rewarded(state, event.seat)


def _town_hall_used(state: Kingsburg, event: e.TownHallUsed) -> Kingsburg:
    there = state.governors[event.seat]
    there = replace(
        there,
        goods=there.goods.minus(event.goods),
        tokens=there.tokens - event.token,
        vp=there.vp + 1,
    )
    return _with(state, event.seat, there)


def _king_rewarded(state: Kingsburg, event: e.KingRewarded) -> Kingsburg:
    for seat in event.seats:
        state = _rewarded(state, seat)
    return state


def _envoy_returned(state: Kingsburg, event: e.EnvoyReturned) -> Kingsburg:
    del event
    return replace(state, envoy=NOBODY)


def _envoy_given(state: Kingsburg, event: e.EnvoyGiven) -> Kingsburg:
    return replace(state, envoy=event.seat)


def _soldiers_recruited(state: Kingsburg, event: e.SoldiersRecruited) -> Kingsburg:
    there = state.governors[event.seat]
    there = replace(
        there,
        goods=there.goods.minus(event.goods),
        soldiers=there.soldiers + event.soldiers,
    )
    return _with(state, event.seat, there, turn=_at(state, event.seat) + 1)


def _enemy_revealed(state: Kingsburg, event: e.EnemyRevealed) -> Kingsburg:
    del event
    return replace(state, revealed=True)


def _reinforcements_thrown(state: Kingsburg, event: e.ReinforcementsThrown) -> Kingsburg:
    governors = [replace(there, soldiers=there.soldiers + event.die) for there in state.governors]
    return replace(state, governors=tuple(governors))


def _strengths_counted(state: Kingsburg, event: e.StrengthsCounted) -> Kingsburg:
    return replace(state, strengths=event.strengths)


def _battle_won(state: Kingsburg, event: e.BattleWon) -> Kingsburg:
    there = state.governors[event.seat]
    there = replace(
        there,
        goods=there.goods.plus(event.goods),
        vp=there.vp + event.vp + event.fortress + event.strongest,
    )
    return _with(state, event.seat, there)


def _battle_lost(state: Kingsburg, event: e.BattleLost) -> Kingsburg:
    there = state.governors[event.seat]
    rows = there.rows
    for key in event.buildings:
        rows = _row_changed(rows, key, -1)
    there = replace(
        there,
        goods=there.goods.minus(event.goods),
        vp=there.vp - event.vp - event.buildings_vp,
        rows=rows,
    )
    return _with(state, event.seat, there)


def _winter_ended(state: Kingsburg, event: e.WinterEnded) -> Kingsburg:
    del event
    governors = tuple(replace(there, soldiers=0) for there in state.governors)
    return replace(state, governors=governors, chosen=())


def _match_ended(state: Kingsburg, event: e.MatchEnded) -> Kingsburg:
    governors = [
        replace(there, vp=there.vp + more)
        for there, more in zip(state.governors, event.cathedral, strict=True)
    ]
    return replace(state, governors=tuple(governors), result=event.result, step=Step.OVER)


_EVOLVE: dict[type[e.KingsburgEvent], Callable[[Kingsburg, Any], Kingsburg]] = {
    e.OrderDrawn: _order_drawn,
    e.PileDrawn: _pile_drawn,
    e.PhaseBegan: _phase_began,
    e.StepBegan: _step_began,
    e.ChoicesAsked: _choices_asked,
    e.ChoiceMade: _choice_made,
    e.AidDieGiven: _aid_die_given,
    e.AidTaken: _aid_taken,
    e.AdvisorsBlocked: _advisors_blocked,
    e.GuildPaid: _guild_paid,
    e.DiceThrown: _dice_thrown,
    e.DieRerolled: _die_rerolled,
    e.DiceRerolled: _dice_rerolled,
    e.DiceKept: _next_in_order,
    e.OrderSet: _order_set,
    e.AdvisorInfluenced: _advisor_influenced,
    e.Passed: _passed,
    e.HelpGiven: _help_given,
    e.HelpDeclined: _help_declined,
    e.EnemySeen: _enemy_seen,
    e.CourtCleared: _court_cleared,
    e.BuildingBuilt: _building_built,
    e.NothingBuilt: _next_in_order,
    e.InnServed: _inn_served,
    e.EmbassyHonoured: _embassy_honoured,
    e.TownHallUsed: _town_hall_used,
    e.KingRewarded: _king_rewarded,
    e.EnvoyReturned: _envoy_returned,
    e.EnvoyGiven: _envoy_given,
    e.EnvoyWithheld: _unchanged,
    e.SoldiersRecruited: _soldiers_recruited,
    e.NobodyRecruited: _next_in_order,
    e.EnemyRevealed: _enemy_revealed,
    e.ReinforcementsThrown: _reinforcements_thrown,
    e.StrengthsCounted: _strengths_counted,
    e.BattleWon: _battle_won,
    e.BattleDrawn: _unchanged,
    e.BattleLost: _battle_lost,
    e.WinterEnded: _winter_ended,
    e.MatchEnded: _match_ended,
}
