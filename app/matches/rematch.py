"""Once more: a new open match like one that has ended, to which its people are invited."""

import secrets
from contextlib import suppress

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.matches.create import check_few_open
from app.matches.draws import draw_nonce, draw_seed
from app.matches.errors import NotOpenError, NotSeatedError
from app.matches.invitations import invite_person
from app.matches.invites import draw_invite
from app.matches.reading import KEY_LENGTH, KEY_LETTERS
from app.matches.seats import Table, join, lock, seat_person
from app.matches.sitting import Place
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.chance import commitment
from app.rules.contract import N_

NOT_OVER = N_("This match is not over yet.")
ALIKE = (
    "game",
    "title",
    "chairs",
    "options",
    "public",
    "limit_seconds",
    "bank_seconds",
    "gain_seconds",
    "calendar",
    "absence",
)
"""Columns that the new match has from the old one."""


async def rematch(place: Place, key: str, person: Person) -> str:
    """The key of the match that follows this one, in which the person then sits.

    The first who asks makes it and is its host; who asks later sits down there, if a chair is free.
    Raises NoSuchMatchError, NotSeatedError, NotOpenError, BadChoiceError.
    """
    async with place.engine.begin() as connection:
        table = await lock(connection, key, person)
        if table.seat is None:
            raise NotSeatedError
        if table.state != "finished":
            raise NotOpenError(NOT_OVER)
        following = select(matches.c.key).where(
            matches.c.rematch_of == table.id, matches.c.deleted.is_(None)
        )
        made = (await connection.execute(following.order_by(matches.c.id).limit(1))).one_or_none()
        if made is None:
            number, key = await _make(connection, place, table, person)
    if made is None:
        place.herald.tell_stir(number, 0)
        return key
    with suppress(NotOpenError):
        async with place.engine.begin() as connection:
            await join(connection, made.key, person, None)
    return str(made.key)


async def _make(
    connection: AsyncConnection, place: Place, table: Table, person: Person
) -> tuple[int, str]:
    """Its id and key."""
    await check_few_open(connection, person)
    columns = [matches.c[name] for name in ALIKE]
    old = (await connection.execute(select(*columns).where(matches.c.id == table.id))).mappings()
    seed = draw_seed()
    row = await connection.execute(
        insert(matches)
        .values(
            **old.one(),
            key="".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_LENGTH)),
            rules_version=place.rules[table.game].meta.version,
            invite=draw_invite(),
            host_id=person.id,
            seed=seed,
            commitment=commitment(seed),
            rematch_of=table.id,
        )
        .returning(matches.c.id, matches.c.key)
    )
    number, key = row.one()
    await _seat_all(connection, table.id, number, person)
    return number, key


async def _seat_all(connection: AsyncConnection, old: int, new: int, person: Person) -> None:
    """Seat the person and the bots where they sat, invite the others who have not left."""
    for row in await connection.execute(select(seats).where(seats.c.match_id == old)):
        if row.person_id == person.id:
            await seat_person(connection, new, row.seat, person)
        elif row.person_id is not None:
            await invite_person(connection, new, row.person_id, person.id)
        elif row.bot is not None and row.left is None:
            bot = {"bot": row.bot, "name": row.name, "nonce": draw_nonce()}
            await connection.execute(insert(seats).values(match_id=new, seat=row.seat, **bot))
