"""What may be known of a match: the head that lists and pages show, the page, the log."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from app.matches.hours import read_calendar
from app.matches.limits import Clock, Times
from app.matches.line import Reach
from app.rules.contract import Event, Phase, Result, State, View
from app.rules.service import GameService, RulesService

Stage: TypeAlias = Literal["open", "running", "finished"]


class SeatInfo(Struct, frozen=True):
    """Who sits on a chair; `person` and `bot` are both None for somebody who is no more."""

    seat: int
    name: str
    person: int | None
    bot: str | None
    house: str
    guest: bool = False
    away: bool = False
    """A bot plays for the person until he returns."""
    left: bool = False
    """Who sat here has left for good, and a bot plays on."""
    away_since: datetime | None = None


class MatchHead(Struct, frozen=True):
    """A match without its board; `seats` has None for a free chair, `waiting` the seats awaited."""

    id: int
    key: str
    game: str
    title: str
    options: dict[str, str]
    public: bool
    host: int | None
    state: Stage
    version: int
    seats: tuple[SeatInfo | None, ...]
    waiting: tuple[int, ...]
    commitment: str
    created: datetime
    started: datetime | None
    finished: datetime | None
    phase: Phase | None
    result: Result | None
    invite: str
    """The words that let one join; empty for whoever may not know them."""
    limit: int | None = None
    """Seconds for each decision."""
    due: datetime | None = None
    """When the house answers for the first of the persons who are awaited."""
    clock: Clock | None = None
    """How its time runs."""
    times: Times | None = None
    """Where its clocks stand."""
    holidays: tuple[datetime | None, ...] = ()
    """By seat: until when its person is on holiday."""
    absence: str = "once"
    """Who answers for a seat that is late: `limits.ABSENCES`."""
    paused: datetime | None = None
    """Since when it is paused."""
    paused_by: str | None = None
    """"table" or "admin"."""
    stir: int = 0
    """Changes at the table besides the play: they change the page, never the version."""
    watching: bool = False
    """Whether the reader came by the spectators' link, and may do no more than watch."""
    watch: str = ""
    """The words of the spectators' link; empty for whoever may not hand it on, or without one."""
    deeds: int = 0
    """What admins of the house did at this table."""
    asks: int = 0
    """What admins who sit here ask the players to agree to."""

    @property
    def free(self) -> int:
        """How many chairs are free."""
        return self.seats.count(None)


class LogEntry(Struct, frozen=True):
    """What an action made happen, as its reader may know it; seat None is the opening."""

    number: int
    seat: int | None
    at: datetime
    events: tuple[Event, ...]
    forced: str | None = None
    """"host" or "clock": made for the seat, which was absent."""
    restores: int | None = None
    """Of an undo or a redo: the action whose state it brought back."""
    steps: int = 0
    """How many moves it took back (below 0) or did again; 0: not known."""
    undone: bool = False
    """Whether it was taken back and does not count any more."""
    reason: str | None = None
    """An admin's words for it."""

    @property
    def is_opening(self) -> bool:
        """Whether the match begins with it."""
        return self.seat is None and self.restores is None


class Letter(Struct, frozen=True):
    """A letter as a reader of it sees it; `readers` are seats, None is everybody."""

    id: int
    sender: int
    readers: tuple[int, ...] | None
    turn: int
    at: datetime
    body: str
    unread: bool


class Proposal(Struct, frozen=True):
    """What somebody proposes to all at the table: "pause", "end", or "undo"."""

    kind: str
    seat: int
    target: int | None
    """For "undo": the number of the action to go back to."""
    version: int
    """The match's when it was made."""
    agreed: tuple[int, ...]
    """Seats, who proposes too."""
    at: datetime

    @property
    def mark(self) -> str:
        """Tells it from one that was made in its place."""
        return f"{self.seat}-{round(self.at.timestamp() * 1_000_000)}"

    def stands(self, version: int) -> bool:
        """Whether it can still be agreed to; one to undo falls with the next move."""
        return self.kind != "undo" or self.version == version


class Desk(Struct, frozen=True):
    """What lies on the reader's desk: his draft (JSON of his page), letters newest first."""

    draft: str | None
    letters: tuple[Letter, ...]

    @property
    def newest(self) -> int:
        """The number of the newest letter; 0 when there is none."""
        return self.letters[0].id if self.letters else 0


class Glance(Struct, frozen=True):
    """What a poll must know of a match: where it is, and the reader's seat."""

    id: int
    game: str
    state: Stage
    version: int
    seat: int | None


class OpenMatch(Struct, frozen=True):
    """A match that has not begun; `seat` is the reader's chair."""

    head: MatchHead
    seat: int | None
    invited: tuple[str, ...] = ()
    """Whom those at the table have invited by name; known to them alone."""


class MatchPage(Struct, frozen=True):
    """A match as one reader may see it: his seat or None, the board, the newest of the log."""

    head: MatchHead
    seat: int | None
    view: View[Any]
    log: tuple[LogEntry, ...]
    undo: Reach | None = None
    """How far the reader may go back and on."""
    desk: Desk | None = None
    """Read only for the pages of games that have one."""

    @property
    def counting(self) -> tuple[LogEntry, ...]:
        """The entries of the log that were not taken back."""
        return tuple(entry for entry in self.log if not entry.undone)

    proposals: tuple[Proposal, ...] = ()
    """Those that stand."""
    handovers: Mapping[int, str] = {}
    """By seat, the words of the link that gives it away, where the reader may know them."""


class Proof(Struct, frozen=True):
    """What lets anybody check the throws of a finished match; the nonces in the order of seats."""

    commitment: str
    seed: str
    nonces: tuple[str, ...]


def head_of(rules: RulesService, row: Mapping[str, Any], state: State | None) -> MatchHead:
    """The head of a match from its row (reading.HEAD) and its decoded state."""
    service = rules[row["game"]]
    return MatchHead(
        id=row["id"],
        key=row["key"],
        game=row["game"],
        title=row["title"],
        options=row["options"],
        public=row["public"],
        host=row["host_id"],
        state=row["state"],
        version=row["version"],
        seats=_seats(service, state, row["chairs"], row["seats"] or ()),
        waiting=tuple(row["waiting"]),
        commitment=row["commitment"],
        created=row["created"],
        started=row["started"],
        finished=row["finished"],
        phase=service.game.phase(state) if state is not None else None,
        result=msgspec.json.decode(row["result"], type=Result) if row["result"] else None,
        invite=row["invite"] if row["seat"] is not None else "",
        limit=row["limit_seconds"],
        due=row["due"],
        clock=_clock(row),
        times=_times(row),
        holidays=tuple(row["holidays"] or ()),
        absence=row["absence"],
        paused=row["paused"],
        paused_by=row["paused_by"],
        stir=row["stir"],
        watching=row["watches"],
        watch=(row["watch"] or "") if row["seat"] is not None else "",
        deeds=row["deeds"],
        asks=row["asks"],
    )


def _clock(row: Mapping[str, Any]) -> Clock | None:
    limit, bank = row["limit_seconds"], row["bank_seconds"]
    if limit is None and bank is None:
        return None
    return Clock(limit, bank, row["gain_seconds"] or 0, read_calendar(row["calendar"]))


def _times(row: Mapping[str, Any]) -> Times | None:
    dues = row["dues"]
    return None if dues is None else Times(tuple(dues), tuple(row["banks"] or ()))


def state_of(rules: RulesService, row: Mapping[str, Any]) -> State | None:
    """The decoded state of a match that has begun."""
    snapshot: bytes | None = row["snapshot"]
    return None if snapshot is None else rules[row["game"]].decode_state(snapshot)


def _seats(
    service: GameService, state: State | None, chairs: int, taken: Iterable[Mapping[str, Any]]
) -> tuple[SeatInfo | None, ...]:
    seats: list[SeatInfo | None] = [None] * chairs
    names: Counter[str] = Counter()
    for entry in taken:
        number = entry["seat"]
        name = entry["name"] or "?"
        names[name] += 1
        shown = name if names[name] == 1 else f"{name} ({names[name]})"
        seats[number] = SeatInfo(
            number,
            shown,
            entry["person"],
            entry["bot"],
            service.house(state, number),
            entry["guest"],
            entry["away"],
            entry["left"],
            entry["since"] and datetime.fromisoformat(entry["since"]),
        )
    return tuple(seats)
