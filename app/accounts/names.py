"""Names: what may be one, and when two are the same."""

import unicodedata

from app.accounts.errors import BadNameError
from app.rules.contract import N_

SHORTEST = 2
LONGEST = 24
LONGEST_RAW = 200
FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of characters that are invisible, reserved or break the line."""


def clean_name(raw: str) -> str:
    """The name as it will be shown: composed (NFKC), with single spaces. Raises BadNameError."""
    composed = unicodedata.normalize("NFKC", raw[:LONGEST_RAW])
    name = " ".join(part for part in composed.split(" ") if part)
    if any(unicodedata.category(character) in FORBIDDEN for character in name):
        raise BadNameError(N_("A name has no invisible characters."))
    if not SHORTEST <= len(name) <= LONGEST or len(raw) > LONGEST_RAW:
        raise BadNameError(
            N_("A name has {shortest} to {longest} characters."),
            shortest=SHORTEST,
            longest=LONGEST,
        )
    if not any(character.isalnum() for character in name):
        raise BadNameError(N_("A name has at least one letter or digit."))
    return name


def name_key(name: str) -> str:
    """What is the same for two names that differ only in case or in form."""
    return unicodedata.normalize("NFKC", name.casefold())
