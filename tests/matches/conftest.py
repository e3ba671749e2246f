"""Alice hosts, Bob opposes, Charlie is a stranger."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person, arrive_as_guest
from app.matches.heads import MatchPage
from app.matches.herald import Herald
from app.matches.play import Answer
from app.matches.service import Matches
from app.rules.service import RulesService
from tests.matches.coins import CoinsGame


@dataclass
class People:
    """Three persons."""

    alice: Person
    bob: Person
    charlie: Person


@pytest.fixture
async def people(engine: AsyncEngine) -> People:
    async with engine.begin() as connection:
        names = ("Alice", "Bob", "Charlie")
        return People(*[await arrive_as_guest(connection, name) for name in names])


@pytest.fixture
def coins() -> RulesService:
    return RulesService([CoinsGame()])


@pytest.fixture
async def matches(engine: AsyncEngine, coins: RulesService) -> AsyncIterator[Matches]:
    matches = Matches(engine, coins)
    yield matches
    await matches.settle()


@pytest.fixture
async def herald(engine: AsyncEngine) -> AsyncIterator[Herald]:
    herald = Herald(engine)
    yield herald
    await herald.settle()


@dataclass
class Running:
    """A private match of coins that Alice (seat 0) and Bob (seat 1) play."""

    matches: Matches
    key: str

    async def page(self, person: Person | None) -> MatchPage:
        page = await self.matches.look(self.key, person)
        assert isinstance(page, MatchPage)
        return page

    async def pick(
        self, person: Person, side: str, version: int | None = None, request: UUID | None = None
    ) -> Answer:
        if version is None:
            version = (await self.matches.glance(self.key, person)).version
        action: dict[str, Any] = {"type": "Pick", "side": side}
        return await self.matches.play(self.key, person, action, version, request or uuid4())


@pytest.fixture
async def running(matches: Matches, people: People) -> Running:
    return await begin(matches, people)


async def begin(
    matches: Matches, people: People, public: bool = False, rounds: str = "3"
) -> Running:
    """Create, join, start."""
    options = {"rounds": rounds}
    key = await matches.create(people.alice, "coins", "Toss", 2, options, public)
    invite = (await matches.look(key, people.alice)).head.invite
    await matches.join_by_invite(invite, people.bob)
    await matches.start(key, people.alice)
    return Running(matches, key)
