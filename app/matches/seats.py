"""Chairs of an open match: join, leave, bots, start."""

import secrets

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.db.notify import notify
from app.matches.draws import draw_nonce
from app.matches.errors import (
    NO_INVITATION,
    BadChoiceError,
    NoSuchMatchError,
    NotHostError,
    NotOpenError,
)
from app.matches.herald import CHANNEL
from app.matches.reading import HERE, INVITE, KEY, MY_SEAT, check_key, may_join
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.contract import N_
from app.rules.service import RANDOM_BOT, GameService, RulesService

BOT_NAMES = (
    "Adelheid", "Baldwin", "Cunegund", "Dietmar", "Elfrida", "Folkmar", "Gerlind", "Hartmut",
    "Irmgard", "Leofric", "Mechthild", "Notker", "Ottilie", "Roderick", "Sieglinde", "Wulfstan",
)  # fmt: skip


class Table(Struct, frozen=True):
    """An open match, locked for this transaction; `seat` is the person's chair."""

    id: int
    game: str
    state: str
    chairs: int
    host: int | None
    seat: int | None


_COLUMNS = (
    matches.c.id,
    matches.c.game,
    matches.c.state,
    matches.c.chairs,
    matches.c.host_id,
    MY_SEAT,
)
_LOCK = select(*_COLUMNS).where(matches.c.key == KEY, may_join()).with_for_update(of=matches)
_LOCK_INVITED = (
    select(*_COLUMNS, matches.c.key)
    .where(matches.c.invite == INVITE, HERE)
    .with_for_update(of=matches)
)
_TAKEN = select(seats).where(seats.c.match_id == bindparam("match")).order_by(seats.c.seat)


async def join(connection: AsyncConnection, key: str, person: Person, invite: str | None) -> None:
    """Take the first free chair; who has one keeps it.

    Raises NoSuchMatchError, NotOpenError (begun, or no chair free).
    """
    await _take_chair(connection, await lock(connection, key, person, invite), person)


async def join_invited(connection: AsyncConnection, invite: str, person: Person) -> str:
    """Join the match of this invitation and give its key. Raises as `join` does."""
    parameters = {"invite": invite, "me": person.id}
    row = (await connection.execute(_LOCK_INVITED, parameters)).one_or_none()
    if row is None:
        raise NoSuchMatchError(NO_INVITATION)
    *table, key = row
    await _take_chair(connection, Table(*table), person)
    return str(key)


async def leave(connection: AsyncConnection, key: str, person: Person) -> None:
    """Give up one's chair in an open match; without people it is deleted, a host hands on.

    Raises NoSuchMatchError, NotOpenError.
    """
    table = await lock(connection, key, person)
    if table.seat is None:
        return
    check_open(table)
    mine = seats.c.match_id == table.id, seats.c.person_id == person.id
    await connection.execute(delete(seats).where(*mine))
    await _hand_on(connection, table, person)
    await changed(connection, table.id)


async def add_bot(
    connection: AsyncConnection, rules: RulesService, key: str, person: Person, bot: str | None
) -> None:
    """Put a bot on the first free chair (None: the bot that the game offers first).

    Raises NoSuchMatchError, NotHostError, NotOpenError, BadChoiceError.
    """
    table = await lock(connection, key, person)
    check_host(table, person)
    free = await _free_chair(connection, table)
    await seat_bot(connection, rules[table.game], table.id, free, bot)
    await changed(connection, table.id)


async def remove_bot(connection: AsyncConnection, key: str, person: Person, seat: int) -> None:
    """Free the chair of a bot; nothing happens when no bot sits there.

    Raises NoSuchMatchError, NotHostError, NotOpenError.
    """
    table = await lock(connection, key, person)
    check_host(table, person)
    check_open(table)
    if not 0 <= seat < table.chairs:
        return
    chair = seats.c.match_id == table.id, seats.c.seat == seat, seats.c.bot.is_not(None)
    await connection.execute(delete(seats).where(*chair))
    await changed(connection, table.id)


async def lock(
    connection: AsyncConnection, key: str, person: Person, invite: str | None = None
) -> Table:
    """The match's row for this transaction alone. Raises NoSuchMatchError."""
    parameters = {"key": check_key(key), "me": person.id, "invite": invite}
    row = (await connection.execute(_LOCK, parameters)).one_or_none()
    if row is None:
        raise NoSuchMatchError
    return Table(*row)


def check_open(table: Table) -> None:
    """Raises NotOpenError."""
    if table.state != "open":
        raise NotOpenError


def check_host(table: Table, person: Person) -> None:
    """Raises NotHostError."""
    if table.host != person.id:
        raise NotHostError


async def seat_person(
    connection: AsyncConnection, match_id: int, seat: int, person: Person
) -> None:
    """Let a person sit there, with a nonce of the chair's own for the throws."""
    await connection.execute(
        insert(seats).values(
            match_id=match_id,
            seat=seat,
            person_id=person.id,
            nonce=draw_nonce(),
        )
    )


async def seat_bot(
    connection: AsyncConnection, service: GameService, match_id: int, seat: int, bot: str | None
) -> None:
    """Let a bot sit there, under a name of its own. Raises BadChoiceError."""
    known = [*service.game.bots, RANDOM_BOT]
    if bot is not None and bot not in known:
        raise BadChoiceError(N_("This game has no such bot."))
    rows = await connection.execute(_TAKEN, {"match": match_id})
    names = {row.name for row in rows}
    await connection.execute(
        insert(seats).values(
            match_id=match_id,
            seat=seat,
            bot=bot or known[0],
            name=secrets.choice([name for name in BOT_NAMES if name not in names]),
            nonce=draw_nonce(),
        )
    )


async def changed(connection: AsyncConnection, match_id: int) -> None:
    """Count the version on, so that open pages show who sits there now."""
    row = await connection.execute(
        update(matches)
        .where(matches.c.id == match_id)
        .values(version=matches.c.version + 1, moved=func.now())
        .returning(matches.c.version)
    )
    version = row.scalar_one_or_none() or 0
    await notify(connection, CHANNEL, f"{match_id}:{version}")


async def _take_chair(connection: AsyncConnection, table: Table, person: Person) -> None:
    if await _seat_of(connection, table, person) is not None:
        return
    free = await _free_chair(connection, table)
    await seat_person(connection, table.id, free, person)
    await changed(connection, table.id)


async def _seat_of(connection: AsyncConnection, table: Table, person: Person) -> int | None:
    """Asked again after the lock: what was read before it may be older."""
    rows = await connection.execute(_TAKEN, {"match": table.id})
    return next((row.seat for row in rows if row.person_id == person.id), None)


async def _free_chair(connection: AsyncConnection, table: Table) -> int:
    check_open(table)
    rows = await connection.execute(_TAKEN, {"match": table.id})
    free = sorted(set(range(table.chairs)) - {row.seat for row in rows})
    if not free:
        raise NotOpenError(N_("No chair is free in this match."))
    return free[0]


async def _hand_on(connection: AsyncConnection, table: Table, person: Person) -> None:
    rows = await connection.execute(_TAKEN, {"match": table.id})
    people = [row.person_id for row in rows if row.person_id is not None]
    this = matches.c.id == table.id
    if not people:
        await connection.execute(delete(matches).where(this))
    elif table.host == person.id:
        await connection.execute(update(matches).where(this).values(host_id=people[0]))
