"""Talks: the door to what is said and noted at a match, each call a transaction of its own."""

from datetime import datetime

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import autocommitting
from app.matches import listeners, talk, watching
from app.matches.heads import MatchPage, OpenMatch
from app.matches.herald import Herald
from app.matches.listeners import Listener
from app.matches.talk import BIGGEST, Line


class Heard(Struct, frozen=True):
    """What a reader hears: lines, oldest first, and what he keeps for himself."""

    lines: tuple[Line, ...]
    listener: Listener


class Talks:
    """The talk of all matches. Errors are those of `app.matches.errors`."""

    def __init__(self, engine: AsyncEngine, herald: Herald) -> None:
        self._engine = engine
        self._herald = herald

    async def hear(
        self, page: MatchPage | OpenMatch, person: Person | None, since: int = -1
    ) -> Heard:
        """The newest lines for who looks at that page: those changed after the stir `since`."""
        room = talk.room_of(page.head, page.seat)
        async with autocommitting(self._engine) as driver:
            lines = await talk.hear(driver, room, since=since) if page.head.stir > since else ()
            return Heard(tuple(lines), await listeners.find_listener(driver, room, person))

    async def hear_earlier(
        self,
        key: str,
        person: Person | None,
        before: int = BIGGEST,
        until: datetime | None = None,
    ) -> tuple[Line, ...]:
        """The lines before that one, said by that moment. Raises NoSuchMatchError."""
        async with autocommitting(self._engine) as driver:
            room = await talk.find_room(driver, key, person)
            return tuple(await talk.hear(driver, room, before=before, until=until))

    async def say(self, key: str, person: Person, text: str) -> None:
        """Say a line: who plays to the table, who watches to the others who watch.

        Raises NoSuchMatchError, BadChoiceError.
        """
        async with autocommitting(self._engine) as driver:
            room = await talk.find_room(driver, key, person)
            number = await talk.say(driver, room, person, text)
        self._herald.tell_stir(room.match, number)

    async def delete(self, key: str, person: Person, line: int) -> None:
        """Delete a line of one's own; an admin that of anybody, where he does not play.

        Raises NoSuchMatchError, NotYoursError.
        """
        async with autocommitting(self._engine) as driver:
            room = await talk.find_room(driver, key, person)
            number = await talk.delete(driver, room, person, line)
        self._herald.tell_stir(room.match, number)

    async def mark_read(self, key: str, person: Person, up_to: int) -> None:
        """The person has read up to that line. Raises NoSuchMatchError."""
        async with autocommitting(self._engine) as driver:
            room = await talk.find_room(driver, key, person)
            await listeners.mark_read(driver, room.match, person, up_to)

    async def mute(self, key: str, person: Person, *, muted: bool) -> None:
        """Whether the person wants no word of what is said. Raises NoSuchMatchError."""
        async with autocommitting(self._engine) as driver:
            room = await talk.find_room(driver, key, person)
            await listeners.mute(driver, room.match, person, muted=muted)

    async def keep_note(self, key: str, person: Person, text: str) -> None:
        """Keep the person's note, for his eyes alone. Raises NoSuchMatchError, BadChoiceError."""
        async with autocommitting(self._engine) as driver:
            room = await talk.find_room(driver, key, person)
            await listeners.keep_note(driver, room.match, person, text)

    async def open_to_watchers(self, key: str, person: Person) -> None:
        """Make the spectators' link of a private match; one that is there stays.

        Raises NoSuchMatchError, NotHostError, NotOpenError.
        """
        async with autocommitting(self._engine) as driver:
            self._herald.tell_stir(*await watching.open_link(driver, key, person))

    async def close_to_watchers(self, key: str, person: Person) -> None:
        """Take the link back: who came by it sees no more. Raises as `open_to_watchers` does."""
        async with autocommitting(self._engine) as driver:
            self._herald.tell_stir(*await watching.close_link(driver, key, person))

    async def find_watched(self, token: str) -> watching.Watched:
        """The match of a spectators' link. Raises NoSuchMatchError."""
        async with autocommitting(self._engine) as driver:
            return await watching.find_watched(driver, token)

    async def watch(self, token: str, person: Person) -> str:
        """Let the person watch the match of that link; gives its key. Raises NoSuchMatchError."""
        async with autocommitting(self._engine) as driver:
            return await watching.watch(driver, token, person)
