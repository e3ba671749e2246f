"""Addresses: where a person, or a whole table, wants notices besides the pages."""

import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, cast, delete, func, null, or_, select, update
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.types import ARRAY, BigInteger, DateTime, Text

from app.accounts.people import Person
from app.db.direct import Direct, Driver
from app.notices import hooks
from app.notices.errors import AddressError
from app.notices.kinds import CONFIRM, HOOK, MAIL, PUSH, TABLE_KINDS, TEST, Notice
from app.notices.publish import address_one
from app.notices.push import are_keys
from app.notices.tables import address, notice
from app.rules.contract import N_

MOST = 10
"""Addresses of one person, or webhooks of one table."""

MOST_ASKED = 5
"""Questions and tests that one person may send in an hour."""

MOST_ASKING = 3
"""Persons who may ask the same mailbox in a day before it has confirmed."""

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
LONGEST_MAIL = 254
LONGEST_ENDPOINT = 1000
TOKEN_BYTES = 18
TOKEN = re.compile("[A-Za-z0-9_-]{24}")
_MAIL = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+"
)


class Address(Struct, frozen=True):
    """Where notices go, as its owner sees it; a webhook's address itself is not shown again."""

    id: int
    channel: str
    label: str
    confirmed: bool
    refused: datetime | None
    refusal: str | None
    match: int | None = None
    kinds: tuple[str, ...] = ()
    service: str | None = None


async def list_addresses(driver: Driver, person: int) -> tuple[Address, ...]:
    """The person's own, the oldest first."""
    return tuple(_shown(row) for row in await _OWN.rows(driver, {"person": person}))


async def list_hooks(driver: Driver, match: int) -> tuple[Address, ...]:
    """The webhooks of a table."""
    return tuple(_shown(row) for row in await _TABLES.rows(driver, {"match": match}))


async def add_mail(driver: Driver, person: Person, target: str, base: str, now: datetime) -> None:
    """A mailbox; it gets a question first, and notices once that is confirmed.

    Raises AddressError.
    """
    target = target.strip()
    if len(target) > LONGEST_MAIL or not _MAIL.fullmatch(target):
        raise AddressError(N_("This is no e-mail address."))
    await check_asked(driver, person.id, now)
    row = await _CROWD.row(driver, {"target": target, "person": person.id, "since": now - DAY})
    if row and row[0] >= MOST_ASKING:
        raise AddressError(N_("Several people have asked this address already. Try it tomorrow."))
    async with driver.transaction():
        made = await _add(driver, person, MAIL, target, target, base)
        await _ask(driver, person, made, now)


async def add_push(
    driver: Driver,
    person: Person,
    target: str,
    keys: dict[str, str],
    label: str,
    base: str,
    now: datetime,
    *,
    local: bool = False,
) -> None:
    """A browser that has subscribed. Raises AddressError."""
    parts = _split(target)
    secure = parts is not None and (parts[0] == "https" or (local and parts[0] == "http"))
    plain = target.isascii() and target.isprintable() and len(target) <= LONGEST_ENDPOINT
    if not (secure and plain):
        raise AddressError(N_("This browser's push service cannot be used."))
    if not are_keys(keys.get("p256dh", ""), keys.get("auth", "")):
        raise AddressError(N_("This browser's push service cannot be used."))
    kept = {"p256dh": keys["p256dh"], "auth": keys["auth"]}
    shown = "".join(filter(str.isprintable, label))[:80]
    await _add(driver, person, PUSH, target, shown, base, keys=kept, confirmed=now)


async def add_hook(
    driver: Driver,
    person: Person,
    service: str,
    target: str,
    base: str,
    now: datetime,
    *,
    match: int | None = None,
    kinds: Iterable[str] = (),
    local: bool = False,
) -> None:
    """A webhook of the person, or with `match` of a whole table. Raises AddressError."""
    target = hooks.check(service, target.strip(), local=local)
    host = _split(target)
    label = f"{hooks.SERVICES[service]}, {host[1] if host else ''}"
    chosen = [kind for kind in TABLE_KINDS if kind in set(kinds)] if match else None
    await _add(
        driver, person, HOOK, target, label, base,
        service=service, match=match, kinds=chosen, confirmed=now,
    )  # fmt: skip


async def confirm(driver: Driver, token: str, now: datetime) -> bool:
    """Whoever has the link of the question owns the mailbox; whether there is such a one."""
    if not TOKEN.fullmatch(token):
        return False
    row = await _CONFIRM.row(driver, {"token": token, "at": now})
    return row is not None


async def remove(driver: Driver, person: int, address_id: int) -> None:
    """Take an address of the person away."""
    await _REMOVE.rows(driver, {"person": person, "address": address_id})


async def remove_hook(driver: Driver, match: int, address_id: int) -> None:
    """Take a webhook of a table away."""
    await _REMOVE_HOOK.rows(driver, {"match": match, "address": address_id})


async def refuse(driver: Driver, address_id: int, words: str, now: datetime) -> None:
    """Its receiver refused: nothing is sent there until its owner says so."""
    await _REFUSE.rows(driver, {"address": address_id, "at": now, "words": words})


async def use_again(driver: Driver, person: int, address_id: int) -> None:
    """The owner wants it tried again."""
    await _AGAIN.rows(driver, {"person": person, "address": address_id})


async def test(driver: Driver, person: Person, address_id: int, now: datetime) -> None:
    """Send a test there. Raises AddressError."""
    await check_asked(driver, person.id, now)
    row = await _MINE.row(driver, {"person": person.id, "address": address_id})
    if row is not None:
        async with driver.transaction():
            await address_one(driver, _asking(TEST, person, now), address_id, now)


async def check_asked(driver: Driver, person: int, now: datetime) -> None:
    """Raises AddressError when the person has sent many questions or tests lately."""
    row = await _ASKED.row(driver, {"person": person, "since": now - HOUR})
    if row and row[0] >= MOST_ASKED:
        raise AddressError(N_("That are many messages. Wait an hour before the next."))


async def _ask(driver: Driver, person: Person, address_id: int, now: datetime) -> None:
    await address_one(driver, _asking(CONFIRM, person, now), address_id, now)


def _asking(kind: str, person: Person, now: datetime) -> Notice:
    number = int(now.timestamp() * 1_000_000)
    return Notice(kind, number, person.id, None, {"by": person.name})


async def _add(
    driver: Driver,
    person: Person,
    channel: str,
    target: str,
    label: str,
    base: str,
    *,
    service: str | None = None,
    match: int | None = None,
    keys: dict[str, str] | None = None,
    kinds: Sequence[str] | None = None,
    confirmed: datetime | None = None,
) -> int:
    """Its number; what was there for the same target is renewed. Raises AddressError."""
    row = await _COUNT.row(driver, {"person": person.id, "match": match})
    if row and row[0] >= MOST:
        raise AddressError(N_("{most} addresses are the most. Take one away first."), most=MOST)
    fresh = {
        "person": person.id,
        "match": match,
        "channel": channel,
        "target": target,
        "service": service,
        "own_keys": None if keys is None else _json(keys),
        "label": label,
        "kinds": list(kinds) if kinds is not None else None,
        "base": base,
        "token": secrets.token_urlsafe(TOKEN_BYTES),
        "confirmed": confirmed,
    }
    row = await _ADD.row(driver, fresh)
    return int(row[0]) if row else 0


def _split(target: str) -> tuple[str, str] | None:
    try:
        parts = urlsplit(target)
        return (parts.scheme, parts.hostname) if parts.hostname else None
    except ValueError:
        return None


def _json(keys: dict[str, str]) -> str:
    return msgspec.json.encode(keys).decode()


def _shown(row: Sequence[object]) -> Address:
    values = list(row)
    values[7] = tuple(values[7]) if isinstance(values[7], list) else ()
    return Address(*values)  # type: ignore[arg-type]


_PERSON = bindparam("person", type_=BigInteger)
_MATCH = bindparam("match", type_=BigInteger)
_NUMBER = address.c.id == bindparam("address", type_=BigInteger)
_AT = bindparam("at", type_=DateTime(timezone=True))
_COLUMNS = (
    address.c.id,
    address.c.channel,
    address.c.label,
    address.c.confirmed.is_not(None),
    address.c.refused,
    address.c.refusal,
    address.c.match_id,
    address.c.kinds,
    address.c.service,
)
_OWN = Direct(
    select(*_COLUMNS)
    .where(address.c.person_id == _PERSON, address.c.match_id.is_(None))
    .order_by(address.c.id)
)
_TABLES = Direct(select(*_COLUMNS).where(address.c.match_id == _MATCH).order_by(address.c.id))
_COUNT = Direct(
    select(func.count()).where(
        address.c.person_id == _PERSON, address.c.match_id.is_not_distinct_from(_MATCH)
    )
)
_CROWD = Direct(
    select(func.count()).where(
        func.lower(address.c.target) == func.lower(bindparam("target", type_=Text)),
        address.c.channel == MAIL,
        address.c.confirmed.is_(None),
        address.c.person_id != _PERSON,
        address.c.created > bindparam("since", type_=DateTime(timezone=True)),
    )
)
_insert = insert(address).values(
    person_id=_PERSON,
    match_id=_MATCH,
    channel=bindparam("channel", type_=Text),
    target=bindparam("target", type_=Text),
    service=bindparam("service", type_=Text),
    keys=cast(bindparam("own_keys", type_=Text), JSONB),
    label=bindparam("label", type_=Text),
    kinds=bindparam("kinds", type_=ARRAY(Text)),
    base=bindparam("base", type_=Text),
    token=bindparam("token", type_=Text),
    confirmed=bindparam("confirmed", type_=DateTime(timezone=True)),
)
_ADD = Direct(
    _insert.on_conflict_do_update(
        index_elements=[address.c.person_id, address.c.match_id, address.c.target],
        set_={
            "service": _insert.excluded.service,
            "keys": _insert.excluded["keys"],
            "kinds": _insert.excluded.kinds,
            "base": _insert.excluded.base,
            "confirmed": func.coalesce(_insert.excluded.confirmed, address.c.confirmed),
            "refused": null(),
            "refusal": null(),
        },
    ).returning(address.c.id)
)
_CONFIRM = Direct(
    update(address)
    .where(address.c.token == bindparam("token", type_=Text), address.c.refused.is_(None))
    .values(confirmed=func.coalesce(address.c.confirmed, _AT))
    .returning(address.c.id)
)
_REMOVE = Direct(
    delete(address)
    .where(address.c.person_id == _PERSON, address.c.match_id.is_(None), _NUMBER)
    .returning(address.c.id)
)
_REMOVE_HOOK = Direct(
    delete(address).where(address.c.match_id == _MATCH, _NUMBER).returning(address.c.id)
)
_REFUSE = Direct(
    update(address)
    .where(_NUMBER)
    .values(refused=_AT, refusal=bindparam("words", type_=Text))
    .returning(address.c.id)
)
_AGAIN = Direct(
    update(address)
    .where(address.c.person_id == _PERSON, _NUMBER)
    .values(refused=null(), refusal=null())
    .returning(address.c.id)
)
_MINE = Direct(
    select(address.c.id).where(
        address.c.person_id == _PERSON, _NUMBER, address.c.confirmed.is_not(None)
    )
)
_ASKED = Direct(
    select(func.count()).where(
        notice.c.person_id == _PERSON,
        or_(notice.c.kind == CONFIRM, notice.c.kind == TEST),
        notice.c.at > bindparam("since", type_=DateTime(timezone=True)),
    )
)
