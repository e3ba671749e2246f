"""Which addresses want which notices: parts of the statements that ask."""

from sqlalchemy import ColumnElement, case, false, func, literal_column, or_, true

from app.accounts.tables import person as people
from app.notices.kinds import CONFIRM, MAIL, TEST
from app.notices.tables import address, notice, wish

_ASKED: ColumnElement[str] = literal_column(f"'{CONFIRM}'")
_TRIED: ColumnElement[str] = literal_column(f"'{TEST}'")
RECEIVER = case(
    (address.c.channel == MAIL, "mail"),
    else_=func.substring(address.c.target, "^[a-z]+://([^/?#]*)"),
)
"""The server that a delivery goes to."""

_off = func.coalesce(wish.c.off[address.c.channel].has_key(notice.c.kind), false())
SERVED = (
    address.c.refused.is_(None)
    & people.c.disabled.is_(None)
    & ((notice.c.kind == _ASKED) | address.c.confirmed.is_not(None))
)
WANTED = case(
    (or_(notice.c.kind == _ASKED, notice.c.kind == _TRIED), true()),
    (
        address.c.match_id.is_not(None),
        func.coalesce(notice.c.kind == address.c.kinds.any_(), false()),
    ),
    else_=~_off,
)
ADDRESSED = or_(
    notice.c.person_id.is_(None) & (address.c.match_id == notice.c.match_id),
    address.c.match_id.is_(None) & (address.c.person_id == notice.c.person_id),
)
