"""Drafts, sealed orders and private letters are in no body of any route but their owners'."""

import asyncio

import pytest

from app.web.house import House
from tests.web.france.realm import Realm, begin
from tests.web.people import HTMX, Visitor

SECRET = "Psst, Charlie must not read this"


@pytest.fixture
async def realm(house: House, alice: Visitor, bob: Visitor) -> Realm:
    """Alice and Bob play, Charlie watches."""
    return await begin(house, alice, bob)


async def everything(realm: Realm, visitor: Visitor) -> str:
    """All that a visitor can get to see, in one text."""
    api = f"/api/matches/{realm.game.key}"
    ways = ["", "?plain=1", "/live?v=1.0.en", "/log", "/letters?after=0", "/economy", "?do=text"]
    ways += ["?do=send&turn=1", "?at=anjou", "?at=tours", "/at", "/at/2", "/at/3", "/proof"]
    urls = [*(realm.url + way for way in ways), api, f"{api}/log", "/matches", "/api/matches"]
    kinds: tuple[dict[str, str], ...] = ({}, HTMX, {**HTMX, "shown-version": "1"})
    bodies = [(await visitor.get(url, headers=kind)).text for url in urls for kind in kinds]
    wrong = {"type": "SendOrders", "turn": 9, "orders": []}
    answer = await visitor.play(realm.game, wrong, await realm.game.version())
    return "\n".join([*bodies, answer.text])


async def test_a_private_letter_is_told_to_its_readers_alone(
    realm: Realm, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    assert await realm.write(alice, SECRET, "1") == 303
    assert SECRET in await everything(realm, alice)
    assert SECRET in await everything(realm, bob)
    for other in (charlie, nobody):
        assert SECRET not in await everything(realm, other), other.name


async def test_a_draft_and_sealed_orders_are_told_to_their_owner_alone(
    realm: Realm, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    """F5.4  Thirteen Grain against Tours stand in no other's page, and in no answer."""
    await realm.put(alice, "Conquer", "Tours", "13")
    for sent in (False, True):
        if sent:
            assert await realm.send(alice) == 303
        assert "13 Grain to Conquer Tours" in await everything(realm, alice)
        for other in (bob, charlie, nobody):
            body = await everything(realm, other)
            assert "13 Grain" not in body, other.name
            assert "Tours with 13" not in body, other.name
            assert '"grain":13' not in body.replace(" ", ""), other.name
            assert 'class="strike"' not in body, other.name


async def test_letters_are_written_read_and_answered(
    realm: Realm, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    version = await realm.game.version()
    assert await realm.write(alice, "To all of France.", "all") == 303
    assert await realm.write(alice, SECRET, "1") == 303
    body = await bob.see(realm.url)
    assert '<b id="unread">2</b>' in body
    assert "Alice to you" in body
    assert "Alice to all" in body
    newest = body.split('data-newest="')[1].split('"')[0]
    await bob.go(f"{realm.url}/letters/read", {"up_to": newest})
    assert '<b id="unread" hidden>0</b>' in await bob.see(realm.url)
    assert (await bob.get(f"{realm.url}/letters?after={newest}")).status_code == 204
    assert "To all of France." in await charlie.see(realm.url)
    assert (
        await charlie.submit(f"{realm.url}/letters", {"letter": "x", "to": "all"})
    ).status_code == 403
    assert await realm.game.version() == version


@pytest.mark.parametrize(("text", "to"), [("", ("all",)), ("Words", ()), ("x" * 2001, ("all",))])
async def test_a_letter_that_is_not_sent_stays_in_its_form(
    realm: Realm, alice: Visitor, text: str, to: tuple[str, ...]
) -> None:
    answer = await alice.submit(f"{realm.url}/letters", {"letter": text, "to": list(to)})
    assert answer.status_code == 422
    assert text in answer.text
    assert (await realm.house.matches.new_letters(realm.game.key, None, 0)) == ()


async def test_two_send_the_last_sheets_at_the_same_instant(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    """Twenty tries: each turn is resolved exactly once."""
    realm = await begin(house, alice, bob, turns="30")
    for turn in range(1, 21):
        version = await realm.game.version()
        action = {"type": "SendOrders", "turn": turn, "orders": []}
        answers = await asyncio.gather(
            *(player.play(realm.game, action, version) for player in (alice, bob))
        )
        assert [answer.status_code for answer in answers] == [303, 303]
        assert (await realm.state()).turn == turn + 1
        assert await realm.game.version() == version + 2
        assert (await realm.state()).last == ((), ())
