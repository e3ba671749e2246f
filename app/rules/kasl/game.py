"""Kasl as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.rules.contract import N_, Bot, Decision, Meta, Option, Phase, Refusal, Result, Seat
from app.rules.kasl import answers, sequence
from app.rules.kasl.actions import KaslAction
from app.rules.kasl.bot import sensible
from app.rules.kasl.events import Chronicle, KaslEvent
from app.rules.kasl.evolve import evolve
from app.rules.kasl.setup import open_match
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, LAST_ROUND, Kasl, Step
from app.rules.kasl.view import view

OFF_ON = (("off", N_("Off")), ("on", N_("On")))

META = Meta(
    key="kasl",
    name="Kasl",
    seats=(2, 4),
    version=1,
    options=(
        Option("advanced", N_("Secret missions and declared plague"), OFF_ON, "off"),
        Option(
            "losses",
            N_("Losses"),
            (
                ("automatic", N_("By each player's standing order")),
                ("ask", N_("Ask the owner each time")),
            ),
            "automatic",
        ),
        Option(
            "plague",
            N_("Plague"),
            (("rulebook", N_("As in the rulebook")), ("none", N_("None"))),
            "rulebook",
        ),
    ),
    houses=("red", "blue", "yellow", "green", "purple"),
    summary=N_("Conquer a county with dice: build strongholds, muster armies, join a kingdom."),
    length=N_("8 rounds, about 90 minutes"),
)


class KaslGame:
    """The rules of Kasl (see `contract.Game`)."""

    meta = META
    state_type = Kasl
    action_type: Any = KaslAction
    event_type: Any = KaslEvent
    bots: Mapping[str, Bot[Kasl, KaslAction]] = {"count": sensible}

    def blank(self, seats: int, options: Mapping[str, str]) -> Kasl:
        """K1  An empty board."""
        return Kasl(
            throws=0,
            seats=seats,
            advanced=options["advanced"] == "on",
            ask_losses=options["losses"] == "ask",
            with_plague=options["plague"] == "rulebook",
            loss_orders=(DEFAULT_LOSS_ORDER,) * seats,
            missions=((),) * seats,
            out=(False,) * seats,
        )

    def open(self, chronicle: Chronicle) -> None:
        """K2  Deal, and ask the first to place."""
        open_match(chronicle)

    def decisions(self, state: Kasl) -> tuple[Decision, ...]:
        """Who must decide what now."""
        return sequence.decisions(state)

    def options(self, state: Kasl, seat: Seat) -> Sequence[KaslAction]:
        """Legal answers; of splits of units a sample."""
        return answers.options(state, seat)

    def why_not(self, state: Kasl, seat: Seat, action: KaslAction) -> Refusal | None:
        """The rule that forbids the action now."""
        return answers.why_not(state, seat, action)

    def play(self, chronicle: Chronicle, seat: Seat, action: KaslAction) -> None:
        """Carry out a legal action, and go on to the next question."""
        step = chronicle.state.step
        answers.ANSWERS[type(action)].carry_out(chronicle, seat, action)
        sequence.go_on(chronicle, step, action)

    def evolve(self, state: Kasl, event: KaslEvent) -> Kasl:
        """The state after the event."""
        return evolve(state, event)

    def view(self, state: Kasl, seat: Seat | None) -> Kasl:
        """What that seat may know."""
        return view(state, seat)

    def phase(self, state: Kasl) -> Phase:
        """The round, or set-up, or the end."""
        if state.step is Step.OVER:
            return Phase(N_("The match is over"))
        if not state.round:
            return Phase(N_("Set-up"))
        return Phase(N_("Round {round} of {rounds}"), {"round": state.round, "rounds": LAST_ROUND})

    def result(self, state: Kasl) -> Result | None:
        """K10  How it ended."""
        return state.result

    def out(self, state: Kasl) -> tuple[Seat, ...]:
        """K4.3  Seats that are out of the game."""
        return tuple(seat for seat, gone in enumerate(state.out) if gone)


KASL = KaslGame()
