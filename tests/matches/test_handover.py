"""Seats that change hands: by link, or where somebody has left."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from app.matches.company import Company
from app.matches.errors import (
    MatchOverError,
    NoSuchMatchError,
    NotHostError,
    NotOpenError,
    NotSeatedError,
)
from app.matches.heads import MatchPage
from app.matches.service import Matches
from app.matches.verify import examine
from tests.matches.conftest import People, Running, begin


@pytest.fixture
def company(matches: Matches) -> Company:
    return Company(matches)


async def offered(company: Company, running: Running, people: People) -> str:
    """The words of the link that gives away Bob's seat."""
    await company.offer(running.key, people.bob)
    return (await running.page(people.bob)).handovers[1]


def names(page: MatchPage) -> list[str | None]:
    return [info.name if info else None for info in page.head.seats]


async def test_who_opens_the_link_takes_the_seat_and_the_old_one_watches(
    company: Company, running: Running, people: People
) -> None:
    await running.pick(people.bob, "tails")
    words = await offered(company, running, people)
    before = await running.page(people.alice)
    seen = await company.find_offer(f"http://house/s/{words.lower()}")
    assert (seen.key, seen.seat, seen.name) == (running.key, 1, "Bob")
    assert await company.take(words, people.charlie) == running.key
    page = await running.page(people.charlie)
    assert (page.seat, names(page)) == (1, ["Alice", "Charlie"])
    assert page.view.state.picks[1] == "tails"
    assert page.head.version == before.head.version
    watching = await running.page(people.bob)
    assert (watching.seat, watching.view.state.picks[1]) == (None, "hidden")
    with pytest.raises(NotSeatedError):
        await running.pick(people.bob, "heads")
    await running.pick(people.alice, "heads")
    await running.pick(people.charlie, "heads")


async def test_throws_stay_as_they_were_sealed(
    company: Company, running: Running, people: People
) -> None:
    words = await offered(company, running, people)
    await company.take(words, people.charlie)
    for _ in range(3):
        await running.pick(people.alice, "heads")
        await running.pick(people.charlie, "tails")
    verdict = await examine(running.matches.engine, running.matches.rules, running.key)
    assert verdict.problem is None
    assert verdict.throws == 4


async def test_a_link_serves_once_also_when_two_open_it_at_once(
    company: Company, running: Running, people: People
) -> None:
    words = await offered(company, running, people)
    async with running.matches.engine.begin() as connection:
        number = await connection.scalar(
            text("INSERT INTO person (name) VALUES ('Dora') RETURNING id")
        )
    dora = type(people.charlie)(number, "Dora", guest=True)
    results = await asyncio.gather(
        company.take(words, people.charlie), company.take(words, dora), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["NoSuchMatchError", "str"]
    assert names(await running.page(people.alice)) in (["Alice", "Charlie"], ["Alice", "Dora"])


async def test_only_its_owner_knows_the_link(
    company: Company, matches: Matches, people: People
) -> None:
    running = await begin(matches, people, public=True)
    await offered(company, running, people)
    for person in (people.alice, people.charlie, None):
        assert (await running.page(person)).handovers == {}


async def test_a_link_that_is_taken_back_leads_nowhere(
    company: Company, running: Running, people: People
) -> None:
    words = await offered(company, running, people)
    assert await offered(company, running, people) == words
    await company.withdraw(running.key, people.bob)
    assert (await running.page(people.bob)).handovers == {}
    for token in (words, "OAK-TOWER-HERON-12", "", "\0", "x" * 10_000):
        with pytest.raises(NoSuchMatchError):
            await company.take(token, people.charlie)
        with pytest.raises(NoSuchMatchError):
            await company.find_offer(token)


async def test_nobody_sits_on_two_seats(company: Company, running: Running, people: People) -> None:
    words = await offered(company, running, people)
    for person in (people.alice, people.bob):
        with pytest.raises(NotOpenError):
            await company.take(words, person)
    assert (await company.find_offer(words)).seat == 1


async def test_only_the_host_gives_away_seats_and_only_free_ones(
    company: Company, matches: Matches, people: People
) -> None:
    running = await begin(matches, people, public=True)
    with pytest.raises(NotHostError):
        await company.offer(running.key, people.bob, 0)
    for seat in (1, 7):
        with pytest.raises(NotOpenError):
            await company.offer(running.key, people.alice, seat)
    with pytest.raises(NotSeatedError):
        await company.offer(running.key, people.charlie, 1)


async def test_the_host_finds_somebody_for_who_has_left(
    company: Company, running: Running, people: People
) -> None:
    await company.leave(running.key, people.bob)
    await company.offer(running.key, people.alice, 1)
    words = (await running.page(people.alice)).handovers[1]
    assert (await running.page(people.bob)).handovers == {}
    assert (await company.find_offer(words)).name == "Bob"
    await company.take(words, people.charlie)
    page = await running.page(people.charlie)
    charlie = page.head.seats[1]
    assert charlie is not None
    assert (page.seat, charlie.bot, charlie.left) == (1, None, False)


async def test_the_host_gives_away_the_seat_of_who_is_long_away(
    company: Company, running: Running, people: People
) -> None:
    await company.step_aside(running.key, people.bob)
    with pytest.raises(NotOpenError):
        await company.offer(running.key, people.alice, 1)
    async with running.matches.engine.begin() as connection:
        days = datetime.now(UTC) - timedelta(days=2)
        await connection.execute(
            text("UPDATE seat SET away = :at WHERE away IS NOT NULL"), {"at": days}
        )
    await company.offer(running.key, people.alice, 1)
    words = (await running.page(people.alice)).handovers[1]
    await company.take(words, people.charlie)
    assert (await running.page(people.bob)).seat is None


async def test_a_stranger_sits_down_where_somebody_left_a_public_match(
    company: Company, matches: Matches, people: People
) -> None:
    running = await begin(matches, people, public=True)
    with pytest.raises(NotOpenError):
        await company.sit_down(running.key, people.charlie, 1)
    await company.leave(running.key, people.bob)
    await company.sit_down(running.key, people.charlie, 1)
    assert names(await running.page(people.bob)) == ["Alice", "Charlie"]
    with pytest.raises(NotOpenError):
        await company.sit_down(running.key, people.bob, 1)


async def test_a_new_host_where_the_host_hands_over(
    company: Company, running: Running, people: People
) -> None:
    await company.offer(running.key, people.alice)
    words = (await running.page(people.alice)).handovers[0]
    await company.take(words, people.charlie)
    assert (await running.page(people.bob)).head.host == people.charlie.id


async def test_who_comes_has_agreed_to_nothing(
    company: Company, running: Running, people: People
) -> None:
    await company.propose(running.key, people.bob, "end")
    await company.propose(running.key, people.alice, "pause")
    words = await offered(company, running, people)
    await company.take(words, people.charlie)
    [left] = (await running.page(people.alice)).proposals
    assert (left.kind, left.agreed) == ("pause", (0,))


async def test_after_the_end_no_seat_changes_hands(
    company: Company, running: Running, people: People
) -> None:
    words = await offered(company, running, people)
    await company.concede(running.key, people.bob)
    with pytest.raises(NoSuchMatchError):
        await company.take(words, people.charlie)
    with pytest.raises(MatchOverError):
        await company.offer(running.key, people.alice)
