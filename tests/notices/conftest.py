"""A house whose clock the test moves, with a mail server and a web server beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import autocommitting
from app.matches.bots import move_bot
from app.matches.herald import Herald
from app.matches.service import Matches
from app.notices import addresses
from app.notices.derive import derive, warn
from app.notices.mail import Mailer
from app.notices.post import Post, deliver
from app.notices.presence import see
from tests.matches.conftest import (  # noqa: F401  fixtures
    People,
    Running,
    coins,
    matches,
    people,
    running,
)
from tests.notices.receivers import Mailbox, Receiver, mail_server, web_server

BASE = "https://games.example.org"
SENDER = "Burgrave <house@games.example.org>"


@pytest.fixture
async def mailbox() -> AsyncIterator[Mailbox]:
    async with mail_server() as box:
        yield box


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with web_server() as receiver:
        yield receiver


@dataclass
class Desk:
    """The notices of a house; `now` is what its clock says, and only `wait` moves it."""

    engine: AsyncEngine
    matches: Matches
    post: Post
    now: datetime

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.now += timedelta(**time)

    async def settle(self) -> None:
        """Let the notices be made of all that happened."""
        await self.matches.settle()
        await derive(self.engine, self.matches.rules, self.now)

    async def send(self) -> None:
        """Send what is due."""
        await deliver(self.post, lambda: self.now)

    async def settle_and_send(self, minutes: float = 3) -> None:
        """Make notices; send them when whoever looks would have looked."""
        await self.settle()
        self.wait(minutes=minutes)
        await self.send()

    async def warn(self) -> None:
        """Do what is done every minute for deadlines."""
        await warn(self.engine, self.now)

    async def bots(self, match_id: int) -> None:
        """Let the bots of a match move."""
        herald = Herald(self.engine)
        while await move_bot(self.engine, herald, self.matches.rules, match_id):
            pass
        await herald.settle()

    async def look(self, person: Person, match_id: int) -> None:
        """The person has the match before his eyes."""
        async with autocommitting(self.engine) as driver:
            await see(driver, [(person.id, match_id)], self.now)

    async def mail(self, person: Person, target: str) -> None:
        """The person confirms a mailbox."""
        async with autocommitting(self.engine) as driver:
            await addresses.add_mail(driver, person, target, BASE, self.now)
        await self.run("UPDATE address SET confirmed = now(); UPDATE delivery SET state = 'sent'")

    async def hook(self, person: Person, url: str, **more: Any) -> None:
        """The person gives a webhook of plain JSON."""
        async with autocommitting(self.engine) as driver:
            await addresses.add_hook(
                driver, person, "json", url, BASE, self.now, local=True, **more
            )

    async def run(self, sql: str, **parameters: Any) -> None:
        """Change the tables themselves."""
        async with self.engine.begin() as connection:
            for statement in sql.split(";"):
                await connection.execute(text(statement), parameters)

    async def rows(self, sql: str, **parameters: Any) -> list[Any]:
        """Ask the tables themselves."""
        async with self.engine.connect() as connection:
            return [tuple(row) for row in await connection.execute(text(sql), parameters)]

    async def kinds(self, person: Person | None) -> list[str]:
        """The kinds of a person's notices, in order."""
        sql = (
            "SELECT kind FROM notice WHERE person_id IS NOT DISTINCT FROM :person"
            " AND kind NOT IN ('confirm', 'test') ORDER BY id"
        )
        rows = await self.rows(sql, person=person.id if person else None)
        return [row[0] for row in rows]

    async def states(self) -> list[str]:
        """How the deliveries stand, in order."""
        sql = (
            "SELECT d.state FROM delivery d JOIN notice n ON n.id = d.notice_id"
            " WHERE n.kind <> 'confirm' ORDER BY d.id"
        )
        return [row[0] for row in await self.rows(sql)]


@pytest.fixture
async def desk(engine: AsyncEngine, matches: Matches, mailbox: Mailbox) -> Desk:  # noqa: F811
    post = Post(engine, Mailer(mailbox.url, SENDER), BASE, local=True)
    return Desk(engine, matches, post, datetime.now(UTC))


def sent_to(receiver: Receiver, path: str) -> Iterable[str]:
    """The titles that a webhook got."""
    return [request.json["title"] for request in receiver.at(path)]
