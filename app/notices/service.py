"""Notices: the one door for pages, each call a transaction of its own."""

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import autocommitting
from app.notices import addresses, jobs, listing, push, wishes
from app.notices.addresses import Address
from app.notices.listing import Shown, Unread
from app.notices.presence import Presence
from app.notices.wishes import Stop, Wishes

__all__ = ["Notices", "jobs"]


class Notices:
    """The notices of the house. `local` allows webhooks into the host's own network."""

    def __init__(self, engine: AsyncEngine, *, local: bool = False, mail: bool = False) -> None:
        self._engine = engine
        self._local = local
        self._public_key: str | None = None
        self.has_mail = mail
        """Whether the house can send mail."""
        self.presence = Presence(engine)

    async def unread(self, person: Person) -> Unread:
        """How many are unread."""
        async with autocommitting(self._engine) as driver:
            return await listing.read_unread(driver, person.id)

    async def list(self, person: Person, language: str) -> tuple[Shown, ...]:
        """The newest first."""
        async with autocommitting(self._engine) as driver:
            return await listing.read_notices(driver, person.id, language, _now())

    async def read_all(self, person: Person) -> None:
        """The person has read all."""
        async with autocommitting(self._engine) as driver:
            await listing.read_all(driver, person.id, _now())

    async def wishes(self, person: Person) -> Wishes:
        """What the person wants."""
        async with autocommitting(self._engine) as driver:
            return await wishes.read_wishes(driver, person.id)

    async def keep_wishes(
        self, person: Person, wanted: Iterable[tuple[str, str]], *, digest: bool, sound: bool
    ) -> None:
        """Keep what he wants: pairs of channel and kind."""
        async with autocommitting(self._engine) as driver:
            await wishes.keep_wishes(driver, person.id, wanted, digest=digest, sound=sound)

    async def addresses(self, person: Person) -> tuple[Address, ...]:
        """Where he wants them."""
        async with autocommitting(self._engine) as driver:
            return await addresses.list_addresses(driver, person.id)

    async def hooks_of(self, match_id: int) -> tuple[Address, ...]:
        """The webhooks of a table."""
        async with autocommitting(self._engine) as driver:
            return await addresses.list_hooks(driver, match_id)

    async def add_mail(self, person: Person, target: str, base: str) -> None:
        """A mailbox, which is asked first. Raises AddressError."""
        async with autocommitting(self._engine) as driver:
            await addresses.add_mail(driver, person, target, base, _now())

    async def add_push(
        self, person: Person, target: str, keys: dict[str, str], label: str, base: str
    ) -> None:
        """A browser. Raises AddressError."""
        async with autocommitting(self._engine) as driver:
            await addresses.add_push(
                driver, person, target, keys, label, base, _now(), local=self._local
            )

    async def add_hook(
        self,
        person: Person,
        service: str,
        target: str,
        base: str,
        match: int | None = None,
        kinds: Iterable[str] = (),
    ) -> None:
        """A webhook, of a table with `match`. Raises AddressError."""
        async with autocommitting(self._engine) as driver:
            await addresses.add_hook(
                driver, person, service, target, base, _now(),
                match=match, kinds=kinds, local=self._local,
            )  # fmt: skip

    async def confirm(self, token: str) -> bool:
        """The mailbox is his who has this link; whether there is one."""
        async with autocommitting(self._engine) as driver:
            return await addresses.confirm(driver, token, _now())

    async def remove(self, person: Person, address: int) -> None:
        """Take one of his addresses away."""
        async with autocommitting(self._engine) as driver:
            await addresses.remove(driver, person.id, address)

    async def remove_hook(self, match_id: int, address: int) -> None:
        """Take a webhook of a table away."""
        async with autocommitting(self._engine) as driver:
            await addresses.remove_hook(driver, match_id, address)

    async def use_again(self, person: Person, address: int) -> None:
        """Send again to an address that refused."""
        async with autocommitting(self._engine) as driver:
            await addresses.use_again(driver, person.id, address)

    async def test(self, person: Person, address: int) -> None:
        """Send a test. Raises AddressError."""
        async with autocommitting(self._engine) as driver:
            await addresses.test(driver, person, address, _now())

    async def find_stop(self, token: str) -> Stop | None:
        """What a stopping link is about."""
        async with autocommitting(self._engine) as driver:
            return await wishes.find_stop(driver, token)

    async def stop(self, found: Stop, kind: str) -> None:
        """No more of this kind there."""
        async with autocommitting(self._engine) as driver:
            await wishes.stop(driver, found, kind)

    async def push_key(self) -> str:
        """What browsers subscribe with."""
        if self._public_key is None:
            async with autocommitting(self._engine) as driver:
                self._public_key = push.public_key(await push.private_key(driver))
        return self._public_key


def _now() -> datetime:
    return datetime.now(UTC)
