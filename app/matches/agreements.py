"""What all at the table must agree to: a pause, the end, taking back what others have seen.

One proposal of a kind stands at a time. Asked are the people who sit there and are neither away
nor gone. The match's row is locked for each answer, so that the last one, and it alone, does the
deed, also where two agree in the same instant.
"""

from datetime import datetime
from typing import Any

from msgspec.structs import replace
from sqlalchemy import BigInteger, SmallInteger, bindparam, delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.types import ARRAY, DateTime, Text

from app.accounts.people import Person
from app.db.direct import Direct, Driver
from app.matches import endings
from app.matches.errors import BadChoiceError, BeyondUndoError, NotOpenError
from app.matches.heads import Proposal
from app.matches.line import Line
from app.matches.log import read_record
from app.matches.pauses import halt
from app.matches.record import Position
from app.matches.sitting import Place, Sitting, sitting
from app.matches.tables import proposal as proposals
from app.matches.tables import seat as seats
from app.matches.undo import restore
from app.rules.contract import N_

OFFERED = ("pause", "undo", "end")
NO_SUCH_KIND = N_("This cannot be proposed.")
PAUSED = N_("This match is paused already.")
GONE = N_("This proposal stands no longer.")
OTHER_ASKED = N_("Somebody has proposed something of the kind already. Answer that first.")
NO_TARGET = N_("Name the action to go back to.")


async def propose(
    place: Place,
    key: str,
    person: Person,
    kind: str,
    now: datetime,
    target: int | None = None,
) -> None:
    """Propose it, or agree where it is proposed already; who is alone has agreed by that.

    `target`: for "undo" the number of the action to go back to.
    Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError, BadChoiceError.
    """
    _check_kind(kind)
    async with sitting(place, key, person) as here:
        await _check_target(here, kind, target)
        if here.position.paused is not None and kind != "end":
            raise NotOpenError(PAUSED)
        standing = await _find(here.driver, here.position, kind)
        if standing is not None and standing.target != target:
            raise NotOpenError(OTHER_ASKED)
        standing = standing or await _put(here, kind, target, now)
        await _agree(here, standing, now)


async def agree(
    place: Place,
    key: str,
    person: Person,
    kind: str,
    mark: str,
    now: datetime,
) -> None:
    """Agree to the proposal with that mark; who is the last to agree does the deed.

    Raises NoSuchMatchError, NotSeatedError, NotOpenError (it stands no longer), MatchOverError,
    BadChoiceError.
    """
    _check_kind(kind)
    async with sitting(place, key, person) as here:
        standing = await _find(here.driver, here.position, kind)
        if standing is None or standing.mark != mark:
            raise NotOpenError(GONE)
        await _agree(here, standing, now)


async def refuse(place: Place, key: str, person: Person, kind: str, mark: str) -> None:
    """Refuse it, or take back one's own: either way it is gone; gone already it stays so.

    Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError, BadChoiceError.
    """
    _check_kind(kind)
    async with sitting(place, key, person) as here:
        standing = await _find(here.driver, here.position, kind)
        if standing is not None and standing.mark == mark:
            await _drop(here.driver, here.position.id, kind)


async def settle(here: Sitting, now: datetime) -> None:
    """Do what all who still sit there have agreed to: somebody who was asked has gone."""
    for kind in OFFERED:
        standing = await _find(here.driver, here.position, kind)
        waits = here.position.paused is not None and kind != "end"
        if standing is not None and not waits and await _is_agreed(here, standing):
            await _carry_out(here, standing, now)
            return


def _check_kind(kind: str) -> None:
    if kind not in OFFERED:
        raise BadChoiceError(NO_SUCH_KIND)


async def _check_target(here: Sitting, kind: str, target: int | None) -> None:
    if (kind == "undo") != (target is not None):
        raise BadChoiceError(NO_TARGET)
    if target is not None:
        line = Line(await read_record(here.driver, here.service, here.position.id))
        if target not in line.reach(here.seat).by_consent:
            raise BeyondUndoError


async def _agree(here: Sitting, standing: Proposal, now: datetime) -> None:
    agreed = sorted({*standing.agreed, here.seat})
    parameters = {"match": here.position.id, "kind": standing.kind, "who": agreed}
    await _AGREE.row(here.driver, parameters)
    standing = replace(standing, agreed=tuple(agreed))
    if await _is_agreed(here, standing):
        await _carry_out(here, standing, now)


async def _is_agreed(here: Sitting, standing: Proposal) -> bool:
    asked = {seat for (seat,) in await _ASKED.rows(here.driver, {"match": here.position.id})}
    return bool(asked) and asked <= set(standing.agreed)


async def _carry_out(here: Sitting, standing: Proposal, now: datetime) -> None:
    await _drop(here.driver, here.position.id, standing.kind)
    if standing.kind == "pause":
        await halt(here.driver, here.position.id, "table", now)
    elif standing.kind == "undo":
        here.number = await restore(
            here.driver,
            None,
            here.service,
            here.position,
            standing.seat,
            standing.target or 0,
            now=now,
        )
    elif standing.kind == "end":
        here.number = await endings.end_agreed(here.driver, here.position, standing.seat, now)


async def _find(driver: Driver, position: Position, kind: str) -> Proposal | None:
    """The proposal that stands; one to undo falls with the next move."""
    row = await _FIND.row(driver, {"match": position.id, "kind": kind})
    found = None if row is None else _proposal(row)
    return found if found is not None and found.stands(position.version) else None


async def _put(here: Sitting, kind: str, target: int | None, now: datetime) -> Proposal:
    parameters = {
        "match": here.position.id,
        "kind": kind,
        "proposer": here.seat,
        "to": target,
        "made_at": here.position.version,
        "who": [here.seat],
        "now": now,
    }
    row = await _PUT.row(here.driver, parameters)
    if row is None:
        raise NotOpenError(GONE)
    return _proposal(row)


async def _drop(driver: Driver, match_id: int, kind: str) -> None:
    await _DROP.row(driver, {"match": match_id, "kind": kind})


def _proposal(row: tuple[Any, ...]) -> Proposal:
    kind, seat, target, version, agreed, at = row
    return Proposal(kind, seat, target, version, tuple(agreed), at)


_COLUMNS = (
    proposals.c.kind,
    proposals.c.seat,
    proposals.c.target,
    proposals.c.version,
    proposals.c.agreed,
    proposals.c.at,
)
_MATCH = bindparam("match", type_=BigInteger)
_KIND = bindparam("kind", type_=Text)
_WHO = bindparam("who", type_=ARRAY(SmallInteger))
_THIS = proposals.c.match_id == _MATCH, proposals.c.kind == _KIND
_FIND = Direct(select(*_COLUMNS).where(*_THIS))
_insert = insert(proposals).values(
    match_id=_MATCH,
    kind=_KIND,
    seat=bindparam("proposer", type_=SmallInteger),
    target=bindparam("to", type_=BigInteger),
    version=bindparam("made_at", type_=BigInteger),
    agreed=_WHO,
    at=bindparam("now", type_=DateTime(timezone=True)),
)
_PUT = Direct(
    _insert.on_conflict_do_update(
        index_elements=[proposals.c.match_id, proposals.c.kind],
        set_={
            name: _insert.excluded[name] for name in ("seat", "target", "version", "agreed", "at")
        },
    ).returning(*_COLUMNS)
)
_AGREE = Direct(update(proposals).where(*_THIS).values(agreed=_WHO).returning(proposals.c.seat))
_DROP = Direct(delete(proposals).where(*_THIS).returning(proposals.c.seat))
_ASKED = Direct(
    select(seats.c.seat).where(
        seats.c.match_id == _MATCH,
        seats.c.person_id.is_not(None),
        seats.c.away.is_(None),
        seats.c.left.is_(None),
    )
)
