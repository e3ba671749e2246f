"""One estate for all tests of faults, and browsers before it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import chromium, new_page
from tests.faults.estate import Estate, estate

__all__ = ["chromium", "new_page"]


@pytest.fixture(scope="session")
def machines() -> Iterator[Estate]:
    """The estate; its folder has a short name, since sockets stand in it."""
    with (
        tempfile.TemporaryDirectory(prefix="burgrave-faults-") as folder,
        estate(Path(folder)) as made,
    ):
        yield made


@pytest.fixture
def house(machines: Estate) -> Estate:
    """Where browsers go; all machines run."""
    machines.start_missing()
    return machines
