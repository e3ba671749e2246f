"""The audit: each deed of an admin is written down, in the transaction that does it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.accounts.registry import names_of
from app.admin.errors import BadSettingError
from app.admin.tables import deed as deeds
from app.rules.contract import N_

PAGE = 50
BIGGEST = 2**62
LONGEST_REASON = 300

KINDS = (
    "person.create",
    "person.invite",
    "person.uninvite",
    "person.reset",
    "person.disable",
    "person.enable",
    "person.promote",
    "person.demote",
    "person.end_sessions",
    "person.delete",
    "house.set",
    "house.tell",
    "job.retry",
    "job.drop",
    "notice.retry",
    "match.pause",
    "match.resume",
    "match.extend",
    "match.force",
    "match.hand_over",
    "match.bot",
    "match.take_back",
    "match.end",
    "match.delete",
    "match.restore",
    "match.export",
    "match.import",
    "match.look",
    "talk.delete",
    "consent.ask",
    "consent.grant",
    "consent.refuse",
)
"""What an admin can do; the names stay in the table for ever."""


class Deed(Struct, frozen=True):
    """A line of the audit. Names are looked up now: None is somebody who is no more."""

    id: int
    at: datetime
    admin_id: int
    admin: str | None
    kind: str
    person_id: int | None
    person: str | None
    match: str | None
    detail: dict[str, Any]
    reason: str


async def write_down(
    connection: AsyncConnection,
    admin: Person,
    kind: str,
    *,
    person: int | None = None,
    match: tuple[int, str] | None = None,
    reason: str = "",
    detail: Mapping[str, Any] | None = None,
) -> int:
    """Add a deed, which nobody can change later; gives its number. `match`: id and key.

    The detail holds no names and no secrets. Raises ValueError for an unknown kind.
    """
    if kind not in KINDS:
        raise ValueError(f"no deed is called {kind}")
    match_id, key = match or (None, None)
    row = await connection.execute(
        insert(deeds)
        .values(
            admin_id=admin.id,
            kind=kind,
            person_id=person,
            match_id=match_id,
            match_key=key,
            detail=dict(detail or {}),
            reason=reason,
        )
        .returning(deeds.c.id)
    )
    return int(row.scalar_one())


async def read_deeds(
    connection: AsyncConnection,
    *,
    kind: str | None = None,
    admin: int | None = None,
    person: int | None = None,
    match: int | None = None,
    before: int | None = None,
) -> tuple[Deed, ...]:
    """The audit, newest first; `before`: the last one of the page before.

    `kind` may be a whole group, such as "person". One more than `PAGE` where there are more.
    """
    query = select(deeds).where(deeds.c.id < (before or BIGGEST))
    if kind:
        query = query.where(deeds.c.kind.startswith(kind, autoescape=True))
    wanted = {deeds.c.admin_id: admin, deeds.c.person_id: person, deeds.c.match_id: match}
    for column, value in wanted.items():
        if value is not None:
            query = query.where(column == value)
    rows = (await connection.execute(query.order_by(deeds.c.id.desc()).limit(PAGE + 1))).all()
    ids = {row.admin_id for row in rows} | {row.person_id for row in rows if row.person_id}
    names = await names_of(connection, sorted(ids))
    return tuple(
        Deed(
            id=row.id,
            at=row.at,
            admin_id=row.admin_id,
            admin=names.get(row.admin_id),
            kind=row.kind,
            person_id=row.person_id,
            person=names.get(row.person_id),
            match=row.match_key,
            detail=row.detail,
            reason=row.reason,
        )
        for row in rows
    )


async def was_promoted_since(connection: AsyncConnection, person: int, since: datetime) -> bool:
    """Whether somebody was made an admin after that time."""
    row = await connection.execute(
        select(deeds.c.id)
        .where(deeds.c.person_id == person, deeds.c.kind == "person.promote", deeds.c.at > since)
        .limit(1)
    )
    return row.scalar_one_or_none() is not None


def clean_reason(raw: str, *, needed: bool = True) -> str:
    """An admin's words for a deed, as others will read them. Raises BadSettingError."""
    reason = " ".join(raw.split())
    if needed and not reason:
        raise BadSettingError(N_("Say why: the players will read it."))
    if len(reason) > LONGEST_REASON or not reason.isprintable():
        raise BadSettingError(
            N_("A reason has at most {longest} characters."), longest=LONGEST_REASON
        )
    return reason
