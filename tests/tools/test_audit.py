"""The audit names weak packages, and never says that all is well when nobody could be asked."""

import pytest

from app.tools.audit import FOUND, UNKNOWN, report

SOUND = {"name": "sound", "version": "1", "vulns": []}
WEAK = {"name": "weak", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"]}]}
UNASKED = {"name": "unasked", "skip_reason": "not found"}


def test_all_is_well() -> None:
    assert report("lock", [SOUND]) == 0


def test_a_weak_package_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("lock", [SOUND, WEAK, UNASKED]) == FOUND
    said = capsys.readouterr().out
    assert "lock: weak 2: PYSEC-1, mended in 3\n" in said
    assert "lock: 3 packages, 1 weak, 1 not looked up.\n" in said


def test_what_was_not_looked_up_is_not_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("lock", [UNASKED]) == UNKNOWN
    assert "nothing is known" in capsys.readouterr().out
