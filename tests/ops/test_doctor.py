"""The doctor finds what is wrong, and says what would help."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import create_engine, jobs
from app.ops import doctor
from app.ops.doctor import Finding
from app.settings import Settings
from tests.commands import run


class Deaf:
    """A mail server's handler that is never asked."""


@pytest.fixture
def mail_port() -> Iterator[int]:
    """The port of a mail server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    server = Controller(Deaf(), hostname="127.0.0.1", port=port)
    server.start()
    yield port
    server.stop()


async def found(engine: AsyncEngine, settings: Settings) -> dict[str, Finding]:
    return {one.subject: one async for one in doctor.findings(engine, settings)}


async def test_a_house_in_order_has_no_trouble(engine: AsyncEngine, settings: Settings) -> None:
    all_of_it = await found(engine, settings)
    assert list(all_of_it) == [
        *("database", "clock", "migrations", "jobs", "notices", "push"),
        *("disk", "secrets", "mail", "address"),
    ]
    assert "trouble" not in {one.level for one in all_of_it.values()}
    assert "PostgreSQL 1" in all_of_it["database"].text


async def test_a_database_that_is_away_is_told(settings: Settings) -> None:
    engine = create_engine("postgresql://nobody@127.0.0.1:1/none")
    all_of_it = await found(engine, settings)
    assert all_of_it["database"].level == "trouble"
    assert "DATABASE_URL" in all_of_it["database"].advice
    assert "jobs" not in all_of_it
    await engine.dispose()


@pytest.mark.parametrize(("seconds", "level"), [(0, "ok"), (-30, "trouble"), (30, "trouble")])
async def test_clocks_apart_are_told(engine: AsyncEngine, seconds: int, level: str) -> None:
    def clock(zone: tzinfo | None) -> datetime:
        return datetime.now(zone) + timedelta(seconds=seconds)

    assert (await doctor.look_at_clock(engine, clock)).level == level


async def test_late_and_failed_jobs_are_told(engine: AsyncEngine) -> None:
    assert (await doctor.look_at_jobs(engine)).level == "note"
    long_ago = datetime.now(UTC) - timedelta(hours=1)
    async with engine.begin() as connection:
        await jobs.defer(connection, "matches.clock", at=long_ago, match=0)
    late = await doctor.look_at_jobs(engine)
    assert (late.level, late.text) == ("trouble", "1 jobs are late.")
    assert "burgrave worker" in late.advice
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE procrastinate_jobs SET status = 'failed'"))
    assert (await doctor.look_at_jobs(engine)).text == "1 jobs failed within a day."


def test_what_others_can_read_is_told(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    (tmp_path / "postgres").mkdir(mode=0o700)
    env_file = tmp_path / ".env"
    env_file.touch(mode=0o600)
    assert doctor.look_at_secrets(settings, env_file).level == "ok"
    env_file.chmod(0o644)
    told = doctor.look_at_secrets(settings, env_file)
    assert told.level == "trouble"
    assert told.advice == f"chmod go= {env_file}"


async def test_mail_is_tried(settings: Settings, mail_port: int) -> None:
    good = replace(settings, smtp=f"smtp://127.0.0.1:{mail_port}")
    assert (await doctor.look_at_mail(good)).level == "ok"
    bad = replace(settings, smtp="smtp://somebody:open-sesame@127.0.0.1:1")
    told = await doctor.look_at_mail(bad)
    assert told.level == "trouble"
    assert "open-sesame" not in told.text


async def test_an_address_that_leads_nowhere_is_told(settings: Settings) -> None:
    told = await doctor.look_at_address(replace(settings, public_url="http://127.0.0.1:1"))
    assert told.level == "trouble"
    assert "proxy" in told.advice


async def test_a_house_for_this_machine_alone_is_no_trouble(settings: Settings) -> None:
    told = await doctor.look_at_address(replace(settings, public_url="http://localhost"))
    assert told.level == "note"
    assert "BURGRAVE_URL" in told.advice


def test_room_is_told(tmp_path: Path) -> None:
    assert doctor.look_at_disk(Settings(data=tmp_path / "not" / "there")).subject == "disk"


def test_trouble_ends_with_1(database_url: str) -> None:
    told = run(database_url, "doctor")
    assert told.returncode == 0, told.stdout
    assert "✓ database: " in told.stdout
    told = run(database_url, "doctor", BURGRAVE_URL="http://127.0.0.1:1")
    assert told.returncode == 1
    assert "✗ address: " in told.stdout
