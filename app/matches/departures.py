"""Going for good while the match runs: give up, or leave one's seat to a bot."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, null, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.db.direct import driver_of
from app.matches.agreements import settle
from app.matches.bots import first_bot
from app.matches.drafts import drop_draft
from app.matches.endings import end_conceded
from app.matches.errors import NotOpenError
from app.matches.play import wake_bots
from app.matches.sitting import Place, Sitting, sitting
from app.matches.tables import invitation as invitations
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.contract import N_

LAST_PERSON = N_("Nobody else plays here. Give up, and the match ends.")


class Sitter(NamedTuple):
    """A seat of a running match: its person (None: a bot, or somebody who is no more)."""

    seat: int
    person: int | None


async def concede(
    place: Place,
    key: str,
    person: Person,
    now: datetime,
) -> None:
    """Give up. With one other player left, or none but bots, the match ends and the others win.

    Else a bot plays on in his seat, which somebody else may take.
    Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError.
    """
    async with sitting(place, key, person) as here:
        service = here.service
        others = [one for one in await _sitters(here) if one.seat != here.seat]
        out = service.out(service.decode_state(here.position.snapshot or b""))
        rivals = tuple(one.seat for one in others if one.seat not in out)
        if len(rivals) < 2 or all(one.person is None for one in others):
            here.number = await end_conceded(here.driver, here.position, here.seat, rivals, now)
        else:
            await _go(here, person, now)


async def leave(
    place: Place,
    key: str,
    person: Person,
    now: datetime,
) -> None:
    """Leave for good: a bot takes the seat and plays on.

    Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError.
    """
    async with sitting(place, key, person) as here:
        others = [one for one in await _sitters(here) if one.seat != here.seat]
        if all(one.person is None for one in others):
            raise NotOpenError(LAST_PERSON)
        await _go(here, person, now)


async def step_aside(place: Place, key: str, person: Person, now: datetime) -> None:
    """Let a bot play until one returns. Raises as `leave` does."""
    async with sitting(place, key, person) as here:
        chair = seats.c.match_id == here.position.id, seats.c.seat == here.seat
        away = func.coalesce(seats.c.away, now)
        await here.connection.execute(update(seats).where(*chair).values(away=away))
        await settle(here, now)
        await wake_bots(here.driver, here.position.id)


async def let_watch(connection: AsyncConnection, match_id: int, person_id: int) -> None:
    """Let somebody who gave up his seat go on seeing the match."""
    row = insert(invitations).values(match_id=match_id, person_id=person_id)
    await connection.execute(row.on_conflict_do_nothing())


async def leave_to_bot(
    connection: AsyncConnection, match_id: int, seat: int, bot: str, name: str, now: datetime
) -> None:
    """Put a bot in a seat for good, under that name."""
    await connection.execute(
        update(seats)
        .where(seats.c.match_id == match_id, seats.c.seat == seat)
        .values(person_id=null(), bot=bot, name=name, left=now, away=null(), handover=null())
    )


async def hand_on_host(connection: AsyncConnection, match_id: int, person_id: int) -> None:
    """Where that person was the host, the first person who sits there is."""
    first = (
        select(seats.c.person_id)
        .where(seats.c.match_id == match_id, seats.c.person_id.is_not(None))
        .order_by(seats.c.seat)
        .limit(1)
        .scalar_subquery()
    )
    this = matches.c.id == match_id, matches.c.host_id == person_id
    heir = func.coalesce(first, matches.c.host_id)
    await connection.execute(update(matches).where(*this).values(host_id=heir))


async def _sitters(here: Sitting) -> list[Sitter]:
    query = select(seats.c.seat, seats.c.person_id).where(seats.c.match_id == here.position.id)
    return [Sitter(*row) for row in await here.connection.execute(query.order_by(seats.c.seat))]


async def _go(here: Sitting, person: Person, now: datetime) -> None:
    """Put a bot in the seat, under the name of who went; who was asked to agree is so no more."""
    connection, match_id = here.connection, here.position.id
    bot = first_bot(here.service)
    await leave_to_bot(connection, match_id, here.seat, bot, person.name, now)
    await let_watch(connection, match_id, person.id)
    await hand_on_host(connection, match_id, person.id)
    driver = await driver_of(connection)
    await drop_draft(driver, match_id, here.seat)
    await settle(here, now)
    await wake_bots(driver, match_id)
