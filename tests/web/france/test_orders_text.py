"""F5.3  Orders as text in the reader's language: what is written in German is read again."""

import pytest

from app.rules.france.actions import Conquer, Trade
from app.rules.france.atlas import ATLAS
from app.rules.france.orders_text import read, write
from app.rules.france.samples import ways_to_order
from app.web.languages import language
from tests.rules.france.test_f5_text import STATE

GERMAN = language("de")


@pytest.mark.rule("F5.3")
def test_lines_are_written_in_german() -> None:
    orders = (Conquer("Caen", 10, led=True), Trade(1))
    written = write(STATE, 0, orders, GERMAN)
    assert written.startswith("10 Korn zur Eroberung von Caen geführt von ")
    assert written.endswith("\nHandel mit Blau.")


@pytest.mark.rule("F5.3")
def test_what_is_written_in_german_is_read_again() -> None:
    for seat in range(3):
        for way in ways_to_order(STATE, seat):
            text = write(STATE, seat, way.orders, GERMAN)
            assert read(text, STATE, seat).orders == way.orders
    for county in ATLAS.counties:
        order = Conquer(county, 7, led=True)
        assert read(write(STATE, 0, (order,), GERMAN), STATE, 0).orders == (order,)
