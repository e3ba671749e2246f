"""F2  Entering."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.rules.france.actions import EnterAs, ReEnter
from app.rules.france.entering import names_for, open_counties
from app.rules.france.events import EntryFailed, PlayerEliminated, PlayerEntered
from app.rules.france.grain import budget
from app.rules.france.state import France, colour_of
from tests.rules.france.positions import (
    OPTIONS,
    SERVICE,
    happened,
    on,
    play,
    position,
    refusal,
    sheet,
    turn,
)

RED = EnterAs("Normandie", "red", "Hugues", "rich")


def blank(seats: int = 2) -> France:
    state = SERVICE.game.blank(seats, OPTIONS)
    assert isinstance(state, France)
    return state


def rule(state: France, colour: str, action: EnterAs | ReEnter) -> str | None:
    why = refusal(state, colour, action)
    return why.rule if why else None


@pytest.mark.rule("F2.1")
def test_all_are_asked_at_once() -> None:
    assert [(d.seat, d.kind, d.rule) for d in SERVICE.decisions(blank(3))] == [
        (seat, "enter", "F2.1") for seat in range(3)
    ]


@pytest.mark.rule("F2.1")
@pytest.mark.parametrize(
    ("county", "colour", "count", "refused_by"),
    [
        ("Caen", "blue", "Jean", None),
        ("Toulouse", "blue", "Jean", None),  # ducal
        ("Caen", "blue", "Anything at all", None),
        ("PARIS", "blue", "Jean", "F2.1"),
        ("Normandie", "blue", "Jean", "F2.1"),  # red's
        ("Atlantis", "blue", "Jean", "F2.1"),
        ("Caen", "red", "Jean", "F2.1"),
        ("Caen", "blue", "", "F2.1"),
        ("Caen", "blue", "   ", "F2.1"),
        ("Caen", "blue", "[b]Jean[/b]", "F2.1"),
        ("Caen", "blue", "a\nb", "F2.1"),
        ("Caen", "blue", "*", "F2.1"),
    ],
)
def test_county_colour_and_name(
    county: str, colour: str, count: str, refused_by: str | None
) -> None:
    state = play(blank(), "red", RED, [2]).state
    assert rule(state, "blue", EnterAs(county, colour, count, "just")) == refused_by  # type: ignore[arg-type]


@pytest.mark.rule("F2.1")
def test_the_second_who_wants_a_county_is_told_what_is_free() -> None:
    state = play(blank(), "red", RED, [2]).state
    why = refusal(state, "blue", EnterAs("Normandie", "blue", "Jean", "just"))
    assert why is not None
    assert why.params["counties"] == ("Beauvais", "Caen", "Évreux", "Ponthieu")


@pytest.mark.rule("F2.1")
def test_who_has_entered_waits() -> None:
    state = play(blank(), "red", RED, [2]).state
    assert rule(state, "red", EnterAs("Caen", "blue", "Jean", "just")) == "F2.1"
    assert [d.seat for d in SERVICE.decisions(state)] == [1]


@pytest.mark.rule("F2.1")
def test_names_go_by_culture() -> None:
    assert "Yann" in names_for("Léon")
    assert names_for("Caen")[0] == "Charles"
    assert "Ramond" in names_for("Toulouse")


@pytest.mark.rule("F2.2")
@pytest.mark.parametrize("cv", [1, 2, 3])
def test_the_command_value_is_thrown(cv: int) -> None:
    state = play(blank(), "red", RED, [cv]).state
    count = state.players[0].count
    assert count is not None
    assert (count.name, count.cv, count.traits) == ("Hugues", cv, ("rich",))


@pytest.mark.rule("F2.3")
def test_the_county_becomes_the_capital_with_output_10() -> None:
    state = play(blank(1), "red", RED, [2]).state
    assert on(state, "Normandie") == "red 10"
    assert state.players[0].capital == "Normandie"
    assert colour_of(state, 0) == "red"
    assert (state.turn, budget(state, 0)) == (1, 15)


# F2.4  Elimination and late entry

LAST_COUNTY = "red Normandie* 20 | blue Caen 10 | green Toulouse* 10"


@pytest.mark.rule("F2.4")
def test_without_a_county_one_is_eliminated() -> None:
    after = turn(position(LAST_COUNTY), red="1 Grain to Conquer Caen")
    assert [event.seat for event in happened(after, PlayerEliminated)] == [1]
    assert after.state.players[1].eliminated
    assert [d.seat for d in SERVICE.decisions(after.state)] == [0, 2]
    assert colour_of(after.state, 1) == "blue"
    assert rule(after.state, "blue", RED) == "F2.1"
    why = refusal(after.state, "blue", sheet(after.state, "red", ""))
    assert why is not None
    assert why.rule == "F2.4"


def eliminated(**changes: Any) -> France:
    """Blue is out; red, green and yellow play."""
    text = "red Normandie* | green Toulouse* | yellow Lille*"
    return position(text, **changes)


ENTRY = ReEnter("Caen", "Alan", "just")


@pytest.mark.rule("F2.4")
def test_a_late_entry_takes_effect_when_the_turn_is_resolved() -> None:
    waiting = play(eliminated(), "blue", ENTRY)
    assert on(waiting.state, "Caen") == "nobody 10"
    after = turn(waiting.state, fate=(1, 3))
    entered = happened(after, PlayerEntered)[0]
    assert (entered.seat, entered.colour, entered.cv, entered.late) == (1, "blue", 3, True)
    assert on(after.state, "Caen") == "blue 10"
    assert not after.state.players[1].eliminated
    assert [d.seat for d in SERVICE.decisions(after.state)] == [0, 1, 2, 3]


@pytest.mark.rule("F2.4")
def test_a_late_entry_fails_where_the_county_was_conquered() -> None:
    waiting = play(eliminated(), "blue", ENTRY).state
    after = turn(waiting, [10, 1], red="10 Grain to Conquer Caen")
    assert happened(after, EntryFailed) == [EntryFailed(1, "Caen")]
    assert rule(after.state, "blue", ReEnter("Cotentin", "Alan", "just")) is None


@pytest.mark.rule("F2.4")
def test_of_two_who_choose_the_same_the_earlier_has_it() -> None:
    state = position("red Normandie* | yellow Lille*")
    state = play(state, "blue", ENTRY).state
    assert rule(state, "green", ENTRY) == "F2.1"
    assert "Caen" not in open_counties(state)


@pytest.mark.rule("F2.4")
@pytest.mark.parametrize(
    ("action", "changes", "refused_by"),
    [
        (ENTRY, {}, None),
        (ENTRY, {"late_entry": False}, "F2.4"),
        (ReEnter("PARIS", "Alan", "just"), {}, "F2.1"),
        (ReEnter("Normandie", "Alan", "just"), {}, "F2.1"),
    ],
)
def test_who_may_enter_late(
    action: ReEnter, changes: dict[str, Any], refused_by: str | None
) -> None:
    assert rule(eliminated(**changes), "blue", action) == refused_by


@pytest.mark.rule("F2.4")
def test_only_the_eliminated_enter_late_and_only_once() -> None:
    state = eliminated()
    assert rule(state, "red", ENTRY) == "F2.4"
    waiting = play(state, "blue", ENTRY).state
    assert rule(waiting, "blue", ReEnter("Cotentin", "Alan", "just")) == "F2.4"
    assert rule(replace(state, turn=0), "blue", ENTRY) == "F2.1"
