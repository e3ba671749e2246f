"""What only who runs the house does at a table; each deed is counted there, and pages refreshed."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace
from sqlalchemy import bindparam, func, null, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.types import ARRAY, BigInteger, DateTime, Integer, SmallInteger, Text

from app.accounts.tables import person as people
from app.db.direct import Direct, Driver, autocommitting, driver_of
from app.matches import pauses
from app.matches.bots import first_bot
from app.matches.clock import keep_times
from app.matches.departures import hand_on_host, let_watch
from app.matches.drafts import drop_draft
from app.matches.endings import end_by_house
from app.matches.errors import BadChoiceError, MatchOverError, NoSuchMatchError, NotOpenError
from app.matches.heads import LogEntry, MatchPage, head_of, state_of
from app.matches.herald import Herald
from app.matches.invites import draw_invite
from app.matches.log import newest_log, read_record
from app.matches.play import POSITION, wake_bots
from app.matches.reading import HEAD, KEY, check_key
from app.matches.record import Overtaken, Position
from app.matches.replay import Moment
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.matches.undo import ADMIN
from app.matches.undo import restore as restore_action
from app.rules.contract import N_
from app.rules.service import RulesService

TRIES = 10
NOT_RUNNING = N_("This can be done while the match runs.")
NO_CLOCK = N_("No clock runs in this match.")
NO_SEAT = N_("Nobody sits there who could be replaced.")


async def count_deed(driver: Driver, match_id: int, deeds: int = 1, asks: int = 0) -> int:
    """Count deeds at a table, and what is asked of it; gives the stir to tell of."""
    row = await _COUNT.row(driver, {"match": match_id, "more": deeds, "asked": asks})
    if row is None:
        raise NoSuchMatchError
    return int(row[0])


async def keys_of(driver: Driver, ids: Sequence[int]) -> dict[int, str]:
    """The keys of matches by their numbers."""
    return dict(await _KEYS_OF.rows(driver, {"ids": list(ids)}))


async def extend(engine: AsyncEngine, match_id: int, more: timedelta) -> None:
    """Give everybody who is awaited that much more time. Raises NotOpenError, MatchOverError."""
    for _ in range(TRIES):
        async with autocommitting(engine) as driver, driver.transaction():
            position = await running(driver, match_id)
            times = position.times
            if times is None or times.due is None:
                raise NotOpenError(NO_CLOCK)
            dues = tuple(due and due + more for due in times.dues)
            if await keep_times(driver, position, replace(times, dues=dues)):
                return
    raise NotOpenError(NOT_RUNNING)


async def seat_bot(
    connection: AsyncConnection, rules: RulesService, match_id: int, seat: int, now: datetime
) -> None:
    """Put a bot in the seat of a person, who may go on watching, or of nobody.

    Raises NotOpenError, MatchOverError, BadChoiceError.
    """
    driver = await driver_of(connection)
    await connection.execute(select(matches.c.id).where(matches.c.id == match_id).with_for_update())
    position = await running(driver, match_id)
    sitter = await _SITTER.row(driver, {"match": match_id, "chair": seat})
    if sitter is None or sitter[2] is not None:
        raise BadChoiceError(NO_SEAT)
    person, name, _ = sitter
    bot = first_bot(rules[position.game])
    parameters = {"match": match_id, "chair": seat, "which": bot, "named": name, "now": now}
    await _REPLACE.row(driver, parameters)
    if person is not None:
        await let_watch(connection, match_id, person)
        await hand_on_host(connection, match_id, person)
    await drop_draft(driver, match_id, seat)
    await wake_bots(driver, match_id)


async def take_back(
    engine: AsyncEngine,
    herald: Herald,
    rules: RulesService,
    match_id: int,
    number: int,
    reason: str,
    now: datetime,
) -> None:
    """Bring back the state after any action, with the reason in the log; throws stay spent.

    Raises NoSuchMatchError (no such action), NotOpenError, MatchOverError.
    """
    for _ in range(TRIES):
        async with autocommitting(engine) as driver:
            position = await running(driver, match_id)
            service = rules[position.game]
            try:
                await restore_action(
                    driver, herald, service, position, None, number, ADMIN, reason, now
                )
            except Overtaken:
                continue
        return
    raise NotOpenError(NOT_RUNNING)


async def offer_seat(driver: Driver, match_id: int, seat: int) -> str:
    """The words of a new link that gives a seat away, in place of any before it.

    Raises NotOpenError, MatchOverError, BadChoiceError.
    """
    await running(driver, match_id)
    words = draw_invite()
    row = await _OFFER.row(driver, {"match": match_id, "chair": seat, "words": words})
    if row is None:
        raise BadChoiceError(NO_SEAT)
    return words


async def end(
    engine: AsyncEngine, herald: Herald, match_id: int, reason: str, now: datetime
) -> None:
    """End a match, with the reason in its log; nobody wins. Raises NotOpenError, MatchOverError."""
    for _ in range(TRIES):
        async with autocommitting(engine) as driver:
            position = await running(driver, match_id)
            try:
                number = await end_by_house(driver, position, reason, now)
            except Overtaken:
                continue
        herald.tell(match_id, number)
        return
    raise NotOpenError(NOT_RUNNING)


async def delete(engine: AsyncEngine, herald: Herald, match_id: int, now: datetime) -> None:
    """Hide a match from everybody; its clocks and bots stand still. Raises NotOpenError."""
    async with autocommitting(engine) as driver, driver.transaction():
        if not await _DELETE.row(driver, {"match": match_id, "now": now}):
            raise NotOpenError(N_("This match is deleted already."))
        if await _RUNNING.row(driver, {"match": match_id}):
            await pauses.halt(driver, match_id, "admin", now)


async def restore(engine: AsyncEngine, herald: Herald, match_id: int, now: datetime) -> None:
    """Bring a deleted match back; its clocks go on with what was left. Raises NotOpenError.

    One that was paused before it was deleted stays so.
    """
    async with autocommitting(engine) as driver, driver.transaction():
        halted = await _HALTED.row(driver, {"match": match_id})
        if halted is None or not await _RESTORE.row(driver, {"match": match_id}):
            raise NotOpenError(N_("This match is not deleted."))
    if halted[0]:
        await pauses.resume(engine, herald, match_id, "admin", now)


async def look_as(
    driver: Driver, rules: RulesService, key: str, seat: int, now: datetime
) -> Moment:
    """A running match as that seat may know it, its drafts and letters left out.

    Raises NoSuchMatchError, NotOpenError, BadChoiceError.
    """
    found = await _LOOK.named_rows(driver, {"key": check_key(key), "me": None})
    if not found:
        raise NoSuchMatchError
    row = found[0]
    state = state_of(rules, row)
    if state is None or row["state"] != "running":
        raise NotOpenError(NOT_RUNNING)
    head = head_of(rules, row, state)
    if seat not in range(len(head.seats)):
        raise BadChoiceError(NO_SEAT)
    service = rules[head.game]
    log = newest_log(service, await read_record(driver, service, head.id), seat)
    page = MatchPage(head, seat, service.view(state, seat), log)
    return Moment(page, 0, head.version, now, _newest(log, head.version), False, None)


async def running(driver: Driver, match_id: int) -> Position:
    """Where a running match is. Raises NoSuchMatchError, NotOpenError, MatchOverError."""
    row = await _FIND.row(driver, {"match": match_id})
    if row is None:
        raise NoSuchMatchError
    position = Position(*row)
    if position.state == "finished":
        raise MatchOverError
    if position.state != "running":
        raise NotOpenError(NOT_RUNNING)
    return position


def _newest(log: tuple[LogEntry, ...], version: int) -> LogEntry | None:
    return log[-1] if log and log[-1].number == version else None


_MATCH = bindparam("match", type_=BigInteger)
_MOMENT = bindparam("now", type_=DateTime(timezone=True))
_CHAIR = bindparam("chair", type_=SmallInteger)
_THIS = matches.c.id == _MATCH
_KEYS_OF = Direct(
    select(matches.c.id, matches.c.key).where(
        matches.c.id == bindparam("ids", type_=ARRAY(BigInteger)).any_()
    )
)
_FIND = Direct(POSITION.where(_THIS))
_LOOK = Direct(HEAD.where(matches.c.key == KEY))
_COUNT = Direct(
    update(matches)
    .where(_THIS)
    .values(
        deeds=matches.c.deeds + bindparam("more", type_=Integer),
        asks=matches.c.asks + bindparam("asked", type_=Integer),
        stir=matches.c.stir + 1,
    )
    .returning(matches.c.stir)
)
_DELETE = Direct(
    update(matches)
    .where(_THIS, matches.c.deleted.is_(None))
    .values(deleted=_MOMENT)
    .returning(matches.c.id)
)
_HALTED = Direct(
    select(func.coalesce(matches.c.paused == matches.c.deleted, False)).where(
        _THIS, matches.c.deleted.is_not(None)
    )
)
_RESTORE = Direct(
    update(matches)
    .where(_THIS, matches.c.deleted.is_not(None))
    .values(deleted=null())
    .returning(matches.c.id)
)
_RUNNING = Direct(
    select(matches.c.id).where(_THIS, matches.c.state == "running", matches.c.paused.is_(None))
)
_OFFER = Direct(
    update(seats)
    .where(seats.c.match_id == _MATCH, seats.c.seat == _CHAIR)
    .values(handover=bindparam("words", type_=Text))
    .returning(seats.c.seat)
)
_SITTER = Direct(
    select(seats.c.person_id, func.coalesce(people.c.name, seats.c.name), seats.c.bot)
    .select_from(seats.outerjoin(people, seats.c.person_id == people.c.id))
    .where(seats.c.match_id == _MATCH, seats.c.seat == _CHAIR)
)
_REPLACE = Direct(
    update(seats)
    .where(seats.c.match_id == _MATCH, seats.c.seat == _CHAIR)
    .values(
        person_id=null(),
        bot=bindparam("which", type_=Text),
        name=bindparam("named", type_=Text),
        left=_MOMENT,
        away=null(),
        handover=null(),
    )
    .returning(seats.c.seat)
)
