"""Seats that change hands while the match runs: by a link, or a seat that nobody holds any more.

Who comes in gets neither the draft nor the private letters of who sat there; the seat keeps its
nonce, so that throws stay as they were sealed. Who gave it up may go on watching.
"""

from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, null, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.types import Text

from app.accounts.people import Person
from app.accounts.tables import person as people
from app.db.direct import Direct, Driver, autocommitting, driver_of
from app.matches.clock import keep_times, times_returned
from app.matches.departures import let_watch
from app.matches.drafts import drop_draft
from app.matches.errors import (
    NOT_BEGUN,
    MatchOverError,
    NoSuchMatchError,
    NotHostError,
    NotOpenError,
)
from app.matches.holidays import refresh
from app.matches.invites import draw_invite, read_invite
from app.matches.letters import change_hands
from app.matches.play import check_seated, find_position
from app.matches.seats import lock
from app.matches.sitting import Place, Sitting, sitting
from app.matches.stir import stir
from app.matches.tables import match as matches
from app.matches.tables import proposal as proposals
from app.matches.tables import seat as seats
from app.rules.contract import N_
from app.rules.service import RulesService

LONG_AWAY = timedelta(days=1)
"""After so long the host may give away the seat of somebody who is away."""
NO_OFFER = N_("No seat waits behind this link any more.")
SEATED = N_("You have a seat in this match.")
NOT_FREE = N_("Somebody holds this seat.")


class Offer(Struct, frozen=True):
    """A seat that its link gives away."""

    key: str
    game: str
    title: str
    seat: int
    name: str
    """Of who sits or sat there."""


async def offer(place: Place, key: str, person: Person, seat: int | None, now: datetime) -> None:
    """Make a link for one's own seat (None), or as the host for one that nobody holds.

    Raises NoSuchMatchError, NotSeatedError, NotHostError, NotOpenError, MatchOverError.
    """
    async with sitting(place, key, person) as here:
        chosen = here.seat if seat is None else seat
        await _check_may_give(here, chosen, now)
        await here.connection.execute(
            update(seats)
            .where(seats.c.match_id == here.position.id, seats.c.seat == chosen)
            .values(handover=func.coalesce(seats.c.handover, draw_invite()))
        )


async def withdraw(place: Place, key: str, person: Person, seat: int | None, now: datetime) -> None:
    """Make the link useless. Raises as `offer` does."""
    async with sitting(place, key, person) as here:
        chosen = here.seat if seat is None else seat
        await _check_may_give(here, chosen, now)
        this = seats.c.match_id == here.position.id, seats.c.seat == chosen
        await here.connection.execute(update(seats).where(*this).values(handover=null()))


async def find_offer(engine: AsyncEngine, token: str) -> Offer:
    """The seat behind a link. Raises NoSuchMatchError."""
    async with autocommitting(engine) as driver:
        row = await _OFFER.row(driver, {"words": read_invite(token)})
    if row is None:
        raise NoSuchMatchError(NO_OFFER)
    return Offer(*row)


async def take(
    place: Place,
    token: str,
    person: Person,
    now: datetime,
) -> str:
    """Sit down on the seat behind the link, whose only use this is; gives the match's key.

    Raises NoSuchMatchError, NotOpenError.
    """
    async with place.engine.begin() as connection:
        row = (await connection.execute(_LOCK, {"words": read_invite(token)})).one_or_none()
        if row is None:
            raise NoSuchMatchError(NO_OFFER)
        match_id, key = row
        query = _HANDED.where(seats.c.match_id == match_id)
        seat = await connection.scalar(query, {"words": read_invite(token)})
        if seat is None:
            raise NoSuchMatchError(NO_OFFER)
        await _check_elsewhere(connection, match_id, person)
        await change_sitter(connection, place.rules, str(key), match_id, seat, person, now)
        stirred = await stir(await driver_of(connection), match_id)
    place.herald.tell_stir(match_id, stirred)
    return str(key)


async def sit_down(
    place: Place,
    key: str,
    person: Person,
    seat: int,
    now: datetime,
) -> None:
    """Take a seat that somebody has left for good, in a public match.

    Raises NoSuchMatchError, NotOpenError, MatchOverError.
    """
    async with place.engine.begin() as connection:
        table = await lock(connection, key, person)
        if table.state != "running":
            raise MatchOverError if table.state == "finished" else NotOpenError(NOT_BEGUN)
        await _check_elsewhere(connection, table.id, person)
        left = _LEFT.where(seats.c.match_id == table.id, seats.c.seat == seat)
        if await connection.scalar(left) is None:
            raise NotOpenError(NOT_FREE)
        await change_sitter(connection, place.rules, key, table.id, seat, person, now)
        stirred = await stir(await driver_of(connection), table.id)
    place.herald.tell_stir(table.id, stirred)


async def change_sitter(
    connection: AsyncConnection,
    rules: RulesService,
    key: str,
    match_id: int,
    seat: int,
    person: Person,
    now: datetime,
) -> None:
    """Let that person sit there in place of whoever did, in a match that is locked."""
    this = seats.c.match_id == match_id, seats.c.seat == seat
    query = select(seats.c.person_id, seats.c.away).where(*this)
    before, away = (await connection.execute(query)).one()
    await connection.execute(
        update(seats)
        .where(*this)
        .values(
            person_id=person.id,
            bot=null(),
            name=null(),
            away=null(),
            left=null(),
            handover=null(),
            taken=func.now(),
        )
    )
    if before is not None:
        await let_watch(connection, match_id, before)
        host = matches.c.id == match_id, matches.c.host_id == before
        await connection.execute(update(matches).where(*host).values(host_id=person.id))
    driver = await driver_of(connection)
    await drop_draft(driver, match_id, seat)
    await change_hands(driver, match_id, seat)
    await _forget_agreement(connection, match_id, seat)
    await refresh(driver, match_id, now)
    if before is None or away is not None:
        await _start_clock(driver, rules, key, person, now)


async def _start_clock(
    driver: Driver, rules: RulesService, key: str, person: Person, now: datetime
) -> None:
    """Give who comes in place of a bot his time, if he is awaited."""
    position = await find_position(driver, key, person)
    service = rules[position.game]
    state = service.decode_state(position.snapshot or b"")
    times = times_returned(service, position, state, check_seated(position), now)
    if times is not None:
        await keep_times(driver, position, times)


async def _forget_agreement(connection: AsyncConnection, match_id: int, seat: int) -> None:
    """Who comes has proposed and agreed to nothing."""
    here = proposals.c.match_id == match_id
    await connection.execute(delete(proposals).where(here, proposals.c.seat == seat))
    without = func.array_remove(proposals.c.agreed, seat)
    await connection.execute(update(proposals).where(here).values(agreed=without))


async def _check_may_give(here: Sitting, seat: int, now: datetime) -> None:
    if seat == here.seat:
        return
    if not here.host:
        raise NotHostError
    has_left = seats.c.left.is_not(None)
    query = select(seats.c.person_id, seats.c.bot, seats.c.away, has_left).where(
        seats.c.match_id == here.position.id, seats.c.seat == seat
    )
    row = (await here.connection.execute(query)).one_or_none()
    if row is None or not is_free(row[0], row[1], row[2], row[3], now):
        raise NotOpenError(NOT_FREE)


def is_free(
    person: int | None,
    bot: str | None,
    away: datetime | None,
    left: bool,
    now: datetime,
) -> bool:
    """Whether the host may give the seat away: who held it has left, is no more, or long away."""
    if person is None:
        return left or bot is None
    return away is not None and now - away > LONG_AWAY


async def _check_elsewhere(connection: AsyncConnection, match_id: int, person: Person) -> None:
    mine = seats.c.match_id == match_id, seats.c.person_id == person.id
    if await connection.scalar(select(seats.c.seat).where(*mine)) is not None:
        raise NotOpenError(SEATED)


_WORDS = bindparam("words", type_=Text)
_running = (matches.c.state == "running") & matches.c.deleted.is_(None)
_LOCK = (
    select(matches.c.id, matches.c.key)
    .where(
        matches.c.id
        == select(seats.c.match_id).where(seats.c.handover == _WORDS).scalar_subquery(),
        _running,
    )
    .with_for_update()
)
_HANDED = select(seats.c.seat).where(seats.c.handover == _WORDS)
"""Asked again after the lock: somebody else may have been faster."""
_LEFT = select(seats.c.seat).where(seats.c.left.is_not(None), seats.c.person_id.is_(None))
_OFFER = Direct(
    select(
        matches.c.key,
        matches.c.game,
        matches.c.title,
        seats.c.seat,
        func.coalesce(people.c.name, seats.c.name, "?"),
    )
    .select_from(seats.join(matches).outerjoin(people, seats.c.person_id == people.c.id))
    .where(seats.c.handover == _WORDS, _running)
)
