"""What is drawn for a match: its seed, a nonce for each chair, the luck of its bots."""

from random import Random, SystemRandom

from app.rules.chance import SEED_BYTES

NONCE_BYTES = 16

source: Random = SystemRandom()
"""The operating system's randomness, fit for secrets; tests put their own in its place."""


def draw_seed() -> bytes:
    """A match's seed: from it, the nonces and a throw's number follows the throw."""
    return source.randbytes(SEED_BYTES)


def draw_nonce() -> bytes:
    """A chair's share in the throws."""
    return source.randbytes(NONCE_BYTES)


def bots_luck() -> Random:
    """What bots toss coins with."""
    return source
