"""Verifying every match of the house, one after the other: before an upgrade, after a restore."""

from collections.abc import AsyncIterator

from msgspec import Struct
from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import BigInteger

from app.db.direct import Direct, Driver, autocommitting
from app.matches.errors import NoSuchMatchError
from app.matches.tables import match as matches
from app.matches.verify import Verdict, examine
from app.rules.service import RulesService

AT_ONCE = 100
"""Keys that are read at a time."""


class Examined(Struct, frozen=True):
    """One match that was verified, and how many there are in all."""

    key: str
    verdict: Verdict
    number: int
    total: int


async def examine_all(engine: AsyncEngine, rules: RulesService) -> AsyncIterator[Examined]:
    """Every match that has begun, oldest first; memory does not grow with their number."""
    async with autocommitting(engine) as driver:
        [(total,)] = await _COUNT.rows(driver, {})
    number, after = 0, 0
    while keys := await _keys_after(engine, after):
        for after, key in keys:  # noqa: B007  where to go on
            number += 1
            verdict = await _verdict(engine, rules, key)
            if verdict is not None:
                yield Examined(key, verdict, number, max(number, total))


async def _keys_after(engine: AsyncEngine, after: int) -> list[tuple[int, str]]:
    async with autocommitting(engine) as driver:
        return await _rows(driver, after)


async def _rows(driver: Driver, after: int) -> list[tuple[int, str]]:
    return [(number, key) for number, key in await _KEYS.rows(driver, {"after": after})]


async def _verdict(engine: AsyncEngine, rules: RulesService, key: str) -> Verdict | None:
    """What was found; None where the match was deleted meanwhile.

    Stored data that the rules cannot even read is a finding, too, whatever it makes them raise.
    """
    try:
        return await examine(engine, rules, key)
    except NoSuchMatchError:
        return None
    except Exception as error:  # noqa: BLE001
        return Verdict(0, 0, f"it cannot be read ({type(error).__name__}: {error})")


_BEGUN = matches.c.state != "open"
_COUNT = Direct(select(func.count()).where(_BEGUN))
_KEYS = Direct(
    select(matches.c.id, matches.c.key)
    .where(_BEGUN, matches.c.id > bindparam("after", type_=BigInteger))
    .order_by(matches.c.id)
    .limit(AT_ONCE)
)
