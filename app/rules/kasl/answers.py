"""Which actions answer which step, with the guard that refuses them and what carries them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.rules.contract import N_, Refusal, Seat
from app.rules.kasl import actions as a
from app.rules.kasl import attack, capture, choice, losses, plague, recruitment, redeploy, setup
from app.rules.kasl.events import Chronicle
from app.rules.kasl.sequence import RULE, asked
from app.rules.kasl.state import Kasl, Step

Guard = Callable[[Kasl, Seat, Any], Refusal | None]
CarryOut = Callable[[Chronicle, Seat, Any], None]
Ways = Callable[[Kasl, Seat], Sequence[a.KaslAction]]


def _never(state: Kasl, seat: Seat, action: a.KaslAction) -> None:
    del state, seat, action


class Answer(NamedTuple):
    """An action: where it fits, what refuses it, what carries it out."""

    steps: tuple[Step, ...]
    why_not: Guard
    carry_out: CarryOut


ANSWERS: dict[type[a.KaslAction], Answer] = {
    a.SetUp: Answer((Step.SET_UP,), setup.why_not_set_up, setup.set_up),
    a.DeclarePlague: Answer((Step.PLAGUE,), plague.why_not_declare, plague.declare),
    a.WithholdPlague: Answer((Step.PLAGUE,), _never, plague.withhold),
    a.Found: Answer((Step.FOUND,), recruitment.why_not_found, recruitment.found),
    a.CallLord: Answer((Step.LORD,), recruitment.why_not_call_lord, recruitment.call_lord),
    a.Recruit: Answer((Step.CHOICE,), choice.why_not_recruit, choice.recruit),
    a.Fortify: Answer((Step.CHOICE,), choice.why_not_fortify, choice.fortify),
    a.Build: Answer((Step.CHOICE,), choice.why_not_build, choice.build),
    a.Attack: Answer((Step.ATTACK,), attack.why_not_attack, attack.attack),
    a.GiveUp: Answer((Step.LOSSES,), losses.why_not_give_up, attack.give_up),
    a.MoveIn: Answer((Step.MOVE_IN,), capture.why_not_move_in, capture.move_in),
    a.StayOut: Answer((Step.MOVE_IN,), capture.why_not_stay_out, capture.stay_out),
    a.Stop: Answer((Step.ATTACK, Step.UNITS), _never, attack.stop),
    a.MoveUnits: Answer((Step.UNITS,), redeploy.why_not_move_units, redeploy.move_units),
    a.MoveLord: Answer((Step.LORDS,), redeploy.why_not_move_lord, redeploy.move_lord),
    a.EndTurn: Answer((Step.LORDS,), _never, redeploy.end_turn),
    a.SetLossOrder: Answer(tuple(Step), losses.why_not_set_loss_order, losses.set_loss_order),
}

WAYS: dict[Step, Ways] = {
    Step.SET_UP: setup.ways_to_set_up,
    Step.PLAGUE: plague.ways_to_declare,
    Step.FOUND: recruitment.ways_to_found,
    Step.LORD: recruitment.ways_to_call_lord,
    Step.CHOICE: choice.ways_to_choose,
    Step.ATTACK: attack.ways_to_attack,
    Step.LOSSES: losses.ways_to_give_up,
    Step.MOVE_IN: capture.ways_to_move_in,
    Step.UNITS: redeploy.ways_to_move_units,
    Step.LORDS: redeploy.ways_to_move_lord,
}
"""Legal answers in each step."""

QUESTIONS: dict[Step, str] = {
    Step.SET_UP: N_("Now place your fortified city, three archers and your Lord."),
    Step.PLAGUE: N_("Now say whether you declare the plague."),
    Step.FOUND: N_("Now choose where your fortified city is founded."),
    Step.LORD: N_("Now choose where the Lord comes into your service."),
    Step.CHOICE: N_("Now make your strategic choice: recruit, fortify or build."),
    Step.ATTACK: N_("Now attack, or stop attacking."),
    Step.LOSSES: N_("Now choose the units that you give up."),
    Step.MOVE_IN: N_("Now move into what you have taken, or stay out where that is allowed."),
    Step.UNITS: N_("Now redeploy units, or stop redeploying them."),
    Step.LORDS: N_("Now redeploy Lords, or end your turn."),
}
"""What a seat is told that answers another question than the one it is asked."""


def options(state: Kasl, seat: Seat) -> Sequence[a.KaslAction]:
    """Legal answers of the seat, none when it is not asked."""
    if seat not in asked(state):
        return ()
    return WAYS[state.step](state, seat)


def why_not(state: Kasl, seat: Seat, action: a.KaslAction) -> Refusal | None:
    """The rule that forbids the action now: not asked, not what is asked, or the guard's own."""
    answer = ANSWERS[type(action)]
    if not isinstance(action, a.SetLossOrder):
        if seat not in asked(state):
            return _not_asked(state)
        if state.step not in answer.steps:
            return Refusal(RULE[state.step], QUESTIONS[state.step])
    return answer.why_not(state, seat, action)


def _not_asked(state: Kasl) -> Refusal:
    seats = asked(state)
    if not seats:
        return Refusal("K10.1", N_("The match is over."))
    text = N_("{seat} must decide now, not you.")
    return Refusal(RULE[state.step], text, {"seat": seats[0]})
