"""What docs/security.md names is there."""

import re

from app.settings import ROOT

NAMED = re.compile(r"`((?:app|tests|docs|templates)/[^`]*|Makefile|requirements\.lock)`")


def test_every_file_that_the_threat_model_names_is_there() -> None:
    named = set(NAMED.findall((ROOT / "docs" / "security.md").read_text("utf-8")))
    assert len(named) > 20
    assert [name for name in sorted(named) if not list(ROOT.glob(name.rstrip("/")))] == []
