"""Where others reach this house."""

from __future__ import annotations

from fastapi import Request

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def address(request: Request) -> str:
    """The address of this house as others reach it."""
    public: str | None = request.app.state.settings.public_url
    network: str | None = getattr(request.app.state, "network_address", None)
    if public or (network and request.url.hostname in LOOPBACK):
        return public or network or ""
    return str(request.base_url).rstrip("/")
