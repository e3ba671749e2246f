"""Notices on the pages: how many are unread, and the list of them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import and_, bindparam, false, func, not_, or_, select, update
from sqlalchemy.types import BigInteger, DateTime

from app.db.direct import Direct, Driver
from app.matches.standing import read_standings
from app.notices.kinds import CONFIRM, DEADLINE_NEAR, TEST, YOUR_TURN
from app.notices.tables import notice, wish
from app.notices.wording import said

SHOWN = 50


class Shown(Struct, frozen=True):
    """A notice in the list, in its reader's language."""

    id: int
    kind: str
    title: str
    body: str
    url: str | None
    at: datetime
    unread: bool


class Unread(Struct, frozen=True):
    """How many notices are unread, besides turns, which are counted by themselves; the newest."""

    number: int
    newest: int
    sound: bool


async def read_unread(driver: Driver, person: int) -> Unread:
    """What a page shows beside the turns."""
    [(number, newest, sound)] = await _UNREAD.rows(driver, {"person": person})
    return Unread(number, newest or 0, bool(sound))


async def read_notices(
    driver: Driver, person: int, language: str, now: datetime
) -> tuple[Shown, ...]:
    """The newest notices of a person, the newest first."""
    rows = await _LIST.rows(driver, {"person": person})
    ids = sorted({row[2] for row in rows if row[2] is not None})
    standings = await read_standings(driver, ids)
    gone = {match for match in ids if match not in standings or standings[match].deleted}
    return tuple(_shown(row, language, now) for row in rows if row[2] not in gone)


async def read_all(driver: Driver, person: int, now: datetime) -> None:
    """The person has read all of them."""
    await _READ_ALL.rows(driver, {"person": person, "now": now})


def _shown(row: tuple[Any, ...], language: str, now: datetime) -> Shown:
    number, kind, _match, facts, at, read = row
    title, body = said(kind, facts, language, now)
    return Shown(number, kind, title, body, _url(facts), at, read is None)


def _url(facts: Mapping[str, Any]) -> str | None:
    return f"/m/{facts['key']}" if facts.get("key") else None


_PERSON = bindparam("person", type_=BigInteger)
_off = func.coalesce(wish.c.off["page"].has_key(notice.c.kind), false())
_OF_PAGES = and_(
    notice.c.person_id == _PERSON, notice.c.kind != CONFIRM, notice.c.kind != TEST, not_(_off)
)
_sound = select(wish.c.sound).where(wish.c.person_id == _PERSON).scalar_subquery()
_with_wish = notice.outerjoin(wish, wish.c.person_id == notice.c.person_id)
_is_turn = or_(notice.c.kind == YOUR_TURN, notice.c.kind == DEADLINE_NEAR)
_UNREAD = Direct(
    select(func.count().filter(not_(_is_turn)), func.max(notice.c.id), _sound)
    .select_from(_with_wish)
    .where(_OF_PAGES, notice.c.read.is_(None))
)
_LIST = Direct(
    select(
        notice.c.id,
        notice.c.kind,
        notice.c.match_id,
        notice.c.facts,
        notice.c.at,
        notice.c.read,
    )
    .select_from(_with_wish)
    .where(_OF_PAGES)
    .order_by(notice.c.id.desc())
    .limit(SHOWN)
)
_READ_ALL = Direct(
    update(notice)
    .where(notice.c.person_id == _PERSON, notice.c.read.is_(None))
    .values(read=bindparam("now", type_=DateTime(timezone=True)))
    .returning(notice.c.id)
)
