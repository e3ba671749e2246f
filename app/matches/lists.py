"""Lists of matches: mine, open ones, finished ones."""

from sqlalchemy import bindparam, func, select

from app.accounts.people import Person
from app.db.direct import Direct, Driver
from app.matches.heads import MatchHead, head_of, state_of
from app.matches.reading import HEAD, HERE, IS_INVITED, ME, MY_SEAT
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.service import RulesService

MOST = 100
PAGE = 20
LAST_PAGE = 10_000


async def mine(driver: Driver, rules: RulesService, person: Person) -> tuple[MatchHead, ...]:
    """The person's open and running matches: his turn first, then running ones, newest first."""
    return await _read(driver, rules, _MINE, me=person.id)


async def open_matches(
    driver: Driver, rules: RulesService, person: Person | None
) -> tuple[MatchHead, ...]:
    """Public matches with a free chair in which the person does not sit, newest first."""
    return await _read(driver, rules, _OPEN, me=person.id if person else None)


async def invitations(driver: Driver, rules: RulesService, person: Person) -> tuple[MatchHead, ...]:
    """Open matches with a free chair to which the person is invited by name, newest first."""
    return await _read(driver, rules, _INVITED, me=person.id)


async def finished(
    driver: Driver, rules: RulesService, person: Person | None, page: int
) -> tuple[MatchHead, ...]:
    """Finished matches of the person (None: public ones), the last one first; pages from 0."""
    offset = max(0, min(page, LAST_PAGE)) * PAGE
    statement = _FINISHED if person is None else _MY_FINISHED
    return await _read(driver, rules, statement, me=person.id if person else None, offset=offset)


async def turns(driver: Driver, person_id: int) -> int:
    """How many matches wait for the person."""
    [(count,)] = await _TURNS.rows(driver, {"person": person_id})
    return int(count)


async def _read(
    driver: Driver,
    rules: RulesService,
    statement: Direct,
    **parameters: int | None,
) -> tuple[MatchHead, ...]:
    rows = await statement.named_rows(driver, parameters)
    return tuple(head_of(rules, row, state_of(rules, row)) for row in rows)


_my_matches = matches.c.id.in_(select(seats.c.match_id).where(seats.c.person_id == ME))
_MINE = Direct(
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
_OPEN = Direct(
    HEAD.where(
        matches.c.public,
        matches.c.state == "open",
        MY_SEAT.is_(None),
        _taken < matches.c.chairs,
    )
    .order_by(matches.c.id.desc())
    .limit(MOST)
)
_INVITED = Direct(
    HEAD.where(IS_INVITED, matches.c.state == "open", MY_SEAT.is_(None), _taken < matches.c.chairs)
    .order_by(matches.c.id.desc())
    .limit(MOST)
)
_done = (
    HEAD.where(matches.c.state == "finished")
    .order_by(matches.c.finished.desc(), matches.c.id.desc())
    .limit(PAGE)
    .offset(bindparam("offset"))
)
_FINISHED = Direct(_done.where(matches.c.public))
_MY_FINISHED = Direct(_done.where(_my_matches))
_TURNS = Direct(
    select(func.count())
    .select_from(seats.join(matches))
    .where(
        seats.c.person_id == bindparam("person"),
        matches.c.state == "running",
        HERE,
        seats.c.seat == matches.c.waiting.any_(),
    )
)
