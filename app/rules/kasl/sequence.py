"""The order of play: who is asked what, which answers fit, and what follows by itself.

A match: set-up (K2), then 8 rounds, then the score (K10). A round: order of play (K3.1-K3.3),
plague (K3.4-K3.7), then each player's turn. A turn: the stages of TURN (K4 to K9).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from app.rules.contract import Decision, Seat
from app.rules.kasl.actions import KaslAction, MoveLord, SetLossOrder, Stop
from app.rules.kasl.attack import begin_attacks, may_attack
from app.rules.kasl.events import Chronicle, StepBegan, TurnBegan
from app.rules.kasl.kingdom import levels
from app.rules.kasl.losses import choosers
from app.rules.kasl.order import begin_round
from app.rules.kasl.plague import begin_plague
from app.rules.kasl.recruitment import begin_recruitment, begin_service
from app.rules.kasl.redeploy import begin_units, may_move_units
from app.rules.kasl.score import end
from app.rules.kasl.setup import deal_missions
from app.rules.kasl.state import LAST_ROUND, Kasl, Step, on_turn


def _always(chronicle: Chronicle, seat: Seat) -> bool:
    del chronicle, seat
    return True


class Stage(NamedTuple):
    """A part of a turn: what happens by itself, and whether the seat is asked then."""

    step: Step
    begin: Callable[[Chronicle, Seat], bool]
    has_moves: bool = False
    """K8.1, K9.1  As many moves as strongholds."""


TURN = (
    Stage(Step.FOUND, begin_recruitment),  # K4
    Stage(Step.LORD, begin_service),  # K5
    Stage(Step.CHOICE, _always),  # K6
    Stage(Step.ATTACK, begin_attacks),  # K7
    Stage(Step.UNITS, begin_units, has_moves=True),  # K8
    Stage(Step.LORDS, _always, has_moves=True),  # K9
)
_STEPS = [stage.step for stage in TURN]

RULE: dict[Step, str] = {
    Step.SET_UP: "K2.3",
    Step.PLAGUE: "K3.7",
    Step.FOUND: "K4.2",
    Step.LORD: "K5.1",
    Step.CHOICE: "K6.1",
    Step.ATTACK: "K7.1",
    Step.LOSSES: "K7.8",
    Step.MOVE_IN: "K7.10",
    Step.UNITS: "K8.1",
    Step.LORDS: "K9.1",
    Step.OVER: "K10.1",
}
"""The rule that asks in each step."""


def asked(state: Kasl) -> list[Seat]:
    """The seats that must answer now."""
    if state.step is Step.LOSSES:
        return choosers(state)
    if state.step is Step.OVER or not state.order:
        return []
    return [on_turn(state)]


def decisions(state: Kasl) -> tuple[Decision, ...]:
    """Who must decide what now."""
    kind, rule = state.step.value, RULE[state.step]
    return tuple([Decision(seat, kind, rule) for seat in asked(state)])


def go_on(chronicle: Chronicle, step: Step, action: KaslAction) -> None:
    """All that follows by itself after an answer in that step, up to the next question."""
    state = chronicle.state
    if state.result is not None or isinstance(action, SetLossOrder | MoveLord):
        return
    if step is Step.SET_UP:
        _next_placing(chronicle)
    elif step is Step.PLAGUE:
        _next_turn(chronicle, 0)
    elif _is_over(state, action):
        _next_stage(chronicle, _STEPS.index(state.step) + 1)


def _is_over(state: Kasl, action: KaslAction) -> bool:
    """Whether the step has nothing more to decide after the answer."""
    step = state.step
    if isinstance(action, Stop):
        return True
    if step is Step.LOSSES or step is Step.MOVE_IN:
        return False
    if step is Step.ATTACK:
        return not may_attack(state, on_turn(state))
    if step is Step.UNITS:
        return not (state.moves_left and may_move_units(state, on_turn(state)))
    return True


def _next_placing(chronicle: Chronicle) -> None:
    """K2.3, K2.4  The next player places; after the last, the mission cards and round 1."""
    state = chronicle.state
    if state.turn == len(state.order):
        if state.advanced:
            deal_missions(chronicle)
        _next_round(chronicle)


def _next_round(chronicle: Chronicle) -> None:
    """K3, K10.1  The next round, or the end after round 8."""
    if chronicle.state.round == LAST_ROUND:
        end(chronicle)
        return
    begin_round(chronicle)
    if begin_plague(chronicle):
        chronicle.tell(StepBegan(chronicle.state.order[0], Step.PLAGUE.value, 0))
    else:
        _next_turn(chronicle, 0)


def _next_turn(chronicle: Chronicle, first: int) -> None:
    """K4.3  The turn of the next in the order, from index `first` on, who is not out."""
    state = chronicle.state
    if state.result is not None:
        return
    for seat in state.order[first:]:
        if not state.out[seat]:
            chronicle.tell(TurnBegan(seat))
            _next_stage(chronicle, 0)
            return
    _next_round(chronicle)


def _next_stage(chronicle: Chronicle, first: int) -> None:
    """The next stage that asks, from index `first` on; after the last, the next turn."""
    seat = on_turn(chronicle.state)
    stages = () if chronicle.state.out[seat] else TURN[first:]
    for stage in stages:
        if stage.begin(chronicle, seat):
            moves = len(levels(chronicle.state.lands, seat)) if stage.has_moves else 0
            chronicle.tell(StepBegan(seat, stage.step.value, moves))
            return
    _next_turn(chronicle, chronicle.state.turn + 1)
