"""The referee: what is answered is durable, a request is answered once, secrets stay secret."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from app.matches.errors import (
    BadChoiceError,
    MatchOverError,
    NoSuchMatchError,
    NotOpenError,
    NotSeatedError,
    RefusedError,
    StaleError,
)
from app.matches.play import Answer
from app.matches.service import Matches
from tests.matches.coins import CoinFell, Picked
from tests.matches.conftest import People, Running, begin


async def test_a_move_is_answered_and_stays(running: Running, people: People) -> None:
    before = await running.page(people.alice)
    answer = await running.pick(people.alice, "heads")
    after = await running.page(people.alice)
    assert answer == Answer(before.head.version + 1, (Picked(0, "heads"),))
    assert after.head.version == answer.number
    assert after.head.waiting == (1,)
    assert after.log[-1].events == answer.events


async def test_a_stranger_is_told_that_there_is_no_such_match(
    running: Running, people: People
) -> None:
    with pytest.raises(NoSuchMatchError) as private:
        await running.pick(people.charlie, "heads", version=1)
    with pytest.raises(NoSuchMatchError) as wrong_key:
        await Running(running.matches, "abcdefgh").pick(people.charlie, "heads", version=1)
    assert str(private.value) == str(wrong_key.value)


async def test_playing_a_public_match_needs_a_seat(matches: Matches, people: People) -> None:
    running = await begin(matches, people, public=True)
    with pytest.raises(NotSeatedError):
        await running.pick(people.charlie, "heads")


async def test_a_match_that_has_not_begun_takes_no_move(matches: Matches, people: People) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {}, False)
    with pytest.raises(NotOpenError):
        await Running(matches, key).pick(people.alice, "heads")


async def test_a_rivals_hidden_answer_does_not_make_mine_stale(
    running: Running, people: People
) -> None:
    version = (await running.page(people.bob)).head.version
    await running.pick(people.alice, "heads")
    answer = await running.pick(people.bob, "tails", version=version)
    assert [type(event) for event in answer.events] == [Picked, CoinFell]


async def test_a_page_older_than_what_happened_is_stale(running: Running, people: People) -> None:
    version = (await running.page(people.alice)).head.version
    await running.pick(people.alice, "heads")
    number = (await running.pick(people.bob, "heads")).number
    with pytest.raises(StaleError) as stale:
        await running.pick(people.bob, "heads", version=version)
    assert stale.value.version == number


@pytest.mark.parametrize("version", [-1, 0, 10**6, 2**63, 2**100, -(2**100)])
async def test_a_version_that_never_was_is_stale(
    running: Running, people: People, version: int
) -> None:
    with pytest.raises(StaleError):
        await running.pick(people.alice, "heads", version=version)


async def test_a_refused_move_changes_nothing(running: Running, people: People) -> None:
    before = await running.page(people.alice)
    with pytest.raises(RefusedError) as refused:
        await running.pick(people.alice, "edge")
    assert refused.value.refusal.rule == "C1"
    assert await running.page(people.alice) == before


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "Pick"},
        {"type": "Pick", "side": "heads\0"},
        {"type": "Pick", "side": ["heads"]},
        {"type": "Pick", "side": "heads", "more": 1},
        {"type": "Steal"},
        {"type": None},
        {"side": 10**400},
        {"type": "Pick", "side": "\ud800"},
    ],
)
async def test_data_that_is_no_action_is_no_choice(
    running: Running, people: People, data: dict[str, Any]
) -> None:
    version = (await running.page(people.alice)).head.version
    with pytest.raises(BadChoiceError):
        await running.matches.play(running.key, people.alice, data, version, uuid4())


async def test_the_same_request_gets_the_first_answer_again(
    running: Running, people: People
) -> None:
    request = uuid4()
    version = (await running.page(people.alice)).head.version
    first = await running.pick(people.alice, "heads", version, request)
    assert await running.pick(people.alice, "heads", version, request) == first
    await running.pick(people.bob, "heads")
    assert await running.pick(people.alice, "heads", version, request) == first
    assert await running.pick(people.alice, "tails", None, request) == first


async def test_the_same_request_is_answered_after_the_match_is_over(
    matches: Matches, people: People
) -> None:
    running = await begin(matches, people, rounds="1")
    await running.pick(people.alice, "heads")
    request = uuid4()
    last = await running.pick(people.bob, "heads", None, request)
    assert await running.pick(people.bob, "heads", None, request) == last
    with pytest.raises(MatchOverError):
        await running.pick(people.bob, "heads")


async def test_a_request_key_belongs_to_a_seat_of_a_match(
    matches: Matches, running: Running, people: People
) -> None:
    other, request = await begin(matches, people), uuid4()
    await running.pick(people.alice, "heads", None, request)
    await other.pick(people.alice, "heads", None, request)
    answer = await running.pick(people.bob, "tails", None, request)
    assert Picked(1, "tails") in answer.events


async def test_of_twenty_identical_moves_one_is_applied(running: Running, people: People) -> None:
    version, request = (await running.page(people.alice)).head.version, uuid4()
    answers = await asyncio.gather(
        *(running.pick(people.alice, "heads", version, request) for _ in range(20))
    )
    assert set(answers) == {Answer(version + 1, (Picked(0, "heads"),))}
    assert (await running.page(people.alice)).head.version == version + 1


async def test_of_twenty_different_requests_for_one_move_one_is_applied(
    running: Running, people: People
) -> None:
    version = (await running.page(people.alice)).head.version
    outcomes = await asyncio.gather(
        *(running.pick(people.alice, "heads", version) for _ in range(20)), return_exceptions=True
    )
    assert (
        sorted(type(outcome).__name__ for outcome in outcomes) == ["Answer"] + ["StaleError"] * 19
    )
    assert (await running.page(people.alice)).head.version == version + 1


async def test_two_who_answer_at_once_are_both_heard(running: Running, people: People) -> None:
    for _ in range(3):
        version = (await running.page(people.alice)).head.version
        await asyncio.gather(
            running.pick(people.alice, "heads", version), running.pick(people.bob, "tails", version)
        )
    assert (await running.page(people.alice)).head.state == "finished"
