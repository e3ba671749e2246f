"""Passwords: argon2id, computed in threads, a few at a time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import anyio
import anyio.to_thread
from anyio.lowlevel import RunVar
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.accounts.errors import BadPasswordError, CrowdedError
from app.rules.contract import N_

SHORTEST = 8
LONGEST = 256
FEWEST_CHARACTERS = 4
"""Different ones."""
COMMON = frozenset(Path(__file__).with_name("common_passwords.txt").read_text("utf-8").split())
AT_ONCE = 2
"""Each hash takes 64 MiB and tens of milliseconds: more at once would stop the games."""
TURNS = 4
"""Of those who hash or wait to, so many hold a connection of the database."""
LONGEST_QUEUE = 60

_hasher = PasswordHasher()


def check_password(password: str, name: str = "") -> None:
    """Raises BadPasswordError unless it can be the password of who has this name."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadPasswordError(
            N_("A password has {shortest} to {longest} characters."),
            shortest=SHORTEST,
            longest=LONGEST,
        )
    if is_easily_guessed(password, name):
        raise BadPasswordError(N_("This password is guessed first. Take some words of your own."))


def is_easily_guessed(password: str, name: str = "") -> bool:
    """Whether it is one of those that are tried first (NIST SP 800-63B 5.1.1.2).

    A common one, the person's name, or few characters over and over; marks and digits at the end
    make it no better.
    """
    folded = password.casefold()
    bare = folded.rstrip("0123456789!?.*+#-_$%&=@ ")
    return (
        len(set(folded)) < FEWEST_CHARACTERS
        or not COMMON.isdisjoint((folded, bare))
        or (bool(name) and name.casefold() in (folded, bare))
    )


@asynccontextmanager
async def turn() -> AsyncIterator[None]:
    """Wait here before taking a connection to check or set a password with.

    Raises CrowdedError when too many wait already.
    """
    turns = _turns()
    if turns.statistics().tasks_waiting >= LONGEST_QUEUE:
        raise CrowdedError
    async with turns:
        yield


async def hash_password(password: str, name: str = "") -> str:
    """The argon2id hash with its parameters. Raises BadPasswordError."""
    check_password(password, name)
    return await hash_again(password)


async def hash_again(password: str) -> str:
    """The hash of a password that was taken before, whatever is asked of new ones."""
    return await anyio.to_thread.run_sync(_hash, password, limiter=_limiter())


async def is_password(stored: str | None, password: str) -> bool:
    """Whether it is the password; takes as long when there is none (`stored` is None)."""
    given = password[: LONGEST + 1]
    return await anyio.to_thread.run_sync(_verify, stored, given, limiter=_limiter())


def is_outdated(stored: str) -> bool:
    """Whether the hash was made with weaker parameters than today's."""
    return _hasher.check_needs_rehash(stored)


def _hash(password: str) -> str:
    return _hasher.hash(password.encode("utf-8", "surrogatepass"))


def _verify(stored: str | None, password: str) -> bool:
    try:
        _hasher.verify(stored or _nobodys_hash(), password.encode("utf-8", "surrogatepass"))
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


@cache
def _nobodys_hash() -> str:
    return _hasher.hash("the password of nobody")


_loop_limiter: RunVar[anyio.CapacityLimiter] = RunVar("passwords")
_loop_turns: RunVar[anyio.CapacityLimiter] = RunVar("turns")


def _limiter() -> anyio.CapacityLimiter:
    return _of_loop(_loop_limiter, AT_ONCE)


def _turns() -> anyio.CapacityLimiter:
    return _of_loop(_loop_turns, TURNS)


def _of_loop(kept: RunVar[anyio.CapacityLimiter], tokens: int) -> anyio.CapacityLimiter:
    """One limiter for each event loop."""
    try:
        return kept.get()
    except LookupError:
        kept.set(limiter := anyio.CapacityLimiter(tokens))
        return limiter
