"""F6  Conquest: the source's example first, then tables of cases."""

from __future__ import annotations

from typing import Any

import pytest

from app.rules.france.events import (
    AttackRolled,
    CountyAttacked,
    CountyConquered,
    CountyFell,
    CountyHeld,
    LeaderTossed,
    RemainderDrawn,
    WinnerDrawn,
)
from tests.rules.france.positions import (
    HEADS,
    TAILS,
    count,
    happened,
    on,
    position,
    refused,
    turn,
)


@pytest.mark.rule("F6.1")
def test_the_example_of_the_source() -> None:
    """19 Grain and a 6 against 12 Grain and a 4: 25 against 16."""
    state = position("red Anjou* 20 | blue Tours 20")
    after = turn(state, [6, 4], red="19 Grain to Conquer Tours", blue="12 Grain to Defend Tours")
    rolled = happened(after, AttackRolled)[0]
    assert (rolled.attack.total, rolled.defence.total, rolled.won) == (25, 16, True)
    assert on(after.state, "Tours") == "red 10"


@pytest.mark.rule("F6.1")
@pytest.mark.parametrize(
    ("attack", "defence", "taken"),
    [(5, 4, True), (5, 5, False), (4, 5, False), (10, 1, True), (1, 10, False)],
)
def test_the_attacker_must_be_higher(attack: int, defence: int, taken: bool) -> None:
    after = turn(position("red Caen*"), [attack, defence], red="10 Grain to Conquer Normandie")
    assert on(after.state, "Normandie") == ("red 5" if taken else "nobody 10")
    assert len(happened(after, CountyHeld)) == (not taken)


@pytest.mark.rule("F6.2")
def test_the_count_adds_his_cv_where_he_leads() -> None:
    state = position(
        "red Normandie* 20 | blue Caen 20",
        counts={"red": count("Hugues", 3, "warrior", "weak"), "blue": count("Jean", 2)},
    )
    after = turn(
        state,
        [5, 5, HEADS],
        red="10 Grain to Conquer Caen led by Hugues",
        blue="10 Grain to Defend Caen led by Jean",
    )
    rolled = happened(after, AttackRolled)[0]
    assert tuple(rolled.attack) == (5, 10, -2, 5)
    assert tuple(rolled.defence) == (5, 10, 0, 2)


@pytest.mark.rule("F6.2")
@pytest.mark.parametrize(("capital", "grain"), [("*", 15), ("", 10)])
def test_a_capital_defends_itself_with_5_more(capital: str, grain: int) -> None:
    state = position(f"red Normandie* | blue Caen{capital} 10")
    after = turn(state, [1, 5], red="10 Grain to Conquer Caen", blue="10 Grain to Defend Caen")
    assert happened(after, AttackRolled)[0].defence.grain == grain


@pytest.mark.rule("F6.3")
@pytest.mark.parametrize(("target", "grain"), [("Beauvais", 10), ("PARIS", 20)])
def test_independent_counties_defend_themselves(target: str, grain: int) -> None:
    after = turn(position("red Vexin*"), [1, 5], red=f"10 Grain to Conquer {target}")
    rolled = happened(after, AttackRolled)[0]
    assert tuple(rolled.defence) == (5, grain, 0, 0)


@pytest.mark.rule("F6.4")
@pytest.mark.parametrize("capital", ["*", ""])
def test_without_grain_in_its_defence_a_county_falls(capital: str) -> None:
    state = position(f"red Normandie* | blue Caen{capital}, Foix")
    after = turn(state, red="1 Grain to Conquer Caen", blue="10 Grain to Defend Foix")
    assert happened(after, CountyFell) == [CountyFell("Caen", 1, (0,))]
    assert on(after.state, "Caen") == "red 5"


@pytest.mark.rule("F6.4")
@pytest.mark.parametrize(
    ("red", "green", "dice", "winner"),
    [(3, 2, [], "red"), (2, 3, [], "green"), (3, 3, [1], "red"), (3, 3, [2], "green")],
)
def test_if_several_attack_it_the_strongest_has_it(
    red: int, green: int, dice: list[int], winner: str
) -> None:
    state = position("red Normandie* | blue Caen, Foix | green Perche*")
    after = turn(
        state, dice, red=f"{red} Grain to Conquer Caen", green=f"{green} Grain to Conquer Caen"
    )
    assert on(after.state, "Caen") == f"{winner} 5"


CROWD = "red Normandie* 30 | blue Cotentin* 30 | green Perche* 30 | yellow Mayenne* 30"
"""Four around Caen."""
COLOURS = ("red", "blue", "green", "yellow")


def besiege(grain: list[int], dice: list[int], outputs: int = 10) -> dict[str, object]:
    """Up to four attack Caen; the shares against each, and who has it then."""
    state = position(CROWD, outputs={"Caen": outputs})
    sheets: dict[str, Any] = {
        COLOURS[seat]: f"{each} Grain to Conquer Caen" for seat, each in enumerate(grain)
    }
    after = turn(state, dice, **sheets)
    return {
        "shares": happened(after, CountyAttacked)[0].shares,
        "rolled": tuple(event.defence.grain for event in happened(after, AttackRolled)),
        "won": tuple(COLOURS[e.seat] for e in happened(after, AttackRolled) if e.won),
        "taken": on(after.state, "Caen"),
        "remainder": [(e.among, e.seat) for e in happened(after, RemainderDrawn)],
        "lot": [(e.among, e.seat) for e in happened(after, WinnerDrawn)],
    }


@pytest.mark.rule("F6.5")
@pytest.mark.parametrize(
    ("grain", "dice", "shares", "lot"),
    [
        # 10 against two: equal shares, no remainder
        ([9, 8], [1, 10, 1, 10], (5, 5), None),
        ([8, 8], [1, 10, 1, 10], (5, 5), None),
        # 10 against three: 3 each, 1 more against the strongest
        ([9, 8, 7], [1, 10] * 3, (4, 3, 3), None),
        ([7, 8, 9], [1, 10] * 3, (3, 3, 4), None),
        ([7, 9, 8], [1, 10] * 3, (3, 4, 3), None),
        # equally strong: by lot, before the rolls
        ([8, 8, 7], [1, *[1, 10] * 3], (4, 3, 3), ((0, 1), 0)),
        ([8, 8, 7], [2, *[1, 10] * 3], (3, 4, 3), ((0, 1), 1)),
        ([8, 7, 8], [2, *[1, 10] * 3], (3, 3, 4), ((0, 2), 2)),
        ([8, 8, 8], [3, *[1, 10] * 3], (3, 3, 4), ((0, 1, 2), 2)),
        # 10 against four: 2 each, 2 more against the strongest
        ([9, 8, 7, 6], [1, 10] * 4, (4, 2, 2, 2), None),
        ([6, 7, 8, 9], [1, 10] * 4, (2, 2, 2, 4), None),
        ([9, 9, 9, 9], [4, *[1, 10] * 4], (2, 2, 2, 4), ((0, 1, 2, 3), 3)),
        ([9, 9, 8, 8], [2, *[1, 10] * 4], (2, 4, 2, 2), ((0, 1), 1)),
    ],
)
def test_the_defence_is_divided(
    grain: list[int],
    dice: list[int],
    shares: tuple[int, ...],
    lot: tuple[tuple[int, ...], int] | None,
) -> None:
    came = besiege(grain, dice)
    assert came["shares"] == came["rolled"] == shares
    assert came["remainder"] == ([lot] if lot else [])
    assert came["taken"] == "nobody 10"


@pytest.mark.rule("F6.5")
@pytest.mark.parametrize(
    ("defence", "capital", "shares"),
    [(10, "", (5, 5)), (9, "", (5, 4)), (1, "", (1, 0)), (10, "*", (8, 7)), (9, "*", (7, 7))],
)
def test_the_capitals_5_are_divided_too(
    defence: int, capital: str, shares: tuple[int, int]
) -> None:
    state = position(f"red Normandie* | blue Caen{capital} | green Perche*")
    after = turn(
        state,
        [1, 10, 1, 10],
        red="6 Grain to Conquer Caen",
        blue=f"{defence} Grain to Defend Caen",
        green="5 Grain to Conquer Caen",
    )
    assert happened(after, CountyAttacked)[0].shares == shares


@pytest.mark.rule("F6.5")
def test_modifiers_count_in_each_roll() -> None:
    state = position(
        "red Normandie* | blue Caen | green Perche*",
        counts={"blue": count("Jean", 3, "defender")},
    )
    after = turn(
        state,
        [1, 10, 1, 10],
        red="6 Grain to Conquer Caen",
        blue="10 Grain to Defend Caen led by Jean",
        green="5 Grain to Conquer Caen",
    )
    assert [tuple(e.defence) for e in happened(after, AttackRolled)] == [(10, 5, 2, 3)] * 2


@pytest.mark.rule("F6.6")
@pytest.mark.parametrize(
    ("grain", "dice", "won", "taken", "lot"),
    [
        # two attack: both, one or none win
        ([9, 8], [10, 1, 10, 1], ("red", "blue"), "red 5", None),
        ([8, 9], [10, 1, 10, 1], ("red", "blue"), "blue 5", None),
        ([9, 8], [1, 10, 10, 1], ("blue",), "blue 5", None),
        ([9, 8], [1, 10, 1, 10], (), "nobody 10", None),
        ([8, 8], [10, 1, 10, 1, 1], ("red", "blue"), "red 5", ((0, 1), 0)),
        ([8, 8], [10, 1, 10, 1, 2], ("red", "blue"), "blue 5", ((0, 1), 1)),
        ([8, 8], [1, 10, 10, 1], ("blue",), "blue 5", None),
        # three attack
        ([7, 8, 9], [10, 1] * 3, ("red", "blue", "green"), "green 5", None),
        ([7, 8, 9], [10, 1, 10, 1, 1, 10], ("red", "blue"), "blue 5", None),
        ([7, 7, 9], [10, 1, 10, 1, 1, 10, 2], ("red", "blue"), "blue 5", ((0, 1), 1)),
        ([7, 7, 9], [10, 1, 10, 1, 10, 1], ("red", "blue", "green"), "green 5", None),
        # four attack; the lot for the remainder comes first
        ([8, 8, 8, 8], [1, *[10, 1] * 4, 3], COLOURS, "green 5", ((0, 1, 2, 3), 2)),
        ([8, 8, 8, 8], [1, *[1, 10] * 2, *[10, 1] * 2, 2], COLOURS[2:], "yellow 5", ((2, 3), 3)),
        ([6, 7, 8, 9], [*[10, 1] * 3, 1, 10], COLOURS[:3], "green 5", None),
    ],
)
def test_the_strongest_winner_takes_it(
    grain: list[int],
    dice: list[int],
    won: tuple[str, ...],
    taken: str,
    lot: tuple[tuple[int, ...], int] | None,
) -> None:
    came = besiege(grain, dice)
    assert (came["won"], came["taken"]) == (won, taken)
    assert came["lot"] == ([lot] if lot else [])


@pytest.mark.rule("F6.6")
def test_modifiers_do_not_count_for_who_takes_it() -> None:
    state = position(
        "red Normandie* | blue Cotentin*", counts={"red": count("Hugues", 3, "conqueror")}
    )
    after = turn(
        state,
        [10, 1, 10, 1],
        red="8 Grain to Conquer Caen led by Hugues",
        blue="9 Grain to Conquer Caen",
    )
    assert on(after.state, "Caen") == "blue 5"


# F6.7  The map as it stood

TWO = "red Normandie* 20, Foix 10 | blue Caen* 20, Roussillon 10"


@pytest.mark.rule("F6.7")
def test_two_may_take_counties_from_each_other() -> None:
    after = turn(position(TWO), red="1 Grain to Conquer Caen", blue="1 Grain to Conquer Normandie")
    assert (on(after.state, "Caen"), on(after.state, "Normandie")) == ("red 10", "blue 10")
    assert [player.capital for player in after.state.players] == [None, None]


@pytest.mark.rule("F6.7")
def test_a_county_that_is_lost_still_attacks() -> None:
    after = turn(
        position("red Normandie* 20 | blue Caen* 20, Foix"),
        [9, 1],
        red="1 Grain to Conquer Caen",
        blue="10 Grain to Conquer Mayenne",
    )
    assert (on(after.state, "Caen"), on(after.state, "Mayenne")) == ("red 10", "blue 5")


@pytest.mark.rule("F6.7")
def test_nobody_conquers_by_way_of_what_he_only_just_takes() -> None:
    sheet = "10 Grain to Conquer Caen; 10 Grain to Conquer Cotentin"
    assert refused(position("red Normandie* 30"), "red", sheet) == "F5.1 line 2"


@pytest.mark.rule("F6.7")
def test_three_in_a_ring_all_take() -> None:
    after = turn(
        position("red Normandie* | blue Caen* | green Évreux*"),
        red="1 Grain to Conquer Caen",
        blue="1 Grain to Conquer Évreux",
        green="1 Grain to Conquer Normandie",
    )
    state = after.state
    assert [on(state, c) for c in ("Caen", "Évreux", "Normandie")] == ["red 5", "blue 5", "green 5"]


# F6.8  Partners


@pytest.mark.rule("F6.8")
@pytest.mark.parametrize(
    ("sheet", "refused_by"),
    [
        ("1 Grain to Conquer Caen", "F6.8 line 1"),
        ("Stop trading with Blue; 1 Grain to Conquer Caen", "F6.8 line 2"),
        ("1 Grain to Conquer Évreux", None),
    ],
)
def test_partners_cannot_conquer_from_each_other(sheet: str, refused_by: str | None) -> None:
    state = position("red Normandie* | blue Caen*, Foix", trade=[("red", "blue")])
    assert refused(state, "red", sheet) == refused_by
    assert (
        refused(
            position("red Normandie* | blue Caen*"),
            "red",
            "Trade with Blue; 1 Grain to Conquer Caen",
        )
        is None
    )


# F6.9  Leaders

LEADERS = "red Normandie* 30, Foix | blue Caen* 30, Albi | green Perche* 30, Lille"


def coins(dice: list[int], **sheets: Any) -> list[tuple[int, str, bool]]:
    """Who tossed a coin for which command, and whether he came home."""
    after = turn(position(LEADERS), dice, **sheets)
    return [(e.seat, e.command, e.heads) for e in happened(after, LeaderTossed)]


ATTACK = "20 Grain to Conquer Caen led by Hugues"
DEFENCE = "15 Grain to Defend Caen led by Jean"
HEIR = [1, 1, 1, 1, 1]
"""F10.2  Name, CV, trait, coin, second trait; before them the county where there is no capital."""


@pytest.mark.rule("F6.9")
@pytest.mark.parametrize(
    ("dice", "sheets", "tossed"),
    [
        # the roll is lost: the attacker's coin
        ([1, 10, HEADS], {"red": ATTACK, "blue": DEFENCE}, [(0, "attack", True)]),
        ([1, 10, TAILS, *HEIR], {"red": ATTACK, "blue": DEFENCE}, [(0, "attack", False)]),
        # the county is lost: the defender's coin
        ([10, 1, HEADS], {"red": ATTACK, "blue": DEFENCE}, [(1, "defence", True)]),
        ([10, 1, TAILS, 1, *HEIR], {"red": ATTACK, "blue": DEFENCE}, [(1, "defence", False)]),
        # nobody led what failed
        ([1, 10], {"red": "20 Grain to Conquer Caen", "blue": DEFENCE}, []),
        ([10, 1], {"red": ATTACK, "blue": "15 Grain to Defend Caen"}, []),
        # taken without a roll
        ([], {"red": ATTACK}, []),
        # a won roll is no failure, whoever gets the county
        (
            [10, 1, 10, 1, HEADS],
            {"red": ATTACK, "blue": DEFENCE, "green": "21 Grain to Conquer Caen"},
            [(1, "defence", True)],
        ),
        # one loses his roll, another takes the county: two coins
        (
            [1, 10, 10, 1, HEADS, HEADS],
            {
                "red": "6 Grain to Conquer Caen led by Hugues",
                "blue": DEFENCE,
                "green": "21 Grain to Conquer Caen",
            },
            [(0, "attack", True), (1, "defence", True)],
        ),
        # independent land
        ([1, 10, HEADS], {"red": "10 Grain to Conquer Vexin led by Hugues"}, [(0, "attack", True)]),
        ([10, 1], {"red": "10 Grain to Conquer Vexin led by Hugues"}, []),
    ],
)
def test_a_coin_for_who_led_in_vain(
    dice: list[int], sheets: dict[str, Any], tossed: list[tuple[int, str, bool]]
) -> None:
    assert coins(dice, **sheets) == tossed


@pytest.mark.rule("F6.9")
def test_on_tails_the_count_dies_and_his_heir_follows() -> None:
    after = turn(position(LEADERS), [1, 10, TAILS, *HEIR], red=ATTACK, blue=DEFENCE)
    heir = after.state.players[0].count
    assert heir is not None
    assert (heir.name, heir.cv) == ("Charles", 1)


@pytest.mark.rule("F6.9")
def test_who_dies_with_his_last_county_has_no_heir() -> None:
    state = position("red Normandie* 30 | blue Caen 30 | green Lille*")
    after = turn(state, [10, 1, TAILS], red=ATTACK, blue=DEFENCE)
    assert after.state.players[1].eliminated
    assert len(happened(after, CountyConquered)) == 1
