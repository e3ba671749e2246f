"""Whole stretches of each game, bots between persons: exactly the notices that are due."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from uuid import uuid4

import msgspec
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.matches.bots import move_bot
from app.matches.herald import Herald
from app.matches.service import Matches
from app.notices.mail import Mailer
from app.notices.post import Post
from app.rules.service import rules
from tests.matches.conftest import People
from tests.notices.conftest import BASE, SENDER, Desk
from tests.notices.receivers import Mailbox

MOVES = 14
GAMES = {"kasl": 3, "kingsburg": 3, "france": 4}
"""Seats; the last one is a bot's."""


@dataclass
class Script:
    """A match whose persons answer at random, and the waits that began, by the moves one by one."""

    desk: Desk
    key: str
    persons: tuple[Person, ...]
    luck: Random
    id: int = 0
    before: set[int] = field(default_factory=set)
    begun: set[int] = field(default_factory=set)
    expected: list[tuple[str, str]] = field(default_factory=list)

    async def waiting(self) -> list[int]:
        """The seats that are awaited now."""
        [(waiting,)] = await self.desk.rows("SELECT waiting FROM match WHERE id = :id", id=self.id)
        return list(waiting)

    async def note(self) -> None:
        """After each action: who began to wait, who waits no more."""
        now = set(await self.waiting())
        self.begun = (self.begun | (now - self.before)) & now
        self.before = now

    async def bots(self) -> None:
        """The bots move, one after the other."""
        herald = Herald(self.desk.engine)
        while await move_bot(self.desk.engine, herald, self.desk.matches.rules, self.id):
            await self.note()
        await herald.settle()

    async def move(self) -> None:
        """One of the persons who are awaited answers."""
        seat = self.luck.choice([one for one in await self.waiting() if one < len(self.persons)])
        person = self.persons[seat]
        [(game, snapshot, version)] = await self.desk.rows(
            "SELECT game, snapshot, version FROM match WHERE id = :id", id=self.id
        )
        service = rules()[game]
        state = service.decode_state(snapshot)
        action = service.bot_action(state, seat, next(iter(service.game.bots)), self.luck)
        data = msgspec.to_builtins(action)
        await self.desk.matches.play(self.key, person, data, version, uuid4())
        await self.note()

    def expect(self) -> None:
        """The bots have moved: who began to wait since the last time, and still does, is told."""
        for seat in sorted(self.begun):
            self.expected.append((self.persons[seat].name, "your_turn"))
        self.begun = set()


@pytest.fixture
async def house(engine: AsyncEngine, desk: Desk, mailbox: Mailbox) -> Desk:
    """A house with all games."""
    post = Post(engine, Mailer(mailbox.url, SENDER), BASE, local=True)
    return Desk(engine, Matches(engine, rules()), post, desk.now)


@pytest.mark.parametrize("game", GAMES)
async def test_who_begins_to_wait_gets_one_mail(
    game: str, house: Desk, people: People, mailbox: Mailbox
) -> None:
    persons = (people.alice, people.bob, people.charlie)[: GAMES[game] - 1]
    for person in persons:
        await house.mail(person, f"{person.name.lower()}@example.org")
    key = await house.matches.create(people.alice, game, "Play", GAMES[game], {}, True, 1)
    for person in persons[1:]:
        await house.matches.join(key, person)
    await house.matches.start(key, people.alice)
    script = Script(house, key, persons, Random(7))
    script.id = (await house.matches.glance(key, people.alice)).id
    await script.note()
    for _ in range(MOVES):
        await script.bots()
        script.expect()
        await house.settle_and_send()
        await script.move()
    await script.bots()
    script.expect()
    await house.settle_and_send()
    sent = [
        (str(mail["To"]).partition("@")[0].capitalize(), "your_turn")
        for mail in mailbox.mails
        if mail["Subject"] == "Your turn: Play"
    ]
    assert sorted(sent) == sorted(script.expected)
    assert len(sent) > 3
    others = {str(mail["Subject"]) for mail in mailbox.mails} - {"Your turn: Play"}
    assert others <= {"Play has begun"}
