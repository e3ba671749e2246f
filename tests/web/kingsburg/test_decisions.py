"""What a reader is asked besides dice, from positions that one can see."""

from __future__ import annotations

import json
from typing import TypeVar

import pytest
from msgspec.structs import replace

from app.rules.contract import Result
from app.rules.kingsburg.events import MatchEnded
from app.rules.kingsburg.state import AUTUMN, SUMMER, Kingsburg, Step
from app.web.games.kingsburg.choices import BuildPanel, PickPanel, RecruitPanel, RerollPanel
from app.web.games.kingsburg.decision import OverPanel, WaitingPanel
from app.web.games.picture import Panel
from tests.rules.kingsburg.positions import SERVICE, card, position
from tests.web.kingsburg.tables import entry, page, picture

P = TypeVar("P", bound=Panel)


def asked(state: Kingsburg, kind: type[P], reader: int | None = 0, **query: str) -> P:
    """What the reader is asked."""
    panel = picture(page(state, reader), query).panel
    assert isinstance(panel, kind)
    return panel


def offered(panel: PickPanel) -> list[list[str]]:
    """The labels of the picks, row by row."""
    return [[pick.label for pick in row.picks] for row in panel.rows]


def legal(state: Kingsburg, panel: PickPanel, seat: int = 0) -> bool:
    """Whether every pick is a legal answer."""
    actions = (
        SERVICE.read_action(json.loads(pick.json)) for row in panel.rows for pick in row.picks
    )
    return all(SERVICE.why_not(state, seat, action) is None for action in actions)


def choosing(state: Kingsburg, *seats: int) -> Kingsburg:
    """The same while these seats choose at once."""
    return replace(state, asks=seats, chosen=(None,) * state.seats)


def test_the_kings_aid_offers_each_good() -> None:
    state = choosing(position("red | blue", Step.AID), 0, 1)
    panel = asked(state, PickPanel)
    assert offered(panel) == [["1 gold", "1 wood", "1 stone"]]
    assert legal(state, panel)


@pytest.mark.parametrize(
    ("court", "labels"),
    [
        ("red 4: 4", [["1 gold", "1 wood"]]),
        ("red 9: 6 3", [["1 gold and 1 wood", "1 wood and 1 stone"]]),
        ("red 11: 6 5", [["1 wood and 1 stone", "1 gold and 1 stone"]]),
    ],
)
def test_an_advisor_with_a_choice_offers_it(court: str, labels: list[list[str]]) -> None:
    state = position("red | blue", Step.HELP, court=court)
    panel = asked(state, PickPanel)
    assert offered(panel) == labels
    assert legal(state, panel)
    assert panel.decline == ""


def test_the_alchemist_trades_each_good_that_one_has() -> None:
    state = position("red 2 gold, 1 stone | blue", Step.HELP, court="red 6: 6")
    panel = asked(state, PickPanel)
    assert [row.label for row in panel.rows] == ["1 gold", "1 stone"]
    assert [len(row) for row in offered(panel)] == [6, 6]
    assert legal(state, panel)
    assert panel.decline == "Decline his help"


def test_the_smuggler_offers_three_of_any_and_may_be_declined() -> None:
    state = position("red | blue", Step.HELP, court="red 14: 6 5 3")
    panel = asked(state, PickPanel)
    assert len(offered(panel)[0]) == 10
    assert panel.text == "The Smuggler takes 1 VP and gives 3 goods of choice."
    assert panel.decline_type == "DeclineHelp"


def test_the_stable_is_named_where_it_helps() -> None:
    state = position("red Stable | blue", Step.HELP, court="red 17: 6 6 5 | blue 18: 6 6 6")
    assert "Stable" not in asked(state, PickPanel).text


def test_the_court_shows_who_helps() -> None:
    state = position("red | blue", Step.HELP, court="red 4: 4 | blue 7: 6 1")
    assert picture(page(state, 0)).court.niches[3].mood == "aim"
    assert picture(page(state, 1)).court.niches[3].mood == "turn"


def test_the_only_building_that_can_be_paid_is_chosen() -> None:
    panel = asked(position("red 2 wood | blue", Step.BUILD), BuildPanel)
    assert [offer.key for offer in panel.offers] == ["palisade", "barricade"]
    assert (panel.chosen, panel.label) == ("", "Choose a building first")
    single = asked(position("red 1 wood | blue", Step.BUILD), BuildPanel)
    assert (single.chosen, single.label) == ("barricade", "Build Barricade for 1 wood")


def test_a_building_is_chosen_in_the_province_too() -> None:
    state = position("red 2 wood, 1 stone | blue", Step.BUILD)
    cells = {cell.key: cell for cell in picture(page(state), {"build": "palisade"}).province.cells}
    assert cells["palisade"].mood == "aim"
    assert cells["barricade"].href == "/m/abcdefgh?build=barricade"
    assert cells["inn"].mood == "next"
    assert [due.there for due in cells["inn"].due] == [False, True]
    assert cells["inn"].label.endswith("costs 1 gold and 1 wood, lacking 1 gold")
    assert cells["market"].mood == "far"


def test_the_crane_makes_it_cheaper_and_the_page_says_so() -> None:
    state = position("red 1 gold, 3 wood, 1 stone, Market, Crane | blue", Step.BUILD)
    panel = asked(state, BuildPanel, build="farm")
    assert panel.label == "Build Farm for 1 gold, 3 wood and 1 stone"


def test_the_envoy_lets_one_build_a_second_time() -> None:
    state = position("red 2 wood | blue", Step.BUILD, envoy="red")
    assert asked(state, BuildPanel).envoy
    second = replace(state, built=1)
    assert asked(second, BuildPanel).title == "Build a second time?"


def test_the_town_hall_takes_what_one_has() -> None:
    there = position("red 1 gold, 1 token, Town Hall | blue", Step.SEASON_END, phase=SUMMER)
    state = choosing(there, 0)
    panel = asked(state, PickPanel)
    assert offered(panel) == [["1 gold", "1 “+2” token"]]
    assert legal(state, panel)
    assert panel.decline_type == "KeepAll"


def test_statue_and_chapel_are_offered_as_they_apply() -> None:
    state = position("red Chapel, dice 2 2, white 2 | blue", Step.REROLL, phase=SUMMER)
    panel = asked(state, RerollPanel)
    assert [one.label for one in panel.rerolls] == [
        "Reroll the white die",
        "Reroll one die",
        "Reroll all dice",
    ]
    for one in panel.rerolls:
        action = SERVICE.read_action(json.loads(one.json))
        assert SERVICE.why_not(state, 0, action) is None


def test_recruiting_shows_the_chances_of_each_number() -> None:
    state = position(
        "red 2 gold, 3 wood, 1 soldier | blue",
        Step.RECRUIT,
        pile=(card("Zombies", 4, 1), 5, 10, 15, 20),
        seen=["red"],
    )
    panel = asked(state, RecruitPanel, goods="")
    assert [(one.soldiers, one.odds.won) for one in panel.musters] == [(0, 50), (1, 67), (2, 83)]
    assert panel.known
    assert [(pay.good, pay.most) for pay in panel.payments] == [
        ("gold", 2),
        ("wood", 3),
        ("stone", 0),
    ]


def test_a_refused_payment_comes_back_as_it_was() -> None:
    state = position("red 2 gold, 3 wood | blue", Step.RECRUIT)
    panel = picture(page(state), {"goods": ["1", "9", "0"]}).panel
    assert isinstance(panel, RecruitPanel)
    assert [pay.number for pay in panel.payments] == [1, 3, 0]


def in_winter(text: str, foe: int, *strengths: int) -> Kingsburg:
    """A winter with its card open."""
    state = position(text, Step.WINTER, pile=(foe, 5, 10, 15, 20))
    return choosing(replace(state, revealed=True, strengths=strengths), 0)


def test_losses_of_choice_are_chosen() -> None:
    state = in_winter("red 2 gold, 1 wood, 1 stone | blue", card("Orcs", 3, 1), 1, 5)
    panel = asked(state, PickPanel)
    assert panel.title == "Give up 2 goods"
    assert len(offered(panel)[0]) == 4
    assert legal(state, panel)


def test_who_waits_sees_for_whom_and_his_own_dice() -> None:
    state = position("red dice 4 2 | blue dice 5, white 6", turn="red")
    panel = asked(state, WaitingPanel, reader=1)
    assert panel.title == "Waiting for Aldric"
    assert panel.doing == "Aldric influences an advisor."
    assert [(die.face, die.house) for die in panel.dice] == [(5, "blue"), (6, "white")]
    watcher = asked(state, WaitingPanel, reader=None)
    assert watcher.watching
    assert watcher.dice == ()


def test_the_end_counts_everybody_the_winner_first() -> None:
    state = position("red 3 gold, 20 VP, Cathedral | blue 22 VP", phase=AUTUMN, year=5)
    result = Result("B8.1", "The end.", (1,), (21, 22))
    over = replace(state, step=Step.OVER, result=result)
    log = entry(9, MatchEnded(result, (1, 0)))
    panel = picture(page(over, 0, log)).panel
    assert isinstance(panel, OverPanel)
    assert panel.title == "Berthe is the King's best governor"
    assert [(one.name, one.points, one.cathedral) for one in panel.counts] == [
        ("Berthe", 22, 0),
        ("Aldric", 21, 1),
    ]
