"""Verifying a match: every throw and every event recomputed from the seed, the board replayed."""

import asyncio
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.types import BigInteger

from app.matches.endings import ENDINGS
from app.matches.errors import NoSuchMatchError
from app.matches.reading import KEY, NONCES, check_key
from app.matches.tables import action as actions
from app.matches.tables import checkpoint as checkpoints
from app.matches.tables import match as matches
from app.rules.chance import Throw, commitment, holds
from app.rules.service import GameService, RecordedAction, RulesService, rules


class Verdict(Struct, frozen=True):
    """What was found: `problem` is None where all agrees, else what differs."""

    actions: int
    throws: int
    problem: str | None


class Stored(Struct, frozen=True):
    """A match as stored."""

    id: int
    game: str
    rules_version: int
    chairs: int
    options: dict[str, str]
    version: int
    snapshot: bytes | None
    seed: bytes
    commitment: str
    nonces: list[bytes]


class StoredAction(Struct, frozen=True):
    """An action as stored, decoded."""

    number: int
    recorded: RecordedAction
    throws: tuple[Throw, ...]
    ending: str | None
    """How it ended the match outside of the rules; nothing was played then."""


async def verify(engine: AsyncEngine, key: str) -> bool:
    """Verify and print what was found; whether all agrees."""
    try:
        verdict = await examine(engine, rules(), key)
    except NoSuchMatchError:
        print(f"There is no match {key}.")
        return False
    if verdict.problem is None:
        print(f"Match {key}: {verdict.actions} actions and {verdict.throws} throws agree.")
    else:
        print(f"Match {key}: {verdict.problem}")
    return verdict.problem is None


async def examine(engine: AsyncEngine, rules: RulesService, key: str) -> Verdict:
    """Recompute one match. Raises NoSuchMatchError."""
    async with engine.connect() as connection:
        return await examine_on(connection, rules, key)


async def examine_on(connection: AsyncConnection, rules: RulesService, key: str) -> Verdict:
    """As `examine`, of what the connection's transaction sees."""
    row = (await connection.execute(_MATCH, {"key": check_key(key)})).one_or_none()
    if row is None:
        raise NoSuchMatchError
    stored = Stored(*row)
    rows = (await connection.execute(_ACTIONS, {"match": stored.id})).all()
    kept = await connection.execute(_CHECKPOINTS, {"match": stored.id})
    snapshots = {number: snapshot for number, snapshot in kept}  # noqa: C416 - rows are typed
    service = rules[stored.game]
    record = [_decoded(service, rows[0].number, *entry) for entry in rows]
    throws = sum(len(entry.throws) for entry in record)
    problem = await asyncio.to_thread(_problem, service, stored, record, snapshots)
    return Verdict(len(record), throws, problem)


def _problem(
    service: GameService,
    stored: Stored,
    record: Sequence[StoredAction],
    kept: Mapping[int, bytes],
) -> str | None:
    """The first thing that does not agree."""
    if commitment(stored.seed) != stored.commitment:
        return "the seed is not the one that was committed to"
    if stored.snapshot is None:
        return "it has not begun" if not record else "it has actions, but no board"
    return (
        _wrong_number(stored, record)
        or _wrong_return(record)
        or _wrong_throw(stored, record)
        or _wrong_event(service, stored, record)
        or _wrong_board(service, stored, record, kept)
    )


def _wrong_number(stored: Stored, record: Sequence[StoredAction]) -> str | None:
    numbers = [entry.number for entry in record]
    first = stored.version - len(record) + 1
    if numbers != list(range(first, stored.version + 1)):
        return "an action is missing or there twice"
    return None


def _wrong_return(record: Sequence[StoredAction]) -> str | None:
    """An undo or redo restores an earlier action, and does nothing else."""
    for place, entry in enumerate(record):
        recorded = entry.recorded
        if recorded.restores is None:
            continue
        if recorded.events or recorded.action or not 0 <= recorded.restores < place:
            return f"action {entry.number} is neither a move nor an undo"
    return None


def _wrong_throw(stored: Stored, record: Sequence[StoredAction]) -> str | None:
    expected = 0
    for entry in record:
        for throw in entry.throws:
            if throw.number != expected or not holds(stored.seed, stored.nonces, throw):
                return (
                    f"throw {throw.number} of action {entry.number} does not follow from the seed"
                )
            expected += 1
    return None


def _wrong_event(
    service: GameService, stored: Stored, record: Sequence[StoredAction]
) -> str | None:
    """Only under the rules' version that the match was played by: later ones may play otherwise."""
    if stored.rules_version != service.meta.version:
        return None
    recorded = (entry.recorded for entry in record if entry.ending is None)
    return service.verify(stored.chairs, stored.options, stored.seed, stored.nonces, recorded)


def _wrong_board(
    service: GameService,
    stored: Stored,
    record: Sequence[StoredAction],
    kept: Mapping[int, bytes],
) -> str | None:
    """The board as it is, and the checkpoints on the way to it."""
    retraced = service.retrace(stored.chairs, stored.options, (entry.recorded for entry in record))
    board = None
    for entry, state in zip(record, retraced, strict=True):
        board = service.encode_state(state)
        if kept.get(entry.number, board) != board:
            return f"the checkpoint of action {entry.number} is not what the events lead to"
    return None if board == stored.snapshot else "the events do not lead to the board as it is"


def _decoded(
    service: GameService,
    first: int,
    number: int,
    seat: int | None,
    action: str | None,
    events: str,
    throws: str,
    forced: str | None,
    restores: int | None,
) -> StoredAction:
    recorded = RecordedAction(
        seat,
        None if action is None else service.decode_action(action),
        service.decode_events(events),
        None if restores is None else restores - first,
    )
    thrown = msgspec.json.decode(throws, type=tuple[Throw, ...])
    return StoredAction(number, recorded, thrown, forced if forced in ENDINGS else None)


_MATCH = select(
    matches.c.id,
    matches.c.game,
    matches.c.rules_version,
    matches.c.chairs,
    matches.c.options,
    matches.c.version,
    matches.c.snapshot,
    matches.c.seed,
    matches.c.commitment,
    NONCES,
).where(matches.c.key == KEY)
_THIS = bindparam("match", type_=BigInteger)
_ACTIONS = (
    select(
        actions.c.number,
        actions.c.seat,
        actions.c.action,
        actions.c.events,
        actions.c.throws,
        actions.c.forced,
        actions.c.restores,
    )
    .where(actions.c.match_id == _THIS)
    .order_by(actions.c.number)
)
_CHECKPOINTS = select(checkpoints.c.number, checkpoints.c.snapshot).where(
    checkpoints.c.match_id == _THIS
)
