"""Deliveries that are due: taken, tried again, and ended once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import bindparam, func, literal_column, or_, select, update
from sqlalchemy.types import ARRAY, BigInteger, DateTime, Integer, Text

from app import meters
from app.accounts.tables import person as people
from app.db.direct import Direct, Driver
from app.notices.publish import bucket, send_at
from app.notices.tables import address, delivery, notice, wish
from app.notices.wanted import SERVED, WANTED

BACKOFF = tuple(timedelta(seconds=s) for s in (30, 120, 600, 3600, 4 * 3600))
"""After a failure: how long until the next try. After the last the delivery has failed."""

AT_ONE_RECEIVER = 4
"""What is sent to one server at the same time: one that hangs must not keep others waiting."""

STUCK = timedelta(minutes=3)
"""What is being sent for longer was left by a process that died."""


class Due(Struct, frozen=True):
    """A delivery that was taken to be sent."""

    id: int
    tries: int
    receiver: str
    digest: bool
    notice: int
    person: int | None
    kind: str
    match: int | None
    number: int
    facts: dict[str, Any]
    at: datetime
    read: datetime | None
    address: int
    channel: str
    target: str
    service: str | None
    keys: dict[str, str] | None
    base: str
    token: str
    owner: int
    """Whose address it is."""
    language: str | None
    wanted: bool
    """Whether its kind is still wanted there, and the address and its owner are still served."""


async def take_due(driver: Driver, now: datetime, most: int, busy: Sequence[str]) -> list[Due]:
    """Take deliveries that are due, none to a busy receiver: who takes one must `end` it."""
    parameters = {"now": now, "most": most, "busy": list(busy), "stuck": now - STUCK}
    ids = [row[0] for row in await _TAKE.rows(driver, parameters)]
    return [Due(*row) for row in await _DUE.rows(driver, {"ids": ids})] if ids else []


async def take_digest(driver: Driver, first: Due, now: datetime) -> list[Due]:
    """All other deliveries that are due to the same address as a digest."""
    rows = await _TAKE_DIGEST.rows(driver, {"address": first.address, "now": now})
    ids = [row[0] for row in rows]
    return [Due(*row) for row in await _DUE.rows(driver, {"ids": ids})] if ids else []


async def end(driver: Driver, one: Due, state: str, now: datetime, error: str = "") -> None:
    """How a delivery ended: sent, dropped, failed or refused."""
    parameters = {"delivery": one.id, "state": state, "at": now, "error": error or None}
    await _END.rows(driver, parameters)
    meters.NOTICES.labels(one.channel, state).inc()


async def try_again(driver: Driver, one: Due, now: datetime, error: str) -> None:
    """It failed: try later, or never more."""
    if one.tries > len(BACKOFF):
        await end(driver, one, "failed", now, error)
        return
    due = bucket(now + BACKOFF[one.tries - 1])
    await _AGAIN.rows(driver, {"delivery": one.id, "at": due, "error": error})
    await send_at(driver, due)


_IDS = bindparam("ids", type_=ARRAY(BigInteger))
_NOW = bindparam("now", type_=DateTime(timezone=True))
_STUCK = bindparam("stuck", type_=DateTime(timezone=True))
_AT = bindparam("at", type_=DateTime(timezone=True))
_THIS = delivery.c.id == bindparam("delivery", type_=BigInteger)
_WAITS = delivery.c.state == literal_column("'waiting'")
_SENDING = delivery.c.state == literal_column("'sending'")
_OPEN = or_(_WAITS, _SENDING), or_(_WAITS, delivery.c.due <= _STUCK), delivery.c.due <= _NOW
_ready = (
    select(
        delivery.c.id,
        delivery.c.due,
        func.row_number()
        .over(partition_by=delivery.c.receiver, order_by=delivery.c.due)
        .label("n"),
    )
    .where(*_OPEN, delivery.c.receiver != func.all(bindparam("busy", type_=ARRAY(Text))))
    .subquery("ready")
)
_first = (
    select(_ready.c.id)
    .where(_ready.c.n <= AT_ONE_RECEIVER)
    .order_by(_ready.c.due)
    .limit(bindparam("most", type_=Integer))
)
_TAKE = Direct(
    update(delivery)
    .where(delivery.c.id.in_(_first), *_OPEN)
    .values(state="sending", due=_NOW, tries=delivery.c.tries + 1)
    .returning(delivery.c.id)
)
_TAKE_DIGEST = Direct(
    update(delivery)
    .where(
        delivery.c.address_id == bindparam("address", type_=BigInteger),
        delivery.c.digest,
        _WAITS,
        delivery.c.due <= _NOW,
    )
    .values(state="sending", due=_NOW, tries=delivery.c.tries + 1)
    .returning(delivery.c.id)
)
_DUE = Direct(
    select(
        delivery.c.id,
        delivery.c.tries,
        delivery.c.receiver,
        delivery.c.digest,
        notice.c.id,
        notice.c.person_id,
        notice.c.kind,
        notice.c.match_id,
        notice.c.number,
        notice.c.facts,
        notice.c.at,
        notice.c.read,
        address.c.id,
        address.c.channel,
        address.c.target,
        address.c.service,
        address.c["keys"],
        address.c.base,
        address.c.token,
        address.c.person_id,
        people.c.language,
        SERVED & WANTED,
    )
    .select_from(delivery)
    .join(notice, notice.c.id == delivery.c.notice_id)
    .join(address, address.c.id == delivery.c.address_id)
    .join(people, people.c.id == address.c.person_id)
    .outerjoin(wish, wish.c.person_id == address.c.person_id)
    .where(delivery.c.id == func.any(_IDS))
    .order_by(notice.c.id)
)
_END = Direct(
    update(delivery)
    .where(_THIS)
    .values(state=bindparam("state", type_=Text), ended=_AT, error=bindparam("error", type_=Text))
    .returning(delivery.c.id)
)
_AGAIN = Direct(
    update(delivery)
    .where(_THIS)
    .values(state="waiting", due=_AT, error=bindparam("error", type_=Text))
    .returning(delivery.c.id)
)
