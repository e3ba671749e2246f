"""F5.3  Orders as text, both ways."""

from __future__ import annotations

from random import Random

import pytest

from app.rules.france.actions import (
    AnyOrder,
    Conquer,
    DeclareCapital,
    Defend,
    Invest,
    MoveCapital,
    StopTrade,
    Trade,
)
from app.rules.france.atlas import ATLAS
from app.rules.france.orders_text import read, why_not_read, write
from app.rules.france.samples import ways_to_order
from tests.rules.france.positions import count, position

STATE = position(
    "red Normandie* 30, Évreux | blue Tours* | green Léon*",
    counts={"red": count("Hugues II", 2)},
    trade=[("blue", "green")],
)

pytestmark = pytest.mark.rule("F5.3")


def understood(line: str) -> AnyOrder | None:
    reading = read(line, STATE, 0, {"Anna-Maria": 1})
    return reading.orders[0] if not reading.errors else None


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("5 Grain to Defend Normandie", Defend("Normandie", 5)),
        ("5 Grain to Defend Normandie.", Defend("Normandie", 5)),
        ("  5   grain  TO defend   nOrMaNdIe .", Defend("Normandie", 5)),
        ("[b]5 Grain to Defend Normandie.[/b]", Defend("Normandie", 5)),
        ("[B]5 Grain[/B] to Defend Normandie", Defend("Normandie", 5)),
        ("5 Grain for Defense of Normandie", Defend("Normandie", 5)),
        ("5 Grain for the Defence of Normandie", Defend("Normandie", 5)),
        ("1 Grain to Defend Normandie led by Hugues II", Defend("Normandie", 1, led=True)),
        ("5 Grain to Defend Normandie, led by my Count.", Defend("Normandie", 5, led=True)),
        ("5 Grain to Defend Normandie (led by Count Hugues II)", Defend("Normandie", 5, led=True)),
        ("5 Grain to Invest in Normandie", Invest("Normandie", 5)),
        ("5 Grain for Investing of Normandie", Invest("Normandie", 5)),
        ("5 Grain for Investing in Normandie", Invest("Normandie", 5)),
        ("10 Grain to Conquer Caen", Conquer("Caen", 10)),
        ("10 Grain for Conquest of Caen", Conquer("Caen", 10)),
        ("10 Grain to Conquer the County of Caen", Conquer("Caen", 10)),
        ("10 Grain to Conquer caen led by MY COUNT", Conquer("Caen", 10, led=True)),
        ("10 Grain to Conquer Chalons", Conquer("Châlons", 10)),
        ("10 Grain to Conquer chalon", Conquer("Chalon", 10)),
        ("10 Grain to Conquer Paris", Conquer("PARIS", 10)),
        ("10 Grain to Conquer penthi-evre", Conquer("Penthièvre", 10)),
        ("Move capital to Evreux", MoveCapital("Évreux")),
        ("Move my capital to Evreux.", MoveCapital("Évreux")),
        ("Declare capital Evreux", DeclareCapital("Évreux")),
        ("Trade with Blue", Trade(1)),
        ("trade with anna-maria", Trade(1)),
        ("Trade with Anna Maria.", Trade(1)),
        ("Stop trading with Green", StopTrade(2)),
        ("5 Korn zur Verteidigung von Normandie", Defend("Normandie", 5)),
        ("5 Korn zur Investition in Normandie.", Invest("Normandie", 5)),
        ("10 Korn zur Eroberung von Caen geführt von Hugues II", Conquer("Caen", 10, led=True)),
        ("Hauptstadt nach Évreux verlegen", MoveCapital("Évreux")),
        ("Hauptstadt Évreux ausrufen.", DeclareCapital("Évreux")),
        ("Handel mit Blau", Trade(1)),
        ("Handel mit Grün beenden", StopTrade(2)),
    ],
)
def test_what_is_understood(line: str, order: AnyOrder) -> None:
    assert understood(line) == order


@pytest.mark.parametrize(
    ("line", "rule", "values"),
    [
        ("Hello", "F5.3", {}),
        ("5 to Defend Normandie", "F5.3", {}),
        ("Grain to Defend Normandie", "F5.3", {}),
        ("5 Grain to Defend", "F5.3", {}),
        ("x" * 5000, "F5.3", {}),
        ("5 Grain to Defend " + "x" * 150, "F5.3", {}),
        ("5 Grain to Defend Normandy", "F5.3", {"name": "Normandy", "county": "Normandie"}),
        ("Move capital to Everux", "F5.3", {"county": "Évreux"}),
        ("0 Grain to Defend Normandie", "F4.2", {"number": "0"}),
        ("-5 Grain to Defend Normandie", "F4.2", {"number": "-5"}),
        ("2.5 Grain to Defend Normandie", "F4.2", {"number": "2.5"}),
        ("1e3 Grain to Defend Normandie", "F4.2", {"number": "1e3"}),
        ("five Grain to Defend Normandie", "F4.2", {"number": "five"}),
        ("٣ Grain to Defend Normandie", "F4.2", {"number": "٣"}),
        ("9999999999999 Grain to Defend Normandie", "F4.2", {}),
        ("5 Grain to Defend Normandie led by Jean", "F5.1", {"count": "Hugues II", "name": "Jean"}),
        ("Trade with Orange", "F5.3", {"name": "Orange", "colours": ("red", "blue", "green")}),
        ("Trade with 1", "F5.3", {}),
    ],
)
def test_what_is_not(line: str, rule: str, values: dict[str, object]) -> None:
    reading = read(f"Trade with Blue\n\n{line}\nTrade with Green", STATE, 0)
    [error] = reading.errors
    assert (error.number, error.rule, error.params["line"]) == (3, rule, 3)
    assert values.items() <= error.params.items()
    assert error.text.format(**error.params).startswith("Line 3")
    why = why_not_read(reading, STATE, 0)
    assert why is not None
    assert (why.rule, why.params["line"]) == (rule, 3)


def test_refusals_name_the_lines_of_the_text() -> None:
    text = "\n[b]\n5 Grain to Defend Normandie\n\n5 Grain to Defend Normandie\n[/b]"
    why = why_not_read(read(text, STATE, 0), STATE, 0)
    assert why is not None
    assert (why.rule, why.params["line"], why.params["before"]) == ("F5.2", 5, 3)


def test_a_text_in_bold_as_a_whole() -> None:
    reading = read("[b]5 Grain to Defend Normandie.\nTrade with Blue.[/b]", STATE, 0)
    assert reading.orders == (Defend("Normandie", 5), Trade(1))
    assert why_not_read(reading, STATE, 0) is None


def test_every_county_is_understood_as_it_is_written() -> None:
    for county in ATLAS.counties:
        order = Conquer(county, 7, led=True)
        assert understood(write(STATE, 0, (order,))) == order


def test_what_is_written_is_read_again_as_it_was() -> None:
    for seat in range(3):
        for way in ways_to_order(STATE, seat):
            assert read(write(STATE, seat, way.orders), STATE, seat).orders == way.orders


def test_no_text_is_too_strange_to_be_answered() -> None:
    random = Random(1)
    said = "5,Grain,to,Defend,Conquer,led,by,.,[b],Caen,\n,trade,with,(,),Hauptstadt,é,-"
    for _ in range(500):
        text = " ".join(random.choices(said.split(","), k=12))
        why_not_read(read(text, STATE, 0), STATE, 0)
