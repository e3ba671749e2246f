"""Visitors and a match for the tests of pages."""

from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI

from app.web.house import House
from tests.web.people import Game, Visitor, begin


@pytest.fixture
async def alice(app: FastAPI) -> AsyncIterator[Visitor]:
    """Alice, a guest."""
    async with Visitor(app, "Alice") as visitor:
        yield await visitor.arrive()


@pytest.fixture
async def bob(app: FastAPI) -> AsyncIterator[Visitor]:
    """Bob, a guest."""
    async with Visitor(app, "Bob") as visitor:
        yield await visitor.arrive()


@pytest.fixture
async def charlie(app: FastAPI) -> AsyncIterator[Visitor]:
    """Charlie, a guest who has no seat."""
    async with Visitor(app, "Charlie") as visitor:
        yield await visitor.arrive()


@pytest.fixture
async def nobody(app: FastAPI) -> AsyncIterator[Visitor]:
    """Somebody whom the house does not know."""
    async with Visitor(app, "Nobody") as visitor:
        yield visitor


@pytest.fixture
def house(app: FastAPI) -> House:
    """The services behind the pages."""
    found: House = app.state.house
    return found


@pytest.fixture
async def game(house: House, alice: Visitor, bob: Visitor) -> Game:
    """A private match of Alice and Bob that has begun."""
    return await begin(house, alice, bob)
