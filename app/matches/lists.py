"""Lists of matches: mine, open ones, finished ones."""

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.matches.heads import MatchHead, head_of, state_of
from app.matches.reading import HEAD, ME, MY_SEAT
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.service import RulesService

MOST = 100
PAGE = 20
LAST_PAGE = 10_000


async def mine(
    connection: AsyncConnection, rules: RulesService, person: Person
) -> tuple[MatchHead, ...]:
    """The person's open and running matches: his turn first, then running ones, newest first."""
    return await _read(connection, rules, _MINE, me=person.id)


async def open_matches(
    connection: AsyncConnection, rules: RulesService, person: Person | None
) -> tuple[MatchHead, ...]:
    """Public matches with a free chair in which the person does not sit, newest first."""
    return await _read(connection, rules, _OPEN, me=person.id if person else None)


async def finished(
    connection: AsyncConnection, rules: RulesService, person: Person | None, page: int
) -> tuple[MatchHead, ...]:
    """Finished matches of the person (None: public ones), the last one first; pages from 0."""
    offset = max(0, min(page, LAST_PAGE)) * PAGE
    statement = _FINISHED if person is None else _MY_FINISHED
    return await _read(
        connection, rules, statement, me=person.id if person else None, offset=offset
    )


async def turns(connection: AsyncConnection, person_id: int) -> int:
    """How many matches wait for the person."""
    return int((await connection.execute(_TURNS, {"person": person_id})).scalar_one())


async def _read(
    connection: AsyncConnection,
    rules: RulesService,
    statement: Select[*tuple[object, ...]],
    **parameters: int | None,
) -> tuple[MatchHead, ...]:
    rows = (await connection.execute(statement, parameters)).mappings()
    return tuple(head_of(rules, row, state_of(rules, row)) for row in rows)


_my_matches = matches.c.id.in_(select(seats.c.match_id).where(seats.c.person_id == ME))
_MINE = (
    HEAD.where(_my_matches, matches.c.state != "finished")
    .order_by(
        (matches.c.waiting.any_() == MY_SEAT).desc(),
        matches.c.state.desc(),
        matches.c.id.desc(),
    )
    .limit(MOST)
)
_taken = (
    select(func.count())
    .select_from(seats)
    .where(seats.c.match_id == matches.c.id)
    .correlate(matches)
    .scalar_subquery()
)
_OPEN = (
    HEAD.where(
        matches.c.public,
        matches.c.state == "open",
        MY_SEAT.is_(None),
        _taken < matches.c.chairs,
    )
    .order_by(matches.c.id.desc())
    .limit(MOST)
)
_done = (
    HEAD.where(matches.c.state == "finished")
    .order_by(matches.c.finished.desc(), matches.c.id.desc())
    .limit(PAGE)
    .offset(bindparam("offset"))
)
_FINISHED = _done.where(matches.c.public)
_MY_FINISHED = _done.where(_my_matches)
_TURNS = (
    select(func.count())
    .select_from(seats.join(matches))
    .where(
        seats.c.person_id == bindparam("person"),
        matches.c.state == "running",
        seats.c.seat == matches.c.waiting.any_(),
    )
)
