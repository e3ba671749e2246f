"""F1  The map."""

from __future__ import annotations

import pytest

from app.rules.france.atlas import ATLAS, plain
from app.rules.france.realm import AROUND, BIT, is_joined, region


@pytest.mark.rule("F1.1")
def test_there_are_87_counties_and_nine_are_ducal() -> None:
    assert len(ATLAS.counties) == len(set(ATLAS.counties)) == 87
    assert " ".join(ATLAS.ducal) == (
        "Anjou Aquitaine Blois Bourgogne Bretogne Champagne Normandie Toulouse Vasconie"
    )
    assert "PARIS" in ATLAS.index


@pytest.mark.rule("F1.1")
def test_every_county_has_a_culture_and_at_most_two_seas() -> None:
    assert set(ATLAS.culture.values()) == {"breton", "frankish", "occitan"}
    assert max(len(seas) for seas in ATLAS.seas.values()) == 2
    assert set().union(*ATLAS.seas.values()) == {"Channel", "Atlantic", "Mediterranean"}


@pytest.mark.rule("F1.2")
def test_every_ducal_county_has_four_neighbours_or_more() -> None:
    assert min(len(ATLAS.neighbours[county]) for county in ATLAS.ducal) >= 4


@pytest.mark.rule("F1.2")
def test_neighbours_are_neighbours_both_ways() -> None:
    pairs = {(one, other) for one, others in ATLAS.neighbours.items() for other in others}
    assert pairs == {(other, one) for one, other in pairs}
    assert all(one != other for one, other in pairs)
    assert AROUND["Cotentin"] == BIT["Avranches"] | BIT["Caen"]


@pytest.mark.rule("F1.3")
def test_the_map_is_the_one_of_the_file_and_hangs_together() -> None:
    assert sum(map(len, ATLAS.neighbours.values())) == 2 * 217
    assert is_joined(region(ATLAS.counties))
    for county in ("Léon", "Cornouaille"):
        assert ATLAS.seas[county] == {"Channel", "Atlantic"}


def test_no_two_names_are_the_same_without_accents() -> None:
    assert len({plain(county) for county in ATLAS.counties}) == 87


@pytest.mark.parametrize(
    ("counties", "joined"),
    [
        ("", True),
        ("Caen", True),
        ("Caen Cotentin", True),
        ("Caen Cotentin Penthièvre", False),
        ("Caen Cotentin Penthièvre Avranches", True),
    ],
)
@pytest.mark.rule("F9.3")
def test_counties_are_joined_by_land(counties: str, joined: bool) -> None:
    assert is_joined(region(counties.split())) is joined
