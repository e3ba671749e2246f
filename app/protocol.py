"""HTTP for strangers: a request's head must come soon, and be of a reasonable size.

uvicorn waits for the first bytes and for the rest of a head as long as the connection lasts, and
keeps all headers that are sent. A proxy in front does the same; a house may stand without one.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

LARGEST_HEAD = 32 * 1024
"""Bytes of address and headers; a form's cookies and referrer take less than 4 KB."""
HEAD_SECONDS = 20.0
"""From the first byte of a head to its last, and from the connection to the first head."""


class HeadTooLarge(Exception):
    """More than LARGEST_HEAD bytes."""


class GuardedProtocol(HttpToolsProtocol):
    """One connection: 408 for a head that is late, 431 for one that is too large."""

    head_seconds = HEAD_SECONDS
    _late: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _begun = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there; its first request must come soon."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes; of a head that is not complete no more than LARGEST_HEAD are kept."""
        received = self._head_bytes + len(data)
        super().data_received(data)
        if self._late is not None and not self.transport.is_closing():
            self._head_bytes = received
            if received > LARGEST_HEAD:
                self._refuse(431)

    def on_message_begin(self) -> None:
        """A request begins: its head must come soon."""
        super().on_message_begin()
        self._head_bytes, self._begun = 0, True
        self._wait_for_head()

    def on_url(self, url: bytes) -> None:
        """A part of the address. Raises HeadTooLarge."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header. Raises HeadTooLarge."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._stop_waiting()
        self._head_bytes = 0
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """What could not be read; a head that is too large is told by its own status."""
        self._stop_waiting()
        if self._head_bytes > LARGEST_HEAD:
            self._refuse(431)
        else:
            super().send_400_response(msg)

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > LARGEST_HEAD:
            raise HeadTooLarge

    def _wait_for_head(self) -> None:
        self._stop_waiting()
        self._late = self.loop.call_later(self.head_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        """No word to a connection that a browser opened ahead of need: just hang up."""
        if self._begun:
            self._refuse(408)
        else:
            self.transport.close()

    def _refuse(self, status: int) -> None:
        """Say no and hang up, without waiting for a client that does not read."""
        self._stop_waiting()
        self.transport.write(
            STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n"
        )
        self.transport.close()
