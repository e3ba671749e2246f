"""Commands for single matches and accounts, as a host types them."""

from __future__ import annotations

import re
from pathlib import Path

import psycopg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.links import choose_password
from app.accounts.people import sign_in
from app.matches.service import Matches
from app.rules.service import rules
from tests.commands import run
from tests.matches.played import play_match
from tests.test_keeping import PASSWORD, make_people

LINK = re.compile(r"/key/(\S+)")


async def played(engine: AsyncEngine, moves: int | None) -> str:
    matches = Matches(engine, rules())
    key = await play_match(matches, "kingsburg", await make_people(engine), moves)
    await matches.settle()
    return key


async def test_a_match_goes_out_and_comes_in(
    engine: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    key = await played(engine, moves=6)
    file = tmp_path / "a.match.json.gz"
    refused = run(database_url, "export", key, str(file))
    assert refused.returncode == 1
    assert "not over" in refused.stderr
    assert "Traceback" not in refused.stderr
    told = run(database_url, "export", key, str(file), "--with-secrets")
    assert told.returncode == 0, told.stderr
    assert file.stat().st_mode & 0o777 == 0o600
    assert "there already" in run(database_url, "export", key, str(file), "--with-secrets").stderr
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM match"))
    told = run(database_url, "import", str(file), "--seat", "0=bob", "--seat", "1=Alice")
    assert told.stdout.splitlines() == [
        f"Match taken in: /m/{key}",
        "It is paused until an admin resumes it.",
    ]
    with psycopg.connect(database_url) as connection:
        names = connection.execute(
            "SELECT p.name FROM seat JOIN person p ON p.id = person_id ORDER BY seat"
        ).fetchall()
    assert names == [("Bob",), ("Alice",)]


def test_what_cannot_be_taken_in_is_said_in_one_line(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("{}")
    for words, said in (
        (["export", "abcdefgh"], "There is no such match."),
        (["import", str(tmp_path / "x")], "This file cannot be read as a match"),
        (["import", str(tmp_path / "x"), "--seat", "0"], "--seat wants NUMBER=NAME, not '0'."),
        (["import", str(tmp_path / "x"), "--seat", "0=nobody"], "There is no such person."),
        (["import", str(tmp_path / "y")], "No such file"),
    ):
        told = run(database_url, *words)
        assert told.returncode == 1
        assert said in told.stderr
        assert len(told.stderr.splitlines()) == 1


async def test_an_admin_is_made_by_a_link(engine: AsyncEngine, database_url: str) -> None:
    told = run(database_url, "admin", "create", "Margrave")
    assert told.returncode == 0, told.stderr
    found = LINK.search(told.stdout)
    assert found
    async with engine.begin() as connection:
        await choose_password(connection, found[1], PASSWORD)
        person = await sign_in(connection, "margrave", PASSWORD)
    assert person.admin
    again = run(database_url, "admin", "create", "Margrave")
    assert again.returncode == 1
    assert "has this name already" in again.stderr


async def test_a_forgotten_password_is_chosen_anew(engine: AsyncEngine, database_url: str) -> None:
    await make_people(engine)
    found = LINK.search(run(database_url, "admin", "reset", "alice").stdout)
    assert found
    async with engine.begin() as connection:
        await choose_password(connection, found[1], "another password")
        person = await sign_in(connection, "Alice", "another password")
    assert not person.admin
    assert run(database_url, "admin", "reset", "nobody").returncode == 1
