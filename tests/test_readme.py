"""The README tells of every variable that the server reads."""

import re

from app.settings import ROOT

VARIABLE = re.compile(r'environment(?:\.get\(|, )"([A-Z_]+)"')


def test_every_variable_is_in_the_readme() -> None:
    read = set(VARIABLE.findall((ROOT / "app" / "settings.py").read_text()))
    table = set(re.findall(r"`([A-Z_]{4,})`", (ROOT / "README.md").read_text()))
    assert {"HOST", "PORT", "DATA", "DATABASE_URL"} <= read
    assert read <= table
