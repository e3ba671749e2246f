"""HTTP to addresses that persons give: never into the host's own network.

The name is resolved once, every address of it is checked, and the connection goes to one of the
checked addresses: a name that resolves otherwise a moment later gains nothing. Redirects are not
followed, proxies of the environment not used, answers hardly read.
"""

import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

import requests
import urllib3
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError

CONNECT_SECONDS = 5.0
READ_SECONDS = 10.0
MOST_READ = 4096

NAT64 = ipaddress.ip_network("64:ff9b::/96")
LOCAL_NAT64 = ipaddress.ip_network("64:ff9b:1::/48")
"""RFC 8215; Python before 3.11.10 takes it for a public one."""

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve: TypeAlias = Callable[..., list[tuple[Any, ...]]]


class ForbiddenAddressError(requests.RequestException):
    """The name leads into a network that is not the public one."""


class Attempt:
    """One try to send something: its connections, and the status that was answered last."""

    def __init__(self, *, local: bool = False, resolve: Resolve = socket.getaddrinfo) -> None:
        """`local` allows addresses of the host's own network."""
        self.local = local
        self.resolve = resolve
        self.status: int | None = None
        self.error = ""
        self._sockets: list[socket.socket] = []
        self._over = False
        self._lock = threading.Lock()

    def connect(self, host: str, port: int, timeout: float) -> socket.socket:
        """A connection to the first address that answers, if all of them are allowed.

        Raises ForbiddenAddressError, OSError.
        """
        found = self.resolve(host, port, 0, socket.SOCK_STREAM)
        if not found:
            raise OSError("the name has no address")
        if not self.local:
            for *_, where in found:
                check_public(str(where[0]))
        error: OSError = OSError("no address answers")
        for family, kind, protocol, _, where in found:
            try:
                return self._open(family, kind, protocol, where, timeout)
            except OSError as failed:
                error = failed
        raise error

    def abort(self) -> None:
        """End it: whoever waits for its connections wakes up with an error."""
        with self._lock:
            self._over = True
            for opened in self._sockets:
                with suppress(OSError):
                    opened.shutdown(socket.SHUT_RDWR)

    def _open(
        self, family: int, kind: int, protocol: int, where: Any, timeout: float
    ) -> socket.socket:
        made = socket.socket(family, kind, protocol)
        try:
            made.settimeout(timeout)
            with self._lock:
                if self._over:
                    raise OSError("it took too long")
                self._sockets.append(made)
            made.connect(where)
        except OSError:
            made.close()
            raise
        return made


def check_public(address: str) -> None:
    """Raise ForbiddenAddressError for any address that is not a public one."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError as error:
        raise ForbiddenAddressError("no address that can be checked") from error
    for one in (parsed, _inner(parsed)):
        if one is not None and (not one.is_global or one.is_multicast or one in LOCAL_NAT64):
            raise ForbiddenAddressError("addresses outside the public network are not reached")


def _inner(address: Address) -> ipaddress.IPv4Address | None:
    """The address of version 4 that one of version 6 leads to (RFC 4291, 3056, 6052)."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


class GuardedSession(requests.Session):
    """Requests of one attempt."""

    def __init__(self, attempt: Attempt) -> None:
        super().__init__()
        self.attempt = attempt
        self.trust_env = False
        self.mount("http://", _Adapter(attempt))
        self.mount("https://", _Adapter(attempt))

    def request(
        self, method: str | bytes, url: str | bytes, *args: Any, **kwargs: Any
    ) -> requests.Response:
        """As `requests` does it, without redirects and with our own time-outs."""
        kwargs |= {
            "allow_redirects": False,
            "timeout": (CONNECT_SECONDS, READ_SECONDS),
            "stream": True,
            "verify": True,
        }
        try:
            answer = super().request(method, url, *args, **kwargs)
        except requests.RequestException as error:
            self.attempt.error = _plain(error)
            raise
        with answer:
            answer._content = answer.raw.read(MOST_READ, decode_content=False)  # noqa: SLF001
        self.attempt.status = answer.status_code
        self.attempt.error = f"the receiver answered {answer.status_code}"
        return answer


def _plain(error: Exception) -> str:
    """What went wrong without addresses: those of webhooks are secrets."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ForbiddenAddressError):
            return str(cause)
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, requests.exceptions.Timeout):
        return "the receiver does not answer"
    if isinstance(error, requests.exceptions.SSLError):
        return "the receiver's certificate is not valid"
    return "the receiver cannot be reached"


class _Adapter(HTTPAdapter):
    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        super().__init__(max_retries=0)

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """A pool whose connections are this attempt's."""
        super().init_poolmanager(*args, **kwargs)
        attempt = self._attempt

        class Plain(HTTPConnection):
            def _new_conn(self) -> socket.socket:
                return _connect(attempt, self)

        class Secure(HTTPSConnection):
            def _new_conn(self) -> socket.socket:
                return _connect(attempt, self)

        class PlainPool(HTTPConnectionPool):
            ConnectionCls = Plain

        class SecurePool(HTTPSConnectionPool):
            ConnectionCls = Secure

        pools: urllib3.PoolManager = self.poolmanager
        pools.pool_classes_by_scheme = {"http": PlainPool, "https": SecurePool}


def _connect(attempt: Attempt, connection: HTTPConnection) -> socket.socket:
    host = connection.host.strip("[]")
    try:
        return attempt.connect(host, connection.port, CONNECT_SECONDS)
    except socket.gaierror as error:
        raise NameResolutionError(host, connection, error) from error
    except TimeoutError as error:
        raise ConnectTimeoutError(connection, "it does not answer") from error
    except ssl.SSLError:
        raise
    except OSError as error:
        raise NewConnectionError(connection, str(error)) from error
