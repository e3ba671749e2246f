"""Matches of Unification of France for tests: three persons, who enter side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from app.accounts.people import Person
from app.matches.heads import Desk, MatchPage
from app.matches.play import Answer
from app.matches.service import Matches
from app.rules.france.game import FRANCE
from app.rules.france.state import France
from app.rules.service import RulesService

RULES = RulesService([FRANCE])
HOMES = ("Anjou", "Blois", "Normandie")
COLOURS = ("red", "purple", "teal")


@dataclass
class Realm:
    """A public match; seats in the order of `people`."""

    matches: Matches
    key: str
    people: tuple[Person, ...]

    async def page(self, person: Person | None) -> MatchPage:
        page = await self.matches.look(self.key, person)
        assert isinstance(page, MatchPage)
        return page

    async def state(self, person: Person | None = None) -> France:
        state = (await self.page(person)).view.state
        assert isinstance(state, France)
        return state

    async def desk(self, person: Person | None) -> Desk:
        return await self.matches.desk(await self.page(person))

    async def play(self, person: Person, version: int | None = None, **action: Any) -> Answer:
        if version is None:
            version = (await self.matches.glance(self.key, person)).version
        return await self.matches.play(self.key, person, action, version, uuid4())

    async def enter(self, seat: int) -> Answer:
        """As HOMES and COLOURS say."""
        entry: dict[str, Any] = {"county": HOMES[seat], "colour": COLOURS[seat], "count": "Hugues"}
        return await self.play(self.people[seat], type="EnterAs", trait="rich", **entry)

    async def send(self, person: Person, *orders: dict[str, Any], **more: Any) -> Answer:
        """A sheet for the turn that is open."""
        turn = (await self.state()).turn
        return await self.play(person, type="SendOrders", turn=turn, orders=list(orders), **more)


async def open_realm(matches: Matches, *people: Person, **options: str) -> Realm:
    """Create, join, start; nobody has entered."""
    key = await matches.create(people[0], "france", "", len(people), options, public=True)
    for person in people[1:]:
        await matches.join(key, person)
    await matches.start(key, people[0])
    return Realm(matches, key, people)


async def begin(matches: Matches, *people: Person, **options: str) -> Realm:
    """All have entered: turn 1 is open."""
    realm = await open_realm(matches, *people, **options)
    for seat in range(len(people)):
        await realm.enter(seat)
    return realm
