"""Consent: what an admin wants at a table where he plays, others must agree to.

Another admin who does not play there decides alone; else all who play and are there must agree,
and one of them can refuse. It is done once, in the name of who asked.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.accounts.registry import names_of
from app.admin.audit import was_promoted_since, write_down
from app.admin.errors import NoSuchDeedError, OwnMatchError
from app.admin.matches import Deed, Tools, carry_out, check, plays
from app.admin.tables import consent as consents
from app.db.direct import driver_of
from app.matches import overseer
from app.matches.errors import MatchError, NotSeatedError
from app.matches.registry import Filed, find_match
from app.rules.contract import N_

STANDS = timedelta(days=7)
TOO_NEW = N_("You became an admin after this was asked: somebody else must decide.")
FLEETING = frozenset({"force", "extend", "take_back"})
"""Deeds that were asked for at a moment of the match: with the next action nobody means them."""


class Asked(Struct, frozen=True):
    """What an admin asks for; `agreed` are people."""

    id: int
    at: datetime
    admin_id: int
    admin: str
    match_id: int
    match_key: str
    kind: str
    detail: dict[str, Any]
    reason: str
    version: int
    agreed: tuple[int, ...]


async def ask(tools: Tools, match: Filed, deed: Deed) -> None:
    """Ask for consent to a deed. Raises BadSettingError."""
    check(match, deed.kind, deed.detail)
    async with tools.engine.begin() as connection:
        await connection.execute(
            insert(consents).values(
                admin_id=deed.admin.id,
                match_id=match.id,
                kind=deed.kind,
                detail=dict(deed.detail),
                reason=deed.reason,
                version=match.version,
                agreed=[deed.admin.id],
            )
        )
        detail = {"deed": deed.kind, "detail": dict(deed.detail)}
        where = (match.id, match.key)
        await write_down(
            connection, deed.admin, "consent.ask", match=where, detail=detail, reason=deed.reason
        )
        stir = await overseer.count_deed(await driver_of(connection), match.id, 1, 1)
    tools.herald.tell_stir(match.id, stir)


async def read_asked(connection: AsyncConnection, match: int | None = None) -> tuple[Asked, ...]:
    """What waits for consent, oldest first: of one match, or of all."""
    query = select(consents).where(
        consents.c.state == "asked", consents.c.at > datetime.now(UTC) - STANDS
    )
    if match is not None:
        query = query.where(consents.c.match_id == match)
    rows = (await connection.execute(query.order_by(consents.c.id))).all()
    return await _asked(connection, rows)


async def grant(tools: Tools, admin: Person, number: int) -> None:
    """Another admin agrees, and it is done.

    Raises NoSuchDeedError (it waits no more), OwnMatchError (he plays there, or asked himself),
    and what the deed raises: then it is void.
    """
    async with _voiding(tools, number), tools.engine.begin() as connection:
        asked, match = await _lock(connection, number)
        await _check_outsider(connection, admin, asked, match)
        where = (match.id, match.key)
        await write_down(connection, admin, "consent.grant", match=where)
        stir = await _done(connection, tools, match, asked, admin)
    tools.herald.tell_stir(match.id, stir)


async def refuse(tools: Tools, admin: Person, number: int) -> None:
    """Another admin refuses, or who asked takes it back. Raises NoSuchDeedError, OwnMatchError."""
    async with tools.engine.begin() as connection:
        asked, match = await _lock(connection, number)
        if asked.admin_id != admin.id:
            await _check_outsider(connection, admin, asked, match)
        await write_down(connection, admin, "consent.refuse", match=(match.id, match.key))
        stir = await _settle(connection, match, asked, "refused", admin, deeds=1)
    tools.herald.tell_stir(match.id, stir)


async def agree(tools: Tools, person: Person, number: int) -> None:
    """Somebody who plays agrees; with the last one it is done.

    Raises NoSuchDeedError, NotSeatedError, and what the deed raises: then it is void.
    """
    async with _voiding(tools, number), tools.engine.begin() as connection:
        asked, match = await _lock(connection, number)
        _check_player(person, match)
        agreed = sorted({*asked.agreed, person.id})
        this = consents.c.id == number
        await connection.execute(update(consents).where(this).values(agreed=agreed))
        if match.people <= set(agreed):
            stir = await _done(connection, tools, match, asked, person)
        else:
            stir = await overseer.count_deed(await driver_of(connection), match.id, 0)
    tools.herald.tell_stir(match.id, stir)


async def decline(tools: Tools, person: Person, number: int) -> None:
    """Somebody who plays refuses: it is not done. Raises NoSuchDeedError, NotSeatedError."""
    async with tools.engine.begin() as connection:
        asked, match = await _lock(connection, number)
        _check_player(person, match)
        stir = await _settle(connection, match, asked, "refused", person)
    tools.herald.tell_stir(match.id, stir)


async def make_void(tools: Tools, number: int) -> None:
    """It waits no more; nothing happens where it did not wait."""
    async with tools.engine.begin() as connection:
        row = await connection.execute(
            update(consents)
            .where(consents.c.id == number, consents.c.state == "asked")
            .values(state="void", decided=func.now())
            .returning(consents.c.match_id)
        )
        if (match_id := row.scalar_one_or_none()) is None:
            return
        stir = await overseer.count_deed(await driver_of(connection), match_id, 0, -1)
    tools.herald.tell_stir(match_id, stir)


async def too_old(connection: AsyncConnection) -> list[int]:
    """The numbers of those that have waited too long."""
    query = select(consents.c.id).where(
        consents.c.state == "asked", consents.c.at < datetime.now(UTC) - STANDS
    )
    return list((await connection.execute(query)).scalars())


@asynccontextmanager
async def _voiding(tools: Tools, number: int) -> AsyncIterator[None]:
    """What cannot be done any more is void: nobody is asked for it again."""
    try:
        yield
    except NotSeatedError:
        raise
    except (MatchError, NoSuchDeedError):
        await make_void(tools, number)
        raise


async def _lock(connection: AsyncConnection, number: int) -> tuple[Asked, Filed]:
    """What is asked, locked, and its match as it is now. Raises NoSuchDeedError."""
    query = select(consents).where(consents.c.id == number, consents.c.state == "asked")
    rows = (await connection.execute(query.with_for_update())).all()
    if not rows:
        raise NoSuchDeedError
    [asked] = await _asked(connection, rows)
    match = await find_match(await driver_of(connection), asked.match_key)
    overtaken = asked.kind in FLEETING and match.version != asked.version
    if overtaken or asked.at < datetime.now(UTC) - STANDS:
        raise NoSuchDeedError
    return asked, match


async def _done(
    connection: AsyncConnection, tools: Tools, match: Filed, asked: Asked, by: Person
) -> int:
    """Do it in the name of who asked."""
    await _close(connection, asked, "done", by)
    asker = Person(asked.admin_id, asked.admin, guest=False, admin=True)
    deed = Deed(asker, asked.kind, asked.detail, asked.reason)
    return await carry_out(connection, tools, match, deed, asks=-1)


async def _settle(
    connection: AsyncConnection,
    match: Filed,
    asked: Asked,
    state: str,
    by: Person,
    deeds: int = 0,
) -> int:
    await _close(connection, asked, state, by)
    return await overseer.count_deed(await driver_of(connection), match.id, deeds, -1)


async def _close(connection: AsyncConnection, asked: Asked, state: str, by: Person) -> None:
    await connection.execute(
        update(consents)
        .where(consents.c.id == asked.id)
        .values(state=state, decided=func.now(), by_id=by.id)
    )


async def _check_outsider(
    connection: AsyncConnection, admin: Person, asked: Asked, match: Filed
) -> None:
    if admin.id == asked.admin_id or await plays(connection, admin, match):
        raise OwnMatchError
    if await was_promoted_since(connection, admin.id, asked.at):
        raise OwnMatchError(TOO_NEW)


def _check_player(person: Person, match: Filed) -> None:
    if match.seat_of(person.id) is None:
        raise NotSeatedError


async def _asked(connection: AsyncConnection, rows: Sequence[Any]) -> tuple[Asked, ...]:
    names = await names_of(connection, sorted({row.admin_id for row in rows}))
    keys = await overseer.keys_of(
        await driver_of(connection), sorted({row.match_id for row in rows})
    )
    return tuple(
        Asked(
            id=row.id,
            at=row.at,
            admin_id=row.admin_id,
            admin=names.get(row.admin_id, ""),
            match_id=row.match_id,
            match_key=keys[row.match_id],
            kind=row.kind,
            detail=row.detail,
            reason=row.reason,
            version=row.version,
            agreed=tuple(row.agreed),
        )
        for row in rows
    )
