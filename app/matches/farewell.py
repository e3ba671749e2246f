"""A person is deleted: his matches stay, without his name; bots play on in his seats."""

from datetime import datetime

from sqlalchemy import delete, null, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.db.direct import driver_of
from app.matches.bots import first_bot
from app.matches.departures import hand_on_host, leave_to_bot
from app.matches.drafts import drop_draft
from app.matches.play import wake_bots
from app.matches.seats import leave
from app.matches.stir import stir
from app.matches.tables import invitation as invitations
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.matches.tables import talk
from app.rules.service import RulesService

NOBODY = "N. N."
"""The name of who is no more, in every language (nomen nescio)."""


async def forget_person(
    connection: AsyncConnection, rules: RulesService, person: Person, now: datetime
) -> dict[int, int]:
    """Take a person out of all matches before he is deleted; gives stirs by match, to tell of.

    Open matches lose a chair's owner, running ones get a bot, finished ones keep the seat's moves.
    """
    for key in await _open_matches(connection, person):
        await leave(connection, key, person)
    stirs = {}
    for match_id, game, seat in await _running_seats(connection, person):
        await leave_to_bot(connection, match_id, seat, first_bot(rules[game]), NOBODY, now)
        await hand_on_host(connection, match_id, person.id)
        driver = await driver_of(connection)
        await drop_draft(driver, match_id, seat)
        await wake_bots(driver, match_id)
        stirs[match_id] = await stir(driver, match_id)
    await _take_name_away(connection, person)
    return stirs


async def _open_matches(connection: AsyncConnection, person: Person) -> list[str]:
    query = select(matches.c.key).join_from(seats, matches)
    rows = await connection.execute(
        query.where(
            seats.c.person_id == person.id,
            matches.c.state == "open",
            matches.c.deleted.is_(None),
        )
    )
    return list(rows.scalars())


async def _running_seats(connection: AsyncConnection, person: Person) -> list[tuple[int, str, int]]:
    """Match, game and seat; the matches are locked."""
    query = select(matches.c.id, matches.c.game, seats.c.seat).join_from(seats, matches)
    rows = await connection.execute(
        query.where(seats.c.person_id == person.id, matches.c.state == "running")
        .order_by(matches.c.id)
        .with_for_update(of=matches)
    )
    return [(row.id, row.game, row.seat) for row in rows]


async def _take_name_away(connection: AsyncConnection, person: Person) -> None:
    """Where he sat, where he had left, and in what he said."""
    watched = select(invitations.c.match_id).where(invitations.c.person_id == person.id)
    had_left = seats.c.left.is_not(None), seats.c.name == person.name
    for where in (
        (seats.c.person_id == person.id,),
        (seats.c.match_id.in_(watched), *had_left),
    ):
        await connection.execute(update(seats).where(*where).values(name=NOBODY))
    said = talk.c.person_id == person.id
    await connection.execute(update(talk).where(said).values(name=NOBODY))
    await connection.execute(delete(invitations).where(invitations.c.person_id == person.id))
    await connection.execute(
        update(matches)
        .where(matches.c.host_id == person.id, matches.c.state == "finished")
        .values(host_id=null())
    )
