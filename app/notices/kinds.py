"""The kinds of notices and the ways that they go."""

from datetime import timedelta
from typing import Any

from msgspec import Struct

YOUR_TURN = "your_turn"
DEADLINE_NEAR = "deadline_near"
MATCH_STARTED = "match_started"
MATCH_ENDED = "match_ended"
LETTER_RECEIVED = "letter_received"
INVITED = "invited"
HOUSE = "house"
CONFIRM = "confirm"
TEST = "test"

KINDS = (
    YOUR_TURN,
    DEADLINE_NEAR,
    MATCH_STARTED,
    MATCH_ENDED,
    LETTER_RECEIVED,
    INVITED,
    HOUSE,
)
"""What a person may want or not want. CONFIRM and TEST are asked for one by one."""

TABLE_KINDS = (YOUR_TURN, DEADLINE_NEAR, MATCH_STARTED, MATCH_ENDED)
"""What the webhook of a whole table may be told."""

TURNS = frozenset({YOUR_TURN, DEADLINE_NEAR})
"""Kinds that are void as soon as the person has moved."""

PAGE, MAIL, PUSH, HOOK = "page", "mail", "push", "hook"
CHANNELS = (PAGE, MAIL, PUSH, HOOK)

QUICK = timedelta(seconds=20)
PATIENT = timedelta(minutes=2)


def delay(kind: str, channel: str) -> timedelta:
    """How long a notice waits before it leaves the house: whoever moves or looks needs none."""
    if kind in {CONFIRM, TEST, DEADLINE_NEAR}:
        return timedelta()
    return PATIENT if channel == MAIL and kind != INVITED else QUICK


class Notice(Struct, frozen=True):
    """Something to tell a person (None: the table's webhooks); `number` makes it unique."""

    kind: str
    number: int
    person: int | None = None
    match: int | None = None
    facts: dict[str, Any] = {}
