"""The company at a table: the one door to what people change there besides the play.

Each call is a transaction of its own; open pages are told after it.
"""

from datetime import UTC, datetime

from app.accounts.people import Person
from app.db.direct import autocommitting
from app.matches import agreements, departures, handover, invitations, lists, rematch
from app.matches.handover import Offer
from app.matches.heads import MatchHead
from app.matches.service import Matches
from app.matches.sitting import Place


class Company:
    """What people at the tables of the house agree on. Errors are those of `app.matches.errors`."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._place = Place(matches.engine, matches.herald, matches.rules)

    async def propose(self, key: str, person: Person, kind: str, target: int | None = None) -> None:
        """Propose "end", or agree where it is proposed already.

        Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError, BadChoiceError.
        """
        await agreements.propose(self._place, key, person, kind, _now(), target)

    async def agree(self, key: str, person: Person, kind: str, mark: str) -> None:
        """Agree to the proposal with that mark. Raises as `propose` does."""
        await agreements.agree(self._place, key, person, kind, mark, _now())

    async def refuse(self, key: str, person: Person, kind: str, mark: str) -> None:
        """Refuse a proposal, or take back one's own. Raises as `propose` does."""
        await agreements.refuse(self._place, key, person, kind, mark)

    async def concede(self, key: str, person: Person) -> None:
        """Give up. Raises NoSuchMatchError, NotSeatedError, NotOpenError, MatchOverError."""
        await departures.concede(self._place, key, person, _now())

    async def leave(self, key: str, person: Person) -> None:
        """Leave one's seat to a bot, for good. Raises as `concede` does."""
        await departures.leave(self._place, key, person, _now())

    async def step_aside(self, key: str, person: Person) -> None:
        """Let a bot play for one until one returns. Raises as `concede` does."""
        await departures.step_aside(self._place, key, person, _now())

    async def come_back(self, key: str, person: Person) -> None:
        """Play again, after a bot did. Raises as `concede` does."""
        await self._matches.come_back(key, person)

    async def resume(self, key: str, person: Person) -> None:
        """End a pause. Raises as `concede` does."""
        await self._matches.resume(key, person)

    async def offer(self, key: str, person: Person, seat: int | None = None) -> None:
        """Make a link that gives away one's seat, or as the host one that nobody holds.

        Raises NoSuchMatchError, NotSeatedError, NotHostError, NotOpenError, MatchOverError.
        """
        await handover.offer(self._place, key, person, seat, _now())

    async def withdraw(self, key: str, person: Person, seat: int | None = None) -> None:
        """Take that link back. Raises as `offer` does."""
        await handover.withdraw(self._place, key, person, seat, _now())

    async def find_offer(self, token: str) -> Offer:
        """The seat behind a link. Raises NoSuchMatchError."""
        return await handover.find_offer(self._matches.engine, token)

    async def take(self, token: str, person: Person) -> str:
        """Take the seat behind the link; gives the match's key.

        Raises NoSuchMatchError, NotOpenError.
        """
        return await handover.take(self._place, token, person, _now())

    async def rematch(self, key: str, person: Person) -> str:
        """The key of the match that follows this one, in which the person then sits.

        Raises NoSuchMatchError, NotSeatedError, NotOpenError, BadChoiceError.
        """
        return await rematch.rematch(self._place, key, person)

    async def invite(self, key: str, person: Person, name: str) -> None:
        """Invite an account by name. Raises as `rematch` does."""
        await invitations.invite(self._place, key, person, name)

    async def decline(self, key: str, person: Person) -> None:
        """Refuse an invitation by name. Raises NoSuchMatchError."""
        await invitations.decline(self._place, key, person)

    async def invited(self, person: Person) -> tuple[MatchHead, ...]:
        """Open matches to which the person is invited by name."""
        async with autocommitting(self._place.engine) as driver:
            return await lists.invitations(driver, self._place.rules, person)

    async def sit_down(self, key: str, person: Person, seat: int) -> None:
        """Take a seat of a public match that somebody has left.

        Raises NoSuchMatchError, NotOpenError, MatchOverError.
        """
        await handover.sit_down(self._place, key, person, seat, _now())


def _now() -> datetime:
    return datetime.now(UTC)
