"""Replay: a match as it was after any of its actions, folded from its stored events.

Reading only: no row is written. A moment costs the actions since the nearest checkpoint, stored or
in memory: matches older than stored checkpoints are folded from their opening.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import Direct, autocommitting
from app.matches.errors import NO_MOMENT, NOT_BEGUN, NoSuchMatchError, NotOpenError
from app.matches.heads import LogEntry, MatchHead, MatchPage, head_of, state_of
from app.matches.line import Line, Told
from app.matches.log import LOG_ENTRIES, TOLD, entries_of, told
from app.matches.reading import HEAD, KEY, check_key, may_see
from app.matches.record import awaited
from app.matches.states import CHECKPOINT_EVERY, Checkpoint, nearest
from app.matches.tables import action as actions
from app.matches.tables import match as matches
from app.rules.contract import Event, State, View
from app.rules.service import GameService, RulesService

MOST_CHECKPOINTS = 1024
"""Of all matches together; a state takes some KB, so that they take some MB."""


class Moment(Struct, frozen=True):
    """A match after one of its actions, as its reader may know it."""

    page: MatchPage
    """Its head is that of the moment too; `version` is the action's number."""
    first: int
    """The number of the opening."""
    last: int
    """The number of the newest action."""
    at: datetime
    entry: LogEntry | None
    """What happened; None when the reader may know nothing of it."""
    over: bool
    """The match has ended since or now: nothing is secret any more."""
    eyes: int | None
    """The seat through whose eyes it is seen, chosen by the reader; None: his own."""


class Replays:
    """The moments of all matches. Errors are those of `app.matches.errors`."""

    def __init__(self, engine: AsyncEngine, rules: RulesService) -> None:
        self._engine = engine
        self._rules = rules
        self._checkpoints: OrderedDict[tuple[int, int], State] = OrderedDict()

    async def moment(
        self, key: str, person: Person | None, number: int | None, eyes: int | None = None
    ) -> Moment:
        """The match after that action (None: the newest), as the person may see it.

        Until its end the reader knows what his seat knew; after it everything is open, or what
        the seat `eyes` knew. Raises NoSuchMatchError (also for a number it does not have),
        NotOpenError.
        """
        async with autocommitting(self._engine) as driver:
            me = person.id if person else None
            found = await _LOOK.named_rows(
                driver, {"key": check_key(key), "me": me, "invite": None}
            )
            if not found:
                raise NoSuchMatchError
            row = found[0]
            if row["state"] == "open":
                raise NotOpenError(NOT_BEGUN)
            head = head_of(self._rules, row, state_of(self._rules, row))
            [(first,)] = await _FIRST.rows(driver, {"match": head.id})
            wanted = head.version if number is None else number
            if not first <= wanted <= head.version:
                raise NoSuchMatchError(NO_MOMENT)
            service = self._rules[head.game]
            known = self._nearest(head, wanted, first)
            stored = await nearest(driver, service, head.id, wanted)
            if stored is not None and stored.number > known.number:
                known = stored
            after = min(known.number, wanted - LOG_ENTRIES)
            window = {"match": head.id, "after": after, "upto": wanted}
            rows = await _ACTIONS.rows(driver, window)
        seat = row["seat"]
        return await asyncio.to_thread(self._made, head, seat, eyes, first, known, rows)

    def _made(
        self,
        head: MatchHead,
        seat: int | None,
        eyes: int | None,
        first: int,
        known: Checkpoint,
        rows: Sequence[Sequence[Any]],
    ) -> Moment:
        service = self._rules[head.game]
        record = told(service, rows)
        state = self._folded(service, head, known, record)
        over = head.state == "finished"
        chosen = eyes if over and eyes in range(len(head.seats)) else None
        reader = seat if chosen is None else chosen
        openly = over and chosen is None
        log = _log(service, record, reader, openly=openly)
        newest = record[-1]
        then = _head(service, head, state, newest.number)
        view = _view(service, state, reader, openly=openly)
        return Moment(
            page=MatchPage(
                head=then,
                seat=reader,
                view=view if then.state == "running" else View(view.seat, view.state, ()),
                log=log,
            ),
            first=first,
            last=head.version,
            at=newest.at,
            entry=log[-1] if log and log[-1].number == newest.number else None,
            over=over,
            eyes=chosen,
        )

    def _nearest(self, head: MatchHead, number: int, first: int) -> Checkpoint:
        """The checkpoint nearest before or at a number: where there is none, before the opening."""
        for candidate in range(number - number % CHECKPOINT_EVERY, first - 1, -CHECKPOINT_EVERY):
            state = self._checkpoints.get((head.id, candidate))
            if state is not None:
                return Checkpoint(candidate, state)
        blank = self._rules[head.game].game.blank(len(head.seats), head.options)
        return Checkpoint(first - 1, blank)

    def _folded(
        self, service: GameService, head: MatchHead, known: Checkpoint, record: Sequence[Told]
    ) -> State:
        """The state after the record, whose part after `known` is evolved; keeps checkpoints."""
        state = known.state
        for one in record:
            if one.number <= known.number:
                continue
            state = service.evolved(state, one.events)
            if one.number % CHECKPOINT_EVERY == 0:
                self._keep(head.id, one.number, state)
        return state

    def _keep(self, match_id: int, number: int, state: State) -> None:
        self._checkpoints[match_id, number] = state
        while len(self._checkpoints) > MOST_CHECKPOINTS:
            self._checkpoints.popitem(last=False)


def _head(service: GameService, head: MatchHead, state: State, number: int) -> MatchHead:
    """The head as it was, but for names: they are those of who sits there now."""
    ended = head.state == "finished" and number == head.version
    result = head.result if ended else service.result(state)
    return replace(
        head,
        state="running" if result is None else "finished",
        version=number,
        waiting=() if ended else tuple(awaited(service, state)),
        phase=service.game.phase(state),
        result=result,
        seats=tuple(
            info and replace(info, house=service.house(state, info.seat)) for info in head.seats
        ),
    )


def _view(service: GameService, state: State, seat: int | None, *, openly: bool) -> View[State]:
    """What the reader may know of the board, and who was asked what."""
    view = service.view(state, seat)
    return View(seat, state, view.decisions) if openly else view


def _log(
    service: GameService, record: Sequence[Told], seat: int | None, *, openly: bool
) -> tuple[LogEntry, ...]:
    """The newest entries of the record, oldest first; those of which nothing is known left out."""
    line = Line(record)

    def seen(events: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(events) if openly else service.seen(events, seat)

    return entries_of(record[-LOG_ENTRIES:], line, line.undone().__contains__, seen)


_LOOK = Direct(HEAD.where(matches.c.key == KEY, may_see()))
_FIRST = Direct(select(func.min(actions.c.number)).where(actions.c.match_id == bindparam("match")))
_ACTIONS = Direct(
    select(*TOLD)
    .where(
        actions.c.match_id == bindparam("match"),
        actions.c.number > bindparam("after"),
        actions.c.number <= bindparam("upto"),
    )
    .order_by(actions.c.number)
)
