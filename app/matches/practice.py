"""Playing on from a moment of a finished match: a private copy against bots, for practice.

The copy has the actions up to there, and the seed that they follow from: it can be verified as any
match. Its next throw is the one that would have come. The match itself is left as it is.
"""

import secrets

from sqlalchemy import bindparam, func, insert, null, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.types import BigInteger

from app.accounts.people import Person
from app.db.direct import driver_of
from app.matches.create import LONGEST_TITLE
from app.matches.errors import BadChoiceError, NotOpenError
from app.matches.invites import draw_invite
from app.matches.play import wake_bots
from app.matches.reading import KEY_LENGTH, KEY_LETTERS
from app.matches.record import awaited
from app.matches.replay import Moment
from app.matches.seats import seat_bot, seat_person
from app.matches.tables import action as actions
from app.matches.tables import checkpoint as checkpoints
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.contract import N_, State
from app.rules.service import GameService, RulesService

MOST_RUNNING = 50
"""Running matches that one person may be the host of when he begins to practise."""
STILL_SECRET = N_("Play on from here when the match is over: until then it holds secrets.")
NOTHING_LEFT = N_("The match is over there. Choose an earlier moment to play on from.")
NO_SUCH_SEAT = N_("This match has no such seat.")
TOO_MANY = N_("You host {most} matches that run. Finish some of them first.")


async def practise(
    engine: AsyncEngine, rules: RulesService, moment: Moment, person: Person, seat: int, title: str
) -> str:
    """A private match of the person in that seat against bots, begun at that moment; its key.

    `moment` shows everything (`eyes` None). Raises NotOpenError, BadChoiceError.
    """
    head = moment.page.head
    if not moment.over:
        raise NotOpenError(STILL_SECRET)
    service, state = rules[head.game], moment.page.view.state
    if head.state == "finished":
        raise NotOpenError(NOTHING_LEFT)
    if seat not in range(len(head.seats)):
        raise BadChoiceError(NO_SUCH_SEAT)
    async with engine.begin() as connection:
        await _check_few(connection, person)
        key, number = await _copy(connection, service, moment, state, person, title)
        for chair in range(len(head.seats)):
            if chair == seat:
                await seat_person(connection, number, chair, person)
            else:
                await seat_bot(connection, service, number, chair, None)
        copied = {"copy": number, "original": head.id, "upto": head.version}
        await connection.execute(_NONCES, copied)
        await connection.execute(_ACTIONS, copied)
        await connection.execute(_CHECKPOINTS, copied)
        if awaited(service, state) != [seat]:
            await wake_bots(await driver_of(connection), number)
    return key


async def _check_few(connection: AsyncConnection, person: Person) -> None:
    mine = matches.c.host_id == person.id, matches.c.state == "running"
    count = await connection.scalar(select(func.count()).select_from(matches).where(*mine))
    if count is not None and count >= MOST_RUNNING:
        raise BadChoiceError(TOO_MANY, most=MOST_RUNNING)


async def _copy(
    connection: AsyncConnection,
    service: GameService,
    moment: Moment,
    state: State,
    person: Person,
    title: str,
) -> tuple[str, int]:
    """The row of the copy: its key and id."""
    number, chairs = moment.page.head.version, len(moment.page.head.seats)
    original = await connection.execute(_SHARED, {"original": moment.page.head.id})
    made = insert(matches).values(
        **original.mappings().one(),
        key="".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_LENGTH)),
        title=title[:LONGEST_TITLE],
        public=False,
        invite=draw_invite(),
        host_id=person.id,
        state="running",
        version=number,
        seen=[number] * chairs,
        waiting=awaited(service, state),
        snapshot=service.encode_state(state),
        started=func.now(),
    )
    row = await connection.execute(made.returning(matches.c.key, matches.c.id))
    key, copy = row.one()
    return str(key), int(copy)


_SHARED = select(
    matches.c.game,
    matches.c.rules_version,
    matches.c.chairs,
    matches.c.options,
    matches.c.seed,
    matches.c.commitment,
).where(matches.c.id == bindparam("original", type_=BigInteger))
_theirs = seats.alias()
_NONCES = (
    update(seats)
    .where(
        seats.c.match_id == bindparam("copy", type_=BigInteger),
        _theirs.c.match_id == bindparam("original", type_=BigInteger),
        _theirs.c.seat == seats.c.seat,
    )
    .values(nonce=_theirs.c.nonce)
)
_COPIED = ("number", "seat", "at", "action", "events", "throws", "forced", "restores", "reason")
_ACTIONS = insert(actions).from_select(
    ["match_id", "request_key", *_COPIED],
    select(
        bindparam("copy", type_=BigInteger),
        null(),
        *(actions.c[name] for name in _COPIED),
    ).where(
        actions.c.match_id == bindparam("original", type_=BigInteger),
        actions.c.number <= bindparam("upto", type_=BigInteger),
    ),
    include_defaults=False,
)
_CHECKPOINTS = insert(checkpoints).from_select(
    ["match_id", "number", "snapshot"],
    select(bindparam("copy", type_=BigInteger), checkpoints.c.number, checkpoints.c.snapshot).where(
        checkpoints.c.match_id == bindparam("original", type_=BigInteger),
        checkpoints.c.number <= bindparam("upto", type_=BigInteger),
    ),
)
