"""The settings in memory, kept fresh by NOTIFY: no page asks the database for them."""

import logging
import time

import psycopg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.admin.house import CHANNEL, DEFAULTS, HouseRules, read_rules
from app.db.notify import Listener

log = logging.getLogger(__name__)

UNHEARD_SECONDS = 5.0
"""How long they are believed while no notices arrive."""
FRESH_SECONDS = 300.0


class HouseMemory:
    """The settings of the house. Make it before the listener starts."""

    def __init__(self, engine: AsyncEngine, listener: Listener) -> None:
        self._engine = engine
        self._listener = listener
        self._rules = DEFAULTS
        self._read: float | None = None
        self._changes = 0
        listener.subscribe(CHANNEL, self.forget)

    @property
    def latest(self) -> HouseRules:
        """The settings as last read: where the database must not be asked."""
        return self._rules

    async def rules(self) -> HouseRules:
        """The settings as they are; while the database does not answer, as they were."""
        if self._is_fresh():
            return self._rules
        changes = self._changes
        try:
            async with self._engine.connect() as connection:
                self._rules = await read_rules(connection)
        except (OSError, SQLAlchemyError, psycopg.Error) as error:
            log.warning("The settings of the house could not be read: %s", error)
            return self._rules
        if changes == self._changes:
            self._read = time.monotonic()
        return self._rules

    def forget(self, _payload: str | None = None) -> None:
        """Read them anew when they are asked for next."""
        self._changes += 1
        self._read = None

    def _is_fresh(self) -> bool:
        if self._read is None:
            return False
        limit = FRESH_SECONDS if self._listener.connected else UNHEARD_SECONDS
        return time.monotonic() - self._read < limit
