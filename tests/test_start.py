"""Burgrave starts, says where it is, and stops without losing anything."""

from app import __version__


def test_the_version_is_named() -> None:
    assert __version__.count(".") == 2
