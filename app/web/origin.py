"""Where others reach this house."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import Request

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def address(request: Request) -> str:
    """The address of this house as others reach it.

    A BURGRAVE_URL with a name that only this machine has counts for who uses that name.
    """
    public: str | None = request.app.state.settings.public_url
    network: str | None = getattr(request.app.state, "network_address", None)
    here = request.url.hostname in LOOPBACK
    if public and (here or urlsplit(public).hostname not in LOOPBACK):
        return public
    if network and here:
        return network
    return str(request.base_url).rstrip("/") + urlsplit(public or "").path
