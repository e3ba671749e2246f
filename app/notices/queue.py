"""What is on its way, and what did not arrive: for the admin of the house."""

from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam, func, literal_column, null, or_, select, update
from sqlalchemy.types import BigInteger, DateTime

from app.accounts.tables import person as people
from app.db.direct import Direct, Driver
from app.notices.publish import send_at
from app.notices.tables import address, delivery, notice

SHOWN = 100


class Failure(Struct, frozen=True):
    """A delivery that failed or was refused; `error` names no address."""

    id: int
    kind: str
    channel: str
    person: str
    match: int | None
    state: str
    tries: int
    error: str | None
    at: datetime
    ended: datetime | None


async def list_failures(driver: Driver) -> tuple[Failure, ...]:
    """The newest failures first."""
    return tuple(Failure(*row) for row in await _FAILURES.rows(driver, {}))


async def count_deliveries(driver: Driver) -> dict[str, int]:
    """How many deliveries wait, are being sent, failed or were refused."""
    return dict(await _COUNTS.rows(driver, {}))


async def retry(driver: Driver, delivery_id: int, now: datetime) -> bool:
    """Send a failed delivery once more, and take its address back into service.

    Whether there is such a failure.
    """
    async with driver.transaction():
        row = await _RETRY.row(driver, {"delivery": delivery_id, "now": now})
        if row is None:
            return False
        await _SERVE.rows(driver, {"address": row[0]})
        await send_at(driver, now)
    return True


_FAILED = or_(
    delivery.c.state == literal_column("'failed'"), delivery.c.state == literal_column("'refused'")
)
_FAILURES = Direct(
    select(
        delivery.c.id,
        notice.c.kind,
        address.c.channel,
        people.c.name,
        notice.c.match_id,
        delivery.c.state,
        delivery.c.tries,
        delivery.c.error,
        notice.c.at,
        delivery.c.ended,
    )
    .select_from(delivery)
    .join(notice, notice.c.id == delivery.c.notice_id)
    .join(address, address.c.id == delivery.c.address_id)
    .join(people, people.c.id == address.c.person_id)
    .where(_FAILED)
    .order_by(delivery.c.id.desc())
    .limit(SHOWN)
)
_ON_ITS_WAY = or_(
    delivery.c.state == literal_column("'waiting'"),
    delivery.c.state == literal_column("'sending'"),
)
_COUNTS = Direct(
    select(delivery.c.state, func.count())
    .where(or_(_FAILED, _ON_ITS_WAY))
    .group_by(delivery.c.state)
)
_RETRY = Direct(
    update(delivery)
    .where(delivery.c.id == bindparam("delivery", type_=BigInteger), _FAILED)
    .values(state="waiting", tries=0, due=bindparam("now", type_=DateTime(timezone=True)))
    .returning(delivery.c.address_id)
)
_SERVE = Direct(
    update(address)
    .where(address.c.id == bindparam("address", type_=BigInteger))
    .values(refused=null(), refusal=null())
    .returning(address.c.id)
)
