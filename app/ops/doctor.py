"""The doctor: looks at everything that the house needs, and says what would help."""

import shutil
import stat
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

import aiosmtplib
import anyio.to_thread
import psycopg
import sqlalchemy.exc
from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.direct import Direct, autocommitting
from app.notices.push import has_key
from app.notices.queue import count_deliveries
from app.ops.readiness import examine, newest
from app.settings import Settings

Level: TypeAlias = Literal["ok", "note", "trouble"]

OLDEST_POSTGRES = 15
CLOCK_SECONDS = 2.0
SLOW_MS = 50.0
FREE_BYTES = 1_000_000_000
GIGABYTE = 1_000_000_000
WAIT_SECONDS = 10.0
SMTP_PORTS = {"smtp": 587, "smtps": 465}
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Finding(Struct, frozen=True):
    """What was found of one thing; `advice` says what to do, empty where nothing need be."""

    level: Level
    subject: str
    text: str
    advice: str = ""


async def findings(
    engine: AsyncEngine, settings: Settings, env_file: Path | None = None
) -> AsyncIterator[Finding]:
    """One after another, as they are looked at. `settings` are those of the environment."""
    database = await look_at_database(engine)
    yield database
    if database.level != "trouble":
        yield await look_at_clock(engine, datetime.now)
        yield (tables := await look_at_migrations(engine))
        if tables.level != "trouble":
            yield await look_at_jobs(engine)
            yield await look_at_notices(engine)
            yield await look_at_push(engine)
    yield await anyio.to_thread.run_sync(look_at_disk, settings)
    yield await anyio.to_thread.run_sync(look_at_secrets, settings, env_file)
    yield await look_at_mail(settings)
    yield await look_at_address(settings)


async def look_at_database(engine: AsyncEngine) -> Finding:
    """Whether it answers, how fast, and which it is."""
    try:
        async with autocommitting(engine) as driver:
            begun = time.perf_counter()
            [(version,)] = await _VERSION.rows(driver, {})
            took = (time.perf_counter() - begun) * 1000
    except (OSError, sqlalchemy.exc.SQLAlchemyError, psycopg.Error) as error:
        advice = "Look whether PostgreSQL runs, and at DATABASE_URL."
        return Finding("trouble", "database", f"It does not answer: {error}", advice)
    told = f"PostgreSQL {version} answers in {took:.1f} ms."
    if int(str(version).partition(".")[0]) < OLDEST_POSTGRES:
        return Finding("trouble", "database", told, f"Upgrade it to {OLDEST_POSTGRES} or later.")
    if took > SLOW_MS:
        return Finding("note", "database", told, "Every move waits for it: bring it nearer.")
    return Finding("ok", "database", told)


async def look_at_migrations(engine: AsyncEngine) -> Finding:
    """Whether the tables are those of this version."""
    found = await examine(engine, datetime.now(UTC))
    if found.migrated:
        return Finding("ok", "migrations", f"The tables are at {newest()}, as this version needs.")
    advice = "Start the server, or run `burgrave migrate`; a newer database needs a newer version."
    return Finding("trouble", "migrations", "The tables are of another version.", advice)


async def look_at_clock(engine: AsyncEngine, clock: Callable[..., datetime]) -> Finding:
    """Whether this machine and the database's agree on the time. `clock` takes a time zone."""
    async with autocommitting(engine) as driver:
        before = clock(UTC)
        [(there,)] = await _NOW.rows(driver, {})
        here = before + (clock(UTC) - before) / 2
    apart = abs((there - here).total_seconds())
    told = f"This machine and the database are {apart:.2f} s apart."
    if apart > CLOCK_SECONDS:
        advice = "Let NTP set both clocks: deadlines are told by one and ended by the other."
        return Finding("trouble", "clock", told, advice)
    return Finding("ok", "clock", told)


async def look_at_jobs(engine: AsyncEngine) -> Finding:
    """Whether somebody does them, and none is late or has failed."""
    now = datetime.now(UTC)
    found = await examine(engine, now)
    async with autocommitting(engine) as driver:
        [(failed,)] = await _FAILED.rows(driver, {"since": now - timedelta(days=1)})
    if found.late:
        advice = "Start `burgrave worker`, or the server without BURGRAVE_JOBS=0."
        return Finding("trouble", "jobs", f"{found.late} jobs are late.", advice)
    if failed:
        told = f"{failed} jobs failed within a day."
        return Finding("note", "jobs", told, "The admin's page names them, and tries again.")
    if not found.jobs:
        return Finding("note", "jobs", "Nobody does jobs now.", "They begin with the server.")
    return Finding("ok", "jobs", "A worker lives, and nothing is late.")


async def look_at_notices(engine: AsyncEngine) -> Finding:
    """Whether what was to be told could be."""
    async with autocommitting(engine) as driver:
        counts = await count_deliveries(driver)
    failed = counts.get("failed", 0)
    if failed:
        advice = "The admin's page names them, and tries again."
        return Finding("note", "notices", f"{failed} could not be delivered.", advice)
    return Finding("ok", "notices", "None failed.")


async def look_at_push(engine: AsyncEngine) -> Finding:
    """Whether the house has its keys for Web Push."""
    async with autocommitting(engine) as driver:
        made = await has_key(driver)
    if made:
        return Finding("ok", "push", "The keys for Web Push are made.")
    return Finding("note", "push", "There are no keys for Web Push yet: the first use makes them.")


def look_at_disk(settings: Settings) -> Finding:
    """Whether there is room for the embedded database."""
    if settings.database_url:
        return Finding("note", "disk", "The database is elsewhere: look after its disk there.")
    folder = next(path for path in (settings.data, *settings.data.parents) if path.exists())
    free = shutil.disk_usage(folder).free
    told = f"{free / GIGABYTE:.1f} GB are free for {settings.data}."
    if free < FREE_BYTES:
        return Finding("trouble", "disk", told, "Make room: a full disk stops every match.")
    return Finding("ok", "disk", told)


def look_at_secrets(settings: Settings, env_file: Path | None) -> Finding:
    """Whether others on this machine can read what they must not."""
    private = [settings.data / "postgres", *([env_file] if env_file else [])]
    open_ones = [path for path in private if path.exists() and path.stat().st_mode & OTHERS]
    if open_ones:
        names = ", ".join(map(str, open_ones))
        return Finding("trouble", "secrets", f"Others can read {names}.", f"chmod go= {names}")
    return Finding("ok", "secrets", "Nobody else on this machine can read them.")


async def look_at_mail(settings: Settings) -> Finding:
    """Whether the mail server takes mail from us."""
    if settings.smtp is None:
        return Finding("note", "mail", "The house sends none: BURGRAVE_SMTP is not set.")
    parts = urlsplit(settings.smtp)
    client = aiosmtplib.SMTP(
        hostname=parts.hostname,
        port=parts.port or SMTP_PORTS[parts.scheme],
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        use_tls=parts.scheme == "smtps",
        timeout=WAIT_SECONDS,
    )
    try:
        async with client:
            await client.noop()
    except (aiosmtplib.SMTPException, OSError, ValueError) as error:
        advice = "Look at BURGRAVE_SMTP: host, port, name and password."
        return Finding("trouble", "mail", f"{parts.hostname}: {error}", advice)
    return Finding("ok", "mail", f"{parts.hostname} takes our mail.")


async def look_at_address(settings: Settings) -> Finding:
    """Whether the house can be reached where it says it is."""
    url = settings.public_url
    if url is None or urlsplit(url).hostname == "localhost":
        advice = "Set BURGRAVE_URL once a proxy with TLS stands before it."
        return Finding("note", "address", "It has no public address.", advice)
    try:
        status, body = await anyio.to_thread.run_sync(_fetch, f"{url}/healthz")
    except (OSError, ValueError) as error:
        advice = "Look whether server and proxy run, and at the name in the DNS."
        return Finding("trouble", "address", f"{url}: {error}", advice)
    if (status, body) != (200, b"ok"):
        told = f"{url}/healthz answers {status}, not as this house does."
        return Finding("trouble", "address", told, "Let the proxy lead to this house.")
    if not url.startswith("https://"):
        advice = "Passwords go over it in the open: use TLS."
        return Finding("trouble", "address", f"{url} is not encrypted.", advice)
    return Finding("ok", "address", f"{url} leads here.")


def _fetch(url: str) -> tuple[int, bytes]:
    """Status and first bytes of a page; `url` begins with http."""
    try:
        with urlopen(url, timeout=WAIT_SECONDS) as answer:  # noqa: S310
            return int(answer.status), bytes(answer.read(100))
    except HTTPError as error:
        with error:
            return error.code, b""


_VERSION = Direct(text("SHOW server_version"))
_NOW = Direct(text("SELECT clock_timestamp()"))
_FAILED = Direct(
    text(
        "SELECT count(DISTINCT j.id) FROM procrastinate_jobs j"
        " JOIN procrastinate_events e ON e.job_id = j.id"
        " WHERE j.status = 'failed' AND e.at > CAST(:since AS timestamptz)"
    )
)
