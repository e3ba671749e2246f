"""Kingsburg as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.rules.contract import N_, Bot, Decision, Meta, Phase, Refusal, Result, Seat
from app.rules.kingsburg import answers, sequence, setup
from app.rules.kingsburg.actions import KingsburgAction
from app.rules.kingsburg.bot import sensible
from app.rules.kingsburg.events import Chronicle, KingsburgEvent
from app.rules.kingsburg.evolve import evolve
from app.rules.kingsburg.state import Kingsburg, Step
from app.rules.kingsburg.view import view

META = Meta(
    key="kingsburg",
    name="Kingsburg",
    seats=(2, 5),
    version=1,
    options=(),
    houses=("red", "blue", "yellow", "green", "purple"),
    summary=N_("Win the King's advisors with dice, build up a province, and hold it in winter."),
    length=N_("5 years, about 90 minutes"),
)


class KingsburgGame:
    """The rules of Kingsburg (see `contract.Game`)."""

    meta = META
    state_type = Kingsburg
    action_type: Any = KingsburgAction
    event_type: Any = KingsburgEvent
    bots: Mapping[str, Bot[Kingsburg, KingsburgAction]] = {"count": sensible}

    def blank(self, seats: int, options: Mapping[str, str]) -> Kingsburg:
        """B1  Empty provinces."""
        del options
        return setup.blank(seats)

    def open(self, chronicle: Chronicle) -> None:
        """B1  Draw order and pile, and begin the first year."""
        setup.draw(chronicle)
        sequence.go_on(chronicle)

    def decisions(self, state: Kingsburg) -> tuple[Decision, ...]:
        """Who must decide what now."""
        return sequence.decisions(state)

    def options(self, state: Kingsburg, seat: Seat) -> Sequence[KingsburgAction]:
        """Legal answers; of ways to pay for soldiers a sample."""
        return answers.options(state, seat)

    def why_not(self, state: Kingsburg, seat: Seat, action: KingsburgAction) -> Refusal | None:
        """The rule that forbids the action now."""
        return answers.why_not(state, seat, action)

    def play(self, chronicle: Chronicle, seat: Seat, action: KingsburgAction) -> None:
        """Carry out a legal action, and go on to the next question."""
        answers.ANSWERS[type(action)].carry_out(chronicle, seat, action)
        sequence.settle(chronicle)

    def evolve(self, state: Kingsburg, event: KingsburgEvent) -> Kingsburg:
        """The state after the event."""
        return evolve(state, event)

    def view(self, state: Kingsburg, seat: Seat | None) -> Kingsburg:
        """What that seat may know."""
        return view(state, seat)

    def phase(self, state: Kingsburg) -> Phase:
        """The year and its phase, or the end."""
        if state.step is Step.OVER:
            return Phase(N_("The match is over"))
        if not state.year:
            return Phase(N_("Set-up"))
        name = sequence.YEAR[state.phase - 1].name
        return Phase(N_("Year {year}, {phase}"), {"year": state.year, "phase": name})

    def result(self, state: Kingsburg) -> Result | None:
        """B8  How it ended."""
        return state.result


KINGSBURG = KingsburgGame()
"""The rules of Kingsburg."""
