"""What there is to tell of matches: made from how they stand now and what was told before.

A match whose bots are still to move is left until they have moved.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam, column, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import ARRAY, BigInteger, Text

from app.db.direct import Direct, Driver, autocommitting
from app.matches.standing import (
    Standing,
    Step,
    read_live_versions,
    read_standings,
    read_steps,
    was_awaited,
)
from app.notices.kinds import (
    DEADLINE_NEAR,
    Notice,
)
from app.notices.news import NEWS, facts_of, invitations_of, letters_of, name_of, news_of
from app.notices.outbox import look_soon
from app.notices.presence import EYES, Looker, present
from app.notices.publish import publish
from app.notices.tables import told, untold
from app.notices.waits import (
    Wait,
    keep_waits,
    lasts,
    moves_before_others,
    near_of,
    read_near,
    read_turns,
    read_waits,
    set_near,
    waits_now,
)
from app.rules.service import RulesService

log = logging.getLogger(__name__)

AT_ONCE = 200
"""Matches that are looked at together."""


class Told(Struct, frozen=True):
    """What has been told of a match: the version, its state then, its last letter."""

    version: int = -1
    state: str = "open"
    letter: int = 0


async def derive(engine: AsyncEngine, rules: RulesService, now: datetime) -> None:
    """Make the notices of all matches in the outbox; one that fails keeps no other from it."""
    async with autocommitting(engine) as driver:
        while ids := [row[0] for row in await _TAKE.rows(driver, {"most": AT_ONCE})]:
            try:
                await derive_of(driver, rules, ids, now)
            except Exception:
                log.exception("Notices failed; their matches are tried one by one.")
                for match_id in ids:
                    await _derive_one(driver, rules, match_id, now)


async def _derive_one(driver: Driver, rules: RulesService, match_id: int, now: datetime) -> None:
    try:
        await derive_of(driver, rules, [match_id], now)
    except Exception:
        log.exception("No notices could be made of match %s.", match_id)


async def derive_of(driver: Driver, rules: RulesService, ids: Sequence[int], now: datetime) -> None:
    """Make the notices of these matches, all or none."""
    standings = await read_standings(driver, ids)
    before = await _read_told(driver, ids)
    waits = _by_match(await read_waits(driver, ids))
    steps = await read_steps(driver, {i: old.version for i, old in before.items()})
    looking = await present(driver, ids, now - EYES)
    notices: list[Notice] = [*await invitations_of(driver, standings)]
    done: list[tuple[Standing, list[Wait], int]] = []
    for standing in standings.values():
        if standing.deleted or not (standing.settled or standing.paused):
            continue
        old = before.get(standing.id, Told())
        now_waiting, letter = waits.get(standing.id, []), old.letter
        if not standing.paused:
            since = [step for step in steps.get(standing.id, []) if step.number <= standing.version]
            ended = await _ended(driver, rules, standing, now_waiting, since, looking)
            now_waiting = waits_now(standing, now_waiting, ended, now)
        if standing.letters:
            written, letter = await letters_of(driver, standing, old.letter, now)
            notices += written
        notices += news_of(standing, old.state, waits.get(standing.id, []), now_waiting, now)
        done.append((standing, now_waiting, letter))
    async with driver.transaction():
        await publish(driver, notices, now)
        kept = [wait for _, now_waiting, _ in done for wait in now_waiting]
        over = [wait for s, _, _ in done for wait in waits.get(s.id, []) if not lasts(wait, kept)]
        await keep_waits(driver, [s.id for s, _, _ in done], kept)
        await read_turns(driver, over, now)
        await _keep_told(driver, done)


async def _ended(
    driver: Driver,
    rules: RulesService,
    standing: Standing,
    before: Sequence[Wait],
    steps: Sequence[Step],
    looking: set[Looker],
) -> set[int]:
    """The seats that wait as they did before, whose waits had ended between.

    Of who has the match before his eyes it is not asked exactly, for it costs time: he reads the
    notice as he gets it.
    """
    ended = set()
    for wait in before:
        moves = moves_before_others(wait.seat, steps)
        if not moves or wait.seat not in standing.waiting:
            continue
        seen = (wait.person, wait.match) in looking
        still = not seen and all(
            [await was_awaited(driver, rules, standing, wait.seat, number) for number in moves]
        )
        if not still:
            ended.add(wait.seat)
    return ended


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
    table = {**facts, "who": [name_of(standing, wait.seat)]}
    warned = [
        Notice(DEADLINE_NEAR, wait.number, wait.person, wait.match, facts),
        Notice(DEADLINE_NEAR, wait.number, None, wait.match, table),
    ]
    async with driver.transaction():
        await set_near(driver, wait, None)
        if standing.state == "running" and wait.seat in standing.waiting and not standing.deleted:
            await publish(driver, warned, now)


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
