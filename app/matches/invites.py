"""Invitations: words that one can say on the telephone, such as OAK-TOWER-HERON-12."""

import re
import secrets
from pathlib import Path

WORDS = tuple(Path(__file__).with_name("invite_words.txt").read_text("ascii").split())
SPOKEN = 3
NUMBERS = range(10, 100)
LONGEST_TEXT = 300

_INVITE = re.compile(r"(?a:[A-Z]+-){3}(?a:\d\d)")


def draw_invite() -> str:
    """A new invitation: three words and a number, one of some four thousand million."""
    words = [secrets.choice(WORDS) for _ in range(SPOKEN)]
    return "-".join([*words, str(secrets.choice(NUMBERS))])


def read_invite(text: str) -> str | None:
    """The invitation in what a person typed or pasted: the words, or a link that ends in them."""
    address = text[:LONGEST_TEXT].partition("?")[0].strip().rstrip("/")
    words = re.sub(r"[\s_.,-]+", "-", address.rpartition("/")[2]).strip("-").upper()
    return words if _INVITE.fullmatch(words) else None
