"""Which actions answer which question, with the guard that refuses and what carries them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.rules.contract import N_, Refusal, Seat
from app.rules.kingsburg import actions as a
from app.rules.kingsburg import (
    aid,
    building,
    court,
    help,  # noqa: A004 - the rulebook's word
    influence,
    recruiting,
    season_end,
    winter,
)
from app.rules.kingsburg.events import Chronicle
from app.rules.kingsburg.sequence import RULE, asked, kind_of
from app.rules.kingsburg.state import Kingsburg

Guard = Callable[[Kingsburg, Seat, Any], Refusal | None]
CarryOut = Callable[[Chronicle, Seat, Any], None]
Ways = Callable[[Kingsburg, Seat], Sequence[a.KingsburgAction]]


def _never(state: Kingsburg, seat: Seat, action: a.KingsburgAction) -> None:
    del state, seat, action


class Answer(NamedTuple):
    """An action: the questions that it answers, what refuses it, what carries it out."""

    kinds: tuple[str, ...]
    why_not: Guard
    carry_out: CarryOut


BUILDING = ("build", "second_building")
ANSWERS: dict[type[a.KingsburgAction], Answer] = {
    a.TakeGood: Answer(("aid", "spoils"), _never, aid.take_good),
    a.RerollDie: Answer(("reroll",), court.why_not_reroll_die, court.reroll_die),
    a.RerollAll: Answer(("reroll",), court.why_not_reroll_all, court.reroll_all),
    a.KeepDice: Answer(("reroll",), _never, court.keep_dice),
    a.Influence: Answer(("influence",), influence.why_not_influence, influence.influence),
    a.Pass: Answer(("influence",), _never, influence.pass_),
    a.TakeHelp: Answer(("help",), help.why_not_take_help, help.take_help),
    a.DeclineHelp: Answer(("help",), help.why_not_decline_help, help.decline_help),
    a.Build: Answer(BUILDING, building.why_not_build, building.build),
    a.BuildNothing: Answer(BUILDING, _never, building.build_nothing),
    a.UseTownHall: Answer(
        ("town_hall",), season_end.why_not_use_town_hall, season_end.use_town_hall
    ),
    a.KeepAll: Answer(("town_hall",), _never, season_end.keep_all),
    a.Recruit: Answer(("recruit",), recruiting.why_not_recruit, recruiting.recruit),
    a.RecruitNobody: Answer(("recruit",), _never, recruiting.recruit_nobody),
    a.GiveUp: Answer(("losses",), winter.why_not_give_up, winter.give_up),
}

WAYS: dict[str, Ways] = {
    "aid": aid.ways_to_take_good,
    "reroll": court.ways_to_reroll,
    "influence": influence.ways_to_influence,
    "help": help.ways_to_take_help,
    "build": building.ways_to_build,
    "second_building": building.ways_to_build,
    "town_hall": season_end.ways_to_use_town_hall,
    "recruit": recruiting.ways_to_recruit,
    "spoils": aid.ways_to_take_good,
    "losses": winter.ways_to_give_up,
}
"""Legal answers to each question."""

QUESTIONS: dict[str, str] = {
    "aid": N_("Now take a good of your choice from the King's aid."),
    "reroll": N_("Now reroll by Statue or Chapel, or keep your dice."),
    "influence": N_("Now influence an advisor, or pass."),
    "help": N_("Now choose what your advisor gives you."),
    "build": N_("Now put up a building, or build nothing."),
    "second_building": N_("Now put up a second building with the King's Envoy, or build nothing."),
    "town_hall": N_("Now give a good or a “+2” token to your Town Hall, or keep all."),
    "recruit": N_("Now recruit soldiers, or recruit nobody."),
    "spoils": N_("Now take a good of your choice as your reward."),
    "losses": N_("Now choose the goods that you give up."),
}
"""What a seat is told that answers another question than the one it is asked."""


def options(state: Kingsburg, seat: Seat) -> Sequence[a.KingsburgAction]:
    """Legal answers of the seat, none when it is not asked."""
    if seat not in asked(state):
        return ()
    return WAYS[kind_of(state, seat)](state, seat)


def why_not(state: Kingsburg, seat: Seat, action: a.KingsburgAction) -> Refusal | None:
    """The rule that forbids the action now: not asked, not what is asked, or the guard's own."""
    seats = asked(state)
    if not seats:
        return Refusal("B8.1", N_("The match is over."))
    if seat not in seats:
        return _not_asked(state, seats[0])
    kind = kind_of(state, seat)
    answer = ANSWERS[type(action)]
    if kind not in answer.kinds:
        return Refusal(RULE[kind], QUESTIONS[kind])
    return answer.why_not(state, seat, action)


def _not_asked(state: Kingsburg, seat: Seat) -> Refusal:
    text = N_("{seat} must decide now, not you.")
    return Refusal(RULE[kind_of(state, seat)], text, {"seat": seat})
