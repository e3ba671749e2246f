"""The province, the rivals, the ribbon, the year, and the winter as its reader knows it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.rules.kingsburg.events import AdvisorInfluenced, BuildingBuilt
from app.rules.kingsburg.goods import Goods
from app.rules.kingsburg.state import SUMMER, Step
from tests.rules.kingsburg.positions import card, position
from tests.web.kingsburg.tables import entry, page, picture

DEMONS = card("Demons", 6, 3)
STATE = position(
    "red 3 gold, 2 soldier, 9 VP, Church, Palisade, dice 4 | blue 7 VP, Farm | yellow 5 VP, dice 6",
    year=3,
    phase=SUMMER,
    order=["blue", "yellow", "red"],
    turn="yellow",
    court="blue 8: 5 3",
    pile=(0, 7, DEMONS, 15, 20),
    seen=["red"],
)


def test_the_ribbon_is_in_turn_order() -> None:
    seats = picture(page(STATE)).ribbon.seats
    assert [(one.name, one.state, one.status) for one in seats] == [
        ("Berthe", "done", "threw 0 · all placed"),
        ("Count bot", "now", "influencing"),
        ("Aldric", "", "threw 4"),
    ]
    assert [len(one.dice) for one in seats] == [0, 1, 1]


def test_the_year_shows_what_is_past_and_to_come() -> None:
    track = picture(page(STATE)).track
    assert (track.before, track.year, track.after) == ((1, 2), 3, (4, 5))
    moods = [phase.mood for phase in track.phases]
    assert moods == ["past", "past", "past", "now", "", "", "", ""]


def test_ones_own_province_is_shown_first_and_others_one_click_away() -> None:
    shown = picture(page(STATE))
    assert (shown.province.title, shown.province.built) == ("Your province", 4)
    (berthe, _) = shown.rivals
    assert (berthe.name, berthe.href) == ("Berthe", "/m/abcdefgh?look=1")
    other = picture(page(STATE), {"look": "1"})
    assert (other.province.title, other.province.back) == ("Province of Berthe", "/m/abcdefgh")
    assert other.rivals[0].shown


@pytest.mark.parametrize("look", ["0", "7", "-1", "x", "²"])
def test_a_province_that_there_is_not_is_ones_own(look: str) -> None:
    assert picture(page(STATE), {"look": look}).province.yours


def test_a_watcher_sees_everybodys_province() -> None:
    shown = picture(page(STATE, None))
    assert shown.stock is None
    assert [rival.name for rival in shown.rivals] == ["Berthe", "Count bot", "Aldric"]
    assert not shown.province.yours


def test_who_has_looked_sees_the_card_and_his_chances() -> None:
    winter = picture(page(STATE, 0)).winter
    assert winter is not None
    assert [(foe.name, foe.strength, foe.yours) for foe in winter.foes] == [("Demons", 6, 4)]
    assert winter.odds is not None
    assert (winter.odds.won, winter.odds.drawn, winter.odds.lost) == (67, 16, 17)
    assert winter.seen_by == "Only you have looked at it."


def test_who_has_not_looked_sees_the_five_that_may_come() -> None:
    for reader in (1, None):
        winter = picture(page(STATE, reader)).winter
        assert winter is not None
        assert len(winter.foes) == 5
        assert winter.brief == (
            ("Goblins", "4 or 5"),
            ("Orcs", "5"),
            ("Demons", "6"),
            ("Zombies", "6"),
        )
        assert winter.seen_by == "One of five cards. Aldric looked at it."
        assert (winter.odds is None) == (reader is None)


def test_the_battle_is_told_when_the_card_lies_open() -> None:
    fought = replace(STATE, step=Step.WINTER, revealed=True, strengths=(7, 6, 2), asks=(2,))
    winter = picture(page(fought, 1)).winter
    assert winter is not None
    assert [(one.name, one.strength, one.outcome) for one in winter.battles] == [
        ("Berthe", 6, "drawn"),
        ("Count bot", 2, "lost"),
        ("Aldric", 7, "won"),
    ]


def test_an_update_after_a_placement_leaves_provinces_alone() -> None:
    placed = entry(8, AdvisorInfluenced(1, 8, (5, 3)), seat=1)
    helped = entry(8, AdvisorInfluenced(1, 8, (6,), plus_two=True), seat=1)
    built = entry(8, BuildingBuilt(1, "inn", Goods(1, 1, 0), 0), seat=1)
    assert picture(page(STATE, 0, entry(7), placed), since=7).at_court
    assert not picture(page(STATE, 0, entry(7), built), since=7).at_court
    assert not picture(page(STATE, 0, entry(7), helped), since=7).at_court
    assert not picture(page(STATE, 0, entry(7), placed), since=8).at_court
    assert not picture(page(STATE, 0, entry(7), placed)).at_court
