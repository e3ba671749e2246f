"""The services that pages use, in one place: made when the server starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts import SessionMemory
from app.admin.memory import HouseMemory
from app.db.rates import Rates
from app.matches import Matches
from app.matches.company import Company
from app.matches.replay import Replays
from app.matches.talks import Talks
from app.notices.service import Notices
from app.rules.service import RulesService
from app.web.live import Live


@dataclass(frozen=True)
class House:
    """What the server has open."""

    engine: AsyncEngine
    rules: RulesService
    matches: Matches
    company: Company
    replays: Replays
    talks: Talks
    sessions: SessionMemory
    live: Live
    rates: Rates
    memory: HouseMemory
    notices: Notices


def house_of(request: Request) -> House:
    """The house that serves this request."""
    house: House = request.app.state.house
    return house


async def the_house(request: Request) -> House:
    """As `house_of`; a coroutine, because plain functions are run in threads."""
    return house_of(request)


HouseDep = Annotated[House, Depends(the_house)]
