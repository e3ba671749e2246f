"""What a reader is asked, from positions that one can see."""

from __future__ import annotations

import pytest

from app.rules.kasl.attack import attacks
from app.rules.kasl.board import BOARD
from app.rules.kasl.events import AttackThrown, MovedIn, StrongholdFortified, TurnBegan, UnitsLost
from app.rules.kasl.kingdom import held
from app.rules.kasl.state import Fight, Kasl, Step
from app.rules.kasl.units import NONE, Units
from app.web.games.kasl.aftermath import LossesPanel, MoveInPanel
from app.web.games.kasl.attack import AttackPanel
from app.web.games.kasl.choice import RecruitPanel
from app.web.games.kasl.decision import WaitingPanel
from app.web.games.kasl.redeploy import LordsPanel, UnitsPanel
from app.web.games.kasl.setup import PlaguePanel, SetUpPanel
from app.web.games.kasl.sites import SitePanel
from tests.rules.kasl.positions import position
from tests.web.kasl.tables import entry, page, picture

ORIGIN = 28
TARGET = BOARD.neighbours[ORIGIN][0]
WAR = position(f"red {ORIGIN}: 2IACW Lord fortress, 1: I | blue {TARGET}: I2A fortress, 2: I")


def test_set_up_places_city_lord_and_archers_in_this_order() -> None:
    state = position("red 1: I, 2: I | blue 28: I", Step.SET_UP, round_=0)
    shown = picture(page(state), {"put": "1.1.2", "at": "2"})
    panel = shown.panel
    assert isinstance(panel, SetUpPanel)
    assert (panel.city, panel.lord, panel.archers) == (1, 1, ((2, 2),))
    assert not panel.ready
    assert panel.url == "/m/abcdefgh?put=1.1.2.2"
    drafted = {land.number for land in shown.board.lands if land.drafted}
    assert drafted == {1, 2}


def test_set_up_is_ready_with_five_pieces_and_ignores_what_is_not_ones_own() -> None:
    state = position("red 1: I, 2: I | blue 28: I", Step.SET_UP, round_=0)
    panel = picture(page(state), {"put": "28.1.1.2.2.999.2.1"}).panel
    assert isinstance(panel, SetUpPanel)
    assert panel.ready
    assert (panel.city, panel.lord, panel.archers) == (1, 1, ((2, 3),))


def test_the_plague_shows_ones_own_cards() -> None:
    state = position(
        "red 1: I city | blue 28: I city",
        Step.PLAGUE,
        missions={"red": (28, 5), "blue": (3, 4)},
        plague=True,
    )
    panel = picture(page(state)).panel
    assert isinstance(panel, PlaguePanel)
    assert [card.number for card in panel.cards] == [28, 5]


def test_recruits_are_placed_one_by_one_the_dearest_first() -> None:
    state = position("red 28: I city, 24: I | blue 1: I", Step.CHOICE)
    first = picture(page(state), {"at": "28"}).panel
    assert isinstance(first, RecruitPanel)
    assert first.left == 1
    placed = next(line for line in first.rows if line.placed)
    assert (placed.row.number, placed.units) == (28, Units(archers=1))
    put = first.url.partition("put=")[2]
    second = picture(page(state), {"put": put, "at": "24"}).panel
    assert isinstance(second, RecruitPanel)
    assert second.left == 0
    assert second.label == "Recruit 1 infantry and 1 archers"


def test_no_more_recruits_are_placed_than_are_due() -> None:
    state = position("red 28: I city | blue 1: I", Step.CHOICE)
    panel = picture(page(state), {"put": "280.280.281.281.283.990.10"}).panel
    assert isinstance(panel, RecruitPanel)
    assert [line.units for line in panel.rows] == [Units(1, 1)]


def test_a_refused_form_of_recruits_comes_back_as_it_was() -> None:
    state = position("red 28: I city, 24: I | blue 1: I", Step.CHOICE)
    query = {"type": "Recruit", "placements.28": ["1", "0", "0", "0"], "version": "3"}
    panel = picture(page(state), query).panel
    assert isinstance(panel, RecruitPanel)
    assert next(line for line in panel.rows if line.placed).units == Units(1)


def test_recruits_can_be_typed_as_numbers_of_what_is_due() -> None:
    state = position("red 28: I city, 24: I | blue 1: I", Step.CHOICE)
    panel = picture(page(state)).panel
    assert isinstance(panel, RecruitPanel)
    assert [(kind.kind, kind.most) for kind in panel.most if kind.most] == [
        ("infantry", 1),
        ("archers", 1),
    ]


def test_what_cannot_be_chosen_says_why() -> None:
    state = position("red 1: I castle | blue 28: I", Step.CHOICE)
    panel = picture(page(state), {"choose": "fortify"}).panel
    assert isinstance(panel, RecruitPanel)
    assert [bool(tab.closed) for tab in panel.tabs] == [False, True, True]


def test_fortifying_shows_what_would_be() -> None:
    state = position("red 28: I city | blue 1: I", Step.CHOICE)
    shown = picture(page(state), {"choose": "fortify"})
    assert isinstance(shown.panel, SitePanel)
    assert (shown.panel.type, shown.panel.chosen) == ("Fortify", 28)
    assert shown.panel.label == "Raise Wendcross to a fortress"
    land = shown.board.lands[ORIGIN - 1]
    assert (land.stronghold, land.cells) == (2, (("i", 2),))


def test_an_attack_begins_with_an_origin_then_shows_odds_by_target() -> None:
    first = picture(page(WAR)).panel
    assert isinstance(first, AttackPanel)
    assert [row.number for row in first.rows] == [ORIGIN]
    second = picture(page(WAR), {"from": str(ORIGIN)}).panel
    assert isinstance(second, AttackPanel)
    assert {row.number for row in second.rows} == {t for o, t in attacks(WAR, 0) if o == ORIGIN}
    assert all(row.odds.endswith("%") for row in second.rows)


def test_both_sides_give_the_reasons_of_their_dice() -> None:
    panel = picture(page(WAR), {"from": str(ORIGIN), "to": str(TARGET)}).panel
    assert isinstance(panel, AttackPanel)
    assert panel.label == "Throw 4 dice against 3"
    assert panel.attacker is not None
    assert panel.defender is not None
    assert [reason.rule for reason in panel.attacker.reasons] == ["K7.2", "K7.5"]
    assert [reason.rule for reason in panel.defender.reasons] == ["K7.3", "K7.4"]
    assert panel.defender.silenced


def test_a_clicked_rival_is_attacked_from_the_strongest_neighbour() -> None:
    panel = picture(page(WAR), {"at": str(TARGET)}).panel
    assert isinstance(panel, AttackPanel)
    assert (panel.origin, panel.target) == (ORIGIN, TARGET)


def test_a_click_that_leads_nowhere_is_answered_with_the_rule() -> None:
    panel = picture(page(WAR), {"from": str(ORIGIN), "at": "2"}).panel
    assert isinstance(panel, AttackPanel)
    assert panel.closed is not None
    assert panel.closed.rule == "K1.2"
    assert "Wendcross" in panel.closed.text


def test_a_vacant_territory_is_taken_without_dice() -> None:
    state = position("red 28: 2I city | blue 1: I")
    panel = picture(page(state), {"from": "28", "to": str(TARGET)}).panel
    assert isinstance(panel, AttackPanel)
    assert panel.without_dice == "K7.11"
    assert panel.odds is None


def test_the_attack_under_way_stays_selected() -> None:
    thrown = AttackThrown(1, 0, ORIGIN, TARGET, 1, 0, ((6,),), ((2,),), (0, 1))
    lost = UnitsLost(ORIGIN, TARGET, (0, 1), (NONE, Units(1)), (False, False))
    panel = picture(page(WAR, 0, entry(7, TurnBegan(0)), entry(8, thrown, lost))).panel
    assert isinstance(panel, AttackPanel)
    assert (panel.origin, panel.target) == (ORIGIN, TARGET)
    assert panel.last is not None
    assert (panel.last.hits, panel.last.hits_back, panel.last.number) == (1, 0, 8)
    assert panel.last.lost == "Berthe loses 1 infantry"


def test_throws_of_an_earlier_turn_are_forgotten() -> None:
    thrown = AttackThrown(1, 1, ORIGIN, TARGET, 0, 0, ((6,),), ((2,),), (0, 1))
    panel = picture(page(WAR, 0, entry(7, thrown), entry(8, TurnBegan(0)))).panel
    assert isinstance(panel, AttackPanel)
    assert panel.last is None


def fighting(step: Step, fight: Fight) -> Kasl:
    """The position with a fight under way."""
    state = position(
        f"red {ORIGIN}: 2IA Lord city | blue {TARGET}: 2IA city", step, ask_losses=True
    )
    return Kasl(
        **{name: getattr(state, name) for name in state.__struct_fields__} | {"fight": fight}
    )


def test_losses_offer_every_way_the_standing_order_first() -> None:
    state = fighting(Step.LOSSES, Fight(ORIGIN, TARGET, damage=(2, 0)))
    panel = picture(page(state)).panel
    assert isinstance(panel, LossesPanel)
    assert [way.units for way in panel.ways] == [Units(2), Units(0, 1)]
    assert panel.ways[0].label == "Give up 2 infantry"


def test_moving_in_proposes_all_but_the_cheapest() -> None:
    state = fighting(Step.MOVE_IN, Fight(ORIGIN, TARGET, may_stay_out=True))
    panel = picture(page(state)).panel
    assert isinstance(panel, MoveInPanel)
    assert [(unit.kind, unit.number, unit.most) for unit in panel.steppers if unit.most] == [
        ("infantry", 1, 2),
        ("archers", 1, 1),
    ]
    assert panel.stronghold == "The fortified city there becomes yours."
    again = picture(page(state), {"units": ["2", "1", "0", "0"]}).panel
    assert isinstance(again, MoveInPanel)
    assert [unit.number for unit in again.steppers] == [2, 1, 0, 0]


def test_units_go_from_a_territory_to_its_neighbour() -> None:
    state = position(f"red {ORIGIN}: 3I city, {TARGET}: I | blue 1: I", Step.UNITS, moves=1)
    panel = picture(page(state), {"from": str(ORIGIN), "at": str(TARGET)}).panel
    assert isinstance(panel, UnitsPanel)
    assert (panel.origin, panel.target, panel.most) == (ORIGIN, TARGET, 2)
    back = picture(page(state), {"from": str(ORIGIN), "at": str(ORIGIN)}).panel
    assert isinstance(back, UnitsPanel)
    assert back.origin == 0


def test_the_end_of_a_turn_sums_it_up() -> None:
    state = position(f"red {ORIGIN}: 3I city, {TARGET}: I | blue 1: I", Step.LORDS, moves=1)
    thrown = AttackThrown(1, 0, ORIGIN, TARGET, 1, 0, ((6,),), ((5,),), (1, 1))
    lost = UnitsLost(ORIGIN, TARGET, (0, 1), (Units(1), Units(1)), (False, False))
    log = (
        entry(1, StrongholdFortified(1, 1, 2, 1), TurnBegan(0)),
        entry(2, thrown, lost),
        entry(3, MovedIn(0, ORIGIN, TARGET, Units(1), False, 0, False)),
    )
    panel = picture(page(state, 0, *log)).panel
    assert isinstance(panel, LordsPanel)
    facts = {fact.label: fact.value for fact in panel.summary.facts}
    assert facts == {
        "Taken": BOARD.names[TARGET],
        "Throws": "1",
        "You lost": "1 infantry",
        "Others lost": "1 infantry",
    }
    assert (panel.summary.kingdom, panel.summary.points) == (2, 4)


@pytest.mark.parametrize(("reader", "watching"), [(1, False), (None, True)])
def test_who_is_not_asked_waits(reader: int | None, *, watching: bool) -> None:
    panel = picture(page(WAR, reader), {"at": "28"}).panel
    assert isinstance(panel, WaitingPanel)
    assert panel.title == "Waiting for Aldric"
    assert [seat.pending for seat in panel.seats] == [True, False]
    assert panel.watching is watching
    assert panel.about.startswith("Wendcross, 28, Aldric: 2 infantry")


@pytest.mark.parametrize(
    "query",
    [
        {"at": "0"},
        {"at": "-3"},
        {"at": "49"},
        {"at": "9" * 400},
        {"at": "\x00"},
        {"from": "٣", "to": "²"},
        {"put": "." * 9000},
        {"put": "1.x.999999.28"},
        {"units": ["1"] * 900},
        {"keep": "1e9", "next": "dragons", "choose": "<script>"},
        {"placements.99": ["7"], "archers.": ["1"], "placements.28": ["99"] * 9},
    ],
)
@pytest.mark.parametrize("step", [Step.SET_UP, Step.CHOICE, Step.ATTACK, Step.UNITS, Step.LORDS])
def test_nonsense_in_the_address_selects_nothing(step: Step, query: dict[str, str]) -> None:
    state = position("red 28: 2IA Lord city, 24: I | blue 1: I, 38: I", step, moves=1)
    shown = picture(page(state), query)
    assert set(shown.board.marks.may) | {shown.board.marks.origin} <= {*held(state.lands, 0), 0}
