"""Sending: what fails is tried again, who refuses gets nothing more, who hangs stalls nobody."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from msgspec.structs import replace

from app.db.direct import autocommitting
from app.notices import addresses, queue, wishes
from app.notices.deliveries import AT_ONE_RECEIVER, BACKOFF
from app.notices.errors import AddressError
from app.notices.house import tell_all
from app.notices.kinds import CHANNELS, KINDS
from tests.matches.conftest import People, Running
from tests.notices.conftest import BASE, Desk, sent_to
from tests.notices.receivers import Mailbox, Receiver

BOB = "bob@example.org"
ALICE = "alice@example.org"


async def test_a_webhook_is_told(
    desk: Desk, running: Running, people: People, receiver: Receiver
) -> None:
    await desk.hook(people.bob, f"{receiver.url}/hook?token=x")
    await desk.settle_and_send()
    [request] = receiver.requests
    assert request.path == "/hook?token=x"
    assert request.json["title"] == "Your turn: Toss"
    assert f"{BASE}/m/{running.key}" in request.json["message"]
    assert f"{BASE}/stop/" in request.json["message"]


async def test_the_tables_webhook_is_told_whom_it_waits_for(
    desk: Desk, running: Running, people: People, receiver: Receiver
) -> None:
    number = (await running.page(people.alice)).head.id
    await desk.hook(people.alice, f"{receiver.url}/t", match=number, kinds=["your_turn"])
    await desk.settle_and_send()
    [request] = receiver.requests
    assert request.json["message"].startswith("Toss waits for Alice and Bob.")


async def test_a_server_that_fails_is_tried_again_ever_later_and_then_no_more(
    desk: Desk, running: Running, people: People, receiver: Receiver
) -> None:
    receiver.statuses["/hook"] = 500
    await desk.hook(people.bob, f"{receiver.url}/hook")
    await desk.settle_and_send()
    for tries, pause in enumerate(BACKOFF, start=1):
        assert len(receiver.requests) == tries
        desk.now += pause - timedelta(seconds=10)
        await desk.send()
        assert len(receiver.requests) == tries
        desk.wait(seconds=20)
        await desk.send()
    assert len(receiver.requests) == len(BACKOFF) + 1
    assert await desk.states() == ["failed"]


async def test_the_admin_sees_what_failed_and_sends_it_again(
    desk: Desk, running: Running, people: People, receiver: Receiver
) -> None:
    receiver.statuses["/hook"] = 410
    await desk.hook(people.bob, f"{receiver.url}/hook")
    await desk.settle_and_send()
    receiver.statuses.clear()
    async with autocommitting(desk.engine) as driver:
        [failure] = await queue.list_failures(driver)
        assert (failure.person, failure.state, failure.kind) == ("Bob", "refused", "your_turn")
        assert "127.0.0.1" not in str(failure.error)
        assert await queue.count_deliveries(driver) == {"refused": 1}
        assert await queue.retry(driver, failure.id, desk.now)
        assert not await queue.retry(driver, failure.id, desk.now)
    await desk.send()
    assert await desk.states() == ["sent"]


@pytest.mark.parametrize("status", [404, 410])
async def test_who_is_gone_gets_nothing_more(
    desk: Desk, running: Running, people: People, receiver: Receiver, status: int
) -> None:
    receiver.statuses["/hook"] = status
    await desk.hook(people.bob, f"{receiver.url}/hook")
    await desk.settle_and_send()
    await running.pick(people.bob, "heads")
    await running.pick(people.alice, "heads")
    await desk.settle_and_send()
    assert len(receiver.requests) == 1
    async with autocommitting(desk.engine) as driver:
        [address] = await addresses.list_addresses(driver, people.bob.id)
        assert address.refused is not None
        assert address.refusal == f"the receiver answered {status}"
        await addresses.use_again(driver, people.bob.id, address.id)
    receiver.statuses.clear()
    await running.pick(people.bob, "heads")
    await running.pick(people.alice, "heads")
    await desk.settle_and_send()
    assert len(receiver.requests) == 2


async def test_a_mailbox_that_is_unknown_gets_nothing_more(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    mailbox.unknown.add(BOB)
    await desk.mail(people.bob, BOB)
    await desk.mail(people.alice, ALICE)
    await desk.settle_and_send()
    assert await desk.states() == ["sent", "refused"]
    assert mailbox.to(ALICE) == ["Your turn: Toss"]
    async with autocommitting(desk.engine) as driver:
        [address] = await addresses.list_addresses(driver, people.bob.id)
    assert address.refused is not None


async def test_a_mail_server_that_is_busy_is_tried_again(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    mailbox.broken = "451 try again later"
    await desk.mail(people.bob, BOB)
    await desk.settle_and_send()
    assert await desk.states() == ["waiting"]
    mailbox.broken = ""
    desk.wait(minutes=1)
    await desk.send()
    assert mailbox.to(BOB) == ["Your turn: Toss"]


async def test_who_hangs_stalls_nobody(
    desk: Desk, people: People, running: Running, receiver: Receiver, mailbox: Mailbox
) -> None:
    """Ten webhooks of one server that never answers, and one that is in order, and mail."""
    receiver.statuses["/hangs"] = 0
    for number in range(9):
        await desk.hook(people.bob, f"{receiver.url}/hangs?{number}=1")
    await desk.hook(people.bob, receiver.url.replace("127.0.0.1", "localhost") + "/works")
    await desk.mail(people.alice, ALICE)
    await desk.settle()
    desk.wait(minutes=3)
    sending = asyncio.create_task(desk.send())
    async with asyncio.timeout(8):
        while not (receiver.at("/works") and mailbox.mails):
            receiver.arrived.clear()
            if not receiver.at("/works"):
                await receiver.arrived.wait()
            await asyncio.sleep(0.05)
    hanging = [one for one in receiver.requests if one.path.startswith("/hangs")]
    assert len(hanging) <= AT_ONE_RECEIVER
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending


async def test_what_a_dead_worker_was_sending_is_sent_later(
    desk: Desk, running: Running, people: People, receiver: Receiver
) -> None:
    await desk.hook(people.bob, f"{receiver.url}/hook")
    await desk.settle()
    await desk.run("UPDATE delivery SET state = 'sending'")
    desk.wait(minutes=1)
    await desk.send()
    assert receiver.requests == []
    desk.wait(minutes=4)
    await desk.send()
    assert len(receiver.requests) == 1


async def test_what_is_not_wanted_is_not_sent(
    desk: Desk, running: Running, people: People, receiver: Receiver, mailbox: Mailbox
) -> None:
    await desk.hook(people.bob, f"{receiver.url}/hook")
    await desk.mail(people.bob, BOB)
    wanted = [(c, k) for c in CHANNELS for k in KINDS if (c, k) != ("mail", "your_turn")]
    async with autocommitting(desk.engine) as driver:
        await wishes.keep_wishes(driver, people.bob.id, wanted, digest=False, sound=False)
    await desk.settle_and_send()
    assert list(sent_to(receiver, "/hook")) == ["Your turn: Toss"]
    assert mailbox.to(BOB) == ["Toss has begun"]


async def test_what_is_stopped_meanwhile_is_not_sent(
    desk: Desk, running: Running, people: People, receiver: Receiver
) -> None:
    await desk.hook(people.bob, f"{receiver.url}/hook")
    await desk.settle()
    [(token,)] = await desk.rows("SELECT token FROM address")
    async with autocommitting(desk.engine) as driver:
        found = await wishes.find_stop(driver, token)
        assert found is not None
        await wishes.stop(driver, found, "your_turn")
    desk.wait(minutes=3)
    await desk.send()
    assert receiver.requests == []


async def test_a_digest_is_one_mail_in_the_morning_of_its_reader(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    desk.now = desk.now.replace(hour=12)
    await desk.run("UPDATE person SET zone = 'America/New_York'")
    await desk.mail(people.bob, BOB)
    everything = [(channel, kind) for channel in CHANNELS for kind in KINDS]
    async with autocommitting(desk.engine) as driver:
        await wishes.keep_wishes(driver, people.bob.id, everything, digest=True, sound=False)
        await desk.settle()
        await tell_all(driver, "The house is closed on Monday.", desk.now)
    [(due,)] = await desk.rows("SELECT DISTINCT due FROM delivery WHERE digest")
    assert due.hour in {11, 12}
    await desk.send()
    assert mailbox.mails == []
    desk.wait(days=1, minutes=1)
    await desk.send()
    assert mailbox.to(BOB) == ["2 notices"]
    plain = mailbox.mails[0].get_body(("plain",))
    assert plain is not None
    assert "Your turn: Toss" in plain.get_content()
    assert "closed on Monday" in plain.get_content()


async def test_without_a_mail_server_mail_fails_with_a_word_for_the_admin(
    desk: Desk, running: Running, people: People
) -> None:
    await desk.mail(people.bob, BOB)
    desk.post = replace(desk.post, mailer=None)
    await desk.settle_and_send()
    [(error,)] = await desk.rows("SELECT error FROM delivery WHERE error IS NOT NULL")
    assert "BURGRAVE_SMTP" in error


async def test_a_mailbox_gets_nothing_before_it_is_confirmed(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    async with autocommitting(desk.engine) as driver:
        await addresses.add_mail(driver, people.bob, BOB, BASE, desk.now)
    await desk.settle_and_send()
    assert mailbox.to(BOB) == ["Is this your address?"]
    [(token,)] = await desk.rows("SELECT token FROM address")
    plain = mailbox.mails[0].get_body(("plain",))
    assert plain is not None
    assert f"{BASE}/confirm/{token}" in plain.get_content()


async def test_a_mailbox_is_not_asked_by_a_crowd(desk: Desk, people: People) -> None:
    async with autocommitting(desk.engine) as driver:
        for person in (people.alice, people.bob, people.charlie):
            await addresses.add_mail(driver, person, BOB.upper(), BASE, desk.now)
        odo = replace(people.bob, id=people.charlie.id + 1, name="Odo")
        with pytest.raises(AddressError, match="tomorrow"):
            await addresses.add_mail(driver, odo, BOB, BASE, desk.now)


async def test_a_person_reads_in_his_own_language(
    desk: Desk, running: Running, people: People, mailbox: Mailbox
) -> None:
    await desk.run("UPDATE person SET language = 'de'")
    await desk.mail(people.bob, BOB)
    await desk.settle_and_send()
    assert mailbox.to(BOB) == ["Du bist am Zug: Toss"]


async def test_a_disabled_person_gets_nothing(
    desk: Desk, running: Running, people: People, receiver: Receiver
) -> None:
    await desk.hook(people.bob, f"{receiver.url}/hook")
    await desk.settle()
    await desk.run("UPDATE person SET disabled = now()")
    desk.wait(minutes=3)
    await desk.send()
    assert receiver.requests == []
