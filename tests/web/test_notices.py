"""The pages of notices: the list, what is wanted, the ways, and the links that stop."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from app.db.direct import autocommitting
from app.notices.derive import derive
from app.web.house import House
from tests.web.people import Form, Game, Visitor, open_table

WAYS = "/account/notices"


async def column(house: House, sql: str) -> list[object]:
    async with house.engine.connect() as connection:
        return list((await connection.execute(text(sql))).scalars())


async def news_of(house: House) -> None:
    """Let notices be made of what happened."""
    await house.matches.settle()
    await derive(house.engine, house.rules, datetime.now(UTC))


async def add_mail(visitor: Visitor, target: str = "alice@example.org") -> None:
    await visitor.see(WAYS)
    await visitor.go(f"{WAYS}/mail", {"mail": target})


async def token_of(house: House) -> str:
    [token] = await column(house, "SELECT token FROM address")
    return str(token)


async def test_a_notice_is_listed_until_its_match_is_seen(
    house: House, game: Game, bob: Visitor
) -> None:
    await house.notices.presence.write(datetime.now(UTC))
    await clear(house)
    await news_of(house)
    page = await bob.see("/notices")
    assert f'href="{game.url}"' in page
    assert 'class="unread"' in page
    await bob.see(game.url)
    await house.notices.presence.write(datetime.now(UTC))
    assert 'class="unread"' not in await bob.see("/notices")


async def clear(house: House) -> None:
    """Nobody was seen at any match."""
    async with house.engine.begin() as connection:
        await connection.execute(text("TRUNCATE presence"))


async def test_pages_count_unread_news_beside_the_turns(
    house: House, game: Game, bob: Visitor
) -> None:
    await house.notices.presence.write(datetime.now(UTC))
    await clear(house)
    await news_of(house)
    answer = await bob.get("/notices/news")
    found = answer.json()
    assert (found["turns"] in {0, 1}, found["news"]) == (True, 1)
    assert '<b id="news">1</b>' in await bob.see("/rules")
    await bob.go("/notices/read")
    assert (await bob.get("/notices/news")).json()["news"] == 0


async def test_wishes_are_kept(alice: Visitor) -> None:
    await alice.see(WAYS)
    await alice.go(WAYS, {"want": ["page.your_turn", "mail.invited", "x.y"], "digest": "1"})
    page = await alice.see(WAYS)
    assert 'value="page.your_turn" checked' in page
    assert 'value="mail.your_turn" checked' not in page
    assert 'name="digest" value="1" checked' in page


async def test_a_mailbox_is_confirmed_by_its_link(house: House, alice: Visitor) -> None:
    await add_mail(alice)
    token = await token_of(house)
    assert "Not confirmed yet" in await alice.see(WAYS)
    await alice.see(f"/confirm/{token}")
    assert await column(house, "SELECT id FROM address WHERE confirmed IS NOT NULL") == []
    assert "Confirmed" in (await alice.post(f"/confirm/{token}")).text
    assert "Not confirmed yet" not in await alice.see(WAYS)


async def test_a_link_asks_before_it_stops(house: House, alice: Visitor, nobody: Visitor) -> None:
    await add_mail(alice)
    stop = f"/stop/{await token_of(house)}/your_turn"
    await nobody.see(stop)
    assert 'value="mail.your_turn" checked' in await alice.see(WAYS)
    answer = await nobody.post(stop, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    page = await alice.see(WAYS)
    assert 'value="mail.your_turn" checked' not in page
    assert 'value="push.your_turn" checked' in page
    assert 'value="mail.invited" checked' in page


@pytest.mark.parametrize(
    "path",
    ["/stop/nothing/your_turn", "/confirm/nothing", "/stop/a%00b/your_turn", "/confirm/%00"],
)
async def test_a_link_that_is_no_more_says_so(nobody: Visitor, path: str) -> None:
    assert (await nobody.get(path)).status_code == 404
    assert (await nobody.post(path)).status_code == 404


@pytest.mark.parametrize(
    ("where", "form"),
    [
        ("mail", {"mail": "nonsense"}),
        ("hook", {"service": "json", "url": "http://example.org/"}),
        ("hook", {"service": "discord", "url": "https://example.org/hook"}),
        ("hook", {"service": "gopher", "url": "https://example.org/hook"}),
        ("push", {"endpoint": "https://push.example.org/1", "p256dh": "x", "auth": "y"}),
        ("push", {"endpoint": "https://push.example.org/\0", "p256dh": "\0", "auth": "\0"}),
        ("hook", {"service": "json", "url": "https://example.org/\0"}),
        ("mail", {"mail": "a\0@example.org"}),
    ],
)
async def test_what_is_no_address_is_told(alice: Visitor, where: str, form: dict[str, str]) -> None:
    answer = await alice.submit(f"{WAYS}/{where}", form)
    assert answer.status_code == 422
    assert 'class="refuse"' in answer.text


async def test_a_webhooks_address_is_not_shown_again(alice: Visitor) -> None:
    await alice.see(WAYS)
    await alice.go(f"{WAYS}/hook", {"service": "json", "url": "https://example.org/secret-path"})
    page = await alice.see(WAYS)
    assert "JSON, example.org" in page
    assert "secret-path" not in page


async def test_questions_are_not_sent_without_end(alice: Visitor) -> None:
    for number in range(5):
        await add_mail(alice, f"alice{number}@example.org")
    answer = await alice.submit(f"{WAYS}/mail", {"mail": "bob@example.org"})
    assert answer.status_code == 422
    assert "Wait an hour" in answer.text


async def test_nobody_changes_the_addresses_of_others(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    await add_mail(alice)
    [number] = await column(house, "SELECT id FROM address")
    await bob.see(WAYS)
    await bob.go(f"{WAYS}/address", {"address": str(number), "do": "remove"})
    assert await column(house, "SELECT id FROM address") == [number]
    await alice.go(f"{WAYS}/address", {"address": str(number), "do": "remove"})
    assert await column(house, "SELECT id FROM address") == []


async def test_the_host_gives_the_table_a_webhook(
    house: House, game: Game, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    hooks = f"{game.url}/hooks"
    form: Form = {"service": "ntfy", "url": "https://ntfy.sh/topic", "kind": ["your_turn"]}
    await alice.see(hooks)
    await alice.go(hooks, form)
    assert "ntfy, ntfy.sh" in await alice.see(hooks)
    assert (await bob.get(hooks)).status_code == 403
    assert (await bob.submit(hooks, form)).status_code == 403
    assert (await charlie.get(hooks)).status_code == 404
    [number] = await column(house, "SELECT id FROM address")
    await alice.go(f"{hooks}/remove", {"address": str(number)})
    assert "ntfy, ntfy.sh" not in await alice.see(hooks)


async def test_the_waiting_room_leads_its_host_to_the_webhooks(
    alice: Visitor, bob: Visitor
) -> None:
    key = await open_table(alice)
    assert f"/m/{key}/hooks" in await alice.see(f"/m/{key}")


async def test_the_house_can_be_installed(nobody: Visitor) -> None:
    manifest = (await nobody.get("/manifest.webmanifest")).json()
    assert manifest["start_url"] == "/matches"
    for icon in manifest["icons"]:
        assert (await nobody.get(icon["src"])).headers["content-type"] == "image/png"
    worker = await nobody.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "notificationclick" in worker.text


async def test_who_is_at_the_page_has_read_it(house: House, game: Game, alice: Visitor) -> None:
    await news_of(house)
    unread = "SELECT name FROM notice JOIN person ON person.id = person_id WHERE read IS NULL"
    assert "Alice" in await column(house, unread)
    await alice.see(game.url)
    await house.notices.presence.write(datetime.now(UTC))
    assert "Alice" not in await column(house, unread)


async def test_a_page_in_the_background_is_no_presence(
    house: House, game: Game, bob: Visitor
) -> None:
    await house.notices.presence.write(datetime.now(UTC))
    await clear(house)
    await bob.get(f"{game.url}/live?hold=0")
    await house.notices.presence.write(datetime.now(UTC))
    async with autocommitting(house.engine) as driver:
        cursor = await driver.execute("SELECT count(*) FROM presence")
        assert await cursor.fetchone() == (0,)
