"""Telling every process that a match has changed, once the change is durable.

Not in the move's own transaction: PostgreSQL lets transactions that notify commit only one after
the other, and with each waiting for the disk that more than halves the moves in a second.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress

import psycopg
import sqlalchemy.exc
from sqlalchemy import bindparam, column, func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import ARRAY, Text

from app.db.direct import Direct, autocommitting
from app.notices.outbox import hint

log = logging.getLogger(__name__)

FAILURES = (psycopg.Error, sqlalchemy.exc.SQLAlchemyError, OSError)

CHANNEL = "match"
"""Payload: the match's id, a colon, its version; of a stir at the table "id:~stir"."""


GATHER_SECONDS = 0.003
"""How long changes are gathered before all of them are told in one statement."""
HINT_SECONDS = 0.25
"""How long they are gathered for the outbox, which has more time."""


class Herald:
    """Tells of changes in the background; await `settle` before the engine is disposed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._untold: dict[int, int] = {}
        self._stirs: dict[int, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._hints: set[int] = set()
        self._hinting: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()

    def tell(self, match_id: int, version: int) -> None:
        """Tell of a match's new version, soon."""
        self.tell_of({match_id: version})

    def tell_of(self, versions: Mapping[int, int]) -> None:
        """Tell of several matches: version by match."""
        self._untold.update(versions)
        self._begin()

    def tell_stir(self, match_id: int, stir: int) -> None:
        """Tell of a change at the table (`stir.stir`), soon."""
        self._stirs[match_id] = stir
        self._begin()

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell_all(), name="herald")

    async def settle(self) -> None:
        """Wait until all has been told."""
        if self._task is not None:
            await self._task
        if self._hinting is not None:
            self._hurry.set()
            await self._hinting

    async def _tell_all(self) -> None:
        while self._untold or self._stirs:
            await asyncio.sleep(GATHER_SECONDS)
            notices = [f"{match_id}:{version}" for match_id, version in self._untold.items()]
            notices += [f"{match_id}:~{stir}" for match_id, stir in self._stirs.items()]
            self._hint({*self._untold, *self._stirs})
            self._untold, self._stirs = {}, {}
            try:
                async with autocommitting(self._engine) as driver:
                    await _TELL.row(driver, {"notices": notices})
            except FAILURES as error:
                log.warning("Others were not told of %s: %s", ", ".join(notices), error)

    def _hint(self, changed: set[int]) -> None:
        self._hints |= changed
        if self._hinting is None or self._hinting.done():
            self._hurry.clear()
            self._hinting = asyncio.create_task(self._hint_all(), name="hints")

    async def _hint_all(self) -> None:
        while self._hints:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), HINT_SECONDS)
            hints, self._hints = sorted(self._hints), set()
            try:
                async with autocommitting(self._engine) as driver:
                    await hint(driver, hints)
            except FAILURES as error:
                log.warning("The outbox was not told of %s: %s", hints, error)


_notice = func.unnest(bindparam("notices", type_=ARRAY(Text))).table_valued(column("text", Text))
_TELL = Direct(
    select(
        func.set_config("synchronous_commit", "off", True),
        func.count(func.pg_notify(CHANNEL, _notice.c.text)),
    ).select_from(_notice)
)
"""Nothing is lost with the notices if the machine fails: they are not waited for by the disk."""
