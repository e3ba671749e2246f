"""Links that work once: a password to choose, an invitation to make an account."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts import links, open_session, registry, sign_in, sign_up
from app.accounts.errors import (
    BadLinkError,
    BadPasswordError,
    ClosedAccountError,
    NameTakenError,
    WrongCredentialsError,
)
from app.accounts.people import Person, arrive_as_guest
from app.accounts.sessions import find_session
from app.accounts.tables import account_link

SECRET = "a long secret"
OTHER = "another long secret"


@pytest.fixture
async def berthe(engine: AsyncEngine) -> Person:
    """Berthe, with an account."""
    async with engine.begin() as connection:
        return await sign_up(connection, "Berthe", SECRET)


async def test_a_new_account_opens_with_the_password_that_its_owner_chooses(
    engine: AsyncEngine,
) -> None:
    async with engine.begin() as connection:
        number = await registry.found_account(connection, "Odo")
        with pytest.raises(WrongCredentialsError):
            await sign_in(connection, "Odo", registry.NOT_CHOSEN)
        token = await links.password_link(connection, number, None)
        chosen = await links.choose_password(connection, token, SECRET)
        assert chosen.id == number
        assert (await sign_in(connection, "odo", SECRET)).id == number


async def test_a_name_is_given_once(engine: AsyncEngine, berthe: Person) -> None:
    async with engine.begin() as connection:
        with pytest.raises(NameTakenError):
            await registry.found_account(connection, "BERTHE")


async def test_a_password_link_works_once_and_ends_all_sessions(
    engine: AsyncEngine, berthe: Person
) -> None:
    async with engine.begin() as connection:
        session = await open_session(connection, berthe.id)
        token = await links.password_link(connection, berthe.id, None)
        await links.choose_password(connection, token, OTHER)
        assert await find_session(connection, session) is None
        with pytest.raises(BadLinkError):
            await links.choose_password(connection, token, SECRET)
        await sign_in(connection, "Berthe", OTHER)


async def test_a_password_that_is_too_short_leaves_the_link_good(
    engine: AsyncEngine, berthe: Person
) -> None:
    async with engine.begin() as connection:
        token = await links.password_link(connection, berthe.id, None)
        with pytest.raises(BadPasswordError):
            await links.choose_password(connection, token, "short")
        await links.choose_password(connection, token, OTHER)


async def test_a_new_password_link_makes_the_older_one_void(
    engine: AsyncEngine, berthe: Person
) -> None:
    async with engine.begin() as connection:
        older = await links.password_link(connection, berthe.id, None)
        await links.password_link(connection, berthe.id, None)
        with pytest.raises(BadLinkError):
            await links.find_password_link(connection, older)


async def test_links_grow_too_old(engine: AsyncEngine, berthe: Person) -> None:
    async with engine.begin() as connection:
        password = await links.password_link(connection, berthe.id, None)
        invitation = await links.register_link(connection, berthe.id)
        past = datetime.now(UTC) - timedelta(seconds=1)
        await connection.execute(update(account_link).values(expires=past))
        with pytest.raises(BadLinkError):
            await links.choose_password(connection, password, OTHER)
        with pytest.raises(BadLinkError):
            await links.register(connection, invitation, "Odo", SECRET, None)
        await links.forget_expired_links(connection)
        assert await links.list_register_links(connection) == ()


async def test_an_invitation_is_good_for_as_many_as_it_says(
    engine: AsyncEngine, berthe: Person
) -> None:
    async with engine.begin() as connection:
        token = await links.register_link(connection, berthe.id, "the chess club", uses=2)
        await links.register(connection, token, "Odo", SECRET, None)
        guest = await arrive_as_guest(connection, "Ida")
        kept = await links.register(connection, token, "Ida", SECRET, guest.id)
        assert kept.id == guest.id
        with pytest.raises(BadLinkError):
            await links.register(connection, token, "Ulf", SECRET, None)


async def test_an_invitation_can_be_revoked(engine: AsyncEngine, berthe: Person) -> None:
    async with engine.begin() as connection:
        token = await links.register_link(connection, berthe.id, "somebody")
        [listed] = await links.list_register_links(connection)
        assert (listed.note, listed.uses) == ("somebody", 1)
        assert await links.revoke_register_link(connection, listed.id)
        with pytest.raises(BadLinkError):
            await links.check_register_link(connection, token)


async def test_a_link_of_one_kind_is_none_of_the_other(engine: AsyncEngine, berthe: Person) -> None:
    async with engine.begin() as connection:
        token = await links.password_link(connection, berthe.id, None)
        with pytest.raises(BadLinkError):
            await links.check_register_link(connection, token)


async def test_a_closed_account_lets_nobody_in(engine: AsyncEngine, berthe: Person) -> None:
    async with engine.begin() as connection:
        session = await open_session(connection, berthe.id)
        token = await links.password_link(connection, berthe.id, None)
        await registry.set_disabled(connection, berthe.id, True)
        assert await find_session(connection, session) is None
        assert await find_session(connection, await open_session(connection, berthe.id)) is None
        with pytest.raises(BadLinkError):
            await links.find_password_link(connection, token)
        with pytest.raises(ClosedAccountError):
            await sign_in(connection, "Berthe", SECRET)
        with pytest.raises(WrongCredentialsError):
            await sign_in(connection, "Berthe", OTHER)
        await registry.set_disabled(connection, berthe.id, False)
        await sign_in(connection, "Berthe", SECRET)
