"""The replay of France shows the letters of its moment, each to its readers alone."""

import pytest
from sqlalchemy import text

from app.web.house import House
from tests.web.france.realm import Realm, begin
from tests.web.people import HTMX, Visitor

EARLY, LATE, PUBLIC = "Leave me Tours.", "You took Tours.", "Peace to all."


@pytest.fixture
async def realm(house: House, alice: Visitor, bob: Visitor, charlie: Visitor) -> Realm:
    """Three play; Alice writes to Bob before the first turn is resolved, and after it."""
    realm = await begin(house, alice, bob, charlie)
    assert await realm.write(alice, EARLY, "1") == 303
    assert await realm.write(bob, PUBLIC, "all") == 303
    for player in (alice, bob, charlie):
        action = {"type": "SendOrders", "turn": 1, "orders": []}
        sent = await player.play(realm.game, action, await realm.game.version())
        assert sent.status_code == 303
    assert await realm.write(alice, LATE, "1") == 303
    return realm


async def finish(house: House) -> None:
    async with house.engine.begin() as connection:
        await connection.execute(text("UPDATE match SET state = 'finished', finished = now()"))


async def letters(visitor: Visitor, realm: Realm, number: int, query: str = "") -> str:
    """The letters' part of the page of that moment."""
    body = await visitor.see(f"{realm.url}/at/{number}{query}")
    return body.split('id="panel-letters"')[1].split("</section>")[0]


async def test_letters_are_those_that_had_been_written_by_then(realm: Realm, bob: Visitor) -> None:
    last = await realm.game.version()
    for number, seen in (
        (last - 3, ()),
        (last - 1, (EARLY, PUBLIC)),
        (last, (EARLY, PUBLIC, LATE)),
    ):
        shown = await letters(bob, realm, number)
        assert {words for words in (EARLY, PUBLIC, LATE) if words in shown} == set(seen), number
        assert "<form" not in shown
        assert "unread" not in shown


async def test_a_step_of_the_replay_brings_its_letters(realm: Realm, bob: Visitor) -> None:
    last = await realm.game.version()
    step = await bob.get(f"{realm.url}/at/{last - 1}", headers=HTMX)
    part = step.text.split('hx-target="#letters"')[1].split("</hx-partial>")[0]
    assert EARLY in part
    assert LATE not in part


async def test_private_letters_stay_private_after_the_end(
    realm: Realm, house: House, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    last = await realm.game.version()
    for over in (False, True):
        if over:
            await finish(house)
        for other in (charlie, nobody):
            for query in ("", "?as=0", "?as=1", "?as=2"):
                shown = await letters(other, realm, last, query)
                assert EARLY not in shown
                assert PUBLIC in shown
    for player, seat in ((alice, 0), (bob, 1)):
        for query in ("", f"?as={seat}", f"?as={1 - seat}"):
            assert EARLY in await letters(player, realm, last, query)
        assert EARLY not in await letters(player, realm, last, "?as=2"), "that seat did not read it"
