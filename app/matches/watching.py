"""Watching a private match by a link: its words let anybody see what spectators see."""

import re
import secrets

from msgspec import Struct
from sqlalchemy import BigInteger, Text, bindparam, delete, null, select, update
from sqlalchemy.dialects.postgresql import insert

from app.accounts.people import Person
from app.db.direct import Direct, Driver
from app.matches.errors import NoSuchMatchError, NotHostError, NotOpenError
from app.matches.reading import KEY, MY_SEAT, check_key, may_see
from app.matches.stir import stir
from app.matches.tables import match as matches
from app.matches.tables import watcher as watchers
from app.rules.contract import N_

LINK_BYTES = 18
_LINK = re.compile(r"(?a:[\w-]{24})")


class Watched(Struct, frozen=True):
    """A match as its spectators' link tells of it."""

    key: str
    game: str
    title: str


async def open_link(driver: Driver, key: str, person: Person) -> tuple[int, int]:
    """Make the link; one that is there stays. Gives the match's id and stir.

    Raises NoSuchMatchError, NotHostError, NotOpenError (a public match needs none).
    """
    match_id = await _hosted(driver, key, person)
    async with driver.transaction():
        await _OPEN.row(driver, {"match": match_id, "watch": secrets.token_urlsafe(LINK_BYTES)})
        return match_id, await stir(driver, match_id)


async def close_link(driver: Driver, key: str, person: Person) -> tuple[int, int]:
    """Take the link back, and the sight of those who came by it. As `open_link`."""
    match_id = await _hosted(driver, key, person)
    async with driver.transaction():
        await _CLOSE.row(driver, {"match": match_id})
        await _SEND_AWAY.rows(driver, {"match": match_id})
        return match_id, await stir(driver, match_id)


async def find_watched(driver: Driver, token: str) -> Watched:
    """The match of a link. Raises NoSuchMatchError."""
    row = await _FIND.row(driver, {"watch": _read(token)})
    if row is None:
        raise NoSuchMatchError(NO_LINK)
    return Watched(*row)


async def watch(driver: Driver, token: str, person: Person) -> str:
    """Let the person watch from now on; gives the match's key. Raises NoSuchMatchError."""
    row = await _WATCH.row(driver, {"watch": _read(token), "me": person.id})
    if row is None:
        raise NoSuchMatchError(NO_LINK)
    return (await find_watched(driver, token)).key


NO_LINK = N_("Nobody watches by this link; its host has taken it back.")


def _read(token: str) -> str:
    if not _LINK.fullmatch(token):
        raise NoSuchMatchError(NO_LINK)
    return token


async def _hosted(driver: Driver, key: str, person: Person) -> int:
    parameters = {"key": check_key(key), "me": person.id, "invite": None}
    row = await _HOSTED.row(driver, parameters)
    if row is None:
        raise NoSuchMatchError
    match_id, host, public = row
    if host != person.id:
        raise NotHostError
    if public:
        raise NotOpenError(N_("Everybody may watch this match."))
    return int(match_id)


_MATCH = bindparam("match", type_=BigInteger)
_WORDS = bindparam("watch", type_=Text)
_HOSTED = Direct(
    select(matches.c.id, matches.c.host_id, matches.c.public).where(
        matches.c.key == KEY, may_see(), MY_SEAT.is_not(None)
    )
)
_OPEN = Direct(
    update(matches)
    .where(matches.c.id == _MATCH, matches.c.watch.is_(None))
    .values(watch=_WORDS)
    .returning(matches.c.id)
)
_CLOSE = Direct(
    update(matches).where(matches.c.id == _MATCH).values(watch=null()).returning(matches.c.id)
)
_SEND_AWAY = Direct(
    delete(watchers).where(watchers.c.match_id == _MATCH).returning(watchers.c.person_id)
)
_FIND = Direct(
    select(matches.c.key, matches.c.game, matches.c.title).where(matches.c.watch == _WORDS)
)
_watched = select(matches.c.id, bindparam("me", type_=BigInteger)).where(matches.c.watch == _WORDS)
_adding = insert(watchers).from_select(["match_id", "person_id"], _watched)
_WATCH = Direct(
    _adding.on_conflict_do_update(
        index_elements=[watchers.c.match_id, watchers.c.person_id],
        set_={"at": watchers.c.at},
    ).returning(watchers.c.match_id)
)
