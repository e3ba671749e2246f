"""Sessions in memory, so that a page asks the database once and then no more."""

import time
from collections import OrderedDict, defaultdict

from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.changes import CHANNEL
from app.accounts.sessions import Session, find_session
from app.db.notify import Listener

MOST = 10_000
FRESH_SECONDS = 600.0
"""After this long a session is looked up again, so that its use is noted and its end seen."""


class SessionMemory:
    """The sessions used last. Without a listener that hears of changes nothing is remembered.

    Make it before the listener starts.
    """

    def __init__(
        self, engine: AsyncEngine, listener: Listener | None = None, most: int = MOST
    ) -> None:
        self._engine = engine
        self._listener = listener
        self._most = most
        self._sessions: OrderedDict[str, tuple[Session, float]] = OrderedDict()
        self._tokens: defaultdict[int, set[str]] = defaultdict(set)
        self._changes = 0
        if listener is not None:
            listener.subscribe(CHANNEL, self.forget)

    async def find(self, token: str) -> Session | None:
        """The session of this token, or None."""
        if (session := self.remembered(token)) is not None:
            return session
        changes = self._changes
        async with self._engine.begin() as connection:
            session = await find_session(connection, token)
        if session is not None and changes == self._changes and self._hears:
            self._remember(token, session)
        return session

    def remembered(self, token: str) -> Session | None:
        """The session if memory has it and it is surely right; the database is not asked."""
        entry = self._sessions.get(token)
        if entry is None or not self._hears or time.monotonic() - entry[1] > FRESH_SECONDS:
            return None
        self._sessions.move_to_end(token)
        return entry[0]

    def forget(self, person_id: str | None) -> None:
        """Forget what is known of a person (in digits), or of everybody."""
        self._changes += 1
        if person_id is None:
            self._sessions.clear()
            self._tokens.clear()
            return
        for token in tuple(self._tokens.get(int(person_id), ())):
            entry = self._sessions.pop(token, None)
            for other in _people_of(entry[0]) if entry else (int(person_id),):
                self._forget_token(other, token)

    @property
    def _hears(self) -> bool:
        return self._listener is not None and self._listener.connected

    def _remember(self, token: str, session: Session) -> None:
        self._sessions[token] = session, time.monotonic()
        self._sessions.move_to_end(token)
        for person_id in _people_of(session):
            self._tokens[person_id].add(token)
        while len(self._sessions) > self._most:
            oldest, (forgotten, _) = self._sessions.popitem(last=False)
            for person_id in _people_of(forgotten):
                self._forget_token(person_id, oldest)

    def _forget_token(self, person_id: int, token: str) -> None:
        self._tokens[person_id].discard(token)
        if not self._tokens[person_id]:
            del self._tokens[person_id]


def _people_of(session: Session) -> set[int]:
    """Whose changes make it out of date."""
    return {session.owner, session.person.id, *(one.id for one in session.screen)}
