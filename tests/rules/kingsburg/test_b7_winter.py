"""B7  Phase 8: winter."""

from __future__ import annotations

import pytest

from app.rules.kingsburg import winter
from app.rules.kingsburg.actions import GiveUp, RecruitNobody, TakeGood
from app.rules.kingsburg.enemies import ENEMIES, HIDDEN, Card
from app.rules.kingsburg.events import (
    BattleDrawn,
    BattleLost,
    BattleWon,
    EnemyRevealed,
    ReinforcementsThrown,
    StrengthsCounted,
    WinterEnded,
)
from app.rules.kingsburg.state import SUMMER, Kingsburg, Step
from tests.rules.kingsburg.positions import (
    SERVICE,
    Outcome,
    after,
    asked,
    begun,
    card,
    goods,
    happened,
    has,
    options,
    play,
    position,
    refusal,
    refused_by,
    told,
)

ORCS = card("Orcs", 3, year=1)
"""1 gold; 2 any, 1 VP."""
BARBARIANS = card("Barbarians", 2, year=1)
"""1 gold; 1 any, 1 b."""
GOBLINS = card("Goblins", 3, year=1)
"""1 stone; 1 gold, 1 b."""
WOLD = card("Goblins", 2, year=1)
"""1 wood; 1 wood, 1 stone, 1 b, 1 VP."""
ZOMBIES = card("Zombies", 4, year=1)
"""1 VP; 2 VP."""


def against(enemy: Card, text: str) -> Kingsburg:
    """The winter of that enemy's year, before it begins."""
    year = ENEMIES[enemy].year
    pile = (*(HIDDEN for _ in range(year - 1)), enemy, *(HIDDEN for _ in range(5 - year)))
    return position(text, Step.WINTER, year=year, pile=pile)


def fought(enemy: Card, text: str, die: int = 1) -> Outcome:
    """That winter, with this die."""
    return begun(winter.begin, against(enemy, text), [die])


@pytest.mark.rule("B7.1")
def test_the_card_is_turned_and_the_first_player_throws() -> None:
    state = position(
        "red | blue 2 gold | yellow", Step.RECRUIT, order=("yellow", "blue", "red"), pile=[ORCS] * 5
    )
    played = play(state, "blue", RecruitNobody(), [6])
    assert happened(played, EnemyRevealed) == [EnemyRevealed(ORCS)]
    assert happened(played, ReinforcementsThrown) == [ReinforcementsThrown(0, 2, 6)]


@pytest.mark.rule("B7.1")
def test_everybody_gets_that_many_soldiers() -> None:
    played = fought(ORCS, "red | blue 2 soldier | yellow 1 soldier", die=5)
    assert happened(played, StrengthsCounted) == [StrengthsCounted((5, 7, 6))]


@pytest.mark.rule("B7.1")
def test_from_then_on_everybody_knows_the_card() -> None:
    state = fought(BARBARIANS, "red 1 gold, 1 wood | blue | yellow").state
    for reader in (0, 1, 2, None):
        assert SERVICE.view(state, reader).state.pile[0] == BARBARIANS


@pytest.mark.rule("B9.2")
@pytest.mark.rule("B7.2")
@pytest.mark.parametrize(
    ("buildings", "bonuses"),
    [
        ("Church", {"Demons": 1}),
        ("Barricade", {"Goblins": 1}),
        ("Palisade", {"Zombies": 2, "Goblins": 1, "Demons": 1, "Orcs": 1}),
        ("Guard Tower", {"Zombies": 1, "Goblins": 1, "Demons": 1, "Orcs": 1}),
        ("Blacksmith", {"Zombies": 2, "Goblins": 2, "Demons": 2, "Orcs": 2}),
        ("Wizards' Guild", {"Zombies": 4, "Goblins": 4, "Demons": 4, "Orcs": 4}),
        ("Stone Wall", {"Zombies": 3, "Goblins": 2, "Demons": 2, "Orcs": 2}),
        ("Fortress", {"Zombies": 4, "Goblins": 3, "Demons": 3, "Orcs": 3}),
        ("Farm", {"Zombies": -1, "Goblins": -1, "Demons": -1, "Orcs": -1}),
        ("Cathedral, Embassy", {"Demons": 1, "Goblins": 1}),
    ],
)
def test_buildings_add_to_the_strength(buildings: str, bonuses: dict[str, int]) -> None:
    (there, _) = position(f"red {buildings} | blue").governors
    for enemy in ENEMIES:
        if enemy.name in {"Zombies", "Goblins", "Demons", "Orcs"}:
            assert winter.bonus(there, enemy.kind) == bonuses.get(enemy.name, 0)


@pytest.mark.rule("B7.2")
def test_strength_may_be_above_9() -> None:
    played = fought(ORCS, "red 12 soldier, Wizards' Guild | blue | yellow", die=6)
    assert happened(played, StrengthsCounted)[0].strengths[0] == 22


@pytest.mark.rule("B7.3")
@pytest.mark.parametrize(("soldiers", "kind"), [(2, BattleLost), (3, BattleDrawn), (4, BattleWon)])
def test_higher_wins_lower_loses_equal_is_nothing(soldiers: int, kind: type) -> None:
    played = fought(ZOMBIES, f"red {soldiers} soldier | blue 3 soldier | yellow 3 soldier")
    assert type(played.events[3]) is kind


@pytest.mark.rule("B7.3")
@pytest.mark.rule("B9.2")
def test_with_a_stone_wall_equal_is_a_win() -> None:
    played = fought(GOBLINS, "red Stone Wall | blue 2 soldier | yellow 2 soldier")
    assert happened(played, StrengthsCounted)[0].strengths == (3, 3, 3)
    assert [e.seat for e in happened(played, BattleWon)] == [0]
    assert [e.seat for e in happened(played, BattleDrawn)] == [1, 2]


@pytest.mark.rule("B7.3")
@pytest.mark.parametrize(
    ("enemy", "then"),
    [
        (ORCS, "1 gold, 1 VP"),
        (WOLD, "1 wood, 1 VP"),
        (GOBLINS, "1 stone, 1 VP"),
        (ZOMBIES, "2 VP"),
        (card("Demons", 6, 4), "1 gold, 2 VP"),
        (card("Dragons", 9, 5), "4 VP"),
    ],
)
def test_the_winner_takes_the_reward(enemy: Card, then: str) -> None:
    played = fought(enemy, "red 20 soldier | blue 10 soldier | yellow 10 soldier")
    assert has(played.state, "red") == then


@pytest.mark.rule("B7.3")
def test_a_reward_of_any_good_is_chosen() -> None:
    text = "red 9 soldier | blue 6 soldier | yellow 6 soldier"
    state = fought(card("Orcs", 7, 4), text).state
    assert asked(state) == [("red", "spoils")]
    assert options(state, "red") == [TakeGood("gold"), TakeGood("wood"), TakeGood("stone")]
    assert refused_by(state, "red", GiveUp(goods("1 gold"))) == "B7.3"
    played = play(state, "red", TakeGood("stone"))
    assert happened(played, BattleWon) == [BattleWon(0, goods("1 stone"), 0, 0, 1)]


@pytest.mark.rule("B9.2")
def test_a_fortress_brings_a_point_besides_a_reward_of_1_gold() -> None:
    text = "red Fortress, 5 soldier | blue 9 soldier | yellow 2 soldier"
    played = fought(ORCS, text)
    assert happened(played, BattleWon)[0] == BattleWon(0, goods("1 gold"), 0, 1, 0)
    assert has(played.state, "red") == "1 gold, 1 VP"


@pytest.mark.rule("B7.4")
@pytest.mark.parametrize(
    ("text", "strongest"),
    [
        ("red 5 soldier | blue 6 soldier | yellow 4 soldier", [1]),
        ("red 6 soldier | blue 6 soldier | yellow 4 soldier", [0, 1]),
        ("red 1 soldier | blue 1 soldier | yellow", []),
    ],
)
def test_the_strongest_winner_gets_a_point(text: str, strongest: list[int]) -> None:
    won = happened(fought(ORCS, text), BattleWon)
    assert [event.seat for event in won if event.strongest] == strongest


@pytest.mark.rule("B7.4")
def test_a_draw_of_the_same_strength_is_no_win() -> None:
    played = fought(GOBLINS, "red Stone Wall | blue 2 soldier | yellow")
    assert [(e.seat, e.strongest) for e in happened(played, BattleWon)] == [(0, 1)]
    assert has(played.state, "blue") == ""


def losing(enemy: Card, red: str) -> Outcome:
    """Red loses against that enemy; the others are strong enough."""
    return fought(enemy, f"red {red} | blue 20 soldier | yellow 20 soldier")


@pytest.mark.rule("B7.5")
@pytest.mark.parametrize(
    ("enemy", "red", "then"),
    [
        (WOLD, "2 gold, 2 wood, 2 stone, 5 VP", "2 gold, 1 wood, 1 stone, 4 VP"),
        (GOBLINS, "3 gold, 1 wood, 5 VP", "2 gold, 1 wood, 5 VP"),
        (ZOMBIES, "3 gold, 5 VP", "3 gold, 3 VP"),
        (card("Demons", 6, 3), "3 gold, 3 wood, 3 stone", "1 gold, 2 wood, 2 stone, -1 VP"),
        (card("Barbarians", 7, 5), "3 gold, 5 VP", "3 gold, -3 VP"),
    ],
)
def test_the_losses_of_the_card(enemy: Card, red: str, then: str) -> None:
    state = losing(enemy, red).state
    assert has(state, "red") == then


@pytest.mark.rule("B7.5")
def test_what_he_lacks_is_not_replaced() -> None:
    state = losing(card("Goblins", 5, 4), "2 wood, 9 gold, 5 VP").state
    assert has(state, "red") == "9 gold, 4 VP"


@pytest.mark.rule("B7.5")
def test_goods_of_choice_are_chosen() -> None:
    state = losing(ORCS, "2 gold, 1 wood, 1 stone, 4 VP").state
    assert asked(state) == [("red", "losses")]
    assert len(options(state, "red")) == 4
    assert refused_by(state, "red", TakeGood("gold")) == "B7.5"
    why = refusal(state, "red", GiveUp(goods("1 gold")))
    assert told(why) == "You lose 2 goods of your choice; you have: 2 gold, 1 wood, 1 stone."
    assert refused_by(state, "red", GiveUp(goods("2 wood"))) == "B7.5"
    played = play(state, "red", GiveUp(goods("1 gold 1 stone")))
    assert happened(played, BattleLost) == [BattleLost(0, goods("1 gold 1 stone"), (), 0, 1)]
    assert has(played.state, "red") == "1 gold, 1 wood, 3 VP"


@pytest.mark.rule("B7.5")
@pytest.mark.parametrize("red", ["2 gold", "1 gold, 1 wood", "1 stone", "5 wood"])
def test_without_a_choice_they_are_not_asked(red: str) -> None:
    assert not asked(losing(ORCS, red).state)


@pytest.mark.rule("B7.5")
def test_all_losers_choose_at_once() -> None:
    text = "red 2 gold, 1 wood | blue 2 gold, 1 stone | yellow 20 soldier"
    state = fought(BARBARIANS, text).state
    assert asked(state) == [("red", "losses"), ("blue", "losses")]
    state = after(state, "blue", GiveUp(goods("1 stone")))
    assert SERVICE.view(state, 0).state.chosen == (None, None, None)
    assert has(state, "blue") == "2 gold, 1 stone, 1 soldier"


@pytest.mark.rule("B7.6")
@pytest.mark.parametrize(
    ("buildings", "lost"),
    [
        ("Statue, Inn, Guard Tower", ["statue"]),
        ("Statue, Market, Crane", ["market"]),
        ("Chapel, Barracks, Stone Wall", ["barracks"]),
        ("Embassy, Cathedral", ["cathedral"]),
        ("", []),
    ],
)
def test_the_farthest_right_is_lost_then_the_topmost(buildings: str, lost: list[str]) -> None:
    rows = position(f"red {buildings} | blue").governors[0].rows
    assert winter.lost_buildings(rows, 1) == lost


@pytest.mark.rule("B7.6")
def test_its_points_and_effect_go_and_it_may_be_built_again() -> None:
    enemy = card("Barbarians", 8, year=5)
    played = losing(enemy, "Chapel, Guard Tower, 9 VP")
    assert happened(played, BattleLost) == [BattleLost(0, goods(""), ("chapel",), 5, 0)]
    there = played.state.governors[0]
    assert (there.vp, there.has("chapel"), there.has("statue")) == (4, False, True)
    assert there.rows == (1, 0, 1, 0, 0)


@pytest.mark.rule("B7.7")
def test_all_soldiers_go_home() -> None:
    played = fought(ORCS, "red 20 soldier | blue 3 soldier | yellow")
    assert played.events[-1] == WinterEnded()
    assert [there.soldiers for there in played.state.governors] == [0, 0, 0]


@pytest.mark.rule("B7.7")
def test_the_next_year_has_a_card_that_nobody_has_seen() -> None:
    state = position("red | blue 2 gold | yellow", Step.RECRUIT, pile=[ZOMBIES] * 5, seen=["blue"])
    state = after(state, "blue", RecruitNobody(), [6])
    assert (state.year, state.seen) == (2, (False, False, False))
    assert SERVICE.view(state, 1).state.pile == (ZOMBIES, *[HIDDEN] * 4)


def test_the_phase_is_worded() -> None:
    state = position("red dice 1 | blue dice 2", phase=SUMMER, year=3)
    phase = SERVICE.game.phase(state)
    assert phase.text.format(**phase.params) == "Year 3, Summer"
