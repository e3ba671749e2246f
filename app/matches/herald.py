"""Telling every process that a match has changed, once the change is durable.

Not in the move's own transaction: PostgreSQL lets transactions that notify commit only one after
the other, and with each waiting for the disk that more than halves the moves in a second.
"""

import asyncio
import logging
from collections.abc import Mapping

import psycopg
import sqlalchemy.exc
from sqlalchemy import bindparam, column, func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import ARRAY, Text

from app.db.direct import Direct, autocommitting

log = logging.getLogger(__name__)

CHANNEL = "match"
"""Payload: the match's id, a colon, its version."""


class Herald:
    """Tells of changes of matches, those of the same moment together."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._untold: dict[int, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._round = asyncio.Event()

    async def tell(self, match_id: int, version: int) -> None:
        """Returns when all have been told. Never raises: the change itself has succeeded."""
        await self.tell_of({match_id: version})

    async def tell_of(self, versions: Mapping[int, int]) -> None:
        """Tell of several matches: version by match."""
        self._untold.update(versions)
        told = self._round
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell_all(), name="herald")
        await told.wait()

    async def _tell_all(self) -> None:
        while self._untold:
            notices = [f"{match_id}:{version}" for match_id, version in self._untold.items()]
            told = self._round
            self._untold, self._round = {}, asyncio.Event()
            try:
                async with autocommitting(self._engine) as driver:
                    await _TELL.row(driver, {"notices": notices})
            except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError, OSError) as error:
                log.warning("Others were not told of %s: %s", ", ".join(notices), error)
            finally:
                told.set()


_notice = func.unnest(bindparam("notices", type_=ARRAY(Text))).table_valued(column("text", Text))
_TELL = Direct(
    select(
        func.set_config("synchronous_commit", "off", True),
        func.count(func.pg_notify(CHANNEL, _notice.c.text)),
    ).select_from(_notice)
)
"""Nothing is lost with the notices if the machine fails: they are not waited for by the disk."""
