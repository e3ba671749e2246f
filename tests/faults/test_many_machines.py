"""Three servers, two workers and a PostgreSQL behind a proxy: all see all, and all of them may die.

`make test-faults` runs this and prints the figures.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import create_engine
from app.matches import Matches
from app.matches.verify import examine
from app.rules.service import rules
from tests.bench.position import arrive
from tests.faults.estate import Estate, nginx_path
from tests.faults.ledger import Ledger, in_words
from tests.faults.people import Table

pytestmark = [
    pytest.mark.faults,
    pytest.mark.timeout(420),
    pytest.mark.skipif(nginx_path() is None, reason="nginx is not installed"),
]

GAMES = ("kasl", "kingsburg", "france")
TABLES_OF_EACH = 2
PEOPLE = 3
QUIET_MOVES = 150
MOVES_BETWEEN = 40
TICK_SECONDS = 0.2
REVIVED = "was interrupted; it runs again"
"""What a worker says of a dead one's job."""


@pytest.fixture
async def own(machines: Estate) -> AsyncIterator[AsyncEngine]:
    """The test's own way into the database."""
    engine = create_engine(machines.url, pool_size=3, overflow=2)
    yield engine
    await engine.dispose()


@dataclass
class Evening:
    """Tables at which people play, and what they have been told."""

    engine: AsyncEngine
    ledger: Ledger
    tables: list[Table]
    over: asyncio.Event
    matches: Matches


@asynccontextmanager
async def playing(address: str, engine: AsyncEngine, *, bots: int) -> AsyncIterator[Evening]:
    """People play until the context ends; what they had sent is answered then."""
    ledger, over, matches = Ledger(), asyncio.Event(), Matches(engine, rules())
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=200)
    async with httpx.AsyncClient(
        base_url=address, limits=limits, timeout=60, trust_env=False
    ) as client:
        tables = [
            Table(
                matches,
                client,
                ledger,
                game,
                [await arrive(engine, f"Player {seat}") for seat in range(PEOPLE)],
                bots,
                Random(f"{game}{number}"),
                over,
                absent=bots > 0 and number == 0,
            )
            for game in GAMES
            for number in range(TABLES_OF_EACH)
        ]
        evening = Evening(engine, ledger, tables, over, matches)
        runs = [asyncio.create_task(table.run()) for table in tables]
        failing = asyncio.create_task(_first_failure(runs))
        try:
            yield evening
        finally:
            over.set()
            await asyncio.gather(*runs)
            failing.cancel()


async def _first_failure(runs: list[asyncio.Task[None]]) -> None:
    """Say at once what went wrong with a person: the test waits for his moves in vain."""
    done, _ = await asyncio.wait(runs, return_when=asyncio.FIRST_EXCEPTION)
    for run in done:
        if run.exception():
            print(f"\nA person met {run.exception()!r}", file=sys.stderr)


async def test_all_see_all(machines: Estate, own: AsyncEngine) -> None:
    """Each move comes to the pages of all others by their polls, whichever server it went to."""
    async with playing(machines.address, own, bots=0) as evening:
        await evening.ledger.more_answers(QUIET_MOVES)
    ledger = evening.ledger
    delays = ledger.delays()
    print(f"\nQuiet: {len(ledger.answered)} moves answered; {in_words(delays)}")
    assert not ledger.troubles
    assert len(delays) >= len(ledger.answered)
    await check(evening)


async def test_all_may_die(machines: Estate, own: AsyncEngine) -> None:
    """Killed servers and workers, a PostgreSQL restarted in two ways, under load."""
    story: list[str] = []
    async with playing(machines.address, own, bots=1) as evening:
        await wreak(machines, evening, story)
    print("\n" + "\n".join(story))
    await check(evening)
    revived = sum(worker.log.read_text().count(REVIVED) for worker in machines.workers)
    print(f"jobs of dead workers done again: {revived}")
    for app in machines.apps:
        assert "Unforeseen" not in app.log.read_text(), app.log


async def wreak(machines: Estate, evening: Evening, story: list[str]) -> None:
    """One fault after the other; after each, moves, clocks and bots go on."""
    first, second, _ = machines.apps
    await evening.ledger.more_answers(MOVES_BETWEEN)
    await goes_on(evening, story, "nothing yet")
    first.kill()
    await goes_on(evening, story, "a server killed")
    await house_is_to_move(evening.engine)
    machines.workers[0].kill()
    await goes_on(evening, story, "a worker killed")
    machines.stop_database(signal.SIGINT)
    await evening.ledger.more_troubles(10)
    await asyncio.to_thread(machines.start_database)
    await goes_on(evening, story, "PostgreSQL stopped and started")
    first.start()
    machines.stop_database(signal.SIGQUIT)
    await evening.ledger.more_troubles(10)
    await asyncio.to_thread(machines.start_database)
    await goes_on(evening, story, "PostgreSQL crashed and started")
    second.kill()
    machines.workers[1].kill()
    machines.workers[0].start()
    await goes_on(evening, story, "another server killed, the workers exchanged")


async def goes_on(evening: Evening, story: list[str], what: str) -> None:
    """Wait for people's moves, bots' moves and answers of the clock after a fault."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    before, stuck = await automatic(evening.engine), await house_to_move(evening.engine)
    waited = len(stuck)
    await evening.ledger.more_answers(MOVES_BETWEEN)
    moved = loop.time() - began
    await automatic_since(evening.engine, before)
    await moved_on(evening.engine, stuck)
    story.append(
        f"{what}: {MOVES_BETWEEN} moves in {moved:.1f} s; the {waited} matches that waited "
        f"for bots or clocks went on within {loop.time() - began:.1f} s; "
        f"troubles so far: {dict(evening.ledger.troubles)}"
    )


async def house_is_to_move(engine: AsyncEngine) -> None:
    """Wait until a bot or the clock is to act somewhere: so that a killed worker has begun it."""
    while True:
        if await house_to_move(engine):
            return
        await asyncio.sleep(TICK_SECONDS / 10)


async def moved_on(engine: AsyncEngine, stuck: set[tuple[int, int]]) -> None:
    """Wait until each of these matches has another version."""
    while True:
        stuck &= await house_to_move(engine)
        if not stuck:
            return
        await asyncio.sleep(TICK_SECONDS)


async def automatic_since(engine: AsyncEngine, before: Counter[str]) -> None:
    """Wait until bots and clocks both have acted since."""
    while True:
        now = await automatic(engine)
        if all(now[kind] > before[kind] for kind in ("bots", "clock")):
            return
        await asyncio.sleep(TICK_SECONDS)


HOUSE_TO_MOVE = text(
    "SELECT id, version FROM match WHERE state = 'running' AND (due < now() OR EXISTS"
    " (SELECT FROM seat WHERE match_id = id AND bot IS NOT NULL AND seat = ANY(waiting)))"
)


async def house_to_move(engine: AsyncEngine) -> set[tuple[int, int]]:
    """Matches in which a bot or the clock is to act, with their versions."""
    async with engine.connect() as connection:
        rows = (await connection.execute(HOUSE_TO_MOVE)).all()
    return {(row.id, row.version) for row in rows}


AUTOMATIC = text(
    "SELECT CASE WHEN forced = 'clock' THEN 'clock' ELSE 'bots' END AS kind, count(*) AS number"
    " FROM action JOIN seat USING (match_id, seat)"
    " WHERE forced = 'clock' OR bot IS NOT NULL GROUP BY 1"
)


async def automatic(engine: AsyncEngine) -> Counter[str]:
    """How many actions bots and clocks have made."""
    async with engine.connect() as connection:
        rows = (await connection.execute(AUTOMATIC)).all()
    return Counter({row.kind: row.number for row in rows})


WRITTEN = text(
    "SELECT request_key AS key, array_agg(number) AS numbers FROM action"
    " WHERE request_key = ANY(:keys) GROUP BY 1"
)
GAPS = text(
    "SELECT key FROM match LEFT JOIN action ON match_id = id WHERE key = ANY(:keys)"
    " GROUP BY key, version"
    " HAVING max(number) <> version OR count(number) <> version - min(number) + 1"
)


async def check(evening: Evening) -> None:
    """What was answered is there exactly once, nothing else of it is, and matches verify."""
    ledger = evening.ledger
    keys = [key for table in evening.tables for key in table.keys]
    async with evening.engine.connect() as connection:
        rows = (await connection.execute(WRITTEN, {"keys": list(ledger.sent)})).all()
        written = {row.key: row.numbers for row in rows}
        gaps = (await connection.execute(GAPS, {"keys": keys})).all()
    doubled = [key for key, numbers in written.items() if len(numbers) > 1]
    present = [key for key in ledger.answered if key in written]
    verdicts = [await examine(evening.engine, evening.matches.rules, key) for key in keys]
    print(
        f"moves sent {len(ledger.sent)}, answered {len(ledger.answered)}, "
        f"present {len(present)}, doubled {len(doubled)}; "
        f"stale or over {len(ledger.refused)}; matches {len(keys)}, all of them verified"
    )
    assert not doubled
    assert {key: [number] for key, number in ledger.answered.items()} == written
    assert ledger.sent.keys() == ledger.answered.keys() | ledger.refused.keys()
    assert not gaps
    assert [verdict.problem for verdict in verdicts] == [None] * len(keys)
