"""Talk at a match: of the table, and of the spectators among themselves. It is never a move.

What spectators say (the gallery) is hidden from who plays while the match runs, so that nobody is
told a move.
"""

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Boolean,
    DateTime,
    SmallInteger,
    Text,
    bindparam,
    case,
    func,
    insert,
    null,
    or_,
    select,
    update,
)

from app.accounts.people import Person
from app.accounts.tables import person as people
from app.db.direct import Direct, Driver
from app.matches.errors import BadChoiceError, NoSuchMatchError, NotYoursError
from app.matches.heads import MatchHead
from app.matches.reading import KEY, MY_SEAT, check_key, may_see
from app.matches.stir import stir
from app.matches.tables import match as matches
from app.matches.tables import talk as talks
from app.rules.contract import N_

LONGEST = 1000
"""Characters of a line."""
SHOWN = 60
"""Lines that a page shows at first."""
MOST_IN_A_MINUTE = 20
"""Lines of one person, in all matches together."""
BIGGEST = 2**63 - 1
_JOINERS = "\u200c\u200d"
"""Invisible, but parts of emoji and of Persian words."""


class Room(Struct, frozen=True):
    """Where one talks: a match, and what its listener may hear of it."""

    match: int
    seat: int | None
    state: str
    started: datetime | None

    @property
    def in_gallery(self) -> bool:
        """Whether what the listener says is said among the spectators."""
        return self.seat is None

    @property
    def everything(self) -> bool:
        """Whether he hears the gallery, too: who plays does not while the match runs."""
        return self.seat is None or self.state != "running"


class Line(Struct, frozen=True):
    """What somebody said; `body` is None once it is deleted, by its author or an admin."""

    id: int
    seat: int | None
    name: str
    person: int | None
    gallery: bool
    at: datetime
    body: str | None
    deleted_by: str | None


async def find_room(driver: Driver, key: str, person: Person | None) -> Room:
    """The room of a match that this person may see. Raises NoSuchMatchError."""
    parameters = {"key": check_key(key), "me": person.id if person else None, "invite": None}
    row = await _FIND.row(driver, parameters)
    if row is None:
        raise NoSuchMatchError
    return Room(*row)


def room_of(head: MatchHead, seat: int | None) -> Room:
    """The room of a match that was read for its listener."""
    return Room(head.id, seat, head.state, head.started)


async def hear(
    driver: Driver,
    room: Room,
    *,
    since: int = -1,
    before: int = BIGGEST,
    until: datetime | None = None,
    most: int = SHOWN,
) -> Sequence[Line]:
    """The newest lines that may be heard there, oldest first.

    Those said or deleted after the stir `since`; before the line of the number `before`; said by
    the moment `until`.
    """
    parameters = {
        "match": room.match,
        "everything": room.everything,
        "started": room.started,
        "since": since,
        "before": before,
        "until": until,
        "most": most,
    }
    return [Line(*row) for row in reversed(await _HEAR.rows(driver, parameters))]


async def say(driver: Driver, room: Room, person: Person, text: str) -> int:
    """Say a line; gives the match's stir. Raises BadChoiceError."""
    body = read_text(text, LONGEST)
    if not body:
        raise BadChoiceError(N_("There is nothing to say yet."))
    lately = await _LATELY.row(driver, {"person": person.id})
    if lately and lately[0] >= MOST_IN_A_MINUTE:
        raise BadChoiceError(N_("That is much at once. Wait a minute before the next line."))
    async with driver.transaction():
        number = await stir(driver, room.match)
        said = {
            "match": room.match,
            "person": person.id,
            "seat": room.seat,
            "name": person.name,
            "gallery": room.in_gallery,
            "body": body,
            "stir": number,
        }
        await _SAY.row(driver, said)
    return number


async def delete(driver: Driver, room: Room, person: Person, line: int) -> int:
    """Delete a line: its author, or an admin who does not play there; gives the match's stir.

    Raises NotYoursError, also where there is no such line, or none any more.
    """
    async with driver.transaction():
        number = await stir(driver, room.match)
        wanted = {
            "match": room.match,
            "line": line,
            "person": person.id,
            "rules": person.admin and room.seat is None,
            "stir": number,
        }
        if await _DELETE.row(driver, wanted) is None:
            raise NotYoursError(N_("Only who said it, or an admin, can delete it."))
    return number


async def is_deleted_by_admin(driver: Driver, match_id: int, line: int) -> bool:
    """Whether an admin deleted that line, not its author."""
    row = await _DELETED_BY.row(driver, {"match": match_id, "line": line})
    return row is not None and row[0] == "admin"


def read_text(text: str, longest: int) -> str:
    """A text as it is kept: lines without blanks at their ends. Raises BadChoiceError."""
    body = "\n".join(line.rstrip() for line in text.strip().splitlines())
    body = re.sub(r"\n{3,}", "\n\n", body)
    if len(body) > longest:
        raise BadChoiceError(N_("It has at most {longest} characters."), longest=longest)
    shown = body.translate(dict.fromkeys(map(ord, "\n\t" + _JOINERS)))
    if not shown.isprintable() or (body and not shown.strip()):
        raise BadChoiceError(N_("It must not have invisible characters."))
    return body


_FIND = Direct(
    select(matches.c.id, MY_SEAT, matches.c.state, matches.c.started).where(
        matches.c.key == KEY, may_see()
    )
)
_MATCH = bindparam("match", type_=BigInteger)
HEARD = or_(
    talks.c.gallery.is_(False),
    bindparam("everything", type_=Boolean),
    talks.c.at < bindparam("started", type_=DateTime(timezone=True)),
)
"""What may be heard in a room."""
_UNTIL = bindparam("until", type_=DateTime(timezone=True))
_HEAR = Direct(
    select(
        talks.c.id,
        talks.c.seat,
        func.coalesce(people.c.name, talks.c.name),
        talks.c.person_id,
        talks.c.gallery,
        talks.c.at,
        talks.c.body,
        talks.c.deleted_by,
    )
    .select_from(talks.outerjoin(people, talks.c.person_id == people.c.id))
    .where(
        talks.c.match_id == _MATCH,
        talks.c.id < bindparam("before", type_=BigInteger),
        talks.c.stir > bindparam("since", type_=BigInteger),
        or_(_UNTIL.is_(None), talks.c.at <= _UNTIL),
        HEARD,
    )
    .order_by(talks.c.id.desc())
    .limit(bindparam("most"))
)
_LATELY = Direct(
    select(func.count()).where(
        talks.c.person_id == bindparam("person", type_=BigInteger),
        talks.c.at > func.now() - func.make_interval(0, 0, 0, 0, 0, 1),
    )
)
_STIR = bindparam("stir", type_=BigInteger)
_SAY = Direct(
    insert(talks)
    .values(
        match_id=_MATCH,
        person_id=bindparam("person", type_=BigInteger),
        seat=bindparam("seat", type_=SmallInteger),
        name=bindparam("name"),
        gallery=bindparam("gallery", type_=Boolean),
        body=bindparam("body", type_=Text),
        stir=_STIR,
    )
    .returning(talks.c.id)
)
_is_author = talks.c.person_id == bindparam("person", type_=BigInteger)
_DELETED_BY = Direct(
    select(talks.c.deleted_by).where(
        talks.c.match_id == _MATCH, talks.c.id == bindparam("line", type_=BigInteger)
    )
)
_DELETE = Direct(
    update(talks)
    .where(
        talks.c.match_id == _MATCH,
        talks.c.id == bindparam("line", type_=BigInteger),
        talks.c.body.is_not(None),
        or_(_is_author, bindparam("rules", type_=Boolean)),
    )
    .values(
        body=null(),
        stir=_STIR,
        deleted_by=case((_is_author, "author"), else_="admin"),
    )
    .returning(talks.c.id)
)
