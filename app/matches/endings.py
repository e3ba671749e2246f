"""Ends that no rule makes: a player gives up, or all agree to stop.

The end is an action without events, marked as `conceded` or `agreed`, so that replay and log show
it; the board stays as it was, and the match is finished like any other: seed shown, clock stopped.
"""

from datetime import datetime

import msgspec
from sqlalchemy import BigInteger, bindparam, cast, func, insert, null, select, update
from sqlalchemy.types import ARRAY, DateTime, SmallInteger, Text

from app.db.direct import Direct, Driver
from app.matches.record import Overtaken, Position
from app.matches.tables import action as actions
from app.matches.tables import match as matches
from app.rules.contract import N_, Result

CONCEDED = "conceded"
AGREED = "agreed"
BY_HOUSE = "admin_end"
ENDINGS = (CONCEDED, AGREED, BY_HOUSE)
"""Marks of actions that end a match outside of its rules."""
ALL_GAVE_UP = N_("All others gave up.")
ALL_AGREED = N_("All agreed to end the match.")
HOUSE_ENDED = N_("Who runs this house ended the match.")


async def end_agreed(driver: Driver, position: Position, seat: int, now: datetime) -> int:
    """End the match as all have agreed, on the proposal of that seat; gives the new version.

    Nobody wins. Raises Overtaken.
    """
    return await _end(driver, position, seat, AGREED, Result("", ALL_AGREED, (), ()), now)


async def end_conceded(
    driver: Driver, position: Position, seat: int, winners: tuple[int, ...], now: datetime
) -> int:
    """End the match because that seat gave up; gives the new version. Raises Overtaken."""
    return await _end(driver, position, seat, CONCEDED, Result("", ALL_GAVE_UP, winners, ()), now)


async def end_by_house(driver: Driver, position: Position, reason: str, now: datetime) -> int:
    """End the match as an admin wants it; nobody wins. Gives the new version. Raises Overtaken."""
    result = Result("", HOUSE_ENDED, (), ())
    return await _end(driver, position, 0, BY_HOUSE, result, now, reason)


async def _end(
    driver: Driver,
    position: Position,
    seat: int,
    mark: str,
    result: Result,
    now: datetime,
    reason: str | None = None,
) -> int:
    row = await _END.row(
        driver,
        {
            "match": position.id,
            "before": position.version,
            "number": position.version + 1,
            "new_seen": [position.version + 1] * len(position.nonces),
            "new_result": msgspec.json.encode(result).decode(),
            "now": now,
            "ender": seat,
            "mark": mark,
            "why": reason,
        },
    )
    if row is None:
        raise Overtaken
    return position.version + 1


_moment = bindparam("now", type_=DateTime(timezone=True))
_ended = (
    update(matches)
    .where(
        matches.c.id == bindparam("match", type_=BigInteger),
        matches.c.version == bindparam("before", type_=BigInteger),
        matches.c.state == "running",
    )
    .values(
        version=bindparam("number", type_=BigInteger),
        seen=bindparam("new_seen", type_=ARRAY(BigInteger)),
        waiting=cast("{}", ARRAY(SmallInteger)),
        state="finished",
        result=bindparam("new_result", type_=Text),
        moved=func.now(),
        finished=_moment,
        due=null(),
        dues=null(),
        paused=null(),
        paused_by=null(),
    )
    .returning(matches.c.id)
    .cte("ended")
)
_written = (
    insert(actions)
    .from_select(
        ["match_id", "number", "seat", "at", "events", "throws", "forced", "reason"],
        select(
            _ended.c.id,
            bindparam("number", type_=BigInteger),
            bindparam("ender", type_=SmallInteger),
            _moment,
            cast("[]", Text),
            cast("[]", Text),
            bindparam("mark", type_=Text),
            bindparam("why", type_=Text),
        ),
    )
    .cte("written")
)
_END = Direct(select(_ended.c.id).add_cte(_written))
