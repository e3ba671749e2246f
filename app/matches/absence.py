"""Who is absent: the house answers for him when the host ends the wait, or the clock does.

Each answer is an action of its own, marked as forced, so that the log tells it to all.
"""

import asyncio
from datetime import UTC, datetime
from uuid import NAMESPACE_OID, uuid5

from msgspec.structs import replace
from psycopg.errors import UniqueViolation
from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import BigInteger

from app.accounts.people import Person
from app.db.direct import Direct, Driver, autocommitting
from app.matches.bots import choose
from app.matches.drafts import drafted, read_draft
from app.matches.errors import MatchOverError, NoSuchMatchError, NotHostError, NotOpenError
from app.matches.heads import Glance
from app.matches.herald import Herald
from app.matches.play import POSITION, judge, wake_bots
from app.matches.reading import glance
from app.matches.record import Overtaken, Position, awaited, due_after, record
from app.matches.tables import match as matches
from app.rules.contract import N_
from app.rules.service import RANDOM_BOT, RulesService

MOST_ANSWERS = 40
"""More are never awaited at once."""


async def force(
    engine: AsyncEngine, herald: Herald, rules: RulesService, key: str, person: Person
) -> None:
    """The host ends the wait: the house answers for all who are awaited now.

    Raises NoSuchMatchError, NotHostError, NotOpenError, MatchOverError.
    """
    async with autocommitting(engine) as driver:
        seen = await glance(driver, key, person)
        await _check_host(driver, seen, person)
    await answer_for_all(engine, herald, rules, seen.id, "host")


async def answer_for_all(
    engine: AsyncEngine,
    herald: Herald,
    rules: RulesService,
    match_id: int,
    forced: str,
    now: datetime | None = None,
) -> None:
    """Answer for those who are awaited now; whoever is asked by what follows is not meant.

    With `now` only for persons, as long as their answers are overdue at that time.
    """
    async with autocommitting(engine) as driver:
        position = await _find(driver, match_id)
        service = rules[position.game]
        missing = awaited(service, service.decode_state(position.snapshot or b""))
        if now:
            missing = [seat for seat in missing if seat not in position.bots]
        for _ in range(MOST_ANSWERS):
            if not missing:
                break
            position = await _find(driver, match_id)
            if now and (position.due is None or position.due > now):
                break
            if position.state == "running" and not await _answer(
                driver, herald, rules, position, missing[0], forced, now or datetime.now(UTC)
            ):
                continue
            missing.pop(0)
        await wake_bots(driver, match_id)


async def _answer(
    driver: Driver,
    herald: Herald,
    rules: RulesService,
    position: Position,
    seat: int,
    forced: str,
    now: datetime,
) -> bool:
    """Answer for one seat, unless it has answered; False when somebody else was faster."""
    service = rules[position.game]
    state = service.decode_state(position.snapshot or b"")
    if seat not in awaited(service, state):
        return True
    draft = drafted(service, await read_draft(driver, position.id, seat))
    action = service.stand_in(state, seat, draft)
    key = uuid5(NAMESPACE_OID, f"absent:{position.id}:{position.version}:{seat}")
    if action is not None:
        move = judge(service, position, seat, action, key)
    elif forced == "clock":
        bot = next(iter(service.game.bots), RANDOM_BOT)
        move = await asyncio.to_thread(choose, service, position, state, seat, bot)
    else:
        raise NotOpenError(N_("In this game everybody is waited for."))
    due = due_after(service, position, seat, move.played, now)
    move = replace(move, request_key=key, forced=forced, due=due)
    try:
        number = await record(driver, service, position, move)
    except (Overtaken, UniqueViolation):
        return False
    herald.tell(position.id, number)
    return True


async def _check_host(driver: Driver, seen: Glance, person: Person) -> None:
    row = await _HOST.row(driver, {"match": seen.id})
    if row is None or row[0] != person.id:
        raise NotHostError
    if seen.state == "open":
        raise NotOpenError(N_("This match has not begun."))
    if seen.state == "finished":
        raise MatchOverError


async def _find(driver: Driver, match_id: int) -> Position:
    row = await _FIND.row(driver, {"match": match_id})
    if row is None:
        raise NoSuchMatchError
    return Position(*row)


_THIS = matches.c.id == bindparam("match", type_=BigInteger)
_FIND = Direct(POSITION.where(_THIS))
_HOST = Direct(matches.select().with_only_columns(matches.c.host_id).where(_THIS))
