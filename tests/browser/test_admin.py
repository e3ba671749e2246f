"""The pages of who runs the house can be read everywhere, and work without scripts."""

import psycopg
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDE, NewPage
from tests.browser.test_look import SMALL, readable

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = [
    "/admin",
    "/admin/people",
    "/admin/matches",
    "/admin/queue",
    "/admin/house",
    "/admin/machine",
    "/admin/audit",
]
SECRET = "a long secret"


def as_admin(page: Page, database: str, name: str) -> int:
    """Sign up and run the house; the person's number."""
    page.goto("/sign-up")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Make the account").click()
    page.wait_for_url("**/matches")
    with psycopg.connect(database, autocommit=True) as connection:
        promote = "UPDATE person SET admin = true WHERE name = %s RETURNING id"
        row = connection.execute(promote, (name,)).fetchone()
        assert row is not None
        connection.execute("SELECT pg_notify('session', %s)", (str(row[0]),))
    for _ in range(100):
        page.goto("/admin")
        if page.locator(".keeper").count():
            return int(row[0])
    pytest.fail("the house does not know its admin")


@pytest.mark.parametrize(
    ("theme", "size", "locale"),
    [("light", WIDE, "en-GB"), ("dark", SMALL, "de-DE")],
    ids=["vellum", "phone by night in German"],
)
def test_every_page_of_the_house_can_be_read(
    new_page: NewPage, database: str, theme: str, size: dict[str, int], locale: str
) -> None:
    page = new_page(viewport=size, color_scheme=theme)
    number = as_admin(page, database, f"Keeper {theme}")
    page.goto("/new?game=kasl")
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url("**/m/*")
    register = f"/admin/matches/{page.url.rpartition('/')[2]}"
    page.context.set_extra_http_headers({"accept-language": locale})
    readable(page, [*PAGES, f"/admin/people/{number}", register])


def test_without_scripts_an_account_is_made_and_its_owner_comes_in(
    new_page: NewPage, database: str
) -> None:
    admin, owner = new_page(), new_page(java_script_enabled=False)
    as_admin(admin, database, "Keeper three")
    page = new_page(java_script_enabled=False)
    for cookie in admin.context.cookies():
        page.context.add_cookies(
            [{"name": cookie["name"], "value": cookie["value"], "url": admin.url}]
        )
    page.goto("/admin/people")
    page.get_by_label("Name", exact=True).fill("Newcomer")
    page.get_by_role("button", name="Make the account").click()
    owner.goto(page.locator("#once").input_value())
    owner.get_by_label("Password").fill(SECRET)
    owner.get_by_role("button", name="Keep the password").click()
    expect(owner.get_by_role("link", name="Newcomer").first).to_be_attached()
    page.locator("summary", has_text="Close the account").click()
    page.get_by_label("Why").first.fill("A test")
    page.locator("form[action$='/disable'] button").click()
    expect(page.get_by_role("button", name="Open the account again")).to_be_visible()
    owner.goto("/matches")
    assert "/sign-in" in owner.url
