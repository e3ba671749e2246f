"""The clock of a new match: what may be chosen, what is told, what programs read of it."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from app.matches.hours import Calendar
from app.matches.limits import Clock
from app.matches.pauses import pause
from app.web.clock import clock_face
from app.web.clock_choice import calendar_in_words, read_clock
from app.web.house import House
from app.web.languages import language
from tests.web.people import Visitor, begin, open_table

NIGHT = {"night": "1", "from": "22:00", "to": "8:00", "zone": "Europe/Paris"}


@pytest.mark.parametrize(
    ("fields", "clock"),
    [
        ({}, None),
        ({"limit": ""}, None),
        ({"limit": "", **NIGHT}, None),
        ({"limit": "600"}, Clock(600)),
        ({"limit": "300+10"}, Clock(bank=300, gain=10)),
        ({"limit": "600", **NIGHT}, Clock(600, calendar=Calendar("Europe/Paris", 22, 8))),
        (
            {"limit": "600", "weekends": "1", "from": "22:00", "zone": "Asia/Tokyo"},
            Clock(600, calendar=Calendar("Asia/Tokyo", weekends=True)),
        ),
    ],
)
def test_a_form_says_a_clock(fields: dict[str, str], clock: Clock | None) -> None:
    assert read_clock(fields) == clock


@pytest.mark.parametrize(
    "form",
    [
        {"limit": "300"},
        {"limit": "300+11"},
        {"limit": "300+"},
        {"limit": "+10"},
        {"limit": "300+10+10"},
        {"limit": "600", **NIGHT, "zone": "Europe/Atlantis"},
        {"limit": "600", **NIGHT, "from": "noon"},
        {"limit": "600", **NIGHT, "to": "24:00"},
        {"limit": "600", **NIGHT, "from": "8:00", "to": "7:00"},
        {"limit": "600", "absence": "default"},
        {"limit": "600", "absence": "never"},
    ],
)
async def test_clocks_that_the_house_does_not_have_are_refused(
    alice: Visitor, form: dict[str, str]
) -> None:
    answer = await alice.submit("/new", {"game": "kasl", "seats": "2", **form})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


async def test_a_refused_form_keeps_what_was_chosen(alice: Visitor) -> None:
    form = {"game": "kasl", "seats": "2", "limit": "300+10", "absence": "until_return", **NIGHT}
    answer = await alice.submit("/new", {**form, "zone": "Europe/Atlantis"})
    for kept in (
        '<input type="radio" name="limit" value="300+10" checked>',
        '<input type="radio" name="absence" value="until_return" checked>',
        '<input type="checkbox" name="night" value="1" checked>',
    ):
        assert kept in answer.text


@pytest.mark.parametrize(("game", "offered"), [("kasl", False), ("france", True)])
async def test_the_rules_own_way_is_offered_where_the_game_has_one(
    alice: Visitor, game: str, offered: bool
) -> None:
    form = await alice.see(f"/new?game={game}")
    assert ('name="absence" value="default" checked' in form) == offered
    assert ('name="absence" value="default"' in form) == offered


async def test_the_waiting_room_tells_all_that_was_chosen(alice: Visitor) -> None:
    key = await open_table(alice, limit="300+10", absence="until_return", weekends="1", **NIGHT)
    room = await alice.see(f"/m/{key}")
    for told in (
        "<dt>Time of each player</dt><dd>5 min + 10 s</dd>",
        "<dd>22:00 to 8:00, Saturday and Sunday (Europe/Paris)</dd>",
        "<dt>Who is late</dt><dd>A bot plays for him until he returns</dd>",
    ):
        assert told in room


def test_a_calendar_in_words() -> None:
    told = calendar_in_words(Calendar("America/New_York", weekends=True), language("de"))
    assert told == "Samstag und Sonntag (America/New York)"


@pytest.mark.parametrize(
    ("seconds", "face"),
    [(0, "0:00"), (-5, "0:00"), (0.2, "0:01"), (59, "0:59"), (252, "4:12"), (3852, "1:04:12")],
)
def test_a_clock_face(seconds: float, face: str) -> None:
    assert clock_face(timedelta(seconds=seconds)) == face


async def test_a_live_clock_stands_beside_each_player(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await begin(house, alice, bob, limit="300+10")
    page = await (await game.asked()).see(game.url)
    ribbon = page.partition('id="ribbon"')[2].partition("</section>")[0]
    assert ribbon.count('class="face"') == 2
    assert '<time class="clock"' in ribbon
    assert '<span class="clock still"><span class="face" aria-hidden="true">5:00</span>' in ribbon
    assert "5 min left" in ribbon


async def test_programs_read_the_clock(house: House, alice: Visitor, bob: Visitor) -> None:
    game = await begin(house, alice, bob, limit="300+10", **NIGHT)
    head = (await alice.get(f"/api/matches/{game.key}")).json()["head"]
    assert (head["bank"], head["gain"], head["limit"]) == (300, 10, None)
    assert head["calendar"] == {"zone": "Europe/Paris", "from": 22, "to": 8, "weekends": False}
    assert (head["absence"], head["paused"]) == ("once", None)
    asked = [seat for seat in head["seats"] if seat["awaited"]]
    assert [seat["due"] for seat in asked] == [head["due"]]
    assert [seat["bank"] for seat in asked] == [300]
    assert [seat["due"] for seat in head["seats"] if not seat["awaited"]] == [None]


async def test_a_pause_is_told_and_ended_by_who_sits_there(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    game = await begin(house, alice, bob, limit="600", public="1")
    number = (await house.matches.glance(game.key, None)).id
    await pause(house.engine, house.matches.herald, number, "table", datetime.now(UTC))
    for visitor in (alice, charlie):
        page = await visitor.see(game.url)
        assert "This match is paused." in page
        assert ('<button class="btn sm">Resume</button>' in page) == (visitor is alice)
    player, option = await game.asked(), await game.option()
    refused = await player.play(game, option, await game.version())
    assert refused.status_code == 409
    assert "Whoever sits at the table can resume it." in refused.text
    await bob.go(f"{game.url}/table/resume")
    assert "This match is paused." not in await alice.see(game.url)
    await game.advance()


async def test_what_an_admin_paused_he_resumes(house: House, alice: Visitor, bob: Visitor) -> None:
    game = await begin(house, alice, bob)
    async with house.engine.begin() as connection:
        paused = "UPDATE match SET paused = now(), paused_by = 'admin' WHERE key = :key"
        await connection.execute(text(paused), {"key": game.key})
    page = await alice.see(game.url)
    assert "The admin of this house has paused the match, and resumes it." in page
    assert ">Resume</button>" not in page
    assert (await bob.submit(f"{game.url}/table/resume")).status_code == 409


async def test_who_is_away_is_told_so_and_comes_back(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await begin(house, alice, bob, limit="600", absence="until_return")
    async with house.engine.begin() as connection:
        away = "UPDATE seat SET away = now() WHERE seat = 1"
        await connection.execute(text(away))
    assert "A bot plays for you." in await bob.see(game.url)
    page = await alice.see(game.url)
    assert "A bot plays for you." not in page
    assert "a bot plays for now" in page
    await bob.go(f"{game.url}/table/back")
    assert "A bot plays for you." not in await bob.see(game.url)
