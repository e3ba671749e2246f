"""Chance: even, repeatable, and proven by the seed."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.chance import SEED_BYTES, Chance, Draws, Throw, commitment, holds

SEED = bytes(range(SEED_BYTES))
NONCES = (b"red", b"blue")
CRITICAL = {3: 16.27, 5: 20.52, 23: 49.73, 47: 82.72}
"""Chi-square that 1 in 1000 even samples passes, by degrees of freedom."""


def chi_square(values: Iterable[object], kinds: int) -> float:
    counted = Counter(values)
    expected = counted.total() / kinds
    missing = (kinds - len(counted)) * expected
    return missing + sum((n - expected) ** 2 / expected for n in counted.values())


def throws(number: int) -> Iterable[Draws]:
    chance = Chance(SEED, NONCES)
    return (chance.throw() for _ in range(number))


@pytest.mark.parametrize("sides", [6, 48])
def test_every_face_is_equally_likely(sides: int) -> None:
    values = [draws.die(sides) for draws in throws(9600)]
    assert set(values) == set(range(1, sides + 1))
    assert chi_square(values, sides) < CRITICAL[sides - 1]


def test_later_dice_of_a_throw_are_as_even_as_the_first() -> None:
    draws = Draws(SEED, b"", 0)
    assert chi_square((draws.die() for _ in range(12000)), 6) < CRITICAL[5]


def test_bytes_that_would_favour_low_faces_are_passed_over() -> None:
    """Of 256 bytes, 252 to 255 give no face of six: with them 1 to 4 would be likelier."""
    number = next(n for n in range(1000) if _stream(n)[0] >= 252)
    value = Draws(SEED, b"", number).die()
    assert value == next(byte for byte in _stream(number) if byte < 252) % 6 + 1


def _stream(number: int) -> bytes:
    message = number.to_bytes(8, "big") + (0).to_bytes(8, "big")
    return hmac.digest(SEED, message, "sha256")


def test_every_order_of_shuffled_cards_is_equally_likely() -> None:
    orders = ["".join(draws.shuffle("abcd")) for draws in throws(4800)]
    assert set(orders) == {"".join(order) for order in permutations("abcd")}
    assert chi_square(orders, 24) < CRITICAL[23]


def test_every_item_is_equally_likely_to_be_picked() -> None:
    assert chi_square((draws.pick("NESW") for draws in throws(4000)), 4) < CRITICAL[3]


def test_a_throw_is_the_stream_that_the_docstring_promises() -> None:
    block = hmac.digest(SEED, b"redblue" + (7).to_bytes(8, "big") + bytes(8), "sha256")
    faces = [byte % 6 + 1 for byte in block if byte < 252]
    draws = Chance(SEED, NONCES, next_number=7).throw()
    assert [draws.die() for _ in faces] == faces


def test_a_throw_may_be_longer_than_a_block() -> None:
    draws = Draws(SEED, b"", 3)
    values = [draws.die() for _ in range(200)]
    again = Draws(SEED, b"", 3)
    assert [again.die() for _ in range(200)] == values
    assert len(set(zip(values[:32], values[32:64], strict=True))) > 10


@given(st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES), st.integers(0, 2**32))
def test_the_same_seed_nonces_and_number_give_the_same_throw(seed: bytes, number: int) -> None:
    first, again = (Chance(seed, NONCES, number).throw() for _ in range(2))
    assert [first.die() for _ in range(9)] == [again.die() for _ in range(9)]


@pytest.mark.parametrize(
    ("seed", "nonces", "number"),
    [(b"other" * 6, NONCES, 0), (SEED, (b"red", b"green"), 0), (SEED, NONCES, 1)],
)
def test_another_seed_nonce_or_number_gives_another_throw(
    seed: bytes, nonces: tuple[bytes, ...], number: int
) -> None:
    ours, other = Chance(SEED, NONCES).throw(), Chance(seed, nonces, number).throw()
    assert [ours.die() for _ in range(20)] != [other.die() for _ in range(20)]


def recorded() -> tuple[Throw, ...]:
    chance = Chance(SEED, NONCES, next_number=5)
    for sides in ((6, 6, 6), (48,), ()):
        draws = chance.throw()
        for side in sides:
            draws.die(side)
    return chance.record()


def test_throws_are_recorded_with_their_numbers() -> None:
    record = recorded()
    assert [throw.number for throw in record] == [5, 6, 7]
    assert [throw.sides for throw in record] == [(6, 6, 6), (48,), ()]


def test_recorded_throws_hold() -> None:
    assert all(holds(SEED, NONCES, throw) for throw in recorded())


def test_a_throw_that_was_tampered_with_does_not_hold() -> None:
    first = recorded()[0]
    changed = Throw(first.number, first.sides, (*first.values[:2], first.values[2] % 6 + 1))
    assert not holds(SEED, NONCES, changed)
    assert not holds(SEED, NONCES, Throw(first.number + 1, first.sides, first.values))
    assert not holds(b"x" * SEED_BYTES, NONCES, first)


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(SEED) != commitment(SEED[::-1])
