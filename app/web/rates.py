"""How often one may try: limits by address and by person, told with 429 and Retry-After.

Addresses are counted generously, since friends may share one; accounts strictly, in steps. Moves
and polls are not counted here at all.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from fastapi import Depends, Request
from fastapi.params import Depends as Dependency

from app.accounts.errors import BadNameError
from app.accounts.names import clean_name, name_key
from app.db.rates import Rate
from app.web.address import address_of
from app.web.flood import TooOftenError
from app.web.forms import check_origin
from app.web.house import House, HouseDep
from app.web.readers import reader_of

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

BY_ADDRESS: dict[str, tuple[Rate, ...]] = {
    "sign-in": (Rate(60, 10 * MINUTE), Rate(400, DAY)),
    "sign-up": (Rate(40, HOUR), Rate(200, DAY)),
    "guest": (Rate(60, HOUR), Rate(300, DAY)),
    "invitation": (Rate(30, 10 * MINUTE), Rate(300, DAY)),
    "link": (Rate(30, HOUR),),
}
BY_PERSON: dict[str, tuple[Rate, ...]] = {
    "new": (Rate(30, HOUR), Rate(150, DAY)),
    "letter": (Rate(30, MINUTE), Rate(600, HOUR)),
    "talk": (Rate(30, MINUTE), Rate(600, HOUR)),
    "invite": (Rate(20, 10 * MINUTE), Rate(100, DAY)),
    "mail": (Rate(10, HOUR), Rate(30, DAY)),
    "notice": (Rate(30, 10 * MINUTE),),
    "upload": (Rate(20, HOUR),),
}
"""Whoever has no session is counted by address."""
AN_ACCOUNT_FROM_HERE = (Rate(5, 5 * MINUTE), Rate(20, 5 * HOUR))
"""Wrong passwords: five at once, then one a minute; after twenty one each quarter of an hour."""
AN_ACCOUNT_FROM_ANYWHERE = (Rate(60, HOUR), Rate(300, DAY))


def now() -> datetime:
    """The time by which it is counted."""
    return datetime.now(UTC)


async def take(house: House, key: str, rates: tuple[Rate, ...]) -> None:
    """Count one, under each of the rates. Raises TooOftenError."""
    for name, rate in _named(key, rates):
        wait = await house.rates.take(name, rate, now())
        if wait:
            raise TooOftenError(wait)


async def give_back(house: House, key: str, rates: tuple[Rate, ...]) -> None:
    """It does not count after all."""
    for name, rate in _named(key, rates):
        await house.rates.give_back(name, rate)


def _named(key: str, rates: tuple[Rate, ...]) -> Iterator[tuple[str, Rate]]:
    for number, rate in enumerate(rates):
        yield f"{number} {key}", rate


async def take_by_address(request: Request, house: House, kind: str) -> None:
    """Count one of this kind for the client's address. Raises TooOftenError."""
    await take(house, _here(request, kind), BY_ADDRESS[kind])


@asynccontextmanager
async def counting_failures(
    request: Request, house: House, kind: str, account: str | None = None
) -> AsyncIterator[None]:
    """Only what fails counts; but it is counted first, so that many at once are too.

    By the client's address, and by the name of the account if one is given. Raises TooOftenError.
    """
    here = (_here(request, kind), BY_ADDRESS[kind])
    counted = [here] if account is None else _for_account(request, kind, account, here)
    for key, rates in counted:
        await take(house, key, rates)
    yield
    for key, rates in counted:
        await give_back(house, key, rates)


def _for_account(
    request: Request, kind: str, account: str, here: tuple[str, tuple[Rate, ...]]
) -> list[tuple[str, tuple[Rate, ...]]]:
    """The narrowest first: whoever is stopped there does not keep others out."""
    try:
        name = name_key(clean_name(account))
    except BadNameError:
        return [here]
    from_here = f"{kind} {address_of(request.scope)} {name}"
    return [
        (from_here, AN_ACCOUNT_FROM_HERE),
        here,
        (f"{kind} {name}", AN_ACCOUNT_FROM_ANYWHERE),
    ]


def limited(kind: str) -> Dependency:
    """A dependency: one of this kind is counted for the reader. Raises TooOftenError."""

    async def count(request: Request, house: HouseDep) -> None:
        check_origin(request)
        person = reader_of(request).id
        key = _here(request, kind) if person is None else f"{kind} person {person}"
        await take(house, key, BY_PERSON[kind])

    count.limited = kind  # type: ignore[attr-defined]
    dependency: Dependency = Depends(count)
    return dependency


def _here(request: Request, kind: str) -> str:
    return f"{kind} address {address_of(request.scope)}"
