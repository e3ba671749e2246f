"""The company at a table: the one door to what people change there besides the play.

Each call is a transaction of its own; open pages are told after it.
"""

from datetime import UTC, datetime

from app.accounts.people import Person
from app.matches import agreements, departures
from app.matches.service import Matches


class Company:
    """What people at the tables of the house agree on. Errors are those of `app.matches.errors`."""

    def __init__(self, matches: Matches) -> None:
        self._engine, self._rules = matches.engine, matches.rules
        self._herald = matches.herald

    async def propose(self, key: str, person: Person, kind: str, target: int | None = None) -> None:
        """Propose "end", or agree where it is proposed already.

        Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError, BadChoiceError.
        """
        await agreements.propose(self._engine, self._herald, key, person, kind, _now(), target)

    async def agree(self, key: str, person: Person, kind: str, mark: str) -> None:
        """Agree to the proposal with that mark. Raises as `propose` does."""
        await agreements.agree(self._engine, self._herald, key, person, kind, mark, _now())

    async def refuse(self, key: str, person: Person, kind: str, mark: str) -> None:
        """Refuse a proposal, or take back one's own. Raises as `propose` does."""
        await agreements.refuse(self._engine, self._herald, key, person, kind, mark)

    async def concede(self, key: str, person: Person) -> None:
        """Give up. Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError."""
        await departures.concede(self._engine, self._herald, self._rules, key, person, _now())

    async def leave(self, key: str, person: Person) -> None:
        """Leave one's seat to a bot, for good. Raises as `concede` does."""
        await departures.leave(self._engine, self._herald, self._rules, key, person, _now())


def _now() -> datetime:
    return datetime.now(UTC)
