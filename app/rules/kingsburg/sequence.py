"""The order of play: the year as a list of steps; who is asked what, and what follows by itself.

Five years of eight phases (B1.5). Each stage begins by itself and settles after each answer; when
nobody is asked in it, the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from app.rules.contract import N_, Decision, Seat
from app.rules.kingsburg import (
    aid,
    building,
    court,
    envoy,
    help,  # noqa: A004 - the rulebook's word
    influence,
    recruiting,
    reward,
    score,
    season_end,
    winter,
)
from app.rules.kingsburg.events import Chronicle, PhaseBegan, StepBegan
from app.rules.kingsburg.state import LAST_YEAR, NOBODY, Kingsburg, Step


def _nothing(chronicle: Chronicle) -> None:
    del chronicle


class Stage(NamedTuple):
    """A part of a phase: what happens when it begins, and after each answer in it."""

    step: Step
    begin: Callable[[Chronicle], None] = _nothing
    settle: Callable[[Chronicle], None] = _nothing


class Phase(NamedTuple):
    """B1.5  One of the eight phases of a year."""

    name: str
    stages: tuple[Stage, ...]


SEASON = (
    Stage(Step.REROLL, court.begin),  # B3.1-B3.3
    Stage(Step.INFLUENCE, influence.begin, influence.settle),  # B3.4-B3.9
    Stage(Step.HELP, help.settle, help.settle),  # B3.10, B3.13
    Stage(Step.BUILD),  # B3.11
    Stage(Step.SEASON_END, season_end.begin, season_end.settle),  # B3.12
)
YEAR = (
    Phase(N_("The King's aid"), (Stage(Step.AID, aid.begin, aid.settle),)),  # B2
    Phase(N_("Spring"), SEASON),
    Phase(N_("The King's reward"), (Stage(Step.REWARD, reward.begin),)),  # B4
    Phase(N_("Summer"), SEASON),
    Phase(N_("The King's Envoy"), (Stage(Step.ENVOY, envoy.begin),)),  # B5
    Phase(N_("Autumn"), SEASON),
    Phase(N_("Recruiting"), (Stage(Step.RECRUIT),)),  # B6
    Phase(N_("Winter"), (Stage(Step.WINTER, winter.begin, winter.settle),)),  # B7
)
"""B1.5  The phases 1 to 8."""

_STAGES = [(number, stage) for number, phase in enumerate(YEAR, 1) for stage in phase.stages]
_INDEX = {(number, stage.step): index for index, (number, stage) in enumerate(_STAGES)}

_ASKED_IN_TURN: dict[Step, Callable[[Kingsburg], Seat]] = {
    Step.REROLL: court.reroller,
    Step.INFLUENCE: influence.influencer,
    Step.HELP: help.helped_seat,
    Step.BUILD: building.builder,
    Step.RECRUIT: recruiting.recruiter,
}

RULE: dict[str, str] = {
    "aid": "B2.1",
    "reroll": "B3.3",
    "influence": "B3.5",
    "help": "B3.10",
    "build": "B3.11",
    "second_building": "B5.2",
    "town_hall": "B3.12",
    "recruit": "B6.1",
    "spoils": "B7.3",
    "losses": "B7.5",
}
"""The rule that asks, by the kind of the decision."""


def asked(state: Kingsburg) -> tuple[Seat, ...]:
    """The seats that must answer now."""
    in_turn = _ASKED_IN_TURN.get(state.step)
    if in_turn is None:
        return state.asks
    seat = in_turn(state)
    return () if seat == NOBODY else (seat,)


def kind_of(state: Kingsburg, seat: Seat) -> str:
    """The kind of the decision of a seat that is asked now."""
    if state.step is Step.BUILD and building.is_second(state, seat):
        return "second_building"
    if state.step is Step.WINTER and winter.outcome_of(state, seat) is winter.Outcome.WON:
        return "spoils"
    return state.step.value


def decisions(state: Kingsburg) -> tuple[Decision, ...]:
    """Who must decide what now."""
    kinds = [(seat, kind_of(state, seat)) for seat in asked(state)]
    return tuple([Decision(seat, kind, RULE[kind]) for seat, kind in kinds])


def settle(chronicle: Chronicle) -> None:
    """All that follows by itself after an answer, up to the next question."""
    state = chronicle.state
    _STAGES[_INDEX[state.phase, state.step]][1].settle(chronicle)
    go_on(chronicle)


def go_on(chronicle: Chronicle) -> None:
    """Begin stages until somebody is asked, or the match is over."""
    while chronicle.state.result is None and not asked(chronicle.state):
        _begin_next(chronicle)


def _begin_next(chronicle: Chronicle) -> None:
    """The next stage; after the last of a year the next year, after the fifth the end (B8.1)."""
    state = chronicle.state
    index = _INDEX[state.phase, state.step] + 1 if state.phase else 0
    if index == len(_STAGES) and state.year == LAST_YEAR:
        score.end(chronicle)
        return
    is_new_year = index in {0, len(_STAGES)}
    phase, stage = _STAGES[index % len(_STAGES)]
    if phase != state.phase:
        chronicle.tell(PhaseBegan(state.year + is_new_year, phase))
    chronicle.tell(StepBegan(stage.step.value))
    stage.begin(chronicle)
