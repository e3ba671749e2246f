"""Undo, redo, and what brings an earlier state back by consent or by an admin's deed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import autocommitting
from app.matches.errors import (
    BeyondUndoError,
    MatchOverError,
    NoSuchMatchError,
    NothingToRedoError,
    NotOpenError,
    NotSeatedError,
    StaleError,
)
from app.matches.heads import MatchPage
from app.matches.herald import Herald
from app.matches.play import Answer, find_position
from app.matches.replay import Replays
from app.matches.service import Matches
from app.matches.states import CHECKPOINT_EVERY, state_at
from app.matches.undo import ADMIN, CONSENT, restore
from app.matches.verify import examine
from app.rules.service import rules
from tests.matches.conftest import People, Running, begin
from tests.matches.test_replay import advance, look, table

MOVES = 60


@pytest.fixture
async def house(engine: AsyncEngine) -> AsyncIterator[Matches]:
    """All games of the house."""
    matches = Matches(engine, rules())
    yield matches
    await matches.settle()


async def back(running: Running, person: Person, steps: int = 1) -> Answer:
    """Take back so many steps."""
    page = await running.page(person)
    assert page.undo is not None
    to, version = page.undo.back[steps - 1], page.head.version
    return await running.matches.undo(running.key, person, to, version, uuid4())


async def again(running: Running, person: Person) -> Answer:
    """Do all again."""
    page = await running.page(person)
    assert page.undo is not None
    to, version = page.undo.on[-1], page.head.version
    return await running.matches.redo(running.key, person, to, version, uuid4())


async def snapshot(engine: AsyncEngine, key: str) -> bytes:
    """The state as it is stored."""
    async with engine.connect() as connection:
        found = await connection.scalar(
            text("SELECT snapshot FROM match WHERE key = :key"), {"key": key}
        )
    assert isinstance(found, bytes)
    return found


async def test_an_answer_is_taken_back_and_given_again(
    running: Running, people: People, engine: AsyncEngine
) -> None:
    before = await snapshot(engine, running.key)
    picked = await running.pick(people.alice, "heads")
    after = await snapshot(engine, running.key)
    undone = await back(running, people.alice)
    assert undone == Answer(picked.number + 1, ())
    assert await snapshot(engine, running.key) == before
    assert (await running.page(people.bob)).head.waiting == (0, 1)
    assert (await again(running, people.alice)).number == picked.number + 2
    assert await snapshot(engine, running.key) == after
    assert (await examine(engine, running.matches.rules, running.key)).problem is None


async def test_what_was_taken_back_can_be_done_otherwise(
    running: Running, people: People, engine: AsyncEngine
) -> None:
    await running.pick(people.alice, "heads")
    await back(running, people.alice)
    await running.pick(people.alice, "tails")
    page = await running.page(people.alice)
    assert page.view.state.picks[0] == "tails"
    assert page.undo is not None
    assert page.undo.on == ()
    assert [(one.number, one.undone) for one in page.log[-3:]] == [
        (page.head.version - 2, True),
        (page.head.version - 1, False),
        (page.head.version, False),
    ]
    await running.pick(people.bob, "tails")
    assert (await examine(engine, running.matches.rules, running.key)).problem is None


async def test_a_throw_ends_what_can_be_taken_back(running: Running, people: People) -> None:
    await running.pick(people.alice, "heads")
    await running.pick(people.bob, "heads")
    for person in (people.alice, people.bob):
        page = await running.page(person)
        assert page.undo is not None
        assert page.undo.back == page.undo.by_consent == ()
        with pytest.raises(BeyondUndoError):
            await running.matches.undo(
                running.key, person, page.head.version - 1, page.head.version, uuid4()
            )


async def test_nobody_takes_back_anothers_answer(running: Running, people: People) -> None:
    before = (await running.page(people.alice)).head.version
    version = (await running.pick(people.alice, "heads")).number
    page = await running.page(people.bob)
    assert page.undo is not None
    assert page.undo.back == ()
    with pytest.raises(BeyondUndoError):
        await running.matches.undo(running.key, people.bob, before, version, uuid4())
    with pytest.raises(NotSeatedError):
        await begin_public_and_undo(running.matches, people)
    with pytest.raises(NoSuchMatchError):
        await running.matches.undo(running.key, people.charlie, before, version, uuid4())


async def begin_public_and_undo(matches: Matches, people: People) -> None:
    """Charlie, a stranger, tries it in a public match."""
    public = await begin(matches, people, public=True)
    version = (await public.pick(people.alice, "heads")).number
    await matches.undo(public.key, people.charlie, version - 1, version, uuid4())


@pytest.mark.parametrize("to", [-1, 0, 10**6, 2**63, -(2**100)])
async def test_a_number_that_is_no_goal_is_refused(
    running: Running, people: People, to: int
) -> None:
    version = (await running.pick(people.alice, "heads")).number
    with pytest.raises(BeyondUndoError):
        await running.matches.undo(running.key, people.alice, to, version, uuid4())
    with pytest.raises(NothingToRedoError):
        await running.matches.redo(running.key, people.alice, to, version, uuid4())


async def test_the_same_request_is_answered_once(running: Running, people: People) -> None:
    version, request = (await running.pick(people.alice, "heads")).number, uuid4()
    answers = [
        await running.matches.undo(running.key, people.alice, version - 1, version, request)
        for _ in range(3)
    ]
    assert set(answers) == {Answer(version + 1, ())}
    await running.pick(people.alice, "tails")
    assert (
        await running.matches.undo(running.key, people.alice, version - 1, version, request)
        == answers[0]
    )


async def test_an_undo_from_an_old_page_is_stale(running: Running, people: People) -> None:
    first = (await running.pick(people.alice, "heads")).number
    await back(running, people.alice)
    last = (await running.pick(people.alice, "tails")).number
    with pytest.raises(StaleError) as stale:
        await running.matches.undo(running.key, people.alice, first - 1, first, uuid4())
    assert stale.value.version == last


async def test_an_undo_makes_everybodys_page_stale(running: Running, people: People) -> None:
    version = (await running.page(people.bob)).head.version
    await running.pick(people.alice, "heads")
    await back(running, people.alice)
    with pytest.raises(StaleError):
        await running.pick(people.bob, "heads", version=version)


async def test_a_finished_match_is_left_as_it_is(
    matches: Matches, people: People, herald: Herald
) -> None:
    running = await begin(matches, people, rounds="1")
    await running.pick(people.alice, "heads")
    version = (await running.pick(people.bob, "heads")).number
    assert (await running.page(people.bob)).undo is None
    with pytest.raises(MatchOverError):
        await matches.undo(running.key, people.bob, version - 1, version, uuid4())
    with pytest.raises(MatchOverError):
        await _restore(running, people.alice, herald, None, version - 1, ADMIN)


async def test_a_match_that_has_not_begun_has_nothing_to_take_back(
    matches: Matches, people: People
) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {}, False)
    with pytest.raises(NotOpenError):
        await matches.undo(key, people.alice, 0, 0, uuid4())


async def _restore(
    running: Running, person: Person, herald: Herald, seat: int | None, number: int, forced: str
) -> int:
    async with autocommitting(running.matches.engine) as driver:
        position = await find_position(driver, running.key, person)
        service = running.matches.rules[position.game]
        return await restore(driver, herald, service, position, seat, number, forced, "why")


async def test_with_consent_others_answers_are_taken_back_too(
    matches: Matches, people: People, herald: Herald, engine: AsyncEngine
) -> None:
    running = await begin_three(matches, people)
    before = await snapshot(engine, running.key)
    opening = (await running.page(people.alice)).head.version
    await running.pick(people.alice, "heads")
    await running.pick(people.bob, "tails")
    page = await running.page(people.alice)
    assert page.undo is not None
    assert (page.undo.back, page.undo.by_consent[-1]) == ((), opening)
    await _restore(running, people.alice, herald, 0, opening, CONSENT)
    assert await snapshot(engine, running.key) == before
    entry = (await running.page(people.bob)).log[-1]
    assert (entry.seat, entry.steps, entry.forced, entry.reason) == (0, -2, CONSENT, "why")
    with pytest.raises(BeyondUndoError):
        await _restore(running, people.alice, herald, 0, opening - 1, CONSENT)


async def begin_three(matches: Matches, people: People) -> Running:
    """Coins for three, Charlie too."""
    key = await matches.create(people.alice, "coins", "", 3, {"rounds": "99"}, True)
    await matches.join(key, people.bob)
    await matches.join(key, people.charlie)
    await matches.start(key, people.alice)
    return Running(matches, key)


async def test_an_admin_goes_back_across_throws_which_stay_spent(
    matches: Matches, people: People, herald: Herald, engine: AsyncEngine
) -> None:
    running = await begin(matches, people, rounds="99")
    opening = (await running.page(people.alice)).head.version
    for _ in range(3):
        await running.pick(people.alice, "heads")
        await running.pick(people.bob, "tails")
    thrown = (await running.page(people.alice)).view.state.throws
    await _restore(running, people.alice, herald, None, opening, ADMIN)
    page = await running.page(people.alice)
    assert page.view.state.points == (0, 0)
    assert page.view.state.throws == thrown
    assert (page.log[-1].seat, page.log[-1].reason) == (None, "why")
    await running.pick(people.alice, "heads")
    await back(running, people.alice)
    await running.pick(people.alice, "tails")
    await running.pick(people.bob, "tails")
    verdict = await examine(engine, matches.rules, running.key)
    assert (verdict.problem, verdict.throws) == (None, thrown + 1)
    with pytest.raises(NoSuchMatchError):
        await _restore(running, people.alice, herald, None, 10**6, ADMIN)


@pytest.mark.parametrize("game", ["kasl", "kingsburg", "france"])
async def test_every_moment_of_a_match_with_undos_is_what_the_page_showed(
    house: Matches, engine: AsyncEngine, people: People, game: str
) -> None:
    """Random players who change their minds; replay, proof and the stored checkpoints agree."""
    key, random = await table(house, people, game), Random(game)
    shown: dict[int, object] = {}
    for _ in range(MOVES):
        pages = [await look(house, key, who) for who in (people.alice, people.bob)]
        shown[pages[0].head.version] = [_shown(page) for page in pages]
        if random.random() < 0.5 and await _wander(house, key, people, pages, random):
            continue
        await advance(house, people, key, random)
    assert (await examine(engine, rules(), key)).problem is None
    replays = Replays(engine, rules())
    for number, pages_then in shown.items():
        moments = [await replays.moment(key, who, number) for who in (people.alice, people.bob)]
        assert [_shown(moment.page) for moment in moments] == pages_then


def _shown(page: MatchPage) -> object:
    log = [(one.number, one.events, one.restores, one.steps, one.undone) for one in page.log]
    return page.view, page.head.waiting, log


async def _wander(
    house: Matches, key: str, people: People, pages: list[MatchPage], random: Random
) -> bool:
    """Somebody goes back or on, if anybody may."""
    for person, page in zip((people.alice, people.bob), pages, strict=True):
        assert page.undo is not None
        goals = [(house.undo, to) for to in page.undo.back]
        goals += [(house.redo, to) for to in page.undo.on]
        if goals:
            way, to = random.choice(goals)
            await way(key, person, to, page.head.version, uuid4())
            return True
    return False


async def test_a_state_costs_the_same_in_a_long_match(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    """Whatever the number, fewer than 32 actions are read."""
    running = await begin(matches, people, rounds="99")
    states: dict[int, bytes] = {}
    for _ in range(2 * CHECKPOINT_EVERY):
        await running.pick(people.alice, "heads")
        answer = await running.pick(people.bob, "tails")
        states[answer.number] = await snapshot(engine, running.key)
    service = matches.rules["coins"]
    blank = service.game.blank(2, {"rounds": "99"})
    async with autocommitting(engine) as driver:
        position = await find_position(driver, running.key, people.alice)
        for number, known in states.items():
            await driver.execute("BEGIN")
            too_old = number - number % CHECKPOINT_EVERY
            if too_old > min(states):
                await driver.execute("DELETE FROM action WHERE number <= %s", (too_old,))
                state = await state_at(driver, service, position.id, number, blank)
                assert service.encode_state(state) == known
            await driver.execute("ROLLBACK")


async def test_an_undo_writes_its_checkpoint(
    running: Running, people: People, engine: AsyncEngine
) -> None:
    await running.pick(people.alice, "heads")
    number = (await back(running, people.alice)).number
    async with engine.connect() as connection:
        kept = (await connection.execute(text("SELECT number, snapshot FROM checkpoint"))).all()
    assert [tuple(row) for row in kept] == [(number, await snapshot(engine, running.key))]


async def test_a_forged_checkpoint_is_found(
    running: Running, people: People, engine: AsyncEngine
) -> None:
    await running.pick(people.alice, "heads")
    await back(running, people.alice)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE checkpoint SET snapshot = 'x'"))
    problem = (await examine(engine, running.matches.rules, running.key)).problem
    assert problem is not None
    assert "checkpoint" in problem


async def test_of_twenty_undos_at_once_one_is_made(running: Running, people: People) -> None:
    version, request = (await running.pick(people.alice, "heads")).number, uuid4()
    answers = await asyncio.gather(
        *(
            running.matches.undo(running.key, people.alice, version - 1, version, request)
            for _ in range(20)
        )
    )
    assert set(answers) == {Answer(version + 1, ())}
    assert (await running.page(people.alice)).head.version == version + 1
