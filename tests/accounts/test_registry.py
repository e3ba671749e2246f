"""The register: found by name, a page at a time; never without an admin."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts import registry, sign_up
from app.accounts.errors import LastAdminError, NoAccountError, NoSuchPersonError
from app.accounts.people import arrive_as_guest

SECRET = "a long secret"


async def test_people_are_found_by_how_their_name_begins(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        for name in ("Alice", "ALBERT", "Bob", "A%b"):
            await arrive_as_guest(connection, name)
        found = await registry.search(connection, "al")
        assert [entry.name for entry in found] == ["ALBERT", "Alice"]
        assert [entry.name for entry in await registry.search(connection, "a%")] == ["A%b"]


async def test_a_page_ends_and_the_next_one_goes_on(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        people = [await arrive_as_guest(connection, f"Guest {n}") for n in range(30)]
        first = await registry.search(connection)
        assert len(first) == registry.PAGE + 1
        last = first[registry.PAGE - 1]
        rest = await registry.search(connection, before=last.id)
        shown = [entry.id for entry in (*first[: registry.PAGE], *rest)]
        assert shown == [person.id for person in reversed(people)]


async def test_people_are_told_apart_by_kind(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await arrive_as_guest(connection, "Guest")
        admin = await sign_up(connection, "Admin", SECRET)
        closed = await sign_up(connection, "Closed", SECRET)
        await registry.set_admin(connection, admin.id, True)
        await registry.set_disabled(connection, closed.id, True)
        found = {
            kind: [entry.name for entry in await registry.search(connection, kind=kind)]
            for kind in registry.KINDS
        }
        assert await registry.count(connection) == (2, 1)
    assert found == {
        "all": ["Closed", "Admin", "Guest"],
        "accounts": ["Closed", "Admin"],
        "guests": ["Guest"],
        "admins": ["Admin"],
        "disabled": ["Closed"],
    }


async def test_the_last_admin_stays(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        admin = await sign_up(connection, "Admin", SECRET)
        closed = await sign_up(connection, "Closed", SECRET)
        for person in (admin, closed):
            await registry.set_admin(connection, person.id, True)
        await registry.set_disabled(connection, closed.id, True)
        with pytest.raises(LastAdminError):
            await registry.set_admin(connection, admin.id, False)
        with pytest.raises(LastAdminError):
            await registry.set_disabled(connection, admin.id, True)
        with pytest.raises(LastAdminError):
            await registry.delete_person(connection, admin.id)


async def test_two_admins_cannot_send_each_other_away_at_once(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        pair = [await sign_up(connection, name, SECRET) for name in ("One", "Two")]
        for person in pair:
            await registry.set_admin(connection, person.id, True)

    async def demote(person_id: int) -> None:
        async with engine.begin() as connection:
            await registry.set_admin(connection, person_id, False)

    tries = await asyncio.gather(*(demote(p.id) for p in pair), return_exceptions=True)
    assert [type(result) for result in tries if result] == [LastAdminError]
    async with engine.begin() as connection:
        assert len(await registry.search(connection, kind="admins")) == 1


async def test_a_guest_is_no_admin_and_nobody_is_nobody(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        guest = await arrive_as_guest(connection, "Guest")
        with pytest.raises(NoAccountError):
            await registry.set_admin(connection, guest.id, True)
        with pytest.raises(NoSuchPersonError):
            await registry.find(connection, guest.id + 1)
