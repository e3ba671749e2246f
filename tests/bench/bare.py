"""The floor that the house is held against: the same work with next to nothing around it.

`throws` writes a row and a snapshot of the same size in one transaction (bare Starlette and
psycopg); `polls` answers a poll with a cookie (a bare FastAPI route).
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

import msgspec
from fastapi import Cookie, FastAPI
from psycopg_pool import AsyncConnectionPool
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

URL = "BENCH_URL"
SNAPSHOT_BYTES = "BENCH_SNAPSHOT_BYTES"
EVENTS_BYTES = "BENCH_EVENTS_BYTES"
POOL_SIZE = 10
TAG = "7.0.en"

TABLES = """
    CREATE SCHEMA floor;
    CREATE TABLE floor.match (
        key text PRIMARY KEY, version bigint NOT NULL, snapshot bytea NOT NULL);
    CREATE TABLE floor.action (
        match text REFERENCES floor.match, number bigint, request_key uuid, action text,
        events text, PRIMARY KEY (match, number), UNIQUE (match, request_key));
"""
SEAT = "INSERT INTO floor.match VALUES (%s, 0, %s)"
READ = "SELECT version, snapshot FROM floor.match WHERE key = %s FOR UPDATE"
WRITE = "UPDATE floor.match SET version = %s, snapshot = %s WHERE key = %s"
APPEND = "INSERT INTO floor.action VALUES (%s, %s, %s, %s, %s)"


def throws() -> Starlette:
    """POST /{key}, keys 0 to 7: a transaction of the same size as a throw's."""
    snapshot = bytes(int(os.environ[SNAPSHOT_BYTES]))
    events = "e" * int(os.environ[EVENTS_BYTES])
    pool = AsyncConnectionPool(os.environ[URL], min_size=POOL_SIZE, max_size=POOL_SIZE, open=False)

    async def throw(request: Request) -> JSONResponse:
        body = await request.body()
        move, key = msgspec.json.decode(body), request.path_params["key"]
        async with pool.connection() as connection, connection.transaction():
            ((version, _),) = await (await connection.execute(READ, (key,))).fetchall()
            number = version + 1
            await connection.execute(WRITE, (number, snapshot, key))
            await connection.execute(APPEND, (key, number, move["key"], body.decode(), events))
        return JSONResponse({"version": number})

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with pool:
            async with pool.connection() as connection:
                await connection.execute(TABLES)
                for key in range(8):
                    await connection.execute(SEAT, (str(key), snapshot))
            yield

    return Starlette(routes=[Route("/{key}", throw, methods=["POST"])], lifespan=lifespan)


def polls() -> FastAPI:
    """GET /: unchanged, for whoever brings the cookie."""
    app = FastAPI(openapi_url=None)

    @app.get("/")
    async def poll(burgrave: Annotated[str, Cookie()], v: str) -> Response:
        unchanged = bool(burgrave) and v == TAG
        return Response(status_code=304 if unchanged else 200, headers={"hx-ptag": TAG})

    return app
