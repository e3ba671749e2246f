"""What there is to tell of matches: made from how they stand now and what was told before.

A match whose bots are still to move is left until they have moved. Nothing is told to who has
the match before his eyes.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import bindparam, column, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import ARRAY, BigInteger, Text

from app.db.direct import Direct, Driver, autocommitting
from app.matches.standing import (
    Standing,
    read_invited,
    read_letters_sent,
    read_live_versions,
    read_standings,
    read_steps,
)
from app.notices.kinds import (
    DEADLINE_NEAR,
    INVITED,
    LETTER_RECEIVED,
    MATCH_ENDED,
    MATCH_STARTED,
    YOUR_TURN,
    Notice,
)
from app.notices.outbox import look_soon
from app.notices.presence import EYES, present
from app.notices.publish import publish
from app.notices.tables import told, untold
from app.notices.waits import Wait, keep_waits, near_of, read_near, read_waits, set_near, waits_now

AT_ONCE = 200
"""Matches that are looked at together."""

NEWS = timedelta(days=1)
"""What is older is no news: the start of a match that was long under way, say."""


class Told(Struct, frozen=True):
    """What has been told of a match: the version, its state then, its last letter."""

    version: int = -1
    state: str = "open"
    letter: int = 0


async def derive(engine: AsyncEngine, now: datetime) -> None:
    """Make the notices of all matches in the outbox."""
    async with autocommitting(engine) as driver:
        while ids := [row[0] for row in await _TAKE.rows(driver, {"most": AT_ONCE})]:
            await derive_of(driver, ids, now)


async def derive_of(driver: Driver, ids: Sequence[int], now: datetime) -> None:
    """Make the notices of these matches, all or none."""
    standings = await read_standings(driver, ids)
    before = await _read_told(driver, ids)
    waits = _by_match(await read_waits(driver, ids))
    steps = await read_steps(driver, {i: old.version for i, old in before.items()})
    looking = await present(driver, ids, now - EYES)
    notices: list[Notice] = [*await _invitations(driver, standings)]
    done: list[tuple[Standing, list[Wait], int]] = []
    for standing in standings.values():
        if standing.deleted or not (standing.settled or standing.paused):
            continue
        old = before.get(standing.id, Told())
        now_waiting, letter = waits.get(standing.id, []), old.letter
        if not standing.paused:
            now_waiting = waits_now(standing, now_waiting, steps.get(standing.id, []), now)
        if standing.letters:
            written, letter = await _letters(driver, standing, old, now)
            notices += written
        notices += _news(standing, old, waits.get(standing.id, []), now_waiting, now)
        done.append((standing, now_waiting, letter))
    async with driver.transaction():
        await publish(driver, [n for n in notices if (n.person, n.match) not in looking], now)
        await keep_waits(driver, [s.id for s, _, _ in done], [w for _, ws, _ in done for w in ws])
        await _keep_told(driver, done)


async def warn(engine: AsyncEngine, now: datetime) -> None:
    """Tell those whose deadline is near at that time, by the clock as it stands."""
    async with autocommitting(engine) as driver:
        near = await read_near(driver, now)
        standings = await read_standings(driver, [wait.match for wait in near])
        for wait in near:
            await _warn(driver, standings.get(wait.match), wait, now)


async def refill(engine: AsyncEngine, now: datetime) -> None:
    """Put into the outbox what changed and was not told of: a crash may have left it out."""
    async with autocommitting(engine) as driver:
        live = dict(await read_live_versions(driver, now - NEWS))
        missing = await _BEHIND.rows(driver, {"ids": list(live), "versions": list(live.values())})
        if missing:
            await look_soon(driver, *(row[0] for row in missing))


async def _warn(driver: Driver, standing: Standing | None, wait: Wait, now: datetime) -> None:
    due = standing.due_of(wait.seat) if standing else None
    near = near_of(due, wait.since)
    if standing is None or near is None or standing.paused or near > now:
        await set_near(driver, wait, near if near and near > now else None)
        return
    facts = {**facts_of(standing), "due": due.isoformat() if due else None}
    table = {**facts, "who": [_name(standing, wait.seat)]}
    warned = [
        Notice(DEADLINE_NEAR, wait.number, wait.person, wait.match, facts),
        Notice(DEADLINE_NEAR, wait.number, None, wait.match, table),
    ]
    looking = await present(driver, [wait.match], now - EYES)
    async with driver.transaction():
        await set_near(driver, wait, None)
        if standing.state == "running" and wait.seat in standing.waiting and not standing.deleted:
            await publish(driver, [n for n in warned if (n.person, n.match) not in looking], now)


def facts_of(standing: Standing) -> dict[str, Any]:
    """What the words of any notice of this match need; nothing that is secret to anybody."""
    return {
        "key": standing.key,
        "title": standing.title,
        "game": standing.game,
        "players": [chair.name for chair in standing.chairs if chair.person and chair.name],
    }


def _news(
    standing: Standing, old: Told, before: Sequence[Wait], waits: Sequence[Wait], now: datetime
) -> Iterable[Notice]:
    """What is new of a match: begun, ended, who waits since now."""
    facts = facts_of(standing)
    known = {(wait.seat, wait.number, wait.person) for wait in before}
    fresh = [wait for wait in waits if (wait.seat, wait.number, wait.person) not in known]
    persons = [chair.playing for chair in standing.chairs if chair.playing is not None]
    has_begun = standing.state != "open" and old.state == "open"
    if _is_news(standing.started, has_begun, now):
        host = next((c.name for c in standing.chairs if c.person == standing.host), None)
        for person in [None, *(one for one in persons if one != standing.host)]:
            yield Notice(MATCH_STARTED, 0, person, standing.id, {**facts, "by": host})
    for wait in fresh:
        yield Notice(YOUR_TURN, wait.number, wait.person, standing.id, facts)
    if fresh:
        who = [_name(standing, wait.seat) for wait in fresh]
        number = max(wait.number for wait in fresh)
        yield Notice(YOUR_TURN, number, None, standing.id, {**facts, "who": who})
    has_ended = standing.state == "finished" and old.state != "finished"
    if _is_news(standing.finished, has_ended, now):
        winners = [_name(standing, seat) for seat in standing.winners]
        for person in [None, *persons]:
            ended = {**facts, "winners": winners}
            yield Notice(MATCH_ENDED, standing.version, person, standing.id, ended)


async def _letters(
    driver: Driver, standing: Standing, old: Told, now: datetime
) -> tuple[list[Notice], int]:
    """Notices of the letters since the last one that was told, and the number of the last."""
    sent = await read_letters_sent(driver, standing.id, old.letter, now - NEWS)
    facts = facts_of(standing)
    notices = [
        Notice(
            LETTER_RECEIVED,
            letter.id,
            chair.person,
            standing.id,
            {**facts, "by": _name(standing, letter.sender)},
        )
        for letter in sent
        for chair in standing.chairs
        if chair.seat != letter.sender
        and chair.person is not None
        and not chair.left
        and (letter.readers is None or chair.seat in letter.readers)
    ]
    return notices, max([old.letter, *(letter.id for letter in sent)])


async def _invitations(driver: Driver, standings: dict[int, Standing]) -> list[Notice]:
    """Notices to who is invited by name; each is made once, since it is unique."""
    found = []
    for invited in await read_invited(driver, list(standings)):
        standing = standings[invited.match]
        seated = {chair.person for chair in standing.chairs}
        if standing.deleted or invited.person in seated:
            continue
        by = next((c.name for c in standing.chairs if c.person == invited.by), None)
        facts = {**facts_of(standing), "by": by}
        found.append(Notice(INVITED, 0, invited.person, invited.match, facts))
    return found


def _name(standing: Standing, seat: int) -> str | None:
    return next((chair.name for chair in standing.chairs if chair.seat == seat), None)


def _is_news(at: datetime | None, changed: bool, now: datetime) -> bool:
    return changed and at is not None and now - at < NEWS


def _by_match(waits: Iterable[Wait]) -> dict[int, list[Wait]]:
    found: defaultdict[int, list[Wait]] = defaultdict(list)
    for wait in waits:
        found[wait.match].append(wait)
    return found


async def _read_told(driver: Driver, ids: Sequence[int]) -> dict[int, Told]:
    rows = await _TOLD.rows(driver, {"ids": list(ids)})
    return {row[0]: Told(*row[1:]) for row in rows}


async def _keep_told(driver: Driver, done: Sequence[tuple[Standing, list[Wait], int]]) -> None:
    await _KEEP.rows(
        driver,
        {
            "ids": [standing.id for standing, _, _ in done],
            "versions": [standing.version for standing, _, _ in done],
            "states": [standing.state for standing, _, _ in done],
            "letters": [letter for _, _, letter in done],
        },
    )


_IDS = bindparam("ids", type_=ARRAY(BigInteger))
_VERSIONS = bindparam("versions", type_=ARRAY(BigInteger))
_TAKE = Direct(
    delete(untold)
    .where(untold.c.match_id.in_(select(untold.c.match_id).limit(bindparam("most"))))
    .returning(untold.c.match_id)
)
_TOLD = Direct(
    select(told.c.match_id, told.c.version, told.c.state, told.c.letter).where(
        told.c.match_id == func.any(_IDS)
    )
)
_live = (
    func.unnest(_IDS, _VERSIONS)
    .table_valued(column("id", BigInteger), column("version", BigInteger), name="live")
    .render_derived()
)
_BEHIND = Direct(
    select(_live.c.id)
    .select_from(_live.outerjoin(told, told.c.match_id == _live.c.id))
    .where(func.coalesce(told.c.version, -1) < _live.c.version)
)
_rows = (
    func.unnest(
        _IDS,
        _VERSIONS,
        bindparam("states", type_=ARRAY(Text)),
        bindparam("letters", type_=ARRAY(BigInteger)),
    )
    .table_valued("match_id", "version", "state", "letter", name="fresh")
    .render_derived()
)
_insert = insert(told).from_select(["match_id", "version", "state", "letter"], select(*_rows.c))
_KEEP = Direct(
    _insert.on_conflict_do_update(
        index_elements=[told.c.match_id],
        set_={name: _insert.excluded[name] for name in ("version", "state", "letter")},
    ).returning(told.c.match_id)
)
