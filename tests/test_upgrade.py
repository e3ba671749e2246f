"""An upgrade: a house of an earlier version, with matches that run, goes on under this one.

`house_0006.json` holds the rows of a house as the version with migration 0006 wrote them: a match
of each game, begun, with a time limit of a day, and one that is open; a letter and a draft.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import alembic.command
import msgspec
import psycopg
import pytest
import sqlalchemy
from psycopg import sql
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db import create_engine, migrate, sqlalchemy_url
from app.matches.deadlines import end_wait
from app.matches.heads import MatchPage
from app.matches.service import Matches
from app.matches.verify import examine
from app.rules.service import rules
from tests.commands import run
from tests.matches.played import GAMES

OLD_HOUSE = json.loads((Path(__file__).parent / "house_0006.json").read_text("utf-8"))
VERSIONS = {"kasl": 38, "kingsburg": 11, "france": 7}
MOVES = 12
NUMBERED = ("person", "match", "letter")
"""Tables that number their rows; the next is the hundredth."""
FILL = (
    "INSERT INTO {table} OVERRIDING SYSTEM VALUE"
    " SELECT * FROM jsonb_populate_recordset(NULL::{table}, %s::jsonb)"
)


@contextmanager
def database(postgres_url: str, name: str, template: str = "template1") -> Iterator[str]:
    """A database for a while; its URL."""
    name = f"burgrave_{name}_{os.getpid()}"
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    drop = sql.SQL("DROP DATABASE {} WITH (FORCE)")
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
        try:
            yield urlunsplit(urlsplit(postgres_url)._replace(path=f"/{name}"))
        finally:
            connection.execute(drop.format(sql.Identifier(name)))


def name_of(url: str) -> str:
    return urlsplit(url).path.removeprefix("/")


@pytest.fixture(scope="module")
def old_template(postgres_url: str) -> Iterator[str]:
    """The house of the earlier version, to be copied."""
    with database(postgres_url, "old_template") as url:
        make_old(url)
        yield name_of(url)


@pytest.fixture(scope="module")
def new_template(postgres_url: str, old_template: str) -> Iterator[str]:
    """The same house under this version, to be copied."""
    with database(postgres_url, "new_template", old_template) as url:
        migrate.upgrade(url)
        yield name_of(url)


@pytest.fixture
def old_url(postgres_url: str, old_template: str) -> Iterator[str]:
    """The database of the earlier version."""
    with database(postgres_url, "old", old_template) as url:
        yield url


@pytest.fixture
def new_url(postgres_url: str, new_template: str) -> Iterator[str]:
    """The database after the upgrade."""
    with database(postgres_url, "new", new_template) as url:
        yield url


def make_old(url: str) -> None:
    """The tables as they were, and what was in them."""
    engine = sqlalchemy.create_engine(sqlalchemy_url(url))
    with engine.connect() as connection:
        alembic.command.upgrade(migrate.config(connection), "0006")
        connection.commit()
    engine.dispose()
    with psycopg.connect(url) as filling:
        for table, rows in OLD_HOUSE.items():
            fill = sql.SQL(FILL).format(table=sql.Identifier(table))
            filling.execute(fill, [json.dumps(rows)])
        for table in NUMBERED:
            renumber = sql.SQL("ALTER TABLE {} ALTER COLUMN id RESTART WITH 100")
            filling.execute(renumber.format(sql.Identifier(table)))


@pytest.fixture
async def upgraded(new_url: str) -> AsyncIterator[AsyncEngine]:
    """The house after the upgrade."""
    engine = create_engine(new_url, pool_size=3)
    yield engine
    await engine.dispose()


@pytest.fixture
async def matches(upgraded: AsyncEngine) -> AsyncIterator[Matches]:
    """Its matches."""
    matches = Matches(upgraded, rules())
    yield matches
    await matches.settle()


@pytest.fixture
def people() -> tuple[Person, ...]:
    """Who sits in all of them, by seat."""
    return tuple(Person(row["id"], row["name"], guest=True) for row in OLD_HOUSE["person"])


def key_of(game: str, state: str = "running") -> str:
    """The key of the match of that game."""
    found = (m for m in OLD_HOUSE["match"] if (m["game"], m["state"]) == (game, state))
    return str(next(found)["key"])


async def look(matches: Matches, game: str, person: Person) -> MatchPage:
    page = await matches.look(key_of(game), person)
    assert isinstance(page, MatchPage)
    return page


async def move(matches: Matches, game: str, people: tuple[Person, ...], luck: Random) -> bool:
    """Any answer of the first who is awaited; False when the match is over."""
    head = (await look(matches, game, people[0])).head
    if head.state == "finished":
        return False
    asked = head.waiting[0]
    page = await look(matches, game, people[asked])
    action = luck.choice(matches.rules[game].options(page.view.state, asked))
    data = msgspec.to_builtins(action)
    await matches.play(page.head.key, people[asked], data, page.head.version, uuid4())
    return True


def test_every_match_of_an_earlier_version_verifies(new_url: str) -> None:
    migrate.check(new_url)
    told = run(new_url, "verify", "--all")
    assert told.stdout == "3 matches verified, 0 differ.\n"


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_of_an_earlier_version_goes_on(
    matches: Matches, people: tuple[Person, ...], game: str
) -> None:
    assert (await look(matches, game, people[0])).head.version == VERSIONS[game]
    luck = Random(game)
    moves = [await move(matches, game, people, luck) for _ in range(MOVES)]
    assert all(moves)
    page = await look(matches, game, people[0])
    assert page.head.version >= VERSIONS[game] + MOVES
    verdict = await examine(matches.engine, matches.rules, page.head.key)
    assert verdict.problem is None


@pytest.mark.parametrize("game", GAMES)
async def test_its_deadline_still_holds(
    matches: Matches, people: tuple[Person, ...], game: str
) -> None:
    before = (await look(matches, game, people[0])).head
    old = next(m for m in OLD_HOUSE["match"] if m["key"] == before.key)
    assert before.due == datetime.fromisoformat(old["due"])
    late = before.due + timedelta(seconds=1)
    await end_wait(matches.engine, matches.rules, before.id, late)
    page = await look(matches, game, people[0])
    assert page.head.version > before.version
    assert page.log[-1].forced == "clock"
    assert page.head.due is not None
    assert page.head.due > late


async def test_an_answer_given_before_can_be_taken_back_after(
    matches: Matches, people: tuple[Person, ...]
) -> None:
    for game in GAMES:
        for person in people:
            page = await look(matches, game, person)
            assert page.undo is not None
            for to in page.undo.back[:1]:
                await matches.undo(page.head.key, person, to, page.head.version, uuid4())
        verdict = await examine(matches.engine, matches.rules, key_of(game))
        assert verdict.problem is None


async def test_letters_drafts_and_open_tables_are_there(
    matches: Matches, people: tuple[Person, ...]
) -> None:
    desk = await matches.desk(await look(matches, "france", people[1]))
    assert [letter.body for letter in desk.letters] == ["Meet me at Dijon."]
    assert desk.draft is not None
    opened = key_of("kasl", "open")
    await matches.join(opened, people[1])
    await matches.add_bot(opened, people[0])
    await matches.start(opened, people[0])
    page = await matches.look(opened, people[1])
    assert page.head.state == "running"


@pytest.mark.parametrize(
    "words",
    [("verify", "--all"), ("admin", "create", "Alice"), ("export", "abcdefgh")],
    ids=" ".join,
)
def test_commands_leave_the_tables_of_an_earlier_version_alone(
    old_url: str, words: tuple[str, ...]
) -> None:
    told = run(old_url, *words)
    assert told.returncode == 1
    assert "earlier version" in told.stderr
    assert told.stdout == ""


def test_tables_of_a_later_version_are_left_alone(old_url: str) -> None:
    with psycopg.connect(old_url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for words in (("migrate",), ("verify", "--all")):
        told = run(old_url, *words)
        assert told.returncode == 1
        assert "later version" in told.stderr
