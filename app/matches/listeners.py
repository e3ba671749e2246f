"""What each reader has at a match for himself: how far he has read, whether he is deaf, notes."""

from msgspec import Struct
from sqlalchemy import BigInteger, Boolean, bindparam, func, literal, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.people import Person
from app.db.direct import Direct, Driver
from app.matches.tables import listener as listeners
from app.matches.tables import talk as talks
from app.matches.talk import BIGGEST, HEARD, Room, read_text

LONGEST_NOTE = 10_000


class Listener(Struct, frozen=True):
    """A reader of a match; nobody else sees any of it."""

    unread: int = 0
    muted: bool = False
    note: str = ""
    read: int = BIGGEST


NOBODY = Listener()
"""Somebody whom the house does not know."""


async def find_listener(driver: Driver, room: Room, person: Person | None) -> Listener:
    """That person in that room; spectators who have read nothing there miss nothing."""
    if person is None:
        return NOBODY
    parameters = {
        "match": room.match,
        "me": person.id,
        "everything": room.everything,
        "started": room.started,
        "unheard": 0 if room.seat is not None else BIGGEST,
    }
    row = await _FIND.row(driver, parameters)
    return Listener(*row) if row else NOBODY


async def mark_read(driver: Driver, match_id: int, person: Person, up_to: int) -> None:
    """He has read the talk up to that line."""
    await _READ.row(driver, {"match": match_id, "me": person.id, "up_to": up_to})


async def mute(driver: Driver, match_id: int, person: Person, *, muted: bool) -> None:
    """Whether he wants no word of what is said."""
    await _MUTE.row(driver, {"match": match_id, "me": person.id, "muted": muted})


async def keep_note(driver: Driver, match_id: int, person: Person, text: str) -> None:
    """Keep his note in place of the one before. Raises BadChoiceError."""
    note = read_text(text, LONGEST_NOTE)
    await _NOTE.row(driver, {"match": match_id, "me": person.id, "note": note or None})


_MATCH = bindparam("match", type_=BigInteger)
_ME = bindparam("me", type_=BigInteger)
_one = select(literal(1)).subquery()
_read = func.coalesce(listeners.c.read, bindparam("unheard", type_=BigInteger))
_muted = func.coalesce(listeners.c.muted, False)
_unread = (
    select(func.count())
    .where(
        talks.c.match_id == _MATCH,
        talks.c.id > _read,
        talks.c.person_id.is_distinct_from(_ME),
        talks.c.body.is_not(None),
        HEARD,
    )
    .correlate(listeners)
    .scalar_subquery()
)
_FIND = Direct(
    select(_unread, _muted, func.coalesce(listeners.c.note, ""), _read).select_from(
        _one.outerjoin(listeners, (listeners.c.match_id == _MATCH) & (listeners.c.person_id == _ME))
    )
)
_KEY = [listeners.c.match_id, listeners.c.person_id]
_reading = insert(listeners).values(
    match_id=_MATCH, person_id=_ME, read=bindparam("up_to", type_=BigInteger)
)
_READ = Direct(
    _reading.on_conflict_do_update(
        index_elements=_KEY,
        set_={"read": func.greatest(listeners.c.read, _reading.excluded.read)},
    ).returning(listeners.c.match_id)
)
_muting = insert(listeners).values(
    match_id=_MATCH, person_id=_ME, muted=bindparam("muted", type_=Boolean)
)
_MUTE = Direct(
    _muting.on_conflict_do_update(
        index_elements=_KEY, set_={"muted": _muting.excluded.muted}
    ).returning(listeners.c.match_id)
)
_noting = insert(listeners).values(match_id=_MATCH, person_id=_ME, note=bindparam("note"))
_NOTE = Direct(
    _noting.on_conflict_do_update(
        index_elements=_KEY, set_={"note": _noting.excluded.note}
    ).returning(listeners.c.match_id)
)
