"""The settings of the house: who may come in, what all pages say, maintenance."""

import anyio
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.web.house import House
from tests.web.admin.conftest import SECRET, audit
from tests.web.admin.test_admins_people import shown_link
from tests.web.people import HTMX, Game, Visitor, invitation, open_table, to_json

BERTHE = {"name": "Berthe", "password": SECRET}


async def registration(ada: Visitor, way: str) -> None:
    """Set who may come in."""
    await ada.go("/admin/house", {"section": "registration", "registration": way})


async def test_an_open_house_takes_anybody(ada: Visitor, nobody: Visitor) -> None:
    assert "come with a name alone" in await nobody.see("/sign-in")
    await nobody.go("/sign-up", BERTHE)
    assert "Berthe" in await nobody.see("/matches")


@pytest.mark.parametrize("way", ["invitation", "closed"])
async def test_a_house_by_invitation_or_closed_takes_nobody_who_just_comes(
    ada: Visitor, bob: Visitor, nobody: Visitor, way: str
) -> None:
    await registration(ada, way)
    page = await nobody.see("/sign-in")
    assert "come with a name alone" not in page
    assert "/sign-up" not in page
    for url, form in [
        ("/sign-up", BERTHE),
        ("/guest", {"name": "Odo"}),
        ("/new", {"game": "kasl", "seats": "2", "name": "Odo"}),
    ]:
        refused = await nobody.submit(url, form)
        assert refused.status_code == 422, url
        assert "This house takes" in refused.text
    assert (await bob.submit("/account", BERTHE)).status_code == 422
    assert (await nobody.get("/matches")).status_code == 303
    await bob.see("/matches")


async def test_an_invitation_to_a_match_lets_a_guest_in(ada: Visitor, nobody: Visitor) -> None:
    key = await open_table(ada)
    words = await invitation(ada, key)
    await registration(ada, "closed")
    refused = await nobody.submit(f"/j/{words}", {"name": "Odo"})
    assert refused.status_code == 422
    await registration(ada, "invitation")
    assert await nobody.go(f"/j/{words}", {"name": "Odo"}) == f"/m/{key}"


async def test_an_invitation_to_the_house_works_in_a_closed_house(
    house: House, ada: Visitor, nobody: Visitor
) -> None:
    await registration(ada, "closed")
    form = {"note": "a neighbour", "uses": "1", "days": "7"}
    made = await ada.submit("/admin/people/invite", form)
    link = shown_link(made.text)
    assert "a neighbour" in made.text
    await nobody.see(link)
    assert (await nobody.submit(link, {**BERTHE, "password": "short"})).status_code == 422
    assert await nobody.go(link, BERTHE) == "/matches"
    assert (await nobody.get(link)).status_code == 410
    assert await audit(house) == ["house.set", "person.invite"]


async def test_a_guest_makes_his_account_by_invitation(
    house: House, ada: Visitor, alice: Visitor
) -> None:
    await alice.go("/new", {"game": "kasl", "seats": "2", "title": "The Saturday table"})
    await registration(ada, "invitation")
    made = await ada.submit("/admin/people/invite", {"uses": "1", "days": "7"})
    link = shown_link(made.text)
    assert 'value="Alice"' in await alice.see(link)
    await alice.go(link, {"name": "Alice", "password": SECRET})
    assert "The Saturday table" in await alice.see("/matches")


async def test_an_invitation_is_made_void(house: House, ada: Visitor, nobody: Visitor) -> None:
    made = await ada.submit("/admin/people/invite", {"uses": "3", "days": "7"})
    await ada.go("/admin/people/uninvite", {"link": "1"})
    assert (await nobody.get(shown_link(made.text))).status_code == 410
    assert await audit(house) == ["person.invite", "person.uninvite"]


@pytest.mark.parametrize(
    "form", [{"uses": "0", "days": "7"}, {"uses": "101", "days": "7"}, {"uses": "1", "days": "31"}]
)
async def test_an_invitation_has_its_limits(
    house: House, ada: Visitor, form: dict[str, str]
) -> None:
    assert (await ada.submit("/admin/people/invite", form)).status_code == 422
    assert await audit(house) == []


async def test_name_and_greeting_are_shown_to_all(
    house: House, ada: Visitor, nobody: Visitor
) -> None:
    form = {"section": "name", "name": "The Red Lion", "greeting": "Come <in>, sit down"}
    await ada.go("/admin/house", form)
    page = await nobody.see("/")
    assert "<title>The Red Lion: " in page
    assert "Come &lt;in&gt;, sit down" in page
    assert await audit(house) == ["house.set", "house.set"]
    assert "set name of the house to The Red Lion" in await ada.see("/admin/audit?kind=house")


async def test_a_notice_stands_on_every_page_until_its_end(
    house: House, ada: Visitor, bob: Visitor, nobody: Visitor
) -> None:
    form = {"section": "notice", "notice": "Cake on <Sunday>", "hours": "24"}
    await ada.go("/admin/house", form)
    for visitor, page in ((bob, "/matches"), (nobody, "/rules")):
        assert "Cake on &lt;Sunday&gt;" in await visitor.see(page)
    async with house.engine.begin() as connection:
        past = """UPDATE house_setting SET value = '"2020-01-01T00:00:00Z"'
                  WHERE name = 'notice_until'"""
        await connection.execute(text(past))
    house.memory.forget()
    assert "Cake on" not in await bob.see("/matches")


async def test_a_notice_is_sent_to_everybody_too(house: House, ada: Visitor, bob: Visitor) -> None:
    form = {"section": "notice", "notice": "Cake on Sunday", "hours": "24", "tell": "1"}
    await ada.go("/admin/house", form)
    async with house.engine.connect() as connection:
        told = await connection.scalar(text("SELECT count(*) FROM notice WHERE kind = 'house'"))
    assert told == 2
    assert (await audit(house))[-1] == "house.tell"


async def test_a_notice_is_taken_down(ada: Visitor, bob: Visitor) -> None:
    form = {"section": "notice", "notice": "Cake on Sunday", "hours": "24"}
    await ada.go("/admin/house", form)
    await ada.go("/admin/house", {"section": "notice", "take_down": "1"})
    assert "Cake on" not in await bob.see("/matches")


async def test_under_maintenance_pages_are_read_and_moves_wait(
    house: House, ada: Visitor, game: Game
) -> None:
    player, option, version = await game.asked(), await game.option(), await game.version()
    form = {"section": "maintenance", "maintenance": "1", "maintenance_word": "Back at eight"}
    await ada.go("/admin/house", form)
    assert "Back at eight" in await player.see(game.url)
    for headers in ({}, HTMX, {"accept": "application/json"}):
        waits = await player.play(game, option, version, headers=headers)
        assert (waits.status_code, waits.headers["retry-after"]) == (503, "60")
        assert "Back at eight" in waits.text
        assert "content-security-policy" in waits.headers
    assert await game.version() == version
    async with house.engine.connect() as connection:
        assert await connection.scalar(text("SELECT closed FROM heartbeat")) is not None
    await ada.go("/admin/house", {"section": "maintenance", "maintenance": "0"})
    assert (await player.play(game, option, version)).status_code == 303


async def test_under_maintenance_one_can_sign_in_and_out(ada: Visitor, berthe: Visitor) -> None:
    await ada.go("/admin/house", {"section": "maintenance", "maintenance": "1"})
    await berthe.go("/sign-out")
    await berthe.go("/sign-in", BERTHE)
    await berthe.see("/matches")
    await berthe.go("/theme", {"theme": "dark"})
    assert (await berthe.submit("/sign-up", BERTHE)).status_code == 503
    assert (await berthe.submit("/administer")).status_code == 503


@pytest.mark.parametrize(
    "form",
    [
        {"section": "registration", "registration": "ajar"},
        {"section": "name", "name": "x" * 41, "greeting": ""},
        {"section": "name", "name": "a\u202eb", "greeting": ""},
        {"section": "notice", "notice": "x" * 301, "hours": "24"},
        {"section": "notice", "notice": "x", "hours": "5"},
        {"section": "stuck", "stuck_days": "0"},
        {"section": "stuck", "stuck_days": "-3"},
        {"section": "roof"},
        {},
    ],
)
async def test_nonsense_is_no_setting(house: House, ada: Visitor, form: dict[str, str]) -> None:
    assert (await ada.submit("/admin/house", form)).status_code == 422
    assert await audit(house) == []


async def test_another_process_hears_of_a_change(
    app: FastAPI, house: House, ada: Visitor, nobody: Visitor
) -> None:
    await app.state.listener.wait_connected()
    await house.memory.rules()
    async with house.engine.begin() as connection:
        await connection.execute(
            text("""INSERT INTO house_setting (name, value) VALUES ('name', '"Elsewhere"')""")
        )
        await connection.execute(text("SELECT pg_notify('house', '')"))
    for _ in range(1000):
        if "Elsewhere" in await nobody.see("/rules"):
            return
        await anyio.sleep(0.01)
    pytest.fail("the change was not heard of")


async def test_the_settings_cost_no_query_per_page(house: House, app: FastAPI) -> None:
    await app.state.listener.wait_connected()
    before = await house.memory.rules()
    assert await house.memory.rules() is before
    house.memory.forget()
    assert await house.memory.rules() is not before


async def test_a_stored_value_that_cannot_be_read_counts_as_none(house: House) -> None:
    async with house.engine.begin() as connection:
        broken = "INSERT INTO house_setting (name, value) VALUES (:n, :v)"
        for name, value in (("registration", '"ajar"'), ("stuck_days", "}"), ("gone", "1")):
            await connection.execute(text(broken), {"n": name, "v": value})
    house.memory.forget()
    rules = await house.memory.rules()
    assert (rules.registration, rules.stuck_days) == ("open", 7)


async def test_a_move_as_json_waits_too(house: House, ada: Visitor, game: Game) -> None:
    await ada.go("/admin/house", {"section": "maintenance", "maintenance": "1"})
    player = await game.asked()
    body = to_json({"action": {}, "version": 1, "key": "x"})
    answer = await player.post(
        f"/api/matches/{game.key}/play",
        content=body,
        headers={"content-type": "application/json", "accept": "application/json"},
    )
    assert (answer.status_code, answer.json()["status"]) == (503, 503)


async def test_the_audit_says_settings_in_words(ada: Visitor) -> None:
    form = {"section": "maintenance", "maintenance": "1", "maintenance_word": "Back at nine."}
    await ada.go("/admin/house", form)
    page = await ada.see("/admin/audit")
    assert "set maintenance to yes" in page
    assert "set a word to those who wait to Back at nine." in page
