"""What machines ask: whether this process is ready, and its figures."""

from __future__ import annotations

import hmac
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from app import meters
from app.ops.readiness import examine
from app.settings import Settings
from app.web.hosts import is_address

router = APIRouter(include_in_schema=False)

EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "via")


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """What works, a line each; 503 while people should be sent elsewhere."""
    settings: Settings = request.app.state.settings
    found = await examine(request.app.state.engine, datetime.now(UTC))
    lines = [
        f"{name}: {'ok' if good else 'no'}"
        for name, good in (
            ("database", found.database),
            ("migrations", found.migrated),
            ("jobs", found.jobs),
        )
    ]
    ready = found.ready(own_jobs=settings.run_jobs) and not request.app.state.closing.is_set()
    return PlainTextResponse("\n".join(lines) + "\n", 200 if ready else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The figures of this process, for who brings the token, or asks from this machine."""
    if not may_measure(request):
        return PlainTextResponse("This is for whoever runs the house.\n", 403)
    return Response(meters.exposition(), media_type=EXPOSITION)


def may_measure(request: Request) -> bool:
    """Whether who asks may see the figures.

    Behind a proxy everybody seems to come from this machine: there it takes the token.
    """
    settings: Settings = request.app.state.settings
    if settings.metrics_token is not None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.metrics_token.encode())
    if settings.public_url is not None or any(name in request.headers for name in FORWARDED):
        return False
    client = request.client.host if request.client else ""
    return is_address(client) and client in {"127.0.0.1", "::1"}
