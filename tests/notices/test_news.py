"""Deadlines, letters, invitations, and news of the house."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.db.direct import autocommitting
from app.matches.letters import write_letter
from app.notices.house import tell_all
from app.notices.waits import near_of
from tests.matches.conftest import People, Running
from tests.notices.conftest import Desk
from tests.notices.receivers import Mailbox

BOB = "bob@example.org"
DAY = 24 * 3600
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


async def number(running: Running, people: People) -> int:
    return (await running.page(people.alice)).head.id


async def timed(desk: Desk, people: People, limit: int) -> Running:
    """A match of coins with a time limit, begun; the desk's clock is at its beginning."""
    key = await desk.matches.create(people.alice, "coins", "Toss", 2, {}, True, 0, limit)
    await desk.matches.join(key, people.bob)
    await desk.matches.start(key, people.alice)
    return Running(desk.matches, key)


@pytest.mark.parametrize(
    ("span", "before"),
    [
        (timedelta(minutes=5), None),
        (timedelta(minutes=10), 5 * MINUTE),
        (HOUR, 30 * MINUTE),
        (2 * HOUR, HOUR),
        (8 * HOUR, 2 * HOUR),
        (timedelta(days=2), 12 * HOUR),
    ],
)
def test_a_deadline_is_near_at_a_quarter_but_an_hour_before(
    span: timedelta, before: timedelta | None
) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert near_of(now + span, now) == (None if before is None else now + span - before)


async def test_who_is_late_is_warned_once(desk: Desk, people: People, mailbox: Mailbox) -> None:
    await desk.mail(people.bob, BOB)
    running = await timed(desk, people, DAY)
    await desk.settle_and_send()
    await running.pick(people.alice, "heads")
    await desk.settle()
    desk.wait(hours=17)
    await desk.warn()
    assert await desk.kinds(people.bob) == ["match_started", "your_turn"]
    desk.wait(hours=1, minutes=1)
    for _ in range(3):
        await desk.warn()
        await desk.settle()
        await desk.send()
    assert await desk.kinds(people.bob) == ["match_started", "your_turn", "deadline_near"]
    assert mailbox.to(BOB) == ["Your turn: Toss", "Little time left: Toss"]
    plain = mailbox.mails[-1].get_body(("plain",))
    assert plain is not None
    assert "You still have 5 h 5" in plain.get_content()
    assert await desk.kinds(people.alice) == ["your_turn"]


async def test_a_deadline_that_has_moved_is_not_near(desk: Desk, people: People) -> None:
    await timed(desk, people, DAY)
    await desk.settle()
    await desk.run(
        "UPDATE match SET due = due + interval '1 day',"
        " dues = ARRAY(SELECT d + interval '1 day' FROM unnest(dues) AS d)"
    )
    desk.wait(hours=20)
    await desk.warn()
    assert "deadline_near" not in await desk.kinds(people.bob)
    desk.wait(hours=24)
    await desk.warn()
    assert "deadline_near" in await desk.kinds(people.bob)


async def test_who_moved_is_not_warned(desk: Desk, people: People) -> None:
    running = await timed(desk, people, DAY)
    await desk.settle()
    await running.pick(people.bob, "heads")
    desk.wait(hours=20)
    await desk.warn()
    assert "deadline_near" not in await desk.kinds(people.bob)
    assert "deadline_near" in await desk.kinds(people.alice)


@pytest.mark.parametrize(("to", "who"), [(None, ["alice", "bob"]), ([1], ["bob"])])
async def test_a_letter_is_told_to_its_readers_without_its_words(
    desk: Desk, people: People, mailbox: Mailbox, to: list[int] | None, who: list[str]
) -> None:
    key = await desk.matches.create(people.alice, "coins", "Toss", 3, {"rounds": "99"}, True)
    for person in (people.bob, people.charlie):
        await desk.matches.join(key, person)
    await desk.matches.start(key, people.alice)
    running = Running(desk.matches, key)
    await desk.mail(people.bob, BOB)
    await desk.settle_and_send()
    await desk.run("""UPDATE match SET options = options || '{"letters": "all"}'""")
    match_id = await number(running, people)
    async with autocommitting(desk.engine) as driver:
        await write_letter(driver, match_id, 2, 3, "all", to, 1, "the secret plan")
    await desk.settle_and_send()
    await desk.settle_and_send()
    told = [
        name
        for name in ("alice", "bob", "charlie")
        if "letter_received" in await desk.kinds(getattr(people, name))
    ]
    assert told == who
    assert mailbox.to(BOB)[-1] == "A letter from Charlie"
    assert all("secret plan" not in str(mail) for mail in mailbox.mails)
    assert await desk.rows("SELECT 1 FROM notice WHERE facts::text LIKE '%secret%'") == []


async def test_who_is_invited_by_name_is_told_once(
    desk: Desk, people: People, mailbox: Mailbox
) -> None:
    await desk.mail(people.bob, BOB)
    await desk.matches.create(people.alice, "coins", "Toss", 2, {}, False)
    await desk.run(
        "INSERT INTO invitation (match_id, person_id, by_id) SELECT id, :bob, :alice FROM match",
        bob=people.bob.id,
        alice=people.alice.id,
    )
    for _ in range(2):
        await desk.run("INSERT INTO untold SELECT id FROM match")
        await desk.settle_and_send()
    assert await desk.kinds(people.bob) == ["invited"]
    assert mailbox.to(BOB) == ["An invitation: Toss"]


async def test_news_of_the_house_go_to_all(desk: Desk, people: People, mailbox: Mailbox) -> None:
    await desk.mail(people.bob, BOB)
    async with autocommitting(desk.engine) as driver:
        assert await tell_all(driver, "Closed on <Monday>.", desk.now) == 3
    desk.wait(minutes=3)
    await desk.send()
    assert await desk.kinds(people.charlie) == ["house"]
    html = mailbox.mails[0].get_body(("html",))
    assert html is not None
    assert "Closed on &lt;Monday&gt;." in html.get_content()


async def test_a_deleted_match_is_told_of_to_nobody(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    await desk.mail(people.bob, BOB)
    await desk.settle()
    await desk.run("UPDATE match SET deleted = now()")
    desk.wait(minutes=3)
    await desk.send()
    assert mailbox.mails == []


async def test_a_bot_that_plays_for_who_is_away_tells_him_nothing(
    desk: Desk, running: Running, people: People
) -> None:
    await desk.run("UPDATE seat SET away = now() WHERE seat = 1")
    await running.pick(people.alice, "heads")
    await desk.settle()
    assert "your_turn" not in await desk.kinds(people.bob)


async def test_a_seat_of_somebody_who_is_no_more_keeps_no_notice_back(
    desk: Desk, running: Running, people: People
) -> None:
    await desk.run("UPDATE seat SET person_id = NULL, name = 'Odo' WHERE seat = 1")
    await desk.settle()
    assert await desk.kinds(people.alice) == ["your_turn"]


async def test_who_takes_a_seat_that_waits_is_told(
    desk: Desk, running: Running, people: People
) -> None:
    await desk.settle()
    await desk.run("UPDATE seat SET person_id = :charlie WHERE seat = 1", charlie=people.charlie.id)
    await desk.run("INSERT INTO untold SELECT id FROM match")
    await desk.settle()
    assert await desk.kinds(people.charlie) == ["your_turn"]
