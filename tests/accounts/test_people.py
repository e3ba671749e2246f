"""People: names, passwords, guests, accounts, the first admin."""

import asyncio

import pytest
from argon2 import PasswordHasher
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts import first_admin_link, passwords, redeem_admin_link
from app.accounts.errors import (
    AccountError,
    BadNameError,
    BadPasswordError,
    HasAccountError,
    NameTakenError,
    WrongCredentialsError,
)
from app.accounts.names import clean_name, name_key
from app.accounts.people import (
    Person,
    arrive_as_guest,
    make_account,
    set_preferences,
    sign_in,
    sign_up,
)

SECRET = "a long secret"


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Al", "Al"),
        ("  Odo   of Kent ", "Odo of Kent"),
        ("Zoe\u0308", "Zoë"),
        ("Ａｌｉｃｅ", "Alice"),
        ("a\u00a0b", "a b"),
        ("Łódź-7", "Łódź-7"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_name_is_shown_in_one_form(raw: str, name: str) -> None:
    assert clean_name(raw) == name


@pytest.mark.parametrize(
    "raw",
    ["", " ", "A", "x" * 25, "x" * 10**6, "a\0b", "a\nb", "a\u202eb", "a\u200db", "\ud800a", "--"],
)
def test_a_bad_name_is_refused_with_a_word(raw: str) -> None:
    with pytest.raises(BadNameError) as refused:
        clean_name(raw)
    assert refused.value.text.format(**refused.value.params)


def test_names_that_look_the_same_are_the_same() -> None:
    assert name_key("STRASSE") == name_key("Straße")
    assert name_key(clean_name("Ａlice")) == name_key("aLICE")


async def test_who_signed_up_signs_in(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        alice = await sign_up(connection, "Alice", SECRET)
        assert alice == Person(alice.id, "Alice", guest=False)
        assert await sign_in(connection, " aLICE ", SECRET) == alice


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Alice", "another secret"),
        ("Alice", ""),
        ("Alice", SECRET + "\0"),
        ("Alice", "x" * 10**6),
        ("Bob", SECRET),
        ("Gast", ""),
        ("\0", SECRET),
        ("\ud800", "\ud800"),
        ("", ""),
    ],
)
async def test_wrong_credentials_tell_nothing(
    engine: AsyncEngine, name: str, password: str
) -> None:
    async with engine.begin() as connection:
        await sign_up(connection, "Alice", SECRET)
        await arrive_as_guest(connection, "Gast")
        with pytest.raises(WrongCredentialsError) as wrong:
            await sign_in(connection, name, password)
    assert (wrong.value.text, wrong.value.params) == (WrongCredentialsError.default, {})


@pytest.mark.parametrize("password", ["", "1234567", "x" * 257])
async def test_a_bad_password_is_refused_with_a_word(engine: AsyncEngine, password: str) -> None:
    async with engine.begin() as connection:
        with pytest.raises(BadPasswordError) as refused:
            await sign_up(connection, "Alice", password)
    assert refused.value.text.format(**refused.value.params)


async def test_a_name_is_taken_once_even_at_the_same_moment(engine: AsyncEngine) -> None:
    async def try_to(name: str) -> Person:
        async with engine.begin() as connection:
            return await sign_up(connection, name, SECRET)

    names = ("Alice", "ALICE", "alice")
    outcomes = await asyncio.gather(*map(try_to, names), return_exceptions=True)
    kinds = sorted(type(outcome).__name__ for outcome in outcomes)
    assert kinds == ["NameTakenError", "NameTakenError", "Person"]


async def test_guests_may_share_a_name(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await sign_up(connection, "Alice", SECRET)
        first = await arrive_as_guest(connection, "Alice")
        second = await arrive_as_guest(connection, "Alice")
    assert first.guest
    assert first.id != second.id


async def test_a_guest_makes_an_account_and_stays_the_same(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        guest = await arrive_as_guest(connection, "Bob")
        account = await make_account(connection, guest.id, "Robert", SECRET)
        assert account == Person(guest.id, "Robert", guest=False)
        assert await sign_in(connection, "robert", SECRET) == account
        with pytest.raises(HasAccountError):
            await make_account(connection, guest.id, "Bobby", SECRET)


async def test_an_account_needs_a_free_name(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await sign_up(connection, "Alice", SECRET)
        guest = await arrive_as_guest(connection, "Alice")
        with pytest.raises(NameTakenError):
            await make_account(connection, guest.id, "alice", SECRET)
        assert (await make_account(connection, guest.id, "Alice II", SECRET)).id == guest.id


async def test_preferences_are_kept(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        alice = await sign_up(connection, "Alice", SECRET)
        await set_preferences(connection, alice.id, "de", "dark")
        found = await sign_in(connection, "Alice", SECRET)
    assert (found.language, found.theme) == ("de", "dark")


async def test_a_weak_hash_is_renewed_at_sign_in(engine: AsyncEngine) -> None:
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(SECRET)
    stored = text("SELECT password FROM person")
    async with engine.begin() as connection:
        await sign_up(connection, "Alice", SECRET)
        await connection.execute(text("UPDATE person SET password = :weak"), {"weak": weak})
        await sign_in(connection, "Alice", SECRET)
        renewed = (await connection.execute(stored)).scalar_one()
    assert renewed.startswith("$argon2id$")
    assert not passwords.is_outdated(renewed)


async def test_the_first_link_stays_until_somebody_redeems_it(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        token = await first_admin_link(connection)
        assert token is not None
        assert await first_admin_link(connection) == token
        alice = await sign_up(connection, "Alice", SECRET)
        for wrong in ("", "x", token[:-1], token + "\0", "\ud800"):
            assert not await redeem_admin_link(connection, wrong, alice.id)
        assert await redeem_admin_link(connection, token, alice.id)
        assert (await sign_in(connection, "Alice", SECRET)).admin
        assert await first_admin_link(connection) is None
        bob = await sign_up(connection, "Bob", SECRET)
        assert not await redeem_admin_link(connection, token, bob.id)


async def test_a_guest_is_no_admin(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        token = await first_admin_link(connection) or ""
        guest = await arrive_as_guest(connection, "Guest")
        assert not await redeem_admin_link(connection, token, guest.id)
        assert await first_admin_link(connection) == token


async def test_two_redeem_at_once_and_one_is_admin(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        token = await first_admin_link(connection) or ""
        people = [await sign_up(connection, name, SECRET) for name in ("Alice", "Bob")]

    async def redeem(person: Person) -> bool:
        async with engine.begin() as connection:
            return await redeem_admin_link(connection, token, person.id)

    assert sorted(await asyncio.gather(*map(redeem, people))) == [False, True]


def test_errors_are_one_tree() -> None:
    assert issubclass(BadNameError, AccountError)
