"""The jobs: a move leads to its notices by itself, whoever made it."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import jobs
from app.notices import derive, news
from tests.matches.conftest import People, Running
from tests.notices.conftest import Desk
from tests.notices.receivers import Receiver

PATIENCE_SECONDS = 20


async def until(desk: Desk, sql: str, expected: list[tuple[object, ...]]) -> None:
    """Wait until the tables say so."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await desk.rows(sql) != expected:  # noqa: ASYNC110  it is another process's work
            await asyncio.sleep(0.1)


async def test_a_move_leads_to_its_notices_by_itself(
    desk: Desk,
    running: Running,
    people: People,
    database_url: str,
    engine: AsyncEngine,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BURGRAVE_LOCAL_HOOKS", "1")
    monkeypatch.setattr("app.notices.publish.bucket", lambda at: desk.now)
    await desk.hook(people.bob, f"{receiver.url}/hook")
    async with jobs.worker(database_url, engine):
        await until(desk, "SELECT state FROM delivery", [("sent",)])
    assert len(receiver.requests) == 1


async def test_one_job_looks_at_all_that_changed(
    desk: Desk, running: Running, people: People
) -> None:
    for side in ("heads", "tails"):
        for person in (people.alice, people.bob):
            await running.pick(person, side)
    await desk.matches.settle()
    sql = "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'notices.derive'"
    assert await desk.rows(sql) == [(1,)]
    assert await desk.rows("SELECT count(*) FROM untold") == [(1,)]


async def test_a_match_that_fails_keeps_no_other_from_its_notices(
    desk: Desk,
    running: Running,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await desk.matches.create(people.charlie, "coins", "Broken", 2, {}, True)

    def fails(standing, *more):  # type: ignore[no-untyped-def]
        if standing.title == "Broken":
            raise RuntimeError("broken")
        return news.news_of(standing, *more)

    monkeypatch.setattr(derive, "news_of", fails)
    await desk.matches.settle()
    await desk.run("INSERT INTO untold SELECT id FROM match ON CONFLICT DO NOTHING")
    await desk.settle()
    assert await desk.kinds(people.alice) == ["your_turn"]
    assert "No notices could be made of match" in caplog.text
