"""Run the server: take the folder and the port, start the database, serve, stop all of it again."""

import asyncio
import contextlib
import dataclasses
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn
from fastapi import FastAPI

from app.accounts import first_admin_link
from app.db import create_engine, migrate
from app.db.source import own_database
from app.main import create_app
from app.protocol import GuardedProtocol
from app.settings import Settings

GRACE_SECONDS = 3
ENDING = (signal.SIGTERM, signal.SIGHUP)
BACKLOG = 2048
LAN_PROBE = ("192.0.2.1", 9)  # reserved for documentation; nothing is sent there


class PortTaken(OSError):
    """The address cannot be listened on; the message says which."""


def serve(settings: Settings) -> None:
    """Serve until a signal comes. Raises FolderTaken, DatabaseFailed, PortTaken, OSError."""
    with (
        signals_unwind(),
        own_database(settings) as (url, claim),
        contextlib.closing(bind(settings.host, settings.port)) as listening,
    ):
        migrate.upgrade(url)
        address = settings.public_url or _address(listening)
        if claim:
            claim.tell(address=address, database_url=url)
        app = create_app(dataclasses.replace(settings, database_url=url))
        app.state.network_address = network = _network_address(settings, listening)
        token = asyncio.run(_admin_token(url))
        server = Server(app, lambda: _greet(address, network, token))
        server.run(sockets=[listening])


class Server(uvicorn.Server):
    """uvicorn that says when it is ready, and tells the application at once when it has to stop."""

    def __init__(self, app: FastAPI, greet: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            loop="uvloop",
            http=GuardedProtocol,
            access_log=False,
            log_config=None,
            log_level="warning",
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
            proxy_headers=True,
            forwarded_allow_ips=app.state.settings.trusted_proxies,
        )
        super().__init__(config)
        self._app = app
        self._greet = greet

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then greet."""
        await super().startup(sockets)
        if self.started:
            self._greet()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop by and by; while it only starts, at once."""
        super().handle_exit(sig, frame)
        if not self.started:
            logging.getLogger("uvicorn.error").disabled = True  # no traceback of what was begun
            raise KeyboardInterrupt

    async def on_tick(self, counter: int) -> bool:
        """Release the answers that are held back as soon as the server has to stop."""
        stop = await super().on_tick(counter)
        if stop:
            self._app.state.closing.set()
        return stop


def bind(host: str, port: int) -> socket.socket:
    """Listen on the address. Raises PortTaken."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen(BACKLOG)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PortTaken(f"Cannot listen on {host}:{port}: {reason}. Try another PORT.") from error
    return listening


@contextlib.contextmanager
def signals_unwind() -> Iterator[None]:
    """SIGTERM and SIGHUP unwind like Ctrl-C, so that the database is stopped in any case."""

    def unwind(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    wanted = [number for number in ENDING if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, unwind) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _address(listening: socket.socket, host: str | None = None) -> str:
    bound, port = listening.getsockname()[:2]
    host = host or {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(bound, bound)
    return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{port}"


async def _admin_token(url: str) -> str | None:
    """The token of the link that makes its opener the admin, until there is an admin."""
    engine = create_engine(url)
    try:
        async with engine.begin() as connection:
            return await first_admin_link(connection)
    finally:
        await engine.dispose()


def _greet(address: str, network: str | None, token: str | None) -> None:
    if token:
        print(f"Become its admin (once): {address}/welcome/{token}")
    print(f"Burgrave is ready: {address}", flush=True)
    if network:
        print(f"Friends on the same network: {network}", flush=True)


def _network_address(settings: Settings, listening: socket.socket) -> str | None:
    """The house's address on the network, when it listens there and has no other address."""
    listens = settings.host in {"0.0.0.0", "::"} and not settings.public_url
    own = _own_address() if listens else None
    return _address(listening, own) if own else None


def _own_address() -> str | None:
    """This machine's address on its network, as the routing table has it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(LAN_PROBE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
