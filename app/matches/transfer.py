"""Transfer: a match out of this house as a file, and into it from one.

A file is a stranger's: its form, its names and numbers are checked, its throws are derived and its
actions played anew from the seed before anything of it is kept. The board comes from its events.
"""

import asyncio
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.matches.create import clock_columns
from app.matches.errors import BadFileError, NoSuchMatchError
from app.matches.export import STILL_SECRET, export_match
from app.matches.file import MatchFile, unpack
from app.matches.intake import Checked, check_file
from app.matches.invites import draw_invite
from app.matches.reading import KEY, KEY_LENGTH, KEY_LETTERS, check_key
from app.matches.record import awaited
from app.matches.tables import action as actions
from app.matches.tables import checkpoint as checkpoints
from app.matches.tables import letter as letters
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.matches.verify import examine_on
from app.rules.contract import N_
from app.rules.service import RulesService

__all__ = ["STILL_SECRET", "Imported", "export_match", "import_match"]

DISAGREES = N_("This match does not follow from its seed: {detail}.")


class Imported(Struct, frozen=True):
    """A match that was taken in: its key here, which is a new one where the old was taken."""

    id: int
    key: str
    state: str


async def import_match(
    engine: AsyncEngine,
    rules: RulesService,
    data: bytes,
    now: datetime,
    people: Mapping[int, int] | None = None,
) -> Imported:
    """Take in a match from its file (packed or plain JSON).

    `people` are persons of this house by seat, the first of whom becomes its host; on other chairs
    sit names alone. One that runs is paused, as an admin pauses it, until its people are there.
    All or nothing. Raises BadFileError, BadChoiceError.
    """
    checked = await asyncio.to_thread(_read, rules, data)
    async with engine.begin() as connection:
        imported = await _write_head(connection, rules, checked, now, people or {})
        await _write_rest(connection, checked, imported.id, people or {})
        if imported.state != "open":
            await _check_proof(connection, rules, imported.key)
    return imported


def _read(rules: RulesService, data: bytes) -> Checked:
    return check_file(rules, unpack(data))


async def _check_proof(connection: AsyncConnection, rules: RulesService, key: str) -> None:
    """Every throw and event from the seed; whatever makes the rules raise is no match either."""
    try:
        verdict = await examine_on(connection, rules, key)
    except Exception as error:
        raise BadFileError(DISAGREES, detail=type(error).__name__) from error
    if verdict.problem is not None:
        raise BadFileError(DISAGREES, detail=verdict.problem)


async def _write_head(
    connection: AsyncConnection,
    rules: RulesService,
    checked: Checked,
    now: datetime,
    people: Mapping[int, int],
) -> Imported:
    file, state = checked.file, checked.boards.last
    service = rules[file.game]
    running = file.state == "running"
    columns = {
        **{name: getattr(file, name) for name in _SHARED},
        **clock_columns(checked.clock),
        "key": await _free_key(connection, file.key),
        "invite": draw_invite(),
        "options": checked.options,
        "title": checked.title,
        "host_id": next((people[seat] for seat in sorted(people)), None),
        "seed": bytes.fromhex(file.seed),
        "version": file.number,
        "seen": None if state is None else [file.number] * file.chairs,
        "waiting": awaited(service, state) if running and state is not None else [],
        "snapshot": None if state is None else service.encode_state(state),
        "result": file.result and msgspec.json.encode(file.result).decode(),
        "moved": now,
        "paused": _paused_since(file) if running else None,
        "paused_by": "admin" if running else None,
        "dues": file.clock.dues if file.clock and running else None,
        "banks": file.clock.banks if file.clock and running else None,
    }
    made = insert(matches).values(columns).returning(matches.c.id, matches.c.key, matches.c.state)
    return Imported(*(await connection.execute(made)).one())


def _paused_since(file: MatchFile) -> datetime:
    """Nobody loses the time that the match travelled."""
    return (file.clock and file.clock.paused) or file.exported


async def _write_rest(
    connection: AsyncConnection, checked: Checked, match_id: int, people: Mapping[int, int]
) -> None:
    rows: dict[Any, list[dict[str, Any]]] = {
        seats: [
            {"seat": one.seat, "name": one.name, "bot": one.bot, "nonce": bytes.fromhex(one.nonce)}
            | {"person_id": None if one.bot else people.get(one.seat)}
            for one in checked.seats
        ],
        actions: checked.actions,
        checkpoints: checked.boards.kept,
        letters: checked.letters,
    }
    for table, entries in rows.items():
        if entries:
            await connection.execute(
                insert(table), [{"match_id": match_id, **entry} for entry in entries]
            )


async def _free_key(connection: AsyncConnection, wanted: str) -> str:
    try:
        taken = await connection.scalar(_KEYS, {"key": check_key(wanted)})
    except NoSuchMatchError as error:
        raise BadFileError from error
    if taken is None:
        return wanted
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_LENGTH))


_SHARED = (
    *("game", "rules_version", "chairs", "public", "state", "created", "started", "finished"),
    *("absence", "commitment"),
)
_KEYS = select(matches.c.id).where(matches.c.key == KEY)
