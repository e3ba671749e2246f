"""What admins ask at tables where they play, in words: for other admins and for the players."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from app.accounts import Person
from app.admin.consents import FLEETING, Asked
from app.matches.registry import Filed
from app.web.deeds import in_words
from app.web.languages import Language, listed


class AskedShown(Struct, frozen=True):
    """What is asked, in the reader's language."""

    id: int
    at: datetime
    admin: str
    text: str
    reason: str
    missing: str
    """Who plays and has not agreed yet."""
    asks_you: bool
    """The reader can agree or refuse."""
    yours: bool
    """The reader asked."""


def asked_shown(asked: Asked, match: Filed, reader: Person, _: Language) -> AskedShown:
    """For another admin, who decides alone unless he plays there, or for a player."""
    names = {one.person: one.name for one in match.seats if one.person is not None}
    missing = [names[person] for person in sorted(match.people - set(asked.agreed))]
    plays = match.seat_of(reader.id) is not None
    yours = asked.admin_id == reader.id
    may_agree = reader.id not in asked.agreed if plays else reader.admin
    return AskedShown(
        id=asked.id,
        at=asked.at,
        admin=asked.admin,
        text=in_words(asked.kind, asked.detail, _),
        reason=asked.reason,
        missing=listed(missing, _),
        asks_you=may_agree and not yours and not is_overtaken(asked, match),
        yours=yours,
    )


def is_overtaken(asked: Asked, match: Filed) -> bool:
    """Whether it was meant for a moment of the match that is past."""
    return asked.kind in FLEETING and match.version != asked.version
