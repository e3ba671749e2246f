"""Invitations by name."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person, sign_up
from app.matches.company import Company
from app.matches.errors import (
    BadChoiceError,
    NoSuchMatchError,
    NotOpenError,
    NotSeatedError,
)
from app.matches.heads import OpenMatch
from app.matches.service import Matches
from tests.matches.conftest import People


@pytest.fixture
def company(matches: Matches) -> Company:
    return Company(matches)


@pytest.fixture
async def dora(engine: AsyncEngine) -> Person:
    """Dora, who has an account."""
    async with engine.begin() as connection:
        return await sign_up(connection, "Dora", "gravel lantern oboe")


@pytest.fixture
async def key(matches: Matches, people: People) -> str:
    """A private match of two chairs that Alice hosts."""
    return await matches.create(people.alice, "coins", "", 2, {}, False)


async def invited(matches: Matches, key: str, person: Person) -> tuple[str, ...]:
    page = await matches.look(key, person)
    assert isinstance(page, OpenMatch)
    return page.invited


async def test_who_is_invited_finds_the_match_and_sits_down(
    company: Company, matches: Matches, people: People, dora: Person, key: str
) -> None:
    with pytest.raises(NoSuchMatchError):
        await matches.look(key, dora)
    await company.invite(key, people.alice, "  dORA ")
    await company.invite(key, people.alice, "Dora")
    assert await invited(matches, key, people.alice) == ("Dora",)
    assert await invited(matches, key, dora) == ()
    assert [head.key for head in await company.invited(dora)] == [key]
    assert (await matches.look(key, dora)).head.invite == ""
    await matches.join(key, dora)
    assert await company.invited(dora) == ()
    assert await invited(matches, key, people.alice) == ()


async def test_who_declines_sees_the_match_no_more(
    company: Company, matches: Matches, people: People, dora: Person, key: str
) -> None:
    await company.invite(key, people.alice, "Dora")
    for _ in range(2):
        await company.decline(key, dora)
    assert await company.invited(dora) == ()
    assert await invited(matches, key, people.alice) == ()
    with pytest.raises(NoSuchMatchError):
        await matches.join(key, dora)


async def test_a_full_or_begun_match_invites_nobody(
    company: Company, matches: Matches, people: People, dora: Person, key: str
) -> None:
    await company.invite(key, people.alice, "Dora")
    await matches.add_bot(key, people.alice)
    assert await company.invited(dora) == ()
    await matches.start(key, people.alice)
    with pytest.raises(NotOpenError):
        await company.invite(key, people.alice, "Dora")


@pytest.mark.parametrize("name", ["Nobody", "Bob", "", "\0", "x" * 5000, "Alice"])
async def test_only_accounts_are_invited(
    company: Company, people: People, key: str, name: str
) -> None:
    with pytest.raises(BadChoiceError):
        await company.invite(key, people.alice, name)


async def test_only_who_sits_there_invites(
    company: Company, matches: Matches, people: People, dora: Person, key: str
) -> None:
    with pytest.raises(NoSuchMatchError):
        await company.invite(key, people.bob, "Dora")
    public = await matches.create(people.alice, "coins", "", 2, {}, True)
    with pytest.raises(NotSeatedError):
        await company.invite(public, people.bob, "Dora")
    await matches.join(public, dora)
    with pytest.raises(BadChoiceError):
        await company.invite(public, people.alice, "Dora")
