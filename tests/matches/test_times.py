"""Whose time runs after an action: limits, banks, forced answers, actions taken back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from app.matches.clock import times_after, times_moved, times_restored, times_returned
from app.matches.hours import Calendar
from app.matches.limits import Times
from app.matches.record import Position
from app.rules.chance import Chance
from app.rules.contract import Refusal
from app.rules.service import GameService
from tests.matches.coins import Coins, CoinsGame, Pick

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SEED, NONCES = b"seed" * 8, [b"nonce"] * 3
LIMIT, BANK, GAIN = 600, 300, 10
SERVICE = GameService(CoinsGame())


def minutes(number: float) -> datetime:
    """So many minutes after noon."""
    return NOON + timedelta(minutes=number)


@dataclass
class Timed:
    """Three seats pick sides of a coin in secret, again and again; time is what the tests say."""

    position: Position
    state: Coins
    past: list[Coins] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)

    def pick(self, seat: int, after: float, forced: bool = False) -> Times:
        """A seat answers so many minutes after noon."""
        chance = Chance(SEED, NONCES, self.state.throws)
        played = SERVICE.play(self.state, seat, Pick("heads"), chance)
        assert not isinstance(played, Refusal)
        now = minutes(after)
        times = times_after(SERVICE, self.position, self.state, seat, played, now, forced)
        self.past.append(self.state)
        self.movers.append(seat)
        assert isinstance(played.state, Coins)
        self.state = played.state
        return self.keep(times)

    def take_back(self, after: float) -> Times:
        """The last answer does not count."""
        former = self.past.pop()
        now, mover = minutes(after), self.movers.pop()
        times = times_restored(SERVICE, self.position, self.state, former, now, mover)
        self.state = former
        return self.keep(times)

    def keep(self, times: Times | None) -> Times:
        assert times is not None
        dues, banks = list(times.dues), list(times.banks)
        self.position = replace(self.position, dues=dues, banks=banks, due=times.due)
        return times


def timed(**clock: object) -> Timed:
    """Begun at noon."""
    opened = SERVICE.open(3, {"rounds": "99"}, Chance(SEED, NONCES))
    columns = dict.fromkeys(
        ("limit", "bank", "gain", "calendar", "due", "dues", "banks", "holidays", "paused")
    )
    position = Position(
        id=1,
        game="coins",
        options={"rounds": "99"},
        state="running",
        version=1,
        seen=[1] * 3,
        snapshot=None,
        seed=SEED,
        nonces=NONCES,
        **{"bots": [], "absence": "once", **columns, **clock},  # type: ignore[arg-type]
    )
    assert isinstance(opened.state, Coins)
    game = Timed(position, opened.state)
    game.keep(times_after(SERVICE, position, None, None, opened, NOON))
    return game


def limited(**more: object) -> Timed:
    return timed(limit=LIMIT, **more)


def live(**more: object) -> Timed:
    return timed(bank=BANK, gain=GAIN, **more)


def test_all_who_are_asked_at_once_have_the_limit() -> None:
    assert limited().position.dues == [minutes(10)] * 3


def test_an_answer_leaves_the_others_their_time() -> None:
    assert limited().pick(0, 4).dues == (None, minutes(10), minutes(10))


def test_a_new_question_has_the_whole_limit() -> None:
    game = limited()
    for seat, after in ((0, 4), (1, 5), (2, 9)):
        times = game.pick(seat, after)
    assert times == Times((minutes(19),) * 3, (None,) * 3)


def test_bots_have_no_time_and_match_is_due_with_the_first() -> None:
    game = limited(bots=[1])
    assert game.position.dues == [minutes(10), None, minutes(10)]
    assert game.position.due == minutes(10)


def test_who_takes_an_answer_back_has_what_was_left() -> None:
    game = limited()
    game.pick(0, 4)
    assert game.take_back(8).dues[0] == minutes(8 + 6)
    game.pick(0, 9)
    assert game.take_back(9.5).dues[0] == minutes(9.5 + 5)


def test_taking_back_again_and_again_gains_no_limit() -> None:
    game = limited()
    waited = 0.0
    for _ in range(5):
        waited += 1
        game.pick(0, waited)
        game.take_back(waited)
    assert game.position.dues == [minutes(10)] * 3


def test_others_keep_their_time_where_somebody_takes_back() -> None:
    game = limited()
    game.pick(0, 4)
    assert game.take_back(5).dues[1:] == (minutes(10), minutes(10))


def test_a_bank_runs_while_its_seat_is_awaited_and_gains_at_the_end_of_its_turn() -> None:
    game = live()
    assert game.position.times == Times((minutes(5),) * 3, (300_000,) * 3)
    times = game.pick(0, 2)
    assert times == Times((None, minutes(5), minutes(5)), (190_000, 300_000, 300_000))
    game.pick(1, 3)
    times = game.pick(2, 4)
    assert times.banks == (190_000, 130_000, 70_000)  # of the last pick, too
    assert times.dues == tuple(
        minutes(4) + timedelta(milliseconds=bank or 0) for bank in times.banks
    )


def test_taking_back_gives_the_gain_back() -> None:
    game = live()
    for after in (1.0, 2.0, 3.0):
        game.pick(0, after)
        assert game.take_back(after).dues[0] == minutes(5)
    game.pick(0, 3)
    game.pick(1, 3)
    for after in (3.5, 4.0):
        game.pick(2, after)
        assert game.take_back(after).dues[2] == minutes(5)


def test_taking_back_costs_the_others_nothing() -> None:
    """The coin falls with the last pick and all are asked anew; that pick is taken back."""
    game = live()
    game.pick(0, 1)
    game.pick(1, 2)
    banks = game.position.banks
    assert banks is not None
    game.pick(2, 3)
    times = game.take_back(4.5)
    assert times.dues[:2] == (None, None)
    assert list(times.banks[:2]) == banks[:2]


def test_whose_bank_is_empty_has_the_gain_for_what_follows() -> None:
    game = live()
    game.pick(0, 1)
    game.pick(1, 1)
    times = game.pick(2, 5, forced=True)
    assert times.banks[2] == GAIN * 1000
    assert times.dues[2] == minutes(5) + timedelta(seconds=GAIN)


def test_nobody_has_less_than_no_time() -> None:
    game = live()
    assert game.pick(0, 7).banks[0] == GAIN * 1000


@pytest.mark.parametrize("after", [4.0, 12.0])
def test_a_paused_match_keeps_the_time_that_was_left(after: float) -> None:
    game = limited()
    game.position = replace(game.position, paused=minutes(4))
    game.pick(0, after)
    assert game.position.banks is not None
    assert game.position.banks[0] == 6 * 60_000


def test_clocks_that_stood_still_run_on_with_what_was_left() -> None:
    times = Times((minutes(10), None, minutes(3)), (None, 5, None))
    moved = times_moved(times, None, minutes(1), minutes(31))
    assert moved == Times((minutes(40), None, minutes(33)), (None, 5, None))


def test_clocks_that_stood_still_count_in_hours_that_count() -> None:
    """Paused from 21:50 to 7:30, with ten minutes left before the night at 22:00."""
    night = Calendar("UTC", 22, 8)
    evening, morning = minutes(590), minutes(590 + 580)
    times = Times((evening + timedelta(minutes=10),), (None,))
    moved = times_moved(times, night, evening, morning)
    assert moved.dues == (minutes(1200 + 10),)


def test_the_night_does_not_count_for_a_bank_either() -> None:
    game = live(calendar={"zone": "UTC", "from": 12, "to": 13})
    assert game.position.dues == [minutes(65)] * 3
    assert game.pick(0, 30).banks[0] == (BANK + GAIN) * 1000


def test_who_is_on_holiday_is_asked_when_it_ends_but_a_live_clock_runs() -> None:
    ends = minutes(1000)
    holidays = [None, ends, minutes(-5)]
    assert limited(holidays=holidays).position.dues == [
        minutes(10),
        ends + timedelta(seconds=LIMIT),
        minutes(10),
    ]
    assert live(holidays=holidays).position.dues == [minutes(5)] * 3


def test_who_comes_back_has_the_limit_or_his_bank() -> None:
    game = limited(bots=[1])
    position = replace(game.position, bots=[])
    times = times_returned(SERVICE, position, game.state, 1, minutes(30))
    assert times is not None
    assert times.dues == (minutes(10), minutes(40), minutes(10))
    game = live(bots=[1])
    position = replace(game.position, bots=[])
    times = times_returned(SERVICE, position, game.state, 1, minutes(1))
    assert times is not None
    assert times.dues[1] == minutes(1 + BANK / 60)
