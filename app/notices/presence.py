"""Presence: who has which match before his eyes. What he has seen he need not be told."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import UTC, datetime, timedelta

import psycopg
import sqlalchemy.exc
from sqlalchemy import bindparam, column, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import ARRAY, BigInteger, DateTime

from app.accounts.tables import person as people
from app.db.direct import Direct, Driver, autocommitting
from app.matches.tables import match as matches
from app.notices.tables import notice, presence

log = logging.getLogger(__name__)

WRITE_SECONDS = 5.0
"""How often a process writes down whom it saw."""

AGAIN = timedelta(seconds=8)
"""How long after it was written a presence is written again."""

EYES = timedelta(seconds=40)
"""How long after a page was seen its reader may be at it still; a held poll lasts 25 seconds."""

Looker = tuple[int, int]
"""A person and a match."""


class Presence:
    """Whom this process saw at which match; call `write` every few seconds."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._seen: set[Looker] = set()
        self._written: dict[Looker, datetime] = {}

    def note(self, person: int | None, match: int) -> None:
        """The person has the match before his eyes; quick, asks no database."""
        if person is not None:
            self._seen.add((person, match))

    @contextlib.asynccontextmanager
    async def written(self) -> AsyncIterator[None]:
        """Write every few seconds for as long as the context lasts."""
        task = asyncio.create_task(self._keep_writing(), name="presence")
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _keep_writing(self) -> None:
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            try:
                await self.write(datetime.now(UTC))
            except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError, OSError) as error:
                log.warning("Who is at the pages was not written down: %s", error)

    async def write(self, now: datetime) -> None:
        """Write down who was seen; notices of what they see are read."""
        seen, self._seen = self._seen, set()
        old = now - AGAIN
        fresh = [looker for looker in seen if self._written.get(looker, old) <= old]
        self._written = {who: at for who, at in self._written.items() if at > old}
        if not fresh:
            return
        async with autocommitting(self._engine) as driver:
            await see(driver, fresh, now)
        self._written.update(dict.fromkeys(fresh, now))


async def see(driver: Driver, lookers: Sequence[Looker], now: datetime) -> None:
    """Those persons see those matches at that time, and with them what notices tell of them."""
    lists = {
        "persons": [person for person, _ in lookers],
        "matches": [match for _, match in lookers],
        "now": now,
    }
    await _SEE.rows(driver, lists)
    await _READ.rows(driver, lists)


async def present(driver: Driver, ids: Iterable[int], since: datetime) -> set[Looker]:
    """Who has looked at these matches since then."""
    rows = await _PRESENT.rows(driver, {"ids": list(ids), "since": since})
    return {(person, match) for person, match in rows}


async def forget(driver: Driver, before: datetime) -> None:
    """Drop what is older."""
    await _FORGET.rows(driver, {"before": before})


_NOW = bindparam("now", type_=DateTime(timezone=True))
_lookers = (
    func.unnest(
        bindparam("persons", type_=ARRAY(BigInteger)), bindparam("matches", type_=ARRAY(BigInteger))
    )
    .table_valued(column("person", BigInteger), column("match", BigInteger), name="looker")
    .render_derived()
)
_insert = insert(presence).from_select(
    ["person_id", "match_id", "at"],
    select(people.c.id, matches.c.id, _NOW)
    .select_from(_lookers)
    .join(people, people.c.id == _lookers.c.person)
    .join(matches, matches.c.id == _lookers.c.match),
)
_SEE = Direct(
    _insert.on_conflict_do_update(
        index_elements=[presence.c.person_id, presence.c.match_id],
        set_={"at": func.greatest(presence.c.at, _insert.excluded.at)},
    ).returning(presence.c.person_id)
)
_READ = Direct(
    update(notice)
    .where(
        notice.c.read.is_(None),
        notice.c.person_id == _lookers.c.person,
        notice.c.match_id == _lookers.c.match,
    )
    .values(read=_NOW)
    .returning(notice.c.id)
)
_PRESENT = Direct(
    select(presence.c.person_id, presence.c.match_id).where(
        presence.c.match_id == func.any(bindparam("ids", type_=ARRAY(BigInteger))),
        presence.c.at > bindparam("since", type_=DateTime(timezone=True)),
    )
)
_FORGET = Direct(
    delete(presence)
    .where(presence.c.at < bindparam("before", type_=DateTime(timezone=True)))
    .returning(presence.c.person_id)
)
