"""Sentences of Kasl's log."""

import pytest

from app.rules.contract import Event, Result
from app.rules.kasl import events as ev
from app.rules.kasl.units import NONE, Units
from app.web.games.kasl.log import lines
from tests.web.kasl.tables import entry, words


def told(event: Event, reader: int | None = 0, code: str = "en") -> list[str]:
    """The sentences of one event, without marks of the page, in their order."""
    shown = lines([entry(1, event)], words(reader, code=code))
    return [str(line.text) for line in reversed(shown)]


THROW = ev.AttackThrown(5, 0, 28, 38, 1, 0, ((6,), (1, 4)), ((2,), (5,), (3,)), (1, 1))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (ev.MovedIn(0, 28, 38, Units(1, 1), True, 0, False), "<b>You</b> move 1 infantry, 1"),
        (ev.MovedIn(1, 28, 38, Units(1), False, 0, False), "<b>Berthe</b> moves 1 infantry into"),
        (ev.TerritoryTaken(0, 28, 38, "K7.11"), "Beaulanne is vacant and taken without dice."),
        (ev.TerritoryInfected(38), "Beaulanne is infected: all on it goes back to the supply."),
        (ev.PlagueThrown(1, 4, 0), "The plague: a 4 keeps it away this round."),
        (ev.LordCalled(1, 28), "<b>Berthe</b> holds all of Aldermarch: a Lord enters service on"),
        (ev.StayedOut(0, 38), "<b>You</b> leave Beaulanne vacant."),
        (ev.LordMoved(1, 28, 38), "<b>Berthe</b> redeploys a Lord from Wendcross to Beaulanne."),
    ],
)
def test_an_event_is_a_sentence(event: Event, sentence: str) -> None:
    assert told(event)[0].startswith(sentence)


def test_a_throw_shows_its_dice_highest_first_hits_marked() -> None:
    (sentence,) = told(THROW)
    assert sentence.startswith("<b>You</b> attack Beaulanne from Wendcross:")
    assert sentence.index(">6<") < sentence.index(">4<") < sentence.index(">5<")
    assert sentence.count("pip hit") == 2
    assert "(a 1 thrown again)" in sentence


def test_losses_are_told_of_those_who_bear_them() -> None:
    lost = ev.UnitsLost(28, 38, (0, 1), (Units(1), Units(0, 1)), (False, False))
    assert told(lost) == ["Berthe loses 1 archers, you lose 1 infantry."]
    assert told(lost, reader=None) == ["Berthe loses 1 archers, Aldric loses 1 infantry."]


def test_a_throw_without_a_hit_costs_nobody_a_unit() -> None:
    assert told(ev.UnitsLost(28, 38, (0, 1), (NONE, NONE), (False, False))) == [
        "Nobody loses a unit."
    ]


def test_equal_placements_are_told_together() -> None:
    event = ev.UnitsAppeared(1, {3: Units(1), 28: Units(1), 38: Units(0, 1)})
    assert told(event)[0].endswith(
        "from strongholds: 1 infantry each on Tolbray and Wendcross and 1 archers on Beaulanne."
    )


def test_a_stronghold_that_changes_hands_has_a_line_and_a_rule_of_its_own() -> None:
    shown = lines([entry(1, ev.MovedIn(0, 28, 38, Units(1), False, 2, False))], words())
    assert [line.rule for line in shown] == ["K7.13", "K7.10"]
    assert "now hold the fortress there" in shown[0].text


def test_mission_cards_are_named_to_their_own_reader_only() -> None:
    event = ev.MissionsDealt(3, ((28, 38), (3, 5), (1, 2), (6, 7)))
    assert any("Wendcross and Beaulanne" in sentence for sentence in told(event))
    for reader in (1, None):
        seen = event.seen_by(reader)
        assert not any("Wendcross" in sentence for sentence in told(seen, reader))


def test_newest_stands_first_and_every_line_has_its_own_name() -> None:
    log = [entry(1, ev.TurnBegan(0), ev.StayedOut(0, 38)), entry(2, THROW, ev.TurnEnded(0))]
    shown = lines(log, words())
    assert [line.number for line in shown] == [2, 1]
    assert len({line.id for line in shown}) == len(shown)


def test_the_winner_of_an_abandoned_field_is_told_with_his_own_points() -> None:
    result = Result("K10.4", "Only one player is left.", (1,), (9, 4, 0, 0))
    event = ev.MatchEnded(result, ((9, 0, 0, 0), (4, 0, 0, 0), (0,) * 4, (0,) * 4), ())
    assert "Berthe wins with 4 VP." in told(event)


def test_the_log_speaks_german() -> None:
    sentence = told(ev.StayedOut(0, 38), code="de")[0]
    assert sentence.startswith("<b>Du</b>")
    assert sentence != told(ev.StayedOut(0, 38))[0]
