"""A match that follows one that has ended."""

import asyncio

import pytest

from app.matches.company import Company
from app.matches.errors import NoSuchMatchError, NotOpenError, NotSeatedError
from app.matches.heads import OpenMatch
from app.matches.limits import DAY
from app.matches.service import Matches
from tests.matches.conftest import People, Running, begin


@pytest.fixture
def company(matches: Matches) -> Company:
    return Company(matches)


async def over(company: Company, running: Running, people: People) -> str:
    await company.concede(running.key, people.bob)
    return running.key


async def test_who_asks_sits_in_a_new_match_and_the_others_are_invited(
    company: Company, running: Running, people: People
) -> None:
    key = await over(company, running, people)
    again = await company.rematch(key, people.alice)
    page = await running.matches.look(again, people.alice)
    assert isinstance(page, OpenMatch)
    assert (page.head.game, page.head.title, page.head.options, page.head.public) == (
        "coins", "Toss", {"rounds": "3"}, False,
    )  # fmt: skip
    assert page.head.host == people.alice.id
    assert page.invited == ("Bob",)
    assert [head.key for head in await company.invited(people.bob)] == [again]
    assert await company.invited(people.charlie) == ()


async def test_a_second_who_asks_sits_down_in_the_same_match(
    company: Company, running: Running, people: People
) -> None:
    key = await over(company, running, people)
    first = await company.rematch(key, people.bob)
    assert await company.rematch(key, people.alice) == first
    assert await company.rematch(key, people.alice) == first
    page = await running.matches.look(first, people.alice)
    assert [info and info.person for info in page.head.seats] == [people.alice.id, people.bob.id]
    assert await company.invited(people.alice) == ()
    await running.matches.start(first, people.bob)
    assert await company.rematch(key, people.alice) == first


async def test_two_who_ask_at_once_get_one_match(
    company: Company, running: Running, people: People
) -> None:
    key = await over(company, running, people)
    keys = await asyncio.gather(
        company.rematch(key, people.alice), company.rematch(key, people.bob)
    )
    assert len(set(keys)) == 1
    page = await running.matches.look(keys[0], people.alice)
    assert page.head.free == 0


async def test_bots_and_clock_come_along_and_who_left_does_not(
    company: Company, matches: Matches, people: People
) -> None:
    key = await matches.create(people.alice, "coins", "", 3, {}, True, 1, DAY)
    await matches.join(key, people.bob)
    await matches.start(key, people.alice)
    bot = (await matches.look(key, people.alice)).head.seats[2]
    await company.leave(key, people.bob)
    await company.concede(key, people.alice)
    again = await company.rematch(key, people.alice)
    page = await matches.look(again, people.alice)
    assert isinstance(page, OpenMatch)
    assert page.head.limit == DAY
    assert page.head.seats[1] is None
    assert page.head.seats[2] == bot
    assert page.invited == ()


async def test_only_who_played_asks_and_only_after_the_end(
    company: Company, matches: Matches, people: People
) -> None:
    running = await begin(matches, people, public=True)
    with pytest.raises(NotOpenError):
        await company.rematch(running.key, people.alice)
    await over(company, running, people)
    with pytest.raises(NotSeatedError):
        await company.rematch(running.key, people.charlie)
    private = await begin(matches, people)
    await over(company, private, people)
    with pytest.raises(NoSuchMatchError):
        await company.rematch(private.key, people.charlie)
