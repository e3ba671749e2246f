"""Who is late: a bot for once, a bot until he returns, the rules; with banks of time, too."""

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.matches.bots import move_bots
from app.matches.deadlines import end_wait
from app.matches.errors import BadChoiceError, NotSeatedError
from app.matches.limits import BANKS, Clock
from app.matches.service import Matches
from tests.matches.conftest import People, Running
from tests.matches.realm import RULES
from tests.matches.test_deadlines import LIMIT, alarms, forced, head_of, later, run


async def begun(
    matches: Matches, people: People, clock: Clock, absence: str | None = None
) -> Running:
    """A public match of coins of two."""
    key = await matches.create(
        people.alice, "coins", "", 2, {"rounds": "99"}, True, clock=clock, absence=absence
    )
    await matches.join(key, people.bob)
    await matches.start(key, people.alice)
    return Running(matches, key)


async def away(running: Running, people: People) -> list[bool]:
    return [bool(seat and seat.away) for seat in (await head_of(running, people)).seats]


async def test_a_bot_plays_for_who_is_late_until_he_returns(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await begun(matches, people, Clock(LIMIT), "until_return")
    await running.pick(people.alice, "heads")
    before = await head_of(running, people)
    await end_wait(engine, matches.rules, before.id, later(11))
    assert await away(running, people) == [False, True]
    after = await head_of(running, people)
    assert after.times is not None
    assert [due is None for due in after.times.dues] == [False, True]
    assert after.stir > before.stir
    await move_bots(engine, matches.rules, before.id, 0)
    assert (await head_of(running, people)).waiting == (0,)
    await running.pick(people.alice, "tails")
    await matches.come_back(running.key, people.bob)
    assert await away(running, people) == [False, False]
    back = await head_of(running, people)
    assert back.times is not None
    assert all(back.times.dues)
    await move_bots(engine, matches.rules, before.id, 0)
    assert (await head_of(running, people)).waiting == (0, 1)


async def test_who_moves_himself_is_back(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await begun(matches, people, Clock(LIMIT), "until_return")
    number = (await head_of(running, people)).id
    await end_wait(engine, matches.rules, number, later(11))
    assert await away(running, people) == [True, True]
    await running.pick(people.bob, "tails")
    assert await away(running, people) == [True, False]
    await move_bots(engine, matches.rules, number, 0)
    head = await head_of(running, people)
    assert head.waiting == (1,)
    assert head.due is not None


async def test_a_refused_move_brings_nobody_back(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await begun(matches, people, Clock(LIMIT), "until_return")
    number = (await head_of(running, people)).id
    await end_wait(engine, matches.rules, number, later(11))
    with pytest.raises(BadChoiceError):
        await running.pick(people.bob, "nowhere")
    assert await away(running, people) == [True, True]


async def test_only_who_is_seated_comes_back(matches: Matches, people: People) -> None:
    running = await begun(matches, people, Clock(LIMIT), "until_return")
    with pytest.raises(NotSeatedError):
        await matches.come_back(running.key, people.charlie)
    before = await head_of(running, people)
    await matches.come_back(running.key, people.bob)
    assert await head_of(running, people) == before


async def test_for_once_a_bot_moves_and_the_person_is_asked_again(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await begun(matches, people, Clock(LIMIT), "once")
    number = (await head_of(running, people)).id
    now = later(11)
    await end_wait(engine, matches.rules, number, now)
    head = await head_of(running, people)
    assert head.times is not None
    assert head.times.dues == (now + timedelta(seconds=LIMIT),) * 2
    assert await away(running, people) == [False, False]


@pytest.mark.parametrize(
    ("game", "absence", "kept"),
    [
        ("coins", None, "once"),
        ("coins", "until_return", "until_return"),
        ("france", None, "default"),
        ("france", "once", "once"),
        ("coins", "default", None),
        ("coins", "never", None),
    ],
)
async def test_what_is_chosen_is_kept_and_nonsense_refused(
    engine: AsyncEngine,
    matches: Matches,
    people: People,
    game: str,
    absence: str | None,
    kept: str | None,
) -> None:
    house = matches if game == "coins" else Matches(engine, RULES)
    seats = house.rules[game].meta.seats[0]
    if kept is None:
        with pytest.raises(BadChoiceError):
            await house.create(people.alice, game, "", seats, {}, True, absence=absence)
        return
    key = await house.create(people.alice, game, "", seats, {}, True, absence=absence)
    assert (await house.look(key, people.alice)).head.absence == kept


async def test_only_clocks_of_the_house(matches: Matches, people: People) -> None:
    for bank, gain in BANKS:
        key = await matches.create(
            people.alice, "coins", "", 2, {}, True, clock=Clock(bank=bank, gain=gain)
        )
        assert (await matches.look(key, people.alice)).head.clock == Clock(None, bank, gain)
    for clock in (Clock(bank=1, gain=10), Clock(bank=300, gain=0), Clock(600, 300, 10)):
        with pytest.raises(BadChoiceError):
            await matches.create(people.alice, "coins", "", 2, {}, True, clock=clock)


async def test_the_alarm_of_a_live_clock_follows_whose_bank_ends_first(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await begun(matches, people, Clock(bank=300, gain=10))
    await run(engine, "UPDATE match SET dues = array[due, due - interval '3 minutes']")
    await running.pick(people.alice, "heads")
    head = await head_of(running, people)
    assert head.times is not None
    assert head.due == head.times.dues[1]
    assert await alarms(engine) == [head.due]


async def test_whose_bank_is_empty_is_answered_for_and_goes_on_with_the_gain(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await begun(matches, people, Clock(bank=300, gain=10))
    before = await head_of(running, people)
    assert before.due is not None
    earlier = before.due - timedelta(minutes=1)
    await run(engine, "UPDATE match SET due = :at, dues = array[:at, dues[2]]", at=earlier)
    await end_wait(engine, matches.rules, before.id, earlier)
    head = await head_of(running, people)
    assert forced((await running.page(people.alice)).log) == [(0, "clock")]
    assert head.times is not None
    assert head.times.dues == (None, before.due)
    assert head.times.banks[0] == 10_000
