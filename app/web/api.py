"""The JSON API: what the pages do, for programs. Same sessions, same views, same referee.

A program signs in as a browser does (POST /sign-in or /guest) and sends the session's cookie.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from app.matches import LogEntry, MatchHead, MatchPage
from app.matches.errors import RefusedError
from app.matches.talk import LONGEST
from app.web.clock import due_of, on_holiday
from app.web.data import named
from app.web.forms import LARGEST_BODY, check_origin
from app.web.house import HouseDep
from app.web.readers import PersonDep, ReaderDep
from app.web.routes.match import not_played_json, page_for

BIGGEST = 2**53
MOST_OPTIONS = 500


class ProblemOut(BaseModel):
    """Why it was not done."""

    status: int
    title: str
    detail: str
    rule: str | None = Field(None, description="the number of the rule that forbids it")
    version: int | None = Field(None, description="of the match, when yours is stale")


NOT_DONE: dict[int | str, dict[str, Any]] = {
    code: {"model": ProblemOut} for code in (400, 401, 403, 404, 409, 410, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api", tags=["matches"], responses=NOT_DONE)


class SeatOut(BaseModel):
    """A chair."""

    seat: int
    name: str | None = Field(description="null: the chair is free")
    house: str | None
    bot: str | None
    awaited: bool
    you: bool
    due: datetime | None = Field(description="until when it has to answer; null: no time runs")
    bank: float | None = Field(description="seconds in its bank when it was asked last, or has now")
    away: bool = Field(description="a bot plays here until its person returns")
    holiday: datetime | None = Field(description="until when its person is on holiday")


class HeadOut(BaseModel):
    """A match without its board."""

    key: str
    game: str
    title: str
    state: str
    public: bool
    options: dict[str, str]
    version: int = Field(description="the number of the last action; send it with a move")
    seats: list[SeatOut]
    commitment: str = Field(description="SHA-256 of the secret seed of all throws")
    created: datetime
    started: datetime | None
    finished: datetime | None
    limit: int | None = Field(description="seconds for each decision; null: no limit")
    due: datetime | None = Field(description="when the house answers for who is awaited")
    bank: int | None = Field(description="seconds in each seat's bank at first; null: none")
    gain: int | None = Field(description="seconds that a bank gains with each turn")
    calendar: dict[str, Any] | None = Field(
        description="hours that do not count: `from`, `to`, `weekends`, on the clocks of `zone`"
    )
    absence: str = Field(description="who answers for the late: once, until_return, default")
    paused: datetime | None = Field(description="since when no clock runs and nobody moves")
    result: dict[str, Any] | None


class ListOut(BaseModel):
    """One's matches, open ones, ended ones."""

    mine: list[HeadOut]
    open: list[HeadOut]
    finished: list[HeadOut]


class EntryOut(BaseModel):
    """What an action made happen, as you may know it; seat null is the opening."""

    number: int
    seat: int | None
    at: datetime
    events: list[dict[str, Any]]
    restores: int | None = Field(
        description="of an undo or a redo: the action whose state it brought back"
    )
    undone: bool = Field(description="taken back: it does not count any more")


class UndoOut(BaseModel):
    """How far you may go: each number is the action whose state would be back."""

    back: list[int] = Field(description="`to` of an undo: one step, two steps, …")
    on: list[int] = Field(description="`to` of a redo, likewise")


class MatchOut(BaseModel):
    """A match as you may see it."""

    head: HeadOut
    seat: int | None
    view: dict[str, Any] | None = Field(description="null before the match begins")
    decisions: list[dict[str, Any]]
    options: list[dict[str, Any]] = Field(
        description="legal answers, each as `action` takes it; a sample of too many"
    )
    log: list[EntryOut]
    undo: UndoOut | None = Field(default=None, description="null: you have no say")


class PlayIn(BaseModel):
    """A move. The same key again gives the first answer again."""

    model_config = ConfigDict(extra="forbid")

    action: dict[str, Any]
    version: Annotated[int, Field(ge=0, le=BIGGEST)]
    key: UUID


class UndoIn(BaseModel):
    """Take back, or do again. The same key again gives the first answer again."""

    model_config = ConfigDict(extra="forbid")

    to: Annotated[int, Field(ge=0, le=BIGGEST)]
    version: Annotated[int, Field(ge=0, le=BIGGEST)]
    key: UUID


class PlayedOut(BaseModel):
    """What a move did."""

    version: int
    events: list[dict[str, Any]]


class LineOut(BaseModel):
    """A line of the talk."""

    id: int
    seat: int | None = Field(description="null: somebody who watches")
    name: str
    at: datetime
    spectators: bool = Field(description="said among the spectators")
    text: str | None = Field(description="null: it was deleted")


class LineIn(BaseModel):
    """A line to say: plain text."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(max_length=LONGEST)]


def _head(head: MatchHead, seat: int | None) -> HeadOut:
    clock = head.clock
    return HeadOut(
        key=head.key,
        game=head.game,
        title=head.title,
        state=head.state,
        public=head.public,
        options=head.options,
        version=head.version,
        seats=_seats(head, seat),
        commitment=head.commitment,
        created=head.created,
        started=head.started,
        finished=head.finished,
        limit=head.limit,
        due=head.due,
        bank=clock.bank if clock else None,
        gain=clock.gain if clock and clock.live else None,
        calendar=msgspec.to_builtins(clock.calendar) if clock else None,
        absence=head.absence,
        paused=head.paused,
        result=named(head.result),
    )


def _seats(head: MatchHead, seat: int | None) -> list[SeatOut]:
    return [
        SeatOut(
            seat=number,
            name=info.name if info else None,
            house=info.house if info else None,
            bot=info.bot if info else None,
            awaited=head.state == "running" and number in head.waiting,
            you=number == seat,
            due=due_of(head, number),
            bank=_bank(head, number),
            away=info is not None and info.away,
            holiday=on_holiday(head, number, datetime.now(UTC)),
        )
        for number, info in enumerate(head.seats)
    ]


def _bank(head: MatchHead, seat: int) -> float | None:
    """Of a live clock, in seconds."""
    if head.clock is None or not head.clock.live or head.times is None:
        return None
    bank = head.times.banks[seat]
    return None if bank is None else bank / 1000


def _listed(heads: tuple[MatchHead, ...], person: int) -> list[HeadOut]:
    return [_head(head, _seat_of(head, person)) for head in heads]


def _seat_of(head: MatchHead, person: int) -> int | None:
    return next((info.seat for info in head.seats if info and info.person == person), None)


def _entries(entries: tuple[LogEntry, ...]) -> list[EntryOut]:
    return [
        EntryOut(
            number=entry.number,
            seat=entry.seat,
            at=entry.at,
            events=named(entry.events),
            restores=entry.restores,
            undone=entry.undone,
        )
        for entry in entries
    ]


@router.get("/matches")
async def list_matches(house: HouseDep, person: PersonDep) -> ListOut:
    """Your matches (your turn first), open ones, and your ended ones."""
    return ListOut(
        mine=_listed(await house.matches.mine(person), person.id),
        open=_listed(await house.matches.open_matches(person), person.id),
        finished=_listed(await house.matches.finished(person), person.id),
    )


@router.get("/matches/{key}")
async def read_match(key: str, house: HouseDep, reader: ReaderDep) -> MatchOut:
    """The match, its board, what is asked of whom, and your legal answers."""
    page = await page_for(house, reader, key)
    if not isinstance(page, MatchPage):
        head = _head(page.head, page.seat)
        return MatchOut(head=head, seat=page.seat, view=None, decisions=[], options=[], log=[])
    asked = any(decision.seat == page.seat for decision in page.view.decisions)
    game = house.rules[page.head.game]
    options = game.options(page.view.state, page.seat or 0) if asked else ()
    return MatchOut(
        head=_head(page.head, page.seat),
        seat=page.seat,
        view=named(page.view.state),
        decisions=named(page.view.decisions),
        options=msgspec.to_builtins(options[:MOST_OPTIONS], str_keys=True),
        log=_entries(page.log),
        undo=UndoOut(back=list(page.undo.back), on=list(page.undo.on)) if page.undo else None,
    )


@router.get("/matches/{key}/log")
async def read_log(
    key: str,
    house: HouseDep,
    reader: ReaderDep,
    before: Annotated[int, Field(ge=0, le=BIGGEST)] = BIGGEST,
) -> list[EntryOut]:
    """Older entries of the log, oldest first."""
    return _entries(await house.matches.log(key, reader.person, before))


async def from_here(request: Request) -> None:
    """Refuse what another site's page sends. Raises ForeignRequestError."""
    check_origin(request)


@router.post(
    "/matches/{key}/play",
    dependencies=[Depends(from_here)],
    max_body_size=LARGEST_BODY,
    response_model=PlayedOut,
)
async def play(
    request: Request, key: str, move: PlayIn, house: HouseDep, person: PersonDep
) -> PlayedOut | JSONResponse:
    """Play. Refused: 422 with the rule's number and what would be legal."""
    try:
        answer = await house.matches.play(
            key, person, move.action, version=move.version, request_key=move.key
        )
    except RefusedError as error:
        return not_played_json(request, await house.matches.look(key, person), error)
    return PlayedOut(version=answer.number, events=named(answer.events))


@router.get("/matches/{key}/talk")
async def read_talk(
    key: str,
    house: HouseDep,
    reader: ReaderDep,
    before: Annotated[int, Field(ge=0, le=BIGGEST)] = BIGGEST,
) -> list[LineOut]:
    """The talk as you may hear it, oldest first; lines before that one."""
    lines = await house.talks.hear_earlier(key, reader.person, before)
    return [
        LineOut(
            id=line.id,
            seat=line.seat,
            name=line.name,
            at=line.at,
            spectators=line.gallery,
            text=line.body,
        )
        for line in lines
    ]


@router.post(
    "/matches/{key}/talk",
    dependencies=[Depends(from_here)],
    max_body_size=LARGEST_BODY,
    status_code=204,
)
async def say(key: str, line: LineIn, house: HouseDep, person: PersonDep) -> None:
    """Say a line: who plays to the table, who watches to the others who watch."""
    await house.talks.say(key, person, line.text)


@router.post(
    "/matches/{key}/undo",
    dependencies=[Depends(from_here)],
    max_body_size=LARGEST_BODY,
)
async def undo(key: str, wish: UndoIn, house: HouseDep, person: PersonDep) -> PlayedOut:
    """Take back your own last moves: up to a throw, something shown, the move of another seat."""
    answer = await house.matches.undo(key, person, wish.to, wish.version, wish.key)
    return PlayedOut(version=answer.number, events=[])


@router.post(
    "/matches/{key}/redo",
    dependencies=[Depends(from_here)],
    max_body_size=LARGEST_BODY,
)
async def redo(key: str, wish: UndoIn, house: HouseDep, person: PersonDep) -> PlayedOut:
    """Do again what you took back, as long as nothing else has been done."""
    answer = await house.matches.redo(key, person, wish.to, wish.version, wish.key)
    return PlayedOut(version=answer.number, events=[])


@router.get("/openapi.json", include_in_schema=False)
async def schema(request: Request) -> dict[str, Any]:
    """The description of this API."""
    return get_openapi(
        title="Burgrave", version=request.app.version, description=__doc__, routes=router.routes
    )
