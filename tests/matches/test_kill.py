"""kill -9 of the server around a move, 50 times: what was answered is there, and nothing twice."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.accounts.sessions import open_session
from app.db.notify import Listener
from app.matches.heads import MatchPage
from app.matches.service import Matches
from app.matches.verify import examine
from app.rules.service import rules
from app.settings import ROOT
from tests.matches.conftest import People

KILLS = 50
MOVES_BETWEEN = 3
"""Moves from one kill to the next; the last one tells how long the one to be hit will take."""
UNDOS = 0.3
"""Of the requests that could be an undo so many are one."""
MOVES = KILLS * (MOVES_BETWEEN + 1)


@dataclass
class Mortal:
    """A server in its own process, to be killed and started again."""

    nursery: Process
    pid: int = 0
    address: str = ""

    async def start(self) -> None:
        """Fork a server and wait until it is ready."""
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.write(b"go\n")
        self.pid, self.address = 0, ""
        while not (self.pid and self.address):
            line = (await self.nursery.stdout.readline()).decode()
            assert line, "the server has ended"
            if line.startswith("pid "):
                self.pid = int(line.split()[1])
            elif line.startswith("Burgrave is ready: "):
                self.address = line.split()[-1]

    def kill(self) -> None:
        """As the power cut does."""
        os.kill(self.pid, signal.SIGKILL)


@pytest.fixture
async def mortal(database_url: str) -> AsyncIterator[Mortal]:
    nursery = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.forked_server"),
        cwd=ROOT,
        env=os.environ
        | {"DATABASE_URL": database_url, "PORT": "0", "HOST": "127.0.0.1", "BURGRAVE_JOBS": "0"},
        stdin=PIPE,
        stdout=PIPE,
    )
    mortal = Mortal(nursery)
    yield mortal
    with contextlib.suppress(ProcessLookupError):
        mortal.kill()
    nursery.kill()
    await nursery.communicate()


class Written:
    """Tells the moment at which a move becomes durable: PostgreSQL notifies with its commit."""

    def __init__(self) -> None:
        self._notice = asyncio.Event()

    def hear(self, payload: str | None) -> None:
        """A notice has come."""
        self._notice.set()

    def forget(self) -> None:
        """What has come so far does not count."""
        self._notice.clear()

    async def next(self) -> None:
        """Wait for the next notice."""
        await self._notice.wait()


TELLS = """
    CREATE FUNCTION tell_written() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NOTIFY written; RETURN NULL; END $$
"""
WATCH = "CREATE TRIGGER tell_written AFTER INSERT ON action EXECUTE FUNCTION tell_written()"
UNWATCH = "DROP FUNCTION tell_written CASCADE"


@pytest.fixture
async def written(database_url: str, engine: AsyncEngine) -> AsyncIterator[Written]:
    written, listener = Written(), Listener(database_url)
    async with engine.begin() as connection:
        for statement in (TELLS, WATCH):
            await connection.execute(text(statement))
    listener.subscribe("written", written.hear)
    await listener.start()
    await listener.wait_connected()
    yield written
    await listener.stop()
    async with engine.begin() as connection:
        await connection.execute(text(UNWATCH))


@dataclass
class Table:
    """Alice and Bob play Kasl over HTTP; `answered` has the number that each request was told."""

    matches: Matches
    people: People
    tokens: dict[int, str]
    keys: list[str] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(1))
    answered: dict[UUID, int] = field(default_factory=dict)

    async def ask(self) -> tuple[int, dict[str, object]]:
        """Who is to move, and the move's request; in a new match when one is over.

        At times he takes back what he did last (`deed`) instead.
        """
        if not self.keys or (await self.look(self.people.alice)).head.state == "finished":
            self.keys.append(await begin_kasl(self.matches, self.people))
        for person in (self.people.alice, self.people.bob):
            page = await self.look(person)
            if page.undo and page.undo.back and self.random.random() < UNDOS:
                wish = {"deed": "undo", "to": page.undo.back[-1], "version": page.head.version}
                return person.id, {**wish, "key": str(uuid4())}
            if page.seat in page.head.waiting:
                options = self.matches.rules["kasl"].options(page.view.state, page.seat)
                action = msgspec.to_builtins(self.random.choice(options), str_keys=True)
                request = {"deed": "play", "version": page.head.version, "key": str(uuid4())}
                return person.id, {**action, **request}
        raise AssertionError("nobody is to move")

    async def look(self, person: Person) -> MatchPage:
        """The page of the match that is played now."""
        page = await self.matches.look(self.keys[-1], person)
        assert isinstance(page, MatchPage)
        return page

    async def send(self, address: str, person: int, request: dict[str, object]) -> int:
        """Send a move and note its answer. Raises httpx.TransportError when there is none."""
        headers = {"accept": "application/json", "cookie": f"burgrave={self.tokens[person]}"}
        async with httpx.AsyncClient(base_url=address, trust_env=False) as client:
            url, move = f"/m/{self.keys[-1]}/{request['deed']}", {**request}
            del move["deed"]
            answer = await client.post(url, json=move, headers=headers)
        assert answer.status_code == 200, answer.text
        number: int = answer.json()["version"]
        key = UUID(str(request["key"]))
        assert self.answered.setdefault(key, number) == number
        return number


@pytest.fixture
async def table(engine: AsyncEngine, people: People) -> Table:
    matches = Matches(engine, rules())
    async with engine.begin() as connection:
        tokens = {
            person.id: await open_session(connection, person.id)
            for person in (people.alice, people.bob)
        }
    return Table(matches, people, tokens)


async def begin_kasl(matches: Matches, people: People) -> str:
    """A match of Kasl that Alice and Bob play."""
    key = await matches.create(people.alice, "kasl", "", 2, {}, False)
    await matches.join_by_invite((await matches.look(key, people.alice)).head.invite, people.bob)
    await matches.start(key, people.alice)
    return key


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_kill_9_between_a_move_and_its_answer(
    mortal: Mortal, table: Table, engine: AsyncEngine, written: Written
) -> None:
    """Half of the kills come at any time, half as soon as the move is known to be written."""
    fates: Counter[str] = Counter()
    await mortal.start()
    for round_number in range(KILLS):
        for _ in range(MOVES_BETWEEN):
            asked = await table.ask()
            began = time.perf_counter()
            await table.send(mortal.address, *asked)
            took = time.perf_counter() - began
        person, request = await table.ask()
        written.forget()
        sending = asyncio.create_task(table.send(mortal.address, person, request))
        if round_number % 2:
            await asyncio.sleep(took * table.random.uniform(0.4, 1.1))
        else:
            await written.next()
        mortal.kill()
        with contextlib.suppress(httpx.TransportError):
            await sending
        await mortal.start()
        fates[await fate(table, engine, request)] += 1
        await table.send(mortal.address, person, request)
    print(f"Moves at the time of the kill: {dict(fates)}")
    await check(table, engine)


async def fate(table: Table, engine: AsyncEngine, request: dict[str, object]) -> str:
    """What became of a request that the kill may have hit."""
    key = UUID(str(request["key"]))
    if key in table.answered:
        return "answered"
    async with engine.connect() as connection:
        written = text("SELECT count(*) FROM action WHERE request_key = :key")
        count = (await connection.execute(written, {"key": key})).scalar_one()
    return "written, not answered" if count else "not written"


async def check(table: Table, engine: AsyncEngine) -> None:
    """Every request that was answered is written under its number, and nothing else is."""
    rows = text("SELECT request_key, number FROM action WHERE request_key IS NOT NULL")
    async with engine.connect() as connection:
        written = (await connection.execute(rows)).all()
    assert len(written) == MOVES
    assert {row.request_key: row.number for row in written} == table.answered
    verdicts = [await examine(engine, table.matches.rules, key) for key in table.keys]
    assert [verdict.problem for verdict in verdicts] == [None] * len(table.keys)
    assert sum(verdict.actions for verdict in verdicts) == MOVES + len(table.keys)
