"""LISTEN and NOTIFY: what one process commits, every process hears."""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Callable
from random import uniform

import psycopg
from psycopg import sql
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import patient_url

log = logging.getLogger(__name__)

Callback = Callable[[str | None], None]
"""Called on the event loop with a payload, or with None when notices may have been missed."""

IDLE_CHECK_SECONDS = 30.0
RETRY_SECONDS = (0.1, 0.5, 1.0, 2.0, 5.0)
SPREAD = (0.5, 1.5)
"""Of those: so that not all processes come back in the same moment."""

_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


async def notify(connection: AsyncConnection, channel: str, payload: str) -> None:
    """Tell all listeners of `channel`, once the connection's transaction commits.

    PostgreSQL limits a payload to 7999 bytes: send ids, not content.
    """
    await connection.execute(_NOTIFY, {"channel": channel, "payload": payload})


class Listener:
    """One connection that listens for all subscribers of this process; lost, it is made again.

    After each connection every callback is called with None: what it remembers may be stale.
    Callbacks are plain functions, quick, and never raise on purpose.
    """

    def __init__(self, url: str) -> None:
        self._url = patient_url(url)
        self._callbacks: dict[str, list[Callback]] = defaultdict(list)
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    def subscribe(self, channel: str, callback: Callback) -> None:
        """Call `callback` for each notice on `channel`. Subscribe before `start`."""
        if self._task is not None:
            raise RuntimeError("subscribe before the listener starts")
        self._callbacks[channel].append(callback)

    @property
    def connected(self) -> bool:
        """Whether notices arrive at this moment; when not, ask the database instead of memory."""
        return self._ready.is_set()

    async def start(self) -> None:
        """Begin to listen; returns at once, the connection is made in the background."""
        self._task = asyncio.create_task(self._run(), name="listener")

    async def wait_connected(self, seconds: float = 5.0) -> None:
        """Wait until notices arrive. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            await self._ready.wait()

    async def stop(self) -> None:
        """Close the connection and forget the task."""
        if self._task is None:
            return
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._task = None

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                failures = 0 if self._ready.is_set() else failures + 1
                log.warning("The notice connection was lost (%s); connecting again.", error)
            finally:
                self._ready.clear()
            wait = RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)]
            await asyncio.sleep(wait * uniform(*SPREAD))  # noqa: S311 - no secret

    async def _listen(self) -> None:
        connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        async with connection:
            for channel in self._callbacks:
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            self._ready.set()
            self._tell_everyone()
            while True:
                async for notice in connection.notifies(timeout=IDLE_CHECK_SECONDS):
                    self._tell(notice.channel, notice.payload)
                await connection.execute("SELECT 1")

    def _tell_everyone(self) -> None:
        for channel in self._callbacks:
            self._tell(channel, None)

    def _tell(self, channel: str, payload: str | None) -> None:
        for callback in self._callbacks.get(channel, ()):
            try:
                callback(payload)
            except Exception:
                log.exception("A subscriber of %s failed.", channel)
