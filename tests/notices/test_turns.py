"""Who is told that it is his turn: once for each wait, and not who knows it."""

from __future__ import annotations

from app.notices.derive import refill
from tests.matches.conftest import People, Running, begin
from tests.notices.conftest import Desk
from tests.notices.receivers import Mailbox

ALICE = "alice@example.org"
BOB = "bob@example.org"


async def number(running: Running, people: People) -> int:
    return (await running.page(people.alice)).head.id


async def test_who_waits_is_told_once(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    await desk.mail(people.bob, BOB)
    await desk.settle_and_send()
    await desk.settle_and_send()
    assert mailbox.to(BOB) == ["Your turn: Toss"]
    assert await desk.kinds(people.alice) == ["your_turn"]


async def test_the_mail_says_where_and_how_to_stop_and_nothing_of_the_board(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    await desk.mail(people.bob, BOB)
    await running.pick(people.alice, "tails")
    await desk.settle_and_send()
    [mail] = mailbox.mails
    plain = mail.get_body(("plain",))
    html = mail.get_body(("html",))
    assert plain is not None
    assert html is not None
    for part in (plain.get_content(), html.get_content()):
        assert f"https://games.example.org/m/{running.key}" in part
        assert "/stop/" in part
        assert "tails" not in part
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(mail["List-Unsubscribe"]).strip("<>").endswith("/your_turn")
    assert mail["From"] == "Burgrave <house@games.example.org>"


async def test_who_has_moved_meanwhile_gets_no_mail(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    await desk.mail(people.bob, BOB)
    await desk.settle()
    await running.pick(people.bob, "heads")
    desk.wait(minutes=3)
    await desk.send()
    assert mailbox.mails == []
    assert await desk.states() == ["dropped"]


async def test_who_has_looked_meanwhile_gets_no_mail(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    await desk.mail(people.bob, BOB)
    await desk.settle()
    desk.wait(minutes=1)
    await desk.look(people.bob, await number(running, people))
    desk.wait(minutes=2)
    await desk.send()
    assert mailbox.mails == []


async def test_who_left_the_page_just_before_is_told(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    await desk.mail(people.bob, BOB)
    await desk.look(people.bob, await number(running, people))
    desk.wait(seconds=5)
    await desk.settle_and_send()
    assert mailbox.to(BOB) == ["Your turn: Toss"]


async def test_what_is_over_need_not_be_read(desk: Desk, running: Running, people: People) -> None:
    await desk.settle()
    await running.pick(people.bob, "heads")
    await desk.settle()
    unread = "SELECT person_id, kind FROM notice WHERE read IS NULL ORDER BY id"
    assert await desk.rows(unread) == [
        (people.bob.id, "match_started"),
        (people.alice.id, "your_turn"),
    ]


async def test_a_new_round_is_a_new_wait_but_for_who_began_it(
    desk: Desk, running: Running, people: People
) -> None:
    await desk.settle()
    await running.pick(people.alice, "heads")
    await desk.settle()
    await running.pick(people.bob, "heads")
    await desk.settle()
    assert await desk.kinds(people.alice) == ["your_turn", "your_turn"]
    assert await desk.kinds(people.bob) == ["match_started", "your_turn"]


async def test_a_round_that_passed_between_two_looks_is_a_new_wait(
    desk: Desk, running: Running, people: People
) -> None:
    await desk.settle()
    await running.pick(people.alice, "heads")
    await running.pick(people.bob, "heads")
    await desk.settle()
    assert await desk.kinds(people.alice) == ["your_turn", "your_turn"]


async def test_nobody_is_told_while_bots_are_to_move(
    desk: Desk, people: People, mailbox: Mailbox
) -> None:
    key = await desk.matches.create(people.alice, "coins", "", 3, {"rounds": "99"}, False, 1)
    await desk.matches.join(
        key, people.bob, (await desk.matches.look(key, people.alice)).head.invite
    )
    await desk.matches.start(key, people.alice)
    await desk.settle()
    assert await desk.kinds(people.bob) == []
    running = Running(desk.matches, key)
    await desk.bots(await number(running, people))
    await desk.settle()
    assert await desk.kinds(people.bob) == ["match_started", "your_turn"]


async def test_the_end_is_told_to_all_with_the_winners(
    desk: Desk, people: People, mailbox: Mailbox
) -> None:
    running = await begin(desk.matches, people, rounds="1")
    await desk.mail(people.bob, BOB)
    await desk.settle()
    for person in (people.alice, people.bob):
        await running.pick(person, "heads")
    await desk.settle_and_send()
    assert await desk.kinds(people.alice) == ["your_turn", "match_ended"]
    assert mailbox.to(BOB) == ["Toss is over"]
    plain = mailbox.mails[0].get_body(("plain",))
    assert plain is not None
    assert "Alice and Bob have won." in plain.get_content()


async def test_a_started_match_and_a_turn_are_one_mail(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    await desk.mail(people.bob, BOB)
    await desk.settle_and_send()
    assert await desk.kinds(people.bob) == ["match_started", "your_turn"]
    assert mailbox.to(BOB) == ["Your turn: Toss"]


async def test_a_crash_loses_no_notice(desk: Desk, running: Running, people: People) -> None:
    await desk.matches.settle()
    await desk.run("DELETE FROM untold")
    await refill(desk.engine, desk.now)
    await desk.settle()
    assert await desk.kinds(people.bob) == ["match_started", "your_turn"]


async def test_a_paused_match_tells_nobody_until_it_goes_on(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    await desk.run("UPDATE match SET paused = now()")
    await desk.settle()
    assert await desk.kinds(people.alice) == []
    await desk.run("UPDATE match SET paused = NULL; INSERT INTO untold SELECT id FROM match")
    await desk.settle()
    assert await desk.kinds(people.alice) == ["your_turn"]
