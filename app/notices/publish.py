"""Writing notices down, each once, with its deliveries to the addresses that want it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import bindparam, column, func, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.types import ARRAY, BigInteger, Boolean, DateTime, Text

from app.accounts.tables import person as people
from app.db.direct import Direct, Driver
from app.db.jobs import defer
from app.notices.digest import next_digest
from app.notices.kinds import CONFIRM, DEADLINE_NEAR, MAIL, TEST, Notice, delay
from app.notices.tables import address, delivery, notice, wish
from app.notices.wanted import ADDRESSED, RECEIVER, SERVED, WANTED

JOB = "notices.deliver"
BUCKET_SECONDS = 5
"""Deliveries are due at full five seconds, so that one job sends many."""


async def publish(driver: Driver, notices: Sequence[Notice], now: datetime) -> None:
    """Write notices down, each once, with their deliveries, within the driver's transaction."""
    tables = [one.match for one in notices if one.person is None]
    heard = {row[0] for row in await _HEARD.rows(driver, {"matches": tables})} if tables else set()
    wanted = [one for one in notices if one.person is not None or one.match in heard]
    if not wanted:
        return
    written = await _WRITE.rows(driver, {"rows": _json([_row(one, now) for one in wanted])})
    await _address(driver, [row[0] for row in written], now)


async def _address(driver: Driver, ids: Sequence[int], now: datetime) -> None:
    """Make the deliveries of new notices, and the jobs that send them."""
    rows = await _ADDRESSED.rows(driver, {"notices": list(ids)})
    made: list[dict[str, Any]] = []
    begun = {row[5:7] for row in rows if row[1] == "your_turn"}
    for notice_id, kind, channel, receiver, digest, address_id, match, zone in rows:
        if kind == "match_started" and (address_id, match) in begun:
            continue
        later = bool(digest) and channel == MAIL and kind not in {CONFIRM, TEST, DEADLINE_NEAR}
        due = next_digest(now, zone) if later else _due(now, delay(kind, channel))
        made.append(
            {
                "notice_id": notice_id,
                "address_id": address_id,
                "receiver": receiver,
                "digest": later,
                "due": due.isoformat(),
            }
        )
    if made:
        await _DELIVER.rows(driver, {"rows": _json(made)})
    for due in {row["due"] for row in made}:
        await send_at(driver, datetime.fromisoformat(due))


def _due(now: datetime, wait: timedelta) -> datetime:
    return bucket(now + wait) if wait else now


async def address_one(driver: Driver, one: Notice, address_id: int, now: datetime) -> None:
    """Send a notice to one address alone, whatever is wanted there: a question or a test."""
    written = await _WRITE.rows(driver, {"rows": _json([_row(one, now)])})
    row = await _RECEIVER.row(driver, {"address": address_id})
    if not written or row is None:
        return
    made = {
        "notice_id": written[0][0],
        "address_id": address_id,
        "receiver": row[0],
        "digest": False,
        "due": now.isoformat(),
    }
    await _DELIVER.rows(driver, {"rows": _json([made])})
    await send_at(driver, now)


async def send_at(driver: Driver, due: datetime) -> None:
    """Queue the job that sends what is due then; the sweep sends what it leaves."""
    await defer(driver, JOB, at=due, lock=JOB, once=f"{JOB}:{int(due.timestamp())}")


def bucket(at: datetime) -> datetime:
    """The next full five seconds."""
    seconds = -(-at.timestamp() // BUCKET_SECONDS) * BUCKET_SECONDS
    return datetime.fromtimestamp(seconds, UTC)


def _row(one: Notice, now: datetime) -> dict[str, Any]:
    return {
        "person_id": one.person,
        "kind": one.kind,
        "match_id": one.match,
        "number": one.number,
        "facts": one.facts,
        "at": now.isoformat(),
    }


def _json(rows: Sequence[dict[str, Any]]) -> str:
    return msgspec.json.encode(rows).decode()


_ROWS = bindparam("rows", type_=JSONB)
_HEARD = Direct(
    select(address.c.match_id).where(
        address.c.match_id == func.any(bindparam("matches", type_=ARRAY(BigInteger)))
    )
)
_new = (
    func.jsonb_to_recordset(_ROWS)
    .table_valued(
        column("person_id", BigInteger),
        column("kind", Text),
        column("match_id", BigInteger),
        column("number", BigInteger),
        column("facts", JSONB),
        column("at", DateTime(timezone=True)),
        name="new",
    )
    .render_derived(with_types=True)
)
_WRITE = Direct(
    insert(notice)
    .from_select([c.name for c in _new.c], select(*_new.c))
    .on_conflict_do_nothing()
    .returning(notice.c.id)
)
_ADDRESSED = Direct(
    select(
        notice.c.id,
        notice.c.kind,
        address.c.channel,
        RECEIVER,
        wish.c.digest,
        address.c.id,
        notice.c.match_id,
        people.c.zone,
    )
    .select_from(notice)
    .join(address, ADDRESSED)
    .join(people, people.c.id == address.c.person_id)
    .outerjoin(wish, wish.c.person_id == address.c.person_id)
    .where(notice.c.id == func.any(bindparam("notices", type_=ARRAY(BigInteger))), SERVED, WANTED)
    .order_by(notice.c.id)
)
_RECEIVER = Direct(select(RECEIVER).where(address.c.id == bindparam("address", type_=BigInteger)))
_made = (
    func.jsonb_to_recordset(_ROWS)
    .table_valued(
        column("notice_id", BigInteger),
        column("address_id", BigInteger),
        column("receiver", Text),
        column("digest", Boolean),
        column("due", DateTime(timezone=True)),
        name="made",
    )
    .render_derived(with_types=True)
)
_DELIVER = Direct(
    insert(delivery)
    .from_select([c.name for c in _made.c], select(*_made.c))
    .on_conflict_do_nothing()
    .returning(delivery.c.id)
)
