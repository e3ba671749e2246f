"""Letters between the players of a match: to all, or to some. They never change its version."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import BigInteger, DateTime, SmallInteger, bindparam, func, insert, or_, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.types import ARRAY

from app.db.direct import Direct, Driver
from app.matches.errors import BadChoiceError
from app.matches.heads import Letter
from app.matches.tables import letter as letters
from app.matches.tables import mailbox as mailboxes
from app.notices.outbox import look_soon
from app.rules.contract import N_

LONGEST = 2000
SHOWN = 100
MOST_IN_A_MINUTE = 20
OPTION = "letters"
"""The option of a game that says which letters a match allows: all, public, none."""


async def write_letter(
    driver: Driver,
    match_id: int,
    sender: int,
    chairs: int,
    allowed: str,
    to: Sequence[int] | None,
    turn: int,
    text: str,
) -> int:
    """Send a letter to these seats (None: to all); gives its number. Raises BadChoiceError."""
    body = check_body(text)
    readers = None if to is None else _readers(to, sender, chairs)
    _check_allowed(allowed, public=readers is None)
    row = await _LATELY.row(driver, {"match": match_id, "sender": sender})
    if row and row[0] >= MOST_IN_A_MINUTE:
        raise BadChoiceError(N_("That are many letters. Wait a minute before the next."))
    parameters = {"match": match_id, "sender": sender, "turn": turn}
    row = await _WRITE.row(driver, {**parameters, "body": body, "readers": readers})
    await look_soon(driver, match_id)
    return int(row[0]) if row else 0


async def read_letters(
    driver: Driver,
    match_id: int,
    seat: int | None,
    after: int = 0,
    until: datetime | None = None,
) -> tuple[Letter, ...]:
    """The newest letters that this seat (None: somebody without one) may read, newest first.

    With `until` those that had been sent by then. After the end private ones stay private.
    """
    parameters = {"match": match_id, "seat": seat, "after": after, "until": until}
    rows = await _READ.rows(driver, parameters)
    return tuple(
        Letter(
            number,
            sender,
            None if readers is None else tuple(readers),
            turn,
            at,
            body,
            unread=seat is not None and sender != seat and number > read,
        )
        for number, sender, readers, turn, at, body, read in rows
    )


async def mark_read(driver: Driver, match_id: int, seat: int, up_to: int) -> None:
    """The seat has read its letters up to that number."""
    await _MARK.row(driver, {"match": match_id, "seat": seat, "up_to": up_to})


async def change_hands(driver: Driver, match_id: int, seat: int) -> None:
    """Somebody new sits there: earlier private letters are none of his."""
    await _CHANGE_HANDS.row(driver, {"match": match_id, "seat": seat})


def check_body(text: str) -> str:
    """The text as it is kept. Raises BadChoiceError."""
    body = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if not body:
        raise BadChoiceError(N_("An empty letter is not sent."))
    if len(body) > LONGEST:
        raise BadChoiceError(N_("A letter has at most {longest} characters."), longest=LONGEST)
    if any(not character.isprintable() for character in body if character not in "\n\t"):
        raise BadChoiceError(N_("A letter has no invisible characters."))
    return body


def _readers(to: Iterable[int], sender: int, chairs: int) -> list[int]:
    others = sorted(set(to) - {sender})
    if not others or not all(0 <= seat < chairs for seat in others):
        raise BadChoiceError(N_("Choose who shall get the letter."))
    return sorted([*others, sender])


def _check_allowed(allowed: str, *, public: bool) -> None:
    if allowed not in {"all", "public"}:
        raise BadChoiceError(N_("In this match no letters are written."))
    if allowed == "public" and not public:
        raise BadChoiceError(N_("In this match letters go to all."))


_MATCH = bindparam("match", type_=BigInteger)
_SEAT = bindparam("seat", type_=SmallInteger)
_LATELY = Direct(
    select(func.count()).where(
        letters.c.match_id == _MATCH,
        letters.c.sender == bindparam("sender", type_=SmallInteger),
        letters.c.at > func.now() - func.make_interval(0, 0, 0, 0, 0, 1),
    )
)
_WRITE = Direct(
    insert(letters)
    .values(
        match_id=_MATCH,
        sender=bindparam("sender", type_=SmallInteger),
        readers=bindparam("readers", type_=ARRAY(SmallInteger)),
        turn=bindparam("turn", type_=SmallInteger),
        body=bindparam("body"),
    )
    .returning(letters.c.id)
)
_read = func.coalesce(mailboxes.c.read, 0)
_since = func.coalesce(mailboxes.c.since, 0)
_mine = mailboxes.c.match_id == letters.c.match_id, mailboxes.c.seat == _SEAT
_UNTIL = bindparam("until", type_=DateTime(timezone=True))
_READ = Direct(
    select(
        letters.c.id,
        letters.c.sender,
        letters.c.readers,
        letters.c.turn,
        letters.c.at,
        letters.c.body,
        _read,
    )
    .select_from(letters.outerjoin(mailboxes, _mine[0] & _mine[1]))
    .where(
        letters.c.match_id == _MATCH,
        letters.c.id > bindparam("after", type_=BigInteger),
        or_(_UNTIL.is_(None), letters.c.at <= _UNTIL),
        or_(
            letters.c.readers.is_(None),
            (letters.c.readers.any_() == _SEAT) & (letters.c.id > _since),
        ),
    )
    .order_by(letters.c.id.desc())
    .limit(SHOWN)
)
_box = postgresql.insert(mailboxes).values(
    match_id=_MATCH, seat=_SEAT, read=bindparam("up_to", type_=BigInteger)
)
_MARK = Direct(
    _box.on_conflict_do_update(
        index_elements=[mailboxes.c.match_id, mailboxes.c.seat],
        set_={"read": func.greatest(mailboxes.c.read, _box.excluded.read)},
    ).returning(mailboxes.c.seat)
)
_newest = (
    select(func.coalesce(func.max(letters.c.id), 0))
    .where(letters.c.match_id == _MATCH)
    .scalar_subquery()
)
_handed = postgresql.insert(mailboxes).values(
    match_id=_MATCH, seat=_SEAT, since=_newest, read=_newest
)
_CHANGE_HANDS = Direct(
    _handed.on_conflict_do_update(
        index_elements=[mailboxes.c.match_id, mailboxes.c.seat],
        set_={"since": _handed.excluded.since, "read": _handed.excluded.read},
    ).returning(mailboxes.c.seat)
)
