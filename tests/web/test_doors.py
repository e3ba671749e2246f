"""Coming in, going out, and being recognised."""

import pytest

from app.accounts import first_admin_link
from app.web.house import House
from app.web.readers import SESSION_COOKIE
from tests.web.people import Visitor


async def test_a_guest_comes_with_a_name_alone(nobody: Visitor) -> None:
    assert await nobody.go("/guest", {"name": "Odo", "next": "/new"}) == "/new"
    assert "Odo" in await nobody.see("/matches")


async def test_an_account_signs_in_from_elsewhere(nobody: Visitor, charlie: Visitor) -> None:
    await nobody.go("/sign-up", {"name": "Berthe", "password": "longer than short"})
    await charlie.go("/sign-in", {"name": "berthe", "password": "longer than short"})
    assert "Berthe" in await charlie.see("/matches")


async def test_a_wrong_password_is_told_on_the_page(nobody: Visitor) -> None:
    answer = await nobody.submit("/sign-in", {"name": "Berthe", "password": "wrong guess"})
    assert answer.status_code == 422
    assert "do not belong together" in answer.text
    assert 'value="Berthe"' in answer.text


async def test_signing_in_changes_the_session(nobody: Visitor) -> None:
    await nobody.go("/sign-up", {"name": "Berthe", "password": "longer than short"})
    before = nobody.cookies[SESSION_COOKIE]
    await nobody.see("/matches")
    await nobody.go("/sign-in", {"name": "Berthe", "password": "longer than short"})
    assert nobody.cookies[SESSION_COOKIE] != before


async def test_signing_out_ends_the_session(alice: Visitor) -> None:
    token = alice.cookies[SESSION_COOKIE]
    await alice.go("/sign-out")
    alice.cookies.set(SESSION_COOKIE, token)
    answer = await alice.get("/matches")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/sign-in?next=/matches"


async def test_a_guest_makes_an_account_and_keeps_his_seats(alice: Visitor) -> None:
    await alice.go("/new", {"game": "kasl", "seats": "2", "title": "The Saturday table"})
    await alice.go("/account", {"name": "Alice", "password": "longer than short"})
    assert "The Saturday table" in await alice.see("/matches")
    assert "Make this an account" not in await alice.see("/account")


async def test_other_sessions_can_be_ended(alice: Visitor, charlie: Visitor) -> None:
    await alice.go("/account", {"name": "Alice", "password": "longer than short"})
    await charlie.go("/sign-in", {"name": "Alice", "password": "longer than short"})
    await alice.see("/account")
    await alice.go("/account/sessions/end-others")
    assert (await charlie.get("/matches")).status_code == 303
    await alice.see("/matches")


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)", ""]
)
async def test_the_way_on_stays_in_the_house(nobody: Visitor, elsewhere: str) -> None:
    assert await nobody.go("/guest", {"name": "Odo", "next": elsewhere}) == "/"


async def test_the_first_admins_link_works_once(house: House, nobody: Visitor) -> None:
    async with house.engine.begin() as connection:
        token = await first_admin_link(connection)
    await nobody.go("/sign-up", {"name": "Berthe", "password": "longer than short"})
    await nobody.see(f"/welcome/{token}")
    await nobody.go(f"/welcome/{token}")
    assert (await nobody.submit(f"/welcome/{token}")).status_code == 410


async def test_a_guest_is_no_admin(house: House, alice: Visitor) -> None:
    async with house.engine.begin() as connection:
        token = await first_admin_link(connection)
    page = await alice.see(f"/welcome/{token}")
    assert "Make the account" in page
    assert "This link makes you the admin." in page
    assert (await alice.submit(f"/welcome/{token}")).status_code == 410


async def test_language_and_theme_are_kept(nobody: Visitor) -> None:
    assert await nobody.go("/language", {"language": "de", "back": "/rules"}) == "/rules"
    await nobody.go("/theme", {"theme": "dark", "back": "/rules"})
    page = await nobody.see("/rules")
    assert '<html lang="de" data-theme="dark">' in page


async def test_the_account_remembers_language_on_another_device(
    alice: Visitor, charlie: Visitor
) -> None:
    await alice.go("/account", {"name": "Alice", "password": "longer than short"})
    await alice.see("/account")
    await alice.go("/language", {"language": "de", "back": "/"})
    await charlie.go("/sign-in", {"name": "Alice", "password": "longer than short"})
    assert '<html lang="de"' in await charlie.see("/")


async def test_the_browsers_language_is_taken(nobody: Visitor) -> None:
    page = await nobody.get("/", headers={"accept-language": "fr;q=0.9, de-AT;q=0.8, en;q=0.1"})
    assert '<html lang="de"' in page.text


async def test_a_short_password_is_told_at_the_password(alice: Visitor) -> None:
    answer = await alice.submit("/account", {"name": "Alice", "password": "short"})
    assert answer.status_code == 422
    assert 'id="f-password-word"' in answer.text.partition('class="wrong"')[2]
    assert 'id="f-name-word"' not in answer.text


async def test_who_comes_in_comes_to_his_matches(nobody: Visitor) -> None:
    assert 'name="next" value="/matches"' in await nobody.see("/sign-in")
    assert await nobody.go("/guest", {"name": "Odo"}) == "/matches"
