"""Reading a match: who may see it, its head, its page, its log."""

import re

import msgspec
from sqlalchemy import ColumnElement, Select, and_, bindparam, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.types import ARRAY, JSON, BigInteger, LargeBinary, Text

from app.accounts.people import Person
from app.accounts.tables import person as people
from app.db.direct import Direct, Driver
from app.matches.errors import NO_INVITATION, NoSuchMatchError
from app.matches.heads import (
    Glance,
    MatchPage,
    OpenMatch,
    Proof,
    Proposal,
    head_of,
    state_of,
)
from app.matches.line import Line
from app.matches.log import newest_log, read_record
from app.matches.tables import invitation as invitations
from app.matches.tables import match as matches
from app.matches.tables import proposal as proposals
from app.matches.tables import seat as seats
from app.matches.tables import watcher as watchers
from app.rules.contract import View
from app.rules.service import RulesService

KEY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
KEY_LENGTH = 8
_KEY = re.compile(f"[{KEY_LETTERS}]{{{KEY_LENGTH}}}")


def check_key(key: str) -> str:
    """The key, if it can be one. Raises NoSuchMatchError."""
    if not _KEY.fullmatch(key):
        raise NoSuchMatchError
    return key


ME = bindparam("me", type_=BigInteger)
INVITE = bindparam("invite", type_=Text)
KEY = bindparam("key", type_=Text)

MY_SEAT = (
    select(seats.c.seat)
    .where(seats.c.match_id == matches.c.id, seats.c.person_id == ME)
    .correlate(matches)
    .scalar_subquery()
)


IS_INVITED = (
    select(invitations.c.match_id)
    .where(invitations.c.match_id == matches.c.id, invitations.c.person_id == ME)
    .correlate(matches)
    .exists()
)
"""Whether the person was invited by name, or has given up a seat."""


HERE = matches.c.deleted.is_(None)
"""Not deleted by an admin: deleted matches are nowhere but in his register."""
_WATCHES = (
    select(watchers.c.match_id)
    .where(watchers.c.match_id == matches.c.id, watchers.c.person_id == ME)
    .correlate(matches)
    .exists()
)


def may_join() -> ColumnElement[bool]:
    """Whether a person may act at a match: public, seated, invited by name or while it is open.

    Deleted matches are there for nobody.
    """
    has_words = (matches.c.state == "open") & (matches.c.invite == INVITE)
    return HERE & or_(matches.c.public, MY_SEAT.is_not(None), has_words, IS_INVITED)


def may_see() -> ColumnElement[bool]:
    """Whether a person may know of a match: as `may_join`, or come by the spectators' link.

    Who is invited by name, and who has given up a seat, may watch. Deleted ones nobody may see.
    """
    return HERE & or_(may_join(), _WATCHES)


_seat_entry = func.json_build_object(
    literal_column("'seat'"),
    seats.c.seat,
    literal_column("'name'"),
    func.coalesce(people.c.name, seats.c.name),
    literal_column("'person'"),
    seats.c.person_id,
    literal_column("'bot'"),
    seats.c.bot,
    literal_column("'guest'"),
    people.c.id.is_not(None) & people.c.password.is_(None),
    literal_column("'away'"),
    seats.c.away.is_not(None),
    literal_column("'left'"),
    seats.c.left.is_not(None),
    literal_column("'since'"),
    seats.c.away,
)
SEATS = (
    select(func.json_agg(aggregate_order_by(_seat_entry, seats.c.seat), type_=JSON))
    .select_from(seats.outerjoin(people, seats.c.person_id == people.c.id))
    .where(seats.c.match_id == matches.c.id)
    .correlate(matches)
    .scalar_subquery()
)
"""Who sits at a match, as JSON."""
_HIDDEN = {"seed", "seen", "rules_version"}

HEAD: Select[*tuple[object, ...]] = select(
    *(column for column in matches.c if column.name not in _HIDDEN),
    SEATS.label("seats"),
    MY_SEAT.label("seat"),
    and_(matches.c.public.is_(False), _WATCHES, ~IS_INVITED).label("watches"),
).where(HERE)
"""Rows for `heads.head_of`; needs the parameter `me`."""

_proposal_entry = func.json_build_object(
    literal_column("'kind'"),
    proposals.c.kind,
    literal_column("'seat'"),
    proposals.c.seat,
    literal_column("'target'"),
    proposals.c.target,
    literal_column("'version'"),
    proposals.c.version,
    literal_column("'agreed'"),
    proposals.c.agreed,
    literal_column("'at'"),
    proposals.c.at,
)
_PROPOSALS = (
    select(func.json_agg(aggregate_order_by(_proposal_entry, proposals.c.at), type_=JSON))
    .where(proposals.c.match_id == matches.c.id)
    .correlate(matches)
    .scalar_subquery()
)
_HANDOVERS = (
    select(func.json_object_agg(seats.c.seat, seats.c.handover, type_=JSON))
    .where(
        seats.c.match_id == matches.c.id,
        seats.c.handover.is_not(None),
        or_(
            seats.c.person_id == ME,
            and_(
                matches.c.host_id == ME, or_(seats.c.person_id.is_(None), seats.c.away.is_not(None))
            ),
        ),
    )
    .correlate(matches)
    .scalar_subquery()
)
"""Links to seats, for who may give them away."""
_LOOK = Direct(
    HEAD.add_columns(_PROPOSALS.label("proposals"), _HANDOVERS.label("handovers")).where(
        matches.c.key == KEY, may_see()
    )
)


async def look(
    driver: Driver,
    rules: RulesService,
    key: str,
    person: Person | None,
    invite: str | None,
) -> MatchPage | OpenMatch:
    """The match as this person may see it. Raises NoSuchMatchError."""
    parameters = {"key": check_key(key), "me": person.id if person else None, "invite": invite}
    found = await _LOOK.named_rows(driver, parameters)
    if not found:
        raise NoSuchMatchError
    row = found[0]
    state = state_of(rules, row)
    head = head_of(rules, row, state)
    if state is None:
        invited = () if row["seat"] is None else await _read_invited(driver, head.id)
        return OpenMatch(head, row["seat"], invited)
    service, seat = rules[head.game], row["seat"]
    view = service.view(state, seat)
    if head.state == "finished":
        view = View(view.seat, view.state, ())
    record = await read_record(driver, service, head.id, before=head.version + 1)
    made = msgspec.convert(row["proposals"] or (), tuple[Proposal, ...])
    return MatchPage(
        head,
        seat,
        view,
        newest_log(service, record, seat),
        undo=None if seat is None or head.state != "running" else Line(record).reach(seat),
        proposals=tuple(one for one in made if one.stands(head.version)),
        handovers={int(number): words for number, words in (row["handovers"] or {}).items()},
    )


async def _read_invited(driver: Driver, match_id: int) -> tuple[str, ...]:
    """Who is invited by name and does not sit there yet, in the order of invitation."""
    return tuple(name for (name,) in await _INVITED_NAMES.rows(driver, {"match": match_id}))


async def glance(
    driver: Driver, key: str, person: Person | None, invite: str | None = None
) -> Glance:
    """What a poll must know of a match. Raises NoSuchMatchError."""
    parameters = {"key": check_key(key), "me": person.id if person else None, "invite": invite}
    row = await _GLANCE.row(driver, parameters)
    if row is None:
        raise NoSuchMatchError
    return Glance(*row)


async def find_invited(driver: Driver, invite: str) -> str:
    """The key of the match of an invitation. Raises NoSuchMatchError."""
    row = await _INVITED.row(driver, {"invite": invite})
    if row is None:
        raise NoSuchMatchError(NO_INVITATION)
    return str(row[0])


async def read_proof(driver: Driver, key: str, person: Person | None) -> Proof | None:
    """The seed and the nonces of a finished match, None before. Raises NoSuchMatchError."""
    seen = await glance(driver, key, person)
    if seen.state != "finished":
        return None
    [(seed, commitment, nonces)] = await _PROOF.rows(driver, {"match": seen.id})
    return Proof(commitment, seed.hex(), tuple(nonce.hex() for nonce in nonces))


_GLANCE = Direct(
    select(matches.c.id, matches.c.game, matches.c.state, matches.c.version, MY_SEAT).where(
        matches.c.key == KEY, may_see()
    )
)

NONCES = func.array(
    select(seats.c.nonce)
    .where(seats.c.match_id == matches.c.id)
    .order_by(seats.c.seat)
    .correlate(matches)
    .scalar_subquery(),
    type_=ARRAY(LargeBinary),
)
"""The nonces of a match in the order of seats."""

_PROOF = Direct(
    select(matches.c.seed, matches.c.commitment, NONCES).where(matches.c.id == bindparam("match"))
)
_sits = (
    select(seats.c.seat)
    .where(seats.c.match_id == invitations.c.match_id, seats.c.person_id == invitations.c.person_id)
    .correlate(invitations)
    .exists()
)
_INVITED_NAMES = Direct(
    select(people.c.name)
    .join_from(invitations, people, invitations.c.person_id == people.c.id)
    .where(invitations.c.match_id == bindparam("match", type_=BigInteger), ~_sits)
    .order_by(invitations.c.at, people.c.id)
)
_INVITED = Direct(select(matches.c.key).where(matches.c.invite == INVITE, HERE))
