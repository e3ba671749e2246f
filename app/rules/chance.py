"""Chance that players can check: every throw follows from a seed that was committed to beforehand.

Throw number n is the byte stream HMAC-SHA256(seed, nonces || n || block) for block 0, 1, 2, …
(n and block as 8 bytes, big-endian; nonces joined in the order of seats). Values are drawn from it
one after another, without modulo bias (bytes that would favour low faces are passed over).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")
SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hex: shown from the start, checked when the seed is shown."""
    return hashlib.sha256(seed).hexdigest()


class Throw(Struct, frozen=True, array_like=True):
    """One throw as recorded: its number, and the sides and value of each draw, in order.

    Values of a die run from 1 to `sides`; a re-thrown die is the next draw of the same throw.
    """

    number: int
    sides: tuple[int, ...]
    values: tuple[int, ...]


class Draws:
    """The draws of one throw."""

    __slots__ = ("_block", "_bytes", "_key", "_message", "number", "sides", "values")

    def __init__(self, key: bytes, nonces: bytes, number: int) -> None:
        self.number = number
        self.sides: list[int] = []
        self.values: list[int] = []
        self._key = key
        self._message = nonces + number.to_bytes(8, "big")
        self._block = 0
        self._bytes = iter(b"")

    def die(self, sides: int = 6) -> int:
        """A value from 1 to `sides` (1 to 256), every one equally likely."""
        limit = 256 - 256 % sides
        while (byte := self._next()) >= limit:
            pass
        value = byte % sides + 1
        self.sides.append(sides)
        self.values.append(value)
        return value

    def pick(self, items: Sequence[T]) -> T:
        """One of at most 256 items, every one equally likely."""
        return items[self.die(len(items)) - 1]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """At most 256 items in an order of which each is equally likely (Fisher and Yates)."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self.die(last + 1) - 1
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled

    def _next(self) -> int:
        for byte in self._bytes:
            return byte
        block = self._block.to_bytes(8, "big")
        self._block += 1
        self._bytes = iter(hmac.digest(self._key, self._message + block, "sha256"))
        return next(self._bytes)


class Chance:
    """The throws of a match, from the number of the next one on."""

    __slots__ = ("_nonces", "_seed", "_throws", "next_number")

    def __init__(self, seed: bytes, nonces: Sequence[bytes] = (), next_number: int = 0) -> None:
        self._seed = seed
        self._nonces = b"".join(nonces)
        self._throws: list[Draws] = []
        self.next_number = next_number

    def throw(self) -> Draws:
        """Begin the next throw; draw from what is returned, and tell its `number` in the event."""
        draws = Draws(self._seed, self._nonces, self.next_number)
        self.next_number += 1
        self._throws.append(draws)
        return draws

    def record(self) -> tuple[Throw, ...]:
        """The throws made so far through this object."""
        return tuple(Throw(d.number, tuple(d.sides), tuple(d.values)) for d in self._throws)


def holds(seed: bytes, nonces: Sequence[bytes], throw: Throw) -> bool:
    """Whether a recorded throw follows from the seed and the nonces."""
    draws = Draws(seed, b"".join(nonces), throw.number)
    return tuple(draws.die(sides) for sides in throw.sides) == throw.values
