"""Ada runs the house, Bob is a guest, Berthe has an account."""

from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.web.house import House
from tests.web.people import Visitor

SECRET = "a long secret"


async def with_account(visitor: Visitor) -> Visitor:
    """The visitor, signed up."""
    await visitor.go("/sign-up", {"name": visitor.name, "password": SECRET})
    await visitor.see("/matches")
    return visitor


async def number_of(house: House, name: str) -> int:
    """A person's number."""
    async with house.engine.connect() as connection:
        found = await connection.execute(text("SELECT id FROM person WHERE name = :n"), {"n": name})
        return int(found.scalar_one())


async def make_admin(house: House, visitor: Visitor) -> Visitor:
    """The visitor, who runs the house from now on."""
    async with house.engine.begin() as connection:
        promote = text("UPDATE person SET admin = true WHERE name = :n")
        await connection.execute(promote, {"n": visitor.name})
    house.sessions.forget(None)
    return visitor


async def audit(house: House) -> list[str]:
    """The kinds of all deeds, oldest first."""
    async with house.engine.connect() as connection:
        rows = await connection.execute(text("SELECT kind FROM deed ORDER BY id"))
        return list(rows.scalars())


@pytest.fixture
async def ada(app: FastAPI, house: House) -> AsyncIterator[Visitor]:
    """Ada, the admin."""
    async with Visitor(app, "Ada") as visitor:
        yield await make_admin(house, await with_account(visitor))


@pytest.fixture
async def berthe(app: FastAPI) -> AsyncIterator[Visitor]:
    """Berthe, who has an account."""
    async with Visitor(app, "Berthe") as visitor:
        yield await with_account(visitor)
