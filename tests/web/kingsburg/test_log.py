"""Sentences of Kingsburg's log."""

from __future__ import annotations

import pytest

from app.rules.contract import Event
from app.rules.kingsburg import events as ev
from app.rules.kingsburg.enemies import HIDDEN
from app.rules.kingsburg.goods import Goods
from app.web.games.kingsburg import log_seasons, log_winter
from app.web.games.kingsburg.log import lines
from tests.rules.kingsburg.positions import card
from tests.web.kingsburg.tables import entry, words

UNTOLD = {ev.StepBegan, ev.ChoicesAsked}


def told(event: Event, reader: int | None = 0, code: str = "en") -> list[str]:
    """The sentences of one event, in their order."""
    shown = lines([entry(1, event)], words(reader, code=code))
    return [str(line.text) for line in reversed(shown)]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (ev.AidTaken(1, Goods(wood=1)), "<b>Berthe</b> takes 1 wood from the King."),
        (ev.HelpGiven(0, 3, Goods(wood=1)), "The Architect gives you 1 wood."),
        (
            ev.HelpGiven(1, 14, Goods(3, 0, 0), vp=-1),
            "The Smuggler gives <b>Berthe</b> 3 gold for 1 VP.",
        ),
        (
            ev.HelpGiven(1, 6, Goods(0, 2, 0), Goods(gold=1)),
            "The Alchemist gives <b>Berthe</b> 2 wood for 1 gold.",
        ),
        (ev.HelpDeclined(0, 6), "<b>You</b> ask the Alchemist for nothing."),
        (ev.OrderSet((1, 0), (9, 5)), "Turn order, lowest sum first: Berthe (5) and Aldric (9)."),
        (
            ev.BuildingBuilt(1, "chapel", Goods(3, 0, 1), 5),
            "<b>Berthe</b> builds Chapel for 3 gold and 1 stone: 5 VP.",
        ),
        (ev.KingRewarded((0,)), "Most buildings: Aldric gets 1 VP from the King."),
        (ev.KingRewarded((0, 1)), "Most buildings: Aldric and Berthe get 1 VP each from the King."),
        (ev.SoldiersRecruited(0, Goods(2, 2, 0), 2), "<b>You</b> recruit 2 soldiers for 2 gold"),
        (
            ev.EnemyRevealed(card("Orcs", 3, 1)),
            "The enemy comes: Orcs 3. Who wins gets 1 gold, who loses gives 2 goods of choice and",
        ),
        (ev.StrengthsCounted((3, 5)), "Strength: Aldric (3) and Berthe (5)."),
        (ev.PhaseBegan(2, 4), "Year 2: Summer"),
    ],
)
def test_an_event_is_a_sentence(event: Event, sentence: str) -> None:
    assert told(event)[0].startswith(sentence)


def test_a_group_shows_its_dice_in_their_colours_and_what_helped() -> None:
    event = ev.AdvisorInfluenced(1, 9, (4,), (2,), plus_two=True, market=1, envoy=True)
    first, *helpers = told(event)
    assert first.startswith("<b>Berthe</b> puts")
    assert '<span class="pip h-blue">4</span> + <span class="pip h-white">2</span>' in first
    assert first.endswith("on the Master Hunter.")
    assert helpers == [
        "A “+2” token adds 2.",
        "The Market takes them one higher.",
        "The King&#39;s Envoy lets them in where others are.".replace("&#39;", "'"),
    ]


def test_a_look_at_the_enemy_is_told_to_others_without_the_card() -> None:
    seen = ev.EnemySeen(0, card("Zombies", 4, 1))
    assert told(seen) == ["<b>You</b> look at this year&#39;s enemy: Zombies 4."]
    hidden = ev.EnemySeen(0, HIDDEN)
    assert told(hidden, reader=1) == ["<b>Aldric</b> looks at this year&#39;s enemy."]


def test_a_choice_is_told_to_who_made_it() -> None:
    chosen = ev.ChoiceMade(0, Goods(gold=1))
    assert told(chosen) == ["You chose 1 gold; the others do not see it yet."]
    assert told(chosen, reader=1) == []


def test_a_won_battle_tells_where_each_point_comes_from() -> None:
    assert told(ev.BattleWon(0, Goods(gold=1), 0, 1, 1)) == [
        "<b>You</b> win the battle: 1 gold.",
        "The Fortress adds 1 VP.",
        "<b>You</b> are the strongest: 1 VP more.",
    ]


def test_a_lost_battle_tells_what_is_gone() -> None:
    lost = ev.BattleLost(1, Goods(gold=1), ("chapel",), 5, 2)
    assert told(lost) == [
        "<b>Berthe</b> loses the battle: 1 gold and 2 VP.",
        "Chapel is destroyed, its VP with it.",
    ]


def test_every_event_is_told_or_needs_no_words() -> None:
    tellers = log_seasons.TELLERS | log_winter.TELLERS
    assert set(tellers) | UNTOLD == set(ev.KingsburgEvent.__args__)


def test_names_cannot_smuggle_markup() -> None:
    odd = words()
    names = ("<i>Aldric</i>", *odd.names[1:])
    line = lines([entry(1, ev.Passed(0))], type(odd)(odd._, names, odd.houses, None))[0]
    assert str(line.text) == "<b>&lt;i&gt;Aldric&lt;/i&gt;</b> passes."
