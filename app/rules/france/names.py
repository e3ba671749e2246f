"""F5.3  Names of counties as people type them."""

from __future__ import annotations

from difflib import get_close_matches

from app.rules.france.atlas import ATLAS, County, plain

_BY_PLAIN: dict[str, County] = {plain(county): county for county in ATLAS.counties}


def county_named(text: str) -> County | None:
    """The county of that name, accents, hyphens and case aside; None if there is none."""
    return _BY_PLAIN.get(plain(text))


def nearest(text: str) -> County:
    """The county whose name is most like the text."""
    found = get_close_matches(plain(text[:40]), _BY_PLAIN, n=1, cutoff=0.0)
    return _BY_PLAIN[found[0]]
