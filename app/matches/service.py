"""Matches: the one door to a match's life, each call a transaction of its own."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import autocommitting
from app.matches import (
    absence,
    create,
    drafts,
    holidays,
    letters,
    lists,
    log,
    pauses,
    play,
    reading,
    seats,
    undo,
    vacancies,
    verify,
)
from app.matches.errors import NO_INVITATION, NoSuchMatchError, NotOpenError, NotSeatedError
from app.matches.heads import Desk, Glance, Letter, LogEntry, MatchHead, MatchPage, OpenMatch, Proof
from app.matches.herald import Herald
from app.matches.invites import read_invite
from app.matches.limits import Clock
from app.matches.play import Answer
from app.matches.verify import Verdict
from app.rules.service import RulesService


class Matches:
    """The matches of the house. Errors are those of `app.matches.errors`."""

    def __init__(self, engine: AsyncEngine, rules: RulesService) -> None:
        self.engine = engine
        self.rules = rules
        self.herald = Herald(engine)

    async def settle(self) -> None:
        """Wait until others have been told of all moves: before the engine is disposed."""
        await self.herald.settle()

    async def create(
        self,
        person: Person,
        game: str,
        title: str,
        seats: int,
        options: Mapping[str, str],
        public: bool,
        bots: int = 0,
        limit: int | None = None,
        clock: Clock | None = None,
        absence: str | None = None,
    ) -> str:
        """A new open match; gives its key. `limit`: seconds for each decision.

        Raises BadChoiceError.
        """
        chosen = seats, options, public, bots, limit, clock, absence
        async with self.engine.begin() as connection:
            return await create.create(connection, self.rules, person, game, title, *chosen)

    async def look(
        self, key: str, person: Person | None, invite: str | None = None
    ) -> MatchPage | OpenMatch:
        """The match as the person may see it. Raises NoSuchMatchError."""
        async with autocommitting(self.engine) as driver:
            return await reading.look(driver, self.rules, key, person, _invite(invite))

    async def glance(self, key: str, person: Person | None, invite: str | None = None) -> Glance:
        """Id, seat, state and version alone. Raises NoSuchMatchError."""
        async with autocommitting(self.engine) as driver:
            return await reading.glance(driver, key, person, _invite(invite))

    async def log(self, key: str, person: Person | None, before: int) -> tuple[LogEntry, ...]:
        """Older entries of the log, oldest first. Raises NoSuchMatchError."""
        async with autocommitting(self.engine) as driver:
            seen = await reading.glance(driver, key, person)
            return await log.read_older(driver, self.rules[seen.game], seen.id, seen.seat, before)

    async def changes_since(
        self, key: str, person: Person | None, version: int
    ) -> tuple[LogEntry, ...]:
        """The entries after a version, oldest first; the newest 200. Raises NoSuchMatchError."""
        async with autocommitting(self.engine) as driver:
            seen = await reading.glance(driver, key, person)
            service = self.rules[seen.game]
            record = await log.read_record(
                driver, service, seen.id, after=version, most=log.MOST_CHANGES
            )
            return log.newest_log(service, record, seen.seat)

    async def telling(self, key: str, person: Person | None, event: str) -> tuple[LogEntry, ...]:
        """All entries with an event of that type, oldest first; those of rare events only.

        Raises NoSuchMatchError.
        """
        async with autocommitting(self.engine) as driver:
            seen = await reading.glance(driver, key, person)
            return await log.read_telling(driver, self.rules[seen.game], seen.id, seen.seat, event)

    async def proof(self, key: str, person: Person | None) -> Proof | None:
        """Seed and nonces of a finished match, None before. Raises NoSuchMatchError."""
        async with autocommitting(self.engine) as driver:
            return await reading.read_proof(driver, key, person)

    async def examine(self, key: str, person: Person | None) -> Verdict | None:
        """A finished match recomputed from its seed, None before. Raises NoSuchMatchError."""
        if await self.proof(key, person) is None:
            return None
        return await verify.examine(self.engine, self.rules, key)

    async def join(self, key: str, person: Person, invite: str | None = None) -> None:
        """Take the first free chair. Raises NoSuchMatchError, NotOpenError."""
        async with self.engine.begin() as connection:
            await seats.join(connection, key, person, _invite(invite))

    async def join_by_invite(self, token: str, person: Person) -> str:
        """Join by the invitation's words or link; gives the match's key.

        Raises NoSuchMatchError, NotOpenError.
        """
        if (invite := read_invite(token)) is None:
            raise NoSuchMatchError(NO_INVITATION)
        async with self.engine.begin() as connection:
            return await seats.join_invited(connection, invite, person)

    async def find_invited(self, token: str) -> str:
        """The key of the match of an invitation, without joining. Raises NoSuchMatchError."""
        if (invite := read_invite(token)) is None:
            raise NoSuchMatchError(NO_INVITATION)
        async with autocommitting(self.engine) as driver:
            return await reading.find_invited(driver, invite)

    async def leave(self, key: str, person: Person) -> None:
        """Give up one's chair before the match begins. Raises NoSuchMatchError, NotOpenError."""
        async with self.engine.begin() as connection:
            await seats.leave(connection, key, person)

    async def add_bot(self, key: str, person: Person, bot: str | None = None) -> None:
        """Put a bot on a free chair.

        Raises NoSuchMatchError, NotHostError, NotOpenError, BadChoiceError.
        """
        async with self.engine.begin() as connection:
            await seats.add_bot(connection, self.rules, key, person, bot)

    async def remove_bot(self, key: str, person: Person, seat: int) -> None:
        """Free a bot's chair. Raises NoSuchMatchError, NotHostError, NotOpenError."""
        async with self.engine.begin() as connection:
            await seats.remove_bot(connection, key, person, seat)

    async def start(self, key: str, person: Person) -> None:
        """Begin. Raises NoSuchMatchError, NotHostError, NotOpenError."""
        await play.start(self.engine, self.herald, self.rules, key, person)

    async def play(
        self,
        key: str,
        person: Person,
        action_data: Mapping[str, Any],
        version: int,
        request_key: UUID,
    ) -> Answer:
        """Play. Any error of the tree but NotHostError."""
        request = play.Request(key, person, action_data, version, request_key)
        return await play.play(self.engine, self.herald, self.rules, request)

    async def undo(
        self, key: str, person: Person, to: int, version: int, request_key: UUID
    ) -> Answer:
        """Take back one's own last moves: the state after the action `to` is back.

        Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError, StaleError,
        BeyondUndoError.
        """
        wish = undo.Wish(key, person, to, version, request_key)
        return await undo.undo(self.engine, self.herald, self.rules, wish)

    async def redo(
        self, key: str, person: Person, to: int, version: int, request_key: UUID
    ) -> Answer:
        """Do again what was taken back, up to the action `to`.

        Raises as `undo` does, but NothingToRedoError.
        """
        wish = undo.Wish(key, person, to, version, request_key, again=True)
        return await undo.undo(self.engine, self.herald, self.rules, wish)

    async def force(self, key: str, person: Person) -> None:
        """End the wait: the house answers for all who are awaited.

        Raises NoSuchMatchError, NotHostError, NotOpenError, MatchOverError.
        """
        await absence.force(self.engine, self.herald, self.rules, key, person)

    async def take_holiday(self, person: Person, first: date, last: date) -> None:
        """Enter a holiday: no time limit of the person's runs on it. Raises BadHolidayError."""
        now = datetime.now(UTC)
        await holidays.take(self.engine, self.herald, person.id, first, last, now)

    async def cancel_holiday(self, person: Person, holiday: int) -> None:
        """Give back the days of a holiday that have not begun."""
        now = datetime.now(UTC)
        await holidays.cancel(self.engine, self.herald, person.id, holiday, now)

    async def move_to(self, person: Person, zone: str | None) -> None:
        """Let the person's days be those of another time zone. Raises BadChoiceError."""
        await holidays.move_to(self.engine, self.herald, person.id, zone, datetime.now(UTC))

    async def come_back(self, key: str, person: Person) -> None:
        """Play again in one's own seat, in which a bot did.

        Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError.
        """
        now = datetime.now(UTC)
        await absence.come_back(self.engine, self.herald, self.rules, key, person, now)

    async def resume(self, key: str, person: Person) -> None:
        """End the pause of a match in which one sits.

        Raises NoSuchMatchError, NotSeatedError, NotOpenError.
        """
        seen = await self.glance(key, person)
        if seen.seat is None:
            raise NotSeatedError
        await pauses.resume(self.engine, self.herald, seen.id, "table", datetime.now(UTC))

    async def take_over(self, key: str, person: Person, seat: int) -> None:
        """Take the seat of a player who is eliminated. Raises NoSuchMatchError, NotOpenError."""
        now = datetime.now(UTC)
        await vacancies.take_over(self.engine, self.herald, self.rules, key, person, seat, now)

    async def desk(self, page: MatchPage) -> Desk:
        """The draft and the letters of who looks at that page."""
        match_id, seat = page.head.id, page.seat
        async with autocommitting(self.engine) as driver:
            draft = None if seat is None else await drafts.read_draft(driver, match_id, seat)
            return Desk(draft, await letters.read_letters(driver, match_id, seat))

    async def keep_draft(self, key: str, person: Person, data: str) -> None:
        """Keep a draft (JSON) in place of the one before.

        Raises NoSuchMatchError, NotSeatedError, NotOpenError, BadChoiceError.
        """
        async with autocommitting(self.engine) as driver:
            seen = await reading.glance(driver, key, person)
            if seen.seat is None:
                raise NotSeatedError
            if seen.state != "running":
                raise NotOpenError
            await drafts.keep_draft(driver, seen.id, seen.seat, data)

    async def write_letter(
        self, page: MatchPage, to: Sequence[int] | None, turn: int, text: str
    ) -> int:
        """Send a letter from the seat of that page; gives its number.

        Raises NotSeatedError, BadChoiceError.
        """
        head = page.head
        if page.seat is None:
            raise NotSeatedError
        allowed = head.options.get(letters.OPTION, "none")
        async with autocommitting(self.engine) as driver:
            return await letters.write_letter(
                driver, head.id, page.seat, len(head.seats), allowed, to, turn, text
            )

    async def new_letters(self, key: str, person: Person | None, after: int) -> tuple[Letter, ...]:
        """Letters for this person after that one, newest first. Raises NoSuchMatchError."""
        async with autocommitting(self.engine) as driver:
            seen = await reading.glance(driver, key, person)
            return await letters.read_letters(driver, seen.id, seen.seat, after)

    async def letters_then(
        self, key: str, person: Person | None, until: datetime | None, eyes: int | None
    ) -> tuple[Letter, ...]:
        """The letters that this person could read at that moment (None: now), newest first.

        With `eyes` only those that the seat could read, too. Raises NoSuchMatchError.
        """
        async with autocommitting(self.engine) as driver:
            seen = await reading.glance(driver, key, person)
            found = await letters.read_letters(driver, seen.id, seen.seat, until=until)
            return tuple(
                replace(letter, unread=False)
                for letter in found
                if eyes is None or letter.readers is None or eyes in letter.readers
            )

    async def mark_read(self, key: str, person: Person, up_to: int) -> None:
        """The person has read his letters up to that one. Raises as `keep_draft` does."""
        async with autocommitting(self.engine) as driver:
            seen = await reading.glance(driver, key, person)
            if seen.seat is None:
                raise NotSeatedError
            await letters.mark_read(driver, seen.id, seen.seat, up_to)

    async def mine(self, person: Person) -> tuple[MatchHead, ...]:
        """The person's open and running matches, his turn first."""
        async with autocommitting(self.engine) as driver:
            return await lists.mine(driver, self.rules, person)

    async def open_matches(self, person: Person | None) -> tuple[MatchHead, ...]:
        """Public matches with a free chair for the person."""
        async with autocommitting(self.engine) as driver:
            return await lists.open_matches(driver, self.rules, person)

    async def finished(self, person: Person | None, page: int = 0) -> tuple[MatchHead, ...]:
        """Finished matches of the person, or public ones; 20 a page."""
        async with autocommitting(self.engine) as driver:
            return await lists.finished(driver, self.rules, person, page)

    async def turns(self, person: Person) -> int:
        """How many matches wait for the person."""
        async with autocommitting(self.engine) as driver:
            return await lists.turns(driver, person.id)


def _invite(text: str | None) -> str | None:
    return None if text is None else read_invite(text)
