"""A stir at the table: talk, proposals, pauses, seats; it refreshes pages, and is no move."""

from sqlalchemy import bindparam, update
from sqlalchemy.types import BigInteger

from app.db.direct import Direct, Driver
from app.matches.errors import NoSuchMatchError
from app.matches.tables import match as matches


async def stir(driver: Driver, match_id: int) -> int:
    """Count a change at the table, in its transaction; after the commit `Herald.tell_stir` it.

    The match's version stays: nobody's page grows stale by it. Raises NoSuchMatchError.
    """
    row = await _STIR.row(driver, {"match": match_id})
    if row is None:
        raise NoSuchMatchError
    return int(row[0])


_STIR = Direct(
    update(matches)
    .where(matches.c.id == bindparam("match", type_=BigInteger))
    .values(stir=matches.c.stir + 1)
    .returning(matches.c.stir)
)
