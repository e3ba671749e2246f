"""Unification of France as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.rules.contract import N_, Bot, Decision, Meta, Option, Phase, Refusal, Result, Seat
from app.rules.france import answers, turn
from app.rules.france.absence import answer
from app.rules.france.actions import FranceAction
from app.rules.france.bot import marshal
from app.rules.france.entering import COLOURS, vacant_seats
from app.rules.france.events import Chronicle, FranceEvent
from app.rules.france.evolve import evolve
from app.rules.france.state import Absent, France, Letters, Player, colour_of
from app.rules.france.view import view

META = Meta(
    key="france",
    name=N_("Unification of France"),
    seats=(1, 12),
    version=1,
    options=(
        Option(
            "turns",
            N_("Turns"),
            (("10", "10"), ("15", "15"), ("20", "20"), ("30", "30")),
            "20",
        ),
        Option(
            "late_entry",
            N_("Late entry for players who are eliminated"),
            (("off", N_("Off")), ("on", N_("On"))),
            "on",
        ),
        Option(
            "absent",
            N_("Who sends no orders by the deadline"),
            (
                ("garrison", N_("Defends with all his Grain")),
                ("nothing", N_("Gives no orders")),
            ),
            "garrison",
        ),
        Option(
            "duchy_bonus",
            N_("Grain for being a Duchy"),
            (("once", N_("Once")), ("each", N_("For each ducal county"))),
            "once",
        ),
        Option(
            "letters",
            N_("Letters between players"),
            (
                ("all", N_("Public and private")),
                ("public", N_("Public only")),
                ("none", N_("None")),
            ),
            "all",
        ),
    ),
    houses=COLOURS,
    summary=N_("Give secret orders, invest, trade and conquer: unite the counties of France."),
    length=N_("20 turns, two hours or a few weeks"),
    bots=5,
)


class FranceGame:
    """The rules of Unification of France (see `contract.Game`)."""

    meta = META
    state_type = France
    action_type: Any = FranceAction
    event_type: Any = FranceEvent
    bots: Mapping[str, Bot[France, FranceAction]] = {"marshal": marshal}

    def blank(self, seats: int, options: Mapping[str, str]) -> France:
        """F1, F4.3  The map with all counties independent."""
        return France(
            throws=0,
            seats=seats,
            turns=int(options["turns"]),
            late_entry=options["late_entry"] == "on",
            absent=msgspec.convert(options["absent"], Absent),
            duchy_each=options["duchy_bonus"] == "each",
            letters=msgspec.convert(options["letters"], Letters),
            players=(Player(),) * seats,
            sent=(None,) * seats,
            last=((),) * seats,
        )

    def open(self, chronicle: Chronicle) -> None:
        """F2.1  Nothing happens before the players enter."""
        del chronicle

    def decisions(self, state: France) -> tuple[Decision, ...]:
        """Who must decide what now; several at once."""
        return turn.decisions(state)

    def options(self, state: France, seat: Seat) -> Sequence[FranceAction]:
        """Legal answers; of sheets a sample."""
        return answers.options(state, seat)

    def why_not(self, state: France, seat: Seat, action: FranceAction) -> Refusal | None:
        """The rule that forbids the action now."""
        return answers.why_not(state, seat, action)

    def play(self, chronicle: Chronicle, seat: Seat, action: FranceAction) -> None:
        """Carry out a legal action; the last sheet of a turn resolves it."""
        answers.carry_out(chronicle, seat, action)

    def evolve(self, state: France, event: FranceEvent) -> France:
        """The state after the event."""
        return evolve(state, event)

    def view(self, state: France, seat: Seat | None) -> France:
        """What that seat may know."""
        return view(state, seat)

    def phase(self, state: France) -> Phase:
        """Entering, the turn, or the end."""
        if state.result is not None:
            return Phase(N_("The match is over"))
        if not state.turn:
            return Phase(N_("Entering"))
        return Phase(N_("Turn {turn} of {turns}"), {"turn": state.turn, "turns": state.turns})

    def absent(self, state: France, seat: Seat, draft: FranceAction | None) -> FranceAction:
        """F5.5  What counts for a seat that does not answer: its draft where that is legal."""
        if draft is not None and answers.why_not(state, seat, draft) is None:
            return draft
        return answer(state, seat)

    def house(self, state: France, seat: Seat) -> str | None:
        """F2.1  The colour that the seat has chosen."""
        return colour_of(state, seat)

    def vacant(self, state: France) -> tuple[Seat, ...]:
        """F2.4  Eliminated seats that somebody new may take."""
        return vacant_seats(state)

    def result(self, state: France) -> Result | None:
        """F9.3-F9.5  How it ended."""
        return state.result


FRANCE = FranceGame()
