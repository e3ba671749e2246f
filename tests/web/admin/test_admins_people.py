"""What an admin does to people: it works, it is audited, and nobody else can."""

import re

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.web.house import House
from tests.web.admin.conftest import SECRET, audit, make_admin, number_of
from tests.web.people import Game, Visitor, begin

PAGES = ["/admin", "/admin/people", "/admin/people/1", "/admin/house", "/admin/audit"]
FORMS: list[tuple[str, dict[str, str]]] = [
    ("/admin/people", {"name": "Odo"}),
    ("/admin/people/invite", {"uses": "1", "days": "7"}),
    ("/admin/people/uninvite", {"link": "1"}),
    ("/admin/people/1/reset", {}),
    ("/admin/people/1/disable", {}),
    ("/admin/people/1/enable", {}),
    ("/admin/people/1/promote", {}),
    ("/admin/people/1/demote", {}),
    ("/admin/people/1/end-sessions", {}),
    ("/admin/people/1/delete", {}),
    ("/admin/house", {"section": "name", "name": "Mine"}),
]
_LINK = re.compile(r'id="once" readonly value="http://burgrave\.test([^"]+)"')


def shown_link(page: str) -> str:
    """The link that is shown this once."""
    found = _LINK.search(page)
    assert found, page[-2000:]
    return found.group(1)


async def test_only_an_admin_sees_the_pages(
    ada: Visitor, berthe: Visitor, bob: Visitor, nobody: Visitor
) -> None:
    for page in PAGES:
        await ada.see(page)
        assert (await bob.get(page)).status_code == 403, page
        assert (await berthe.get(page)).status_code == 403, page
        asked = await nobody.get(page)
        assert (asked.status_code, asked.headers["location"]) == (303, f"/sign-in?next={page}")


async def test_only_an_admin_does_deeds(
    house: House, ada: Visitor, berthe: Visitor, bob: Visitor, nobody: Visitor
) -> None:
    for url, form in FORMS:
        assert (await bob.submit(url, form)).status_code == 403, url
        assert (await berthe.submit(url, form)).status_code == 403, url
        assert (await nobody.submit(url, form)).headers["location"].startswith("/sign-in"), url
        assert (await ada.post(url, data=form)).status_code == 403, url
    assert await audit(house) == []


async def test_a_new_account_is_opened_by_its_owner(
    house: House, ada: Visitor, nobody: Visitor
) -> None:
    made = await ada.submit("/admin/people", {"name": "Odo"})
    link = shown_link(made.text)
    assert "Choose a password, Odo" in await nobody.see(link)
    short = await nobody.submit(link, {"password": "short"})
    assert (short.status_code, "at least" in short.text or "8" in short.text) == (422, True)
    assert await nobody.go(link, {"password": SECRET}) == "/matches"
    assert "Odo" in await nobody.see("/matches")
    assert (await nobody.get(link)).status_code == 410
    assert await audit(house) == ["person.create"]


async def test_a_name_that_is_taken_is_told(ada: Visitor, berthe: Visitor) -> None:
    again = await ada.submit("/admin/people", {"name": "berthe"})
    assert (again.status_code, "has this name already" in again.text) == (422, True)


async def test_a_password_is_reset_by_a_link(
    house: House, ada: Visitor, berthe: Visitor, nobody: Visitor
) -> None:
    number = await number_of(house, "Berthe")
    link = shown_link((await ada.submit(f"/admin/people/{number}/reset")).text)
    await nobody.go(link, {"password": "quite another secret"})
    assert (await berthe.get("/matches")).status_code == 303
    wrong = await berthe.submit("/sign-in", {"name": "Berthe", "password": SECRET})
    assert wrong.status_code == 422
    await berthe.go("/sign-in", {"name": "Berthe", "password": "quite another secret"})
    assert await audit(house) == ["person.reset"]


async def test_an_admin_cannot_take_another_admins_keys(
    house: House, ada: Visitor, berthe: Visitor
) -> None:
    await make_admin(house, berthe)
    number = await number_of(house, "Berthe")
    tried = await ada.submit(f"/admin/people/{number}/reset")
    assert (tried.status_code, "burgrave admin reset" in tried.text) == (422, True)
    assert await audit(house) == []


async def test_a_closed_account_is_out_at_once_and_in_again_later(
    house: House, ada: Visitor, berthe: Visitor
) -> None:
    number = await number_of(house, "Berthe")
    await ada.go(f"/admin/people/{number}/disable", {"reason": "rude letters"})
    assert (await berthe.get("/matches")).status_code == 303
    tried = await berthe.submit("/sign-in", {"name": "Berthe", "password": SECRET})
    assert (tried.status_code, "is closed" in tried.text) == (422, True)
    await ada.go(f"/admin/people/{number}/enable")
    await berthe.go("/sign-in", {"name": "Berthe", "password": SECRET})
    assert await audit(house) == ["person.disable", "person.enable"]
    assert "rude letters" in await ada.see("/admin/audit?kind=person")


async def test_rights_are_given_and_taken(house: House, ada: Visitor, berthe: Visitor) -> None:
    number = await number_of(house, "Berthe")
    await ada.go(f"/admin/people/{number}/promote")
    await berthe.see("/admin")
    await ada.go(f"/admin/people/{number}/demote")
    assert (await berthe.get("/admin")).status_code == 403
    assert await audit(house) == ["person.promote", "person.demote"]


async def test_the_last_admin_stays(house: House, ada: Visitor) -> None:
    number = await number_of(house, "Ada")
    tried = await ada.submit(f"/admin/people/{number}/demote")
    assert (tried.status_code, "last admin" in tried.text) == (422, True)
    for deed in ("disable", "delete"):
        assert (await ada.submit(f"/admin/people/{number}/{deed}")).status_code == 422
    assert await audit(house) == []


async def test_a_guest_is_no_admin(house: House, ada: Visitor, bob: Visitor) -> None:
    number = await number_of(house, "Bob")
    assert (await ada.submit(f"/admin/people/{number}/promote")).status_code == 422
    assert await audit(house) == []


async def test_somebody_is_signed_out_everywhere(
    house: House, ada: Visitor, berthe: Visitor
) -> None:
    await ada.go(f"/admin/people/{await number_of(house, 'Berthe')}/end-sessions")
    assert (await berthe.get("/matches")).status_code == 303
    assert await audit(house) == ["person.end_sessions"]


async def test_who_is_deleted_leaves_his_matches_without_his_name(
    house: House, ada: Visitor, game: Game, alice: Visitor, bob: Visitor
) -> None:
    waiting = await alice.go("/new", {"game": "kasl", "seats": "2", "title": "Not begun"})
    await ada.go(f"/admin/people/{await number_of(house, 'Alice')}/delete")
    page = await bob.see(game.url)
    assert "Alice" not in page
    assert "N. N." in page
    assert (await ada.get(waiting)).status_code == 404
    assert (await alice.get("/matches")).status_code == 303
    async with house.engine.connect() as connection:
        left = text("SELECT person_id, bot IS NOT NULL, name FROM seat ORDER BY seat")
        first, second = (await connection.execute(left)).all()
        host = await connection.scalar(text("SELECT host_id FROM match"))
    assert tuple(first) == (None, True, "N. N.")
    assert host == second.person_id == await number_of(house, "Bob")
    assert await audit(house) == ["person.delete"]


async def test_a_finished_match_keeps_the_moves_of_who_is_deleted(
    house: House, ada: Visitor, alice: Visitor, bob: Visitor
) -> None:
    game = await begin(house, alice, bob, public="1")
    async with house.engine.begin() as connection:
        await connection.execute(text("UPDATE match SET state = 'finished', finished = now()"))
    await ada.go(f"/admin/people/{await number_of(house, 'Alice')}/delete")
    page = await bob.see(game.url)
    assert "Alice" not in page
    assert "N. N." in page


async def test_the_audit_cannot_be_changed(house: House, ada: Visitor, berthe: Visitor) -> None:
    await ada.go(f"/admin/people/{await number_of(house, 'Berthe')}/promote")
    for change in ("UPDATE deed SET kind = 'person.demote'", "DELETE FROM deed"):
        with pytest.raises(DBAPIError, match="only added to"):
            async with house.engine.begin() as connection:
                await connection.execute(text(change))
    assert await audit(house) == ["person.promote"]


async def test_people_are_found(ada: Visitor, berthe: Visitor, bob: Visitor) -> None:
    found = await ada.see("/admin/people?q=ber")
    assert "Berthe" in found
    assert ">Bob<" not in found
    guests = await ada.see("/admin/people?kind=guests")
    assert "Bob" in guests
    assert "Berthe" not in guests


@pytest.mark.parametrize("number", ["0", "999", "x", "9" * 40, "-1"])
async def test_nobody_is_found_under_a_number_of_nobody(ada: Visitor, number: str) -> None:
    assert (await ada.get(f"/admin/people/{number}")).status_code == 404
    assert (await ada.submit(f"/admin/people/{number}/promote")).status_code == 404
