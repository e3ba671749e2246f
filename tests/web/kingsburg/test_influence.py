"""Choosing dice: whom they reach, and what token, Market and Envoy change."""

from __future__ import annotations

import json

import pytest

from app.rules.kingsburg.influence import placements
from app.rules.kingsburg.state import Kingsburg
from app.web.games.kingsburg.influence import InfluencePanel
from app.web.games.kingsburg.page import KingsburgPicture
from tests.rules.kingsburg.positions import position
from tests.web.kingsburg.tables import page, picture

SUMMER = position(
    "red Market, 1 token, dice 4 2, white 3 | blue dice 5",
    court="blue 1: 1 | blue 7: 4 3 | blocked 8: 5 3",
)
ENVOY = position("red dice 4 2 | blue dice 5", court="red 6: 6 | blue 4: 3 1", envoy="red")


def panel(state: Kingsburg, **query: str) -> InfluencePanel:
    """What the reader is asked with this selection."""
    found = picture(page(state), query).panel
    assert isinstance(found, InfluencePanel)
    return found


def moods(shown: KingsburgPicture) -> dict[int, str]:
    """How advisors look, those out of reach left out."""
    return {niche.number: niche.mood for niche in shown.court.niches if niche.mood}


def test_nothing_is_chosen_at_first() -> None:
    shown = panel(SUMMER)
    assert [(die.face, die.house) for die in shown.dice] == [(4, "red"), (2, "red"), (3, "white")]
    assert (shown.advisor, shown.label) == (0, "Choose dice or an advisor")
    assert shown.url == "/m/abcdefgh"


def test_chosen_dice_aim_at_the_advisor_of_their_sum() -> None:
    shown = panel(SUMMER, dice="0.1")
    assert (shown.advisor, shown.label) == (6, "Place 6 on the Alchemist")
    assert (shown.own, shown.white) == ((4, 2), ())
    assert (shown.who, shown.what) == (
        "The Alchemist",
        "takes one of your goods and gives 2 goods of choice",
    )
    assert shown.url == "/m/abcdefgh?dice=0.1"


@pytest.mark.parametrize(
    ("dice", "label"),
    [
        ("2", "A white die needs one of your own"),
        ("0.2", "7 is taken"),
        ("7.x.-1", "Choose dice or an advisor"),
    ],
)
def test_what_reaches_nobody_says_why(dice: str, label: str) -> None:
    shown = panel(SUMMER, dice=dice)
    assert (shown.advisor, shown.label) == (0, label)


def test_no_advisor_is_above_the_king() -> None:
    state = position("red 1 token, dice 6 6 5 | blue dice 5")
    assert panel(state, dice="0.1.2", plus="1").label == "No advisor is 19"


def test_switches_say_what_they_would_change() -> None:
    shown = panel(SUMMER, dice="0.1")
    assert [(one.key, one.value, one.note) for one in shown.switches] == [
        ("plus", 1, "8 is taken"),
        ("market", -1, "5 Sergeant"),
        ("market", 1, "7 is taken"),
    ]
    lower = panel(SUMMER, dice="0.1", market="-1")
    assert (lower.advisor, lower.market) == (5, -1)
    assert [one.note for one in lower.switches] == ["7 is taken", "5 Sergeant", "7 is taken"]


def test_what_was_used_this_season_is_shut_with_its_rule() -> None:
    state = position(
        "red Market, 1 token, dice 4 | blue dice 5", court="red 3: 1 +2 | red 6: 5 market"
    )
    assert [(one.shut, one.rule) for one in panel(state, dice="0").switches] == [
        ("used this season", "B3.7"),
        ("used this season", "B3.8"),
    ]


def test_the_envoy_opens_occupied_advisors() -> None:
    shut = picture(page(ENVOY), {"dice": "0.1"})
    assert moods(shut)[6] == "shut"
    opened = picture(page(ENVOY), {"dice": "0.1", "envoy": "1"})
    assert moods(opened)[6] == "aim"
    assert isinstance(opened.panel, InfluencePanel)
    assert opened.panel.envoy
    free = panel(ENVOY, dice="1", envoy="1")
    assert (free.advisor, free.envoy) == (2, False)
    assert free.switches[0].note == "2 is free without"


def test_the_court_shows_whom_the_dice_reach() -> None:
    assert moods(picture(page(SUMMER)))[6] == "fits"
    chosen = moods(picture(page(SUMMER), {"dice": "0.1"}))
    assert chosen[6] == "aim"
    assert chosen[5] == "fits"
    assert chosen[4] == "maybe"
    assert {number for number, mood in chosen.items() if mood == "shut"} == {1, 7, 8}


def test_every_legal_placement_is_one_click_away() -> None:
    shown = picture(page(SUMMER))
    offered = {niche.number for niche in shown.court.niches if niche.href}
    assert offered == {placement.advisor for placement in placements(SUMMER, 0)}
    for niche in shown.court.niches:
        if niche.href:
            query = dict(pair.split("=") for pair in niche.href.partition("?")[2].split("&"))
            assert panel(SUMMER, **query).advisor == niche.number


def test_the_aim_leads_to_the_next_way_to_the_same_advisor() -> None:
    first = picture(page(SUMMER), {"dice": "0.1"}).court.niches[5]
    query = dict(pair.split("=") for pair in first.href.partition("?")[2].split("&"))
    assert query != {"dice": "0.1"}
    assert panel(SUMMER, **query).advisor == 6


def test_nobody_else_is_offered_dice() -> None:
    for reader in (1, None):
        shown = picture(page(SUMMER, reader), {"dice": "0.1"})
        assert not any(niche.ways for niche in shown.court.niches)
        assert shown.panel.url == "/m/abcdefgh"


def test_a_refused_form_keeps_its_dice() -> None:
    posted = {"own[]": ["2"], "white[]": ["3"], "plus_two": "true", "market": "0", "advisor": "9"}
    shown = picture(page(SUMMER), posted).panel
    assert isinstance(shown, InfluencePanel)
    assert [die.chosen for die in shown.dice] == [False, True, True]
    assert (shown.plus, shown.reached) == (1, 7)


def test_the_script_gets_what_the_page_shows() -> None:
    shown = panel(SUMMER, dice="0.1")
    data = json.loads(shown.data)
    assert (data["dice"], data["own"], data["taken"]) == ([4, 2, 3], 2, [1, 7, 8])
    assert data["place"].format(sum=6, advisor=data["whom"][5]) == shown.label
    assert data["turn"] == "1.2.1"


def test_advisors_are_told_in_words_for_who_cannot_see_them() -> None:
    labels = [niche.label for niche in picture(page(SUMMER), {"dice": "0.1"}).court.niches]
    assert labels[0] == "1 Jester, gives 1 VP, taken by Berthe"
    assert labels[4] == "5 Sergeant, gives 1 soldier, reached by 4 + 2"
    assert labels[5].endswith("your aim")
    assert labels[7] == "8 Treasurer, gives 2 gold, blocked"
