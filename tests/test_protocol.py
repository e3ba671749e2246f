"""A request's head comes soon and is small, or the connection ends."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from app.protocol import LARGEST_HEAD, GuardedProtocol

Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HEAD = b"GET / HTTP/1.1\r\nhost: burgrave.test\r\n"


async def hello(_scope: Scope, _receive: Receive, send: Send) -> None:
    """An application that says no more than that it was asked."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


class Quick(GuardedProtocol):
    """One that loses patience at once."""

    head_seconds = 0.05


@contextlib.asynccontextmanager
async def connection(protocol: type[GuardedProtocol]) -> AsyncIterator[Client]:
    config = uvicorn.Config(hello, http=protocol, port=0, log_config=None, lifespan="off")
    config.load()
    state = uvicorn.server.ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(config, state, {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        yield reader, writer
    finally:
        writer.close()
        server.close()


async def said(client: Client, *parts: bytes) -> bytes:
    """The first line that the server answers to this."""
    reader, writer = client
    for part in parts:
        writer.write(part)
        with contextlib.suppress(ConnectionError):
            await writer.drain()
    return await reader.readline()


async def test_a_request_is_answered() -> None:
    async with connection(GuardedProtocol) as client:
        assert b" 204 " in await said(client, HEAD + b"\r\n")


@pytest.mark.parametrize("sent", [b"GE", HEAD, HEAD + b"x: "])
async def test_a_head_that_does_not_come_is_given_up(sent: bytes) -> None:
    async with connection(Quick) as client:
        assert b" 408 " in await said(client, sent)


async def test_a_connection_without_a_request_is_ended_without_a_word() -> None:
    async with connection(Quick) as client:
        assert await said(client) == b""


async def test_the_second_head_is_waited_for_no_longer() -> None:
    async with connection(Quick) as client:
        assert b" 204 " in await said(client, HEAD + b"\r\n")
        assert await client[0].readline() == b"\r\n"
        assert b" 408 " in await said(client, HEAD)


MANY = b"".join(b"h%d: %s\r\n" % (number, b"x" * 90) for number in range(LARGEST_HEAD // 90))


@pytest.mark.parametrize(
    "sent",
    [
        HEAD + b"x: " + b"x" * LARGEST_HEAD,
        HEAD + b"x" * LARGEST_HEAD,
        HEAD + b"x: " + b"x" * LARGEST_HEAD + b"\r\n\r\n",
        HEAD + MANY + b"\r\n",
        b"GET /" + b"x" * LARGEST_HEAD + b" HTTP/1.1\r\n\r\n",
    ],
    ids=["value", "name", "whole", "many", "address"],
)
async def test_a_head_that_is_too_large_is_refused(sent: bytes) -> None:
    async with connection(GuardedProtocol) as client:
        assert b" 431 " in await said(
            client, *(sent[at : at + 4000] for at in range(0, len(sent), 4000))
        )


async def test_a_large_body_is_no_large_head() -> None:
    async with connection(GuardedProtocol) as client:
        body = b"x" * LARGEST_HEAD * 2
        head = b"POST / HTTP/1.1\r\nhost: h\r\ncontent-length: %d\r\n\r\n" % len(body)
        assert b" 204 " in await said(client, head + body)


async def test_nonsense_is_a_bad_request() -> None:
    async with connection(GuardedProtocol) as client:
        assert b" 400 " in await said(client, b"what?\r\n\r\n")
