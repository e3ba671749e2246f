"""Wishes: which kinds of notices a person wants by which way; all of them at first."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, cast, select, update
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.types import ARRAY, BigInteger, Boolean, Text

from app.db.direct import Direct, Driver
from app.notices.addresses import TOKEN
from app.notices.kinds import CHANNELS, KINDS
from app.notices.tables import address, wish


class Wishes(Struct, frozen=True):
    """What a person wants; `off` are the kinds that he does not, by channel."""

    off: dict[str, frozenset[str]] = {}
    digest: bool = False
    sound: bool = False

    def wants(self, kind: str, channel: str) -> bool:
        """Whether he wants this kind by this way."""
        return kind not in self.off.get(channel, frozenset())


class Stop(Struct, frozen=True):
    """What a stopping link is about."""

    address: int
    person: int
    channel: str
    match: int | None
    kinds: tuple[str, ...]
    label: str


async def read_wishes(driver: Driver, person: int) -> Wishes:
    """A person's wishes."""
    row = await _READ.row(driver, {"person": person})
    return Wishes() if row is None else Wishes(_decoded(row[0]), row[1], row[2])


async def keep_wishes(
    driver: Driver, person: int, wanted: Iterable[tuple[str, str]], *, digest: bool, sound: bool
) -> None:
    """Keep them; `wanted` are pairs of channel and kind, all others are not wanted."""
    chosen = set(wanted)
    off = {
        channel: frozenset(kind for kind in KINDS if (channel, kind) not in chosen)
        for channel in CHANNELS
    }
    await _keep(driver, person, Wishes(off, digest, sound))


async def find_stop(driver: Driver, token: str) -> Stop | None:
    """What the link with this token stops."""
    row = await _STOP.row(driver, {"token": token}) if TOKEN.fullmatch(token) else None
    if row is None:
        return None
    number, person, channel, match, kinds, label = row
    return Stop(number, person, channel, match, tuple(kinds or ()), label)


async def stop(driver: Driver, found: Stop, kind: str) -> None:
    """No more of this kind by this way; of a table's webhook, at this table."""
    if found.match is not None:
        left = [one for one in found.kinds if one != kind]
        await _LEAVE.rows(driver, {"address": found.address, "kinds": left})
        return
    async with driver.transaction():
        wishes = await read_wishes(driver, found.person)
        off = dict(wishes.off)
        off[found.channel] = off.get(found.channel, frozenset()) | {kind}
        await _keep(driver, found.person, Wishes(off, wishes.digest, wishes.sound))


async def _keep(driver: Driver, person: int, wishes: Wishes) -> None:
    off = {channel: sorted(kinds) for channel, kinds in wishes.off.items() if kinds}
    parameters = {
        "person": person,
        "not_wanted": msgspec.json.encode(off).decode(),
        "digest": wishes.digest,
        "sound": wishes.sound,
    }
    await _KEEP.rows(driver, parameters)


def _decoded(off: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    return {channel: frozenset(kinds) for channel, kinds in off.items()}


_PERSON = bindparam("person", type_=BigInteger)
_READ = Direct(select(wish.c.off, wish.c.digest, wish.c.sound).where(wish.c.person_id == _PERSON))
_insert = insert(wish).values(
    person_id=_PERSON,
    off=cast(bindparam("not_wanted", type_=Text), JSONB),
    digest=bindparam("digest", type_=Boolean),
    sound=bindparam("sound", type_=Boolean),
)
_KEEP = Direct(
    _insert.on_conflict_do_update(
        index_elements=[wish.c.person_id],
        set_={name: _insert.excluded[name] for name in ("off", "digest", "sound")},
    ).returning(wish.c.person_id)
)
_STOP = Direct(
    select(
        address.c.id,
        address.c.person_id,
        address.c.channel,
        address.c.match_id,
        address.c.kinds,
        address.c.label,
    ).where(address.c.token == bindparam("token", type_=Text))
)
_LEAVE = Direct(
    update(address)
    .where(address.c.id == bindparam("address", type_=BigInteger))
    .values(kinds=bindparam("kinds", type_=ARRAY(Text)))
    .returning(address.c.id)
)
