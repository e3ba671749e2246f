"""Changing something at the table of a running match, besides the play: one at a time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.accounts.people import Person
from app.db.direct import Driver, driver_of
from app.matches.errors import NOT_BEGUN, MatchOverError, NotOpenError
from app.matches.herald import Herald
from app.matches.play import check_seated, find_position
from app.matches.record import Position
from app.matches.seats import lock
from app.matches.stir import stir
from app.rules.service import GameService, RulesService


class Place(NamedTuple):
    """Where tables are kept, by which rules they play, and who tells of changes."""

    engine: AsyncEngine
    herald: Herald
    rules: RulesService


@dataclass
class Sitting:
    """A running match whose row is locked, and the seat of the person who changes something."""

    connection: AsyncConnection
    driver: Driver
    service: GameService
    position: Position
    seat: int
    host: bool
    number: int | None = None
    """The match's new version, where the change is an action too: others are told of it."""


@asynccontextmanager
async def sitting(place: Place, key: str, person: Person) -> AsyncIterator[Sitting]:
    """A transaction on a running match in which the person sits; others are told after it.

    Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError.
    """
    async with place.engine.begin() as connection:
        table = await lock(connection, key, person)
        driver = await driver_of(connection)
        position = await find_position(driver, key, person)
        check_running(position)
        here = Sitting(
            connection,
            driver,
            place.rules[position.game],
            position,
            seat=check_seated(position),
            host=table.host == person.id,
        )
        yield here
        stirred = await stir(driver, table.id)
    place.herald.tell_stir(table.id, stirred)
    if here.number is not None:
        place.herald.tell(table.id, here.number)


def check_running(position: Position) -> None:
    """Raises NotOpenError, MatchOverError."""
    if position.state == "open":
        raise NotOpenError(NOT_BEGUN)
    if position.state == "finished":
        raise MatchOverError
