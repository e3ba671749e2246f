"""How matches stand, for who tells others of it: no board, no secrets."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, column, func, literal_column, or_, select
from sqlalchemy.types import ARRAY, BigInteger, DateTime

from app.db.direct import Direct, Driver
from app.matches.heads import Stage
from app.matches.letters import OPTION
from app.matches.reading import SEATS
from app.matches.record import awaited
from app.matches.states import state_at
from app.matches.tables import action as actions
from app.matches.tables import invitation as invitations
from app.matches.tables import letter as letters
from app.matches.tables import match as matches
from app.rules.contract import Result
from app.rules.service import RulesService


class Chair(Struct, frozen=True):
    """Who sits there; `person` is None for bots and for somebody who is no more."""

    seat: int
    name: str | None
    person: int | None
    bot: str | None = None
    away: bool = False
    left: bool = False

    @property
    def playing(self) -> int | None:
        """The person who decides for this seat; None where there is none."""
        return None if self.automatic else self.person

    @property
    def automatic(self) -> bool:
        """Whether the house moves for this seat."""
        return self.bot is not None or self.away or self.left


class Standing(Struct, frozen=True):
    """A match as those who tell of it need it; `waiting` are the seats that are awaited."""

    id: int
    key: str
    game: str
    title: str
    state: Stage
    version: int
    waiting: tuple[int, ...]
    started: datetime | None
    finished: datetime | None
    host: int | None
    due: datetime | None
    dues: tuple[datetime | None, ...] | None
    paused: bool
    deleted: bool
    options: dict[str, str]
    winners: tuple[int, ...]
    chairs: tuple[Chair, ...]

    @property
    def letters(self) -> bool:
        """Whether its options allow letters."""
        return self.options.get(OPTION, "none") != "none"

    @property
    def settled(self) -> bool:
        """Whether the house has no move to make."""
        return not any(chair.automatic and chair.seat in self.waiting for chair in self.chairs)

    def person(self, seat: int) -> int | None:
        """The person who decides for a seat."""
        return next((chair.playing for chair in self.chairs if chair.seat == seat), None)

    def due_of(self, seat: int) -> datetime | None:
        """Until when this seat has to answer."""
        if self.dues is not None and seat < len(self.dues):
            return self.dues[seat]
        return self.due


class Step(Struct, frozen=True):
    """An action's number and who made it."""

    number: int
    seat: int | None


class Sent(Struct, frozen=True):
    """That there was a letter: never what it says. `readers` None is everybody."""

    id: int
    sender: int
    readers: tuple[int, ...] | None


class Invited(Struct, frozen=True):
    """A person who was invited by name, and by whom."""

    match: int
    person: int
    by: int | None


async def read_standings(driver: Driver, ids: Sequence[int]) -> dict[int, Standing]:
    """Matches by id; those that are no more are left out."""
    rows = await _STANDINGS.named_rows(driver, {"ids": list(ids)})
    return {row["id"]: _standing(row) for row in rows}


async def read_steps(driver: Driver, since: Mapping[int, int]) -> dict[int, list[Step]]:
    """By match, the actions after a version, in their order."""
    found: defaultdict[int, list[Step]] = defaultdict(list)
    parameters = {"ids": list(since), "versions": list(since.values())}
    for match_id, number, seat in await _STEPS.rows(driver, parameters):
        found[match_id].append(Step(number, seat))
    return found


async def was_awaited(
    driver: Driver, rules: RulesService, standing: Standing, seat: int, number: int
) -> bool:
    """Whether a seat was awaited right after that action."""
    service = rules[standing.game]
    blank = service.game.blank(len(standing.chairs), standing.options)
    state = await state_at(driver, service, standing.id, number, blank)
    return seat in awaited(service, state)


async def read_letters_sent(
    driver: Driver, match_id: int, after: int, lately: datetime
) -> list[Sent]:
    """The letters of a match after that one and after that time."""
    parameters = {"match": match_id, "after": after, "lately": lately}
    rows = await _SENT.rows(driver, parameters)
    return [Sent(row[0], row[1], None if row[2] is None else tuple(row[2])) for row in rows]


async def read_invited(driver: Driver, ids: Sequence[int]) -> list[Invited]:
    """Who is invited by name to open ones of these matches."""
    return [Invited(*row) for row in await _INVITED.rows(driver, {"ids": list(ids)})]


async def read_live_versions(driver: Driver, lately: datetime) -> list[tuple[int, int]]:
    """Id and version of all running matches, and of those that ended or were filled lately."""
    rows = await _LIVE.rows(driver, {"lately": lately})
    return [(match_id, version) for match_id, version in rows]


def _standing(row: Mapping[str, object]) -> Standing:
    fields = dict(row)
    result = fields.pop("result")
    decoded = msgspec.json.decode(str(result), type=Result) if result else None
    fields["winners"] = decoded.winners if decoded else ()
    fields["chairs"] = fields["chairs"] or ()
    return msgspec.convert(fields, Standing)


_LATELY = bindparam("lately", type_=DateTime(timezone=True))
_IDS = bindparam("ids", type_=ARRAY(BigInteger))
_STANDINGS = Direct(
    select(
        matches.c.id,
        matches.c.key,
        matches.c.game,
        matches.c.title,
        matches.c.state,
        matches.c.version,
        matches.c.waiting,
        matches.c.started,
        matches.c.finished,
        matches.c.host_id.label("host"),
        matches.c.due,
        matches.c.dues,
        matches.c.paused.is_not(None).label("paused"),
        matches.c.deleted.is_not(None).label("deleted"),
        matches.c.options,
        matches.c.result,
        SEATS.label("chairs"),
    ).where(matches.c.id == func.any(_IDS))
)
_since = (
    func.unnest(
        bindparam("ids", type_=ARRAY(BigInteger)), bindparam("versions", type_=ARRAY(BigInteger))
    )
    .table_valued(column("id", BigInteger), column("version", BigInteger))
    .render_derived()
)
_STEPS = Direct(
    select(actions.c.match_id, actions.c.number, actions.c.seat)
    .join_from(
        _since,
        actions,
        (actions.c.match_id == _since.c.id) & (actions.c.number > _since.c.version),
    )
    .order_by(actions.c.match_id, actions.c.number)
)
_SENT = Direct(
    select(letters.c.id, letters.c.sender, letters.c.readers)
    .where(
        letters.c.match_id == bindparam("match", type_=BigInteger),
        letters.c.id > bindparam("after", type_=BigInteger),
        letters.c.at > _LATELY,
    )
    .order_by(letters.c.id)
)
_INVITED = Direct(
    select(invitations.c.match_id, invitations.c.person_id, invitations.c.by_id)
    .join_from(invitations, matches)
    .where(invitations.c.match_id == func.any(_IDS), matches.c.state == literal_column("'open'"))
)
_LIVE = Direct(
    select(matches.c.id, matches.c.version).where(
        or_(
            matches.c.state == literal_column("'running'"),
            (matches.c.state == literal_column("'finished'")) & (matches.c.finished > _LATELY),
            (matches.c.state == literal_column("'open'"))
            & matches.c.id.in_(select(invitations.c.match_id).where(invitations.c.at > _LATELY)),
        )
    )
)
