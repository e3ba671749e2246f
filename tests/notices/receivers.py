"""Receivers on this machine: a mail server, and a web server that notes what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import email
import email.policy
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from email.message import EmailMessage

import msgspec
from aiosmtpd.smtp import SMTP, Envelope, Session

LOOPBACK = "127.0.0.1"


@dataclass
class Mailbox:
    """A mail server: refuses `unknown` recipients; answers `broken` to all if that is set."""

    url: str = ""
    mails: list[EmailMessage] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)
    broken: str = ""

    async def handle_RCPT(  # noqa: N802  aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, to: str, options: list[str]
    ) -> str:
        """Take a recipient."""
        if to in self.unknown:
            return "550 5.1.1 no such mailbox"
        if self.broken:
            return self.broken
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail."""
        content = envelope.content
        assert isinstance(content, bytes)
        mail = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"

    def to(self, address: str) -> list[str]:
        """The subjects of the mails to an address, in order."""
        return [str(mail["Subject"]) for mail in self.mails if mail["To"] == address]


@contextlib.asynccontextmanager
async def mail_server() -> AsyncIterator[Mailbox]:
    """A mail server on any free port."""
    box = Mailbox()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(box, enable_SMTPUTF8=True), LOOPBACK, 0)
    async with server:
        box.url = f"smtp://{LOOPBACK}:{server.sockets[0].getsockname()[1]}"
        yield box


@dataclass
class Request:
    """What the web server was sent."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, str]:
        """The body."""
        found: dict[str, str] = msgspec.json.decode(self.body)
        return found


@dataclass
class Receiver:
    """A web server; by path it answers a status, or nothing at all (0)."""

    url: str = ""
    requests: list[Request] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)
    location: str = ""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def at(self, path: str) -> list[Request]:
        """What was sent to that path."""
        return [request for request in self.requests if request.path == path]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {
                k.lower(): v.strip() for k, _, v in (line.partition(":") for line in head[1:])
            }
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            path = head[0].split(" ")[1]
            self.requests.append(Request(path, headers, body))
            self.arrived.set()
            status = self.statuses.get(path.partition("?")[0], 200)
            while not status:
                if not await reader.read(100):
                    return
            more = f"location: {self.location}\r\n" if self.location else ""
            answer = (
                f"HTTP/1.1 {status} X\r\ncontent-length: 2\r\nconnection: close\r\n{more}\r\nok"
            )
            writer.write(answer.encode())
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@contextlib.asynccontextmanager
async def web_server() -> AsyncIterator[Receiver]:
    """A web server on any free port."""
    receiver = Receiver()
    server = await asyncio.start_server(receiver.serve, LOOPBACK, 0)
    async with server:
        receiver.url = f"http://{LOOPBACK}:{server.sockets[0].getsockname()[1]}"
        yield receiver
