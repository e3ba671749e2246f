"""The board's layer, the ribbon, and what an update carries."""

from __future__ import annotations

from app.rules.kasl.events import AttackThrown, MovedIn, UnitsLost, UnitsMoved
from app.rules.kasl.state import Step
from app.rules.kasl.units import NONE, Units
from tests.rules.kasl.positions import position
from tests.web.kasl.tables import entry, page, picture

STATE = position("red 28: 2IA Lord city, 24: I | blue 38: 2A fortress, 29: 12I | plague 20")


def test_a_territory_is_told_in_words_for_who_cannot_see_it() -> None:
    lands = picture(page(STATE)).board.lands
    assert lands[27].label.startswith(
        "Wendcross, 28, yours: 2 infantry and 1 archers, Lord, fortified city"
    )
    assert lands[37].label.startswith("Beaulanne, 38, Berthe: 2 archers, fortress")
    assert lands[19].label.startswith("Eastwarth, 20, infected")
    assert lands[0].label.startswith("Gannethythe, 1, vacant")


def test_pieces_stand_on_their_spots() -> None:
    land = picture(page(STATE)).board.lands[27]
    assert (land.house, land.cells, land.stronghold) == ("red", (("i", 2), ("a", 1)), 1)
    assert land.lord_at is not None
    assert land.stronghold_at is not None
    assert land.plaque is not None
    assert land.plague is None


def test_open_borders_part_different_holders() -> None:
    state = position("red 28: I, 24: I | blue 1: I")
    fronts = picture(page(state)).board.fronts
    assert "b-24-28" not in fronts
    assert any("28" in id_.split("-") for id_ in fronts)


def test_an_update_carries_only_what_was_touched() -> None:
    moved = entry(9, UnitsMoved(0, 28, 24, Units(1)))
    shown = picture(page(STATE, 1, entry(8, UnitsMoved(0, 1, 2, Units(1))), moved), since=8)
    assert [land.number for land in shown.board.lands] == [24, 28]
    assert not shown.whole
    assert not shown.board.owners_changed
    assert [line.number for line in shown.lines] == [9]


def test_an_update_carries_owners_when_they_may_have_changed() -> None:
    log = (entry(8, MovedIn(0, 28, 38, Units(1), False, 0, False)),)
    assert picture(page(STATE, 1, *log), since=7).board.owners_changed


def test_a_throw_that_empties_nothing_changes_no_owner() -> None:
    thrown = AttackThrown(1, 0, 28, 38, 1, 0, ((6,),), ((2,),), (0, 1))
    lost = UnitsLost(28, 38, (0, 1), (NONE, Units(0, 1)), (False, False))
    shown = picture(page(STATE, 1, entry(8, thrown, lost)), since=7)
    assert not shown.board.owners_changed
    assert [land.number for land in shown.board.lands] == [28, 38]


def test_whoever_has_missed_too_much_gets_everything() -> None:
    shown = picture(page(STATE, 1, entry(80, UnitsMoved(0, 28, 24, Units(1)))), since=3)
    assert shown.whole
    assert len(shown.board.lands) == 48


def test_what_is_being_placed_is_drawn_again_at_each_choice() -> None:
    state = position("red 28: I city, 24: I | blue 1: I", Step.CHOICE)
    shown = picture(page(state, 0, entry(8, UnitsMoved(0, 1, 2, Units(1)))), {"at": "28"}, since=8)
    assert [land.number for land in shown.board.lands if land.drafted] == [28]
    assert {land.number for land in shown.board.lands} == {24, 28}


def test_the_ribbon_stands_in_the_order_of_play() -> None:
    state = position(
        "red 28: IA city | blue 38: I castle | yellow 1: I",
        turn="blue",
        order=["yellow", "blue", "red"],
        round_=5,
    )
    ribbon = picture(page(state)).ribbon
    assert ribbon.phase == "Round 5 of 8"
    assert [(seat.name, seat.status, seat.state) for seat in ribbon.seats] == [
        ("Count bot", "has played", "done"),
        ("Berthe", "attacking", "now"),
        ("Aldric", "next", ""),
    ]
    aldric = ribbon.seats[-1]
    assert (aldric.kingdom, aldric.strongholds, aldric.lords, aldric.cv) == (1, (1,), 0, 3)
    assert aldric.points == 3


def test_who_holds_what_counts_the_neutral_army_too() -> None:
    state = position("red 28: I | blue 38: I | grey 1: 3I, 2: I", seats=2)
    armies = picture(page(state)).holdings
    assert [army.name for army in armies] == ["Aldric", "Berthe", "the neutral army"]
    assert (armies[2].territories, armies[2].units.infantry, armies[2].house) == (2, 4, "grey")
    assert armies[0].supply.infantry == 29


def test_others_mission_cards_stay_secret() -> None:
    state = position(
        "red 28: I | blue 38: I", missions={"red": (28, 5), "blue": (3, 4)}, plague=True
    )
    assert [card.number for card in picture(page(state)).missions] == [28, 5]
    assert picture(page(state, None)).missions == ()


def test_the_chart_marks_the_readers_place() -> None:
    state = position("red 28: I fortress, 24: I | blue 38: I")
    chart = picture(page(state)).chart
    assert (chart.row, chart.column) == (0, 1)
    assert chart.rows[-1][0] == "21 +"
