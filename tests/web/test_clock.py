"""The time limit: chosen with the match, told in its waiting room, on its page and in lists."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from app.matches.deadlines import end_wait
from app.matches.pauses import pause
from app.web.clock import time_left
from app.web.house import House
from app.web.languages import language
from tests.web.people import Visitor, open_table

TUESDAY = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("left", "en", "de"),
    [
        (timedelta(days=9), "until 1 Dec, 20:00 UTC", "bis 1. Dez., 20:00 UTC"),
        (timedelta(days=2), "until Tue 20:00 UTC", "bis Di. 20:00 UTC"),
        (timedelta(hours=3, minutes=20), "3 h 20 min left", "noch 3 h 20 min"),
        (timedelta(hours=3), "3 h left", "noch 3 h"),
        (timedelta(minutes=59, seconds=1), "1 h left", "noch 1 h"),
        (timedelta(seconds=61), "2 min left", "noch 2 min"),
        (timedelta(seconds=1), "1 min left", "noch 1 min"),
        (timedelta(), "time is up", "Zeit abgelaufen"),
    ],
)
def test_the_time_left_is_told_in_plain_words(left: timedelta, en: str, de: str) -> None:
    assert time_left(TUESDAY, left, language("en")) == en
    assert time_left(TUESDAY, left, language("de")) == de


async def test_a_match_has_no_limit_unless_one_is_chosen(alice: Visitor) -> None:
    form = await alice.see("/new?game=kasl")
    assert '<input type="radio" name="limit" value="" checked>' in form
    assert '<input type="radio" name="limit" value="1209600">' in form
    key = await open_table(alice)
    assert "As long as one likes" in await alice.see(f"/m/{key}")


async def test_the_waiting_room_tells_the_limit(alice: Visitor) -> None:
    key = await open_table(alice, limit="259200")
    assert "<dt>Time for each decision</dt><dd>3 days</dd>" in await alice.see(f"/m/{key}")


@pytest.mark.parametrize("limit", ["601", "-600", "ten", "9" * 30, "²"])
async def test_other_limits_are_refused(alice: Visitor, limit: str) -> None:
    form = {"game": "kasl", "seats": "2", "limit": limit}
    answer = await alice.submit("/new", form)
    assert answer.status_code == 422
    assert "There is no such time limit." in answer.text


@pytest.mark.parametrize("game", ["kasl", "kingsburg", "france"])
async def test_page_and_lists_tell_the_time_left(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor, game: str
) -> None:
    url = await begin_with_limit(game, alice, bob, charlie)
    for visitor in (alice, bob, charlie):
        assert "10 min left" in await visitor.see(url)
        assert "10 min left" in await visitor.see("/matches")
    async with house.engine.begin() as connection:
        soon = {"due": datetime.now(UTC) + timedelta(seconds=90)}
        sql = "UPDATE match SET due = :due, dues = array_replace(dues, due, :due)"
        await connection.execute(text(sql), soon)
    page = await alice.see(url)
    assert '<time class="clock low"' in page
    assert "2 min left" in page


async def test_a_paused_match_is_nobodys_turn(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    url = await begin_with_limit("france", alice, bob, charlie)
    assert '<article class="turn">' in await alice.see("/matches")
    match = (await house.matches.glance(url.removeprefix("/m/"), None)).id
    await pause(house.engine, house.matches.herald, match, "table", datetime.now(UTC))
    lobby = await alice.see("/matches")
    assert '<article class="turn">' not in lobby
    assert "paused" in lobby


@pytest.mark.parametrize("game", ["kasl", "kingsburg"])
async def test_the_log_tells_that_the_time_was_up(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor, game: str
) -> None:
    url = await begin_with_limit(game, alice, bob, charlie)
    match = (await house.matches.glance(url.removeprefix("/m/"), None)).id
    await end_wait(house.engine, house.rules, match, datetime.now(UTC) + timedelta(minutes=11))
    assert "The time is up: the house answers for <b>" in await alice.see(url)


async def begin_with_limit(game: str, host: Visitor, *others: Visitor) -> str:
    """A public match with ten minutes for each decision that has begun; its address."""
    form = {"game": game, "seats": str(1 + len(others)), "limit": "600", "public": "1"}
    url = await host.go("/new", form)
    for other in others:
        await other.go(f"{url}/join")
    await host.go(f"{url}/start")
    return url
