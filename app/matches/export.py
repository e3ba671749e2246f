"""Export: a match as a file. The file of a match that is not over holds its secrets."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec import Raw
from sqlalchemy import bindparam, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.types import BigInteger

from app.accounts.tables import person as people
from app.matches.errors import NoSuchMatchError, NotOpenError
from app.matches.file import (
    FORMAT,
    VERSION,
    ActionRecord,
    ClockRecord,
    LetterRecord,
    MatchFile,
    SeatRecord,
    pack,
)
from app.matches.reading import KEY, check_key
from app.matches.tables import action as actions
from app.matches.tables import letter as letters
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.contract import N_, Result

STILL_SECRET = N_(
    "This match is not over: its file holds what its players may not know yet. Ask for it with its"
    " secrets, and give it to nobody who plays."
)


async def export_match(
    engine: AsyncEngine, key: str, now: datetime, *, secrets: bool = False
) -> bytes:
    """The file of a match, packed: of one that is over, or of any with its `secrets`.

    Private letters are among the secrets, even when it is over. Raises NoSuchMatchError,
    NotOpenError.
    """
    async with engine.connect() as connection:
        await connection.execute(_ONE_MOMENT)
        found = await connection.execute(_MATCH, {"key": check_key(key)})
        row = found.mappings().one_or_none()
        if row is None:
            raise NoSuchMatchError
        if row["state"] != "finished" and not secrets:
            raise NotOpenError(STILL_SECRET)
        file = MatchFile(
            **_head(row, now),
            seats=await _seats(connection, row["id"]),
            actions=await _actions(connection, row["id"]),
            letters=await _letters(connection, row["id"], secrets=secrets),
        )
    return pack(file)


def _head(row: Any, now: datetime) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported": now,
        **{name: row[name] for name in _SHARED},
        "number": row["version"],
        "seed": row["seed"].hex(),
        "result": row["result"] and msgspec.json.decode(row["result"], type=Result),
        "clock": _clock(row),
    }


def _clock(row: Any) -> ClockRecord | None:
    if row["limit_seconds"] is None and row["bank_seconds"] is None:
        return None
    return ClockRecord(
        limit=row["limit_seconds"],
        bank=row["bank_seconds"],
        gain=row["gain_seconds"],
        calendar=row["calendar"],
        dues=row["dues"],
        banks=row["banks"],
        paused=row["paused"],
    )


async def _seats(connection: AsyncConnection, match_id: int) -> list[SeatRecord]:
    rows = await connection.execute(_SEATS, {"match": match_id})
    return [SeatRecord(seat, nonce.hex(), name, bot) for seat, nonce, name, bot in rows]


async def _actions(connection: AsyncConnection, match_id: int) -> list[ActionRecord]:
    rows = await connection.execute(_ACTIONS, {"match": match_id})
    return [
        ActionRecord(
            number=row.number,
            at=row.at,
            events=Raw(row.events.encode()),
            throws=Raw(row.throws.encode()),
            seat=row.seat,
            action=Raw((row.action or "null").encode()),
            forced=row.forced,
            restores=row.restores,
            reason=row.reason,
        )
        for row in rows
    ]


async def _letters(
    connection: AsyncConnection, match_id: int, *, secrets: bool
) -> list[LetterRecord]:
    rows = await connection.execute(_LETTERS, {"match": match_id})
    return [
        LetterRecord(row.sender, row.turn, row.at, row.body, row.readers)
        for row in rows
        if secrets or row.readers is None
    ]


_SHARED = (
    *("key", "game", "rules_version", "title", "chairs", "options", "public", "state"),
    *("created", "started", "finished", "absence", "commitment"),
)
_THIS = bindparam("match", type_=BigInteger)
_ONE_MOMENT = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
_MATCH = select(matches).where(matches.c.key == KEY)
_SEATS = (
    select(seats.c.seat, seats.c.nonce, func.coalesce(people.c.name, seats.c.name), seats.c.bot)
    .select_from(seats.outerjoin(people, seats.c.person_id == people.c.id))
    .where(seats.c.match_id == _THIS)
    .order_by(seats.c.seat)
)
_ACTIONS = select(actions).where(actions.c.match_id == _THIS).order_by(actions.c.number)
_LETTERS = select(letters).where(letters.c.match_id == _THIS).order_by(letters.c.id)
