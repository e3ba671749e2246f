"""Where a request comes from: the client's address, as far as one may be held to it."""

from __future__ import annotations

import ipaddress

from starlette.types import Scope

IPV6_PREFIX = 64
"""A subscriber gets a whole network of this size: each of its addresses is as good as another."""
UNKNOWN = "unknown"


def address_of(scope: Scope) -> str:
    """The address of IPv4 or the network of IPv6; "unknown" when there is none (a local socket).

    The server has put the address that a trusted proxy names in place of the proxy's own.
    """
    client = scope.get("client")
    if not client:
        return UNKNOWN
    try:
        address = ipaddress.ip_address(str(client[0]).partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))
