"""The page of Unification of France without JavaScript: entering, the sheet, what is refused."""

import re

import pytest

from app.rules.france.actions import Conquer, Defend, Invest, Trade
from app.web.house import House
from tests.web.france.realm import Realm, begin, open_realm
from tests.web.people import HTMX, Visitor


@pytest.fixture
async def realm(house: House, alice: Visitor, bob: Visitor) -> Realm:
    """Alice in Anjou, Bob in Blois; turn 1."""
    return await begin(house, alice, bob)


async def orders(realm: Realm, player: Visitor) -> str:
    """The draft as text."""
    body = await player.see(f"{realm.url}?do=text")
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", body, re.DOTALL)
    assert found
    return found.group(1)


async def test_one_enters_on_the_map(house: House, alice: Visitor) -> None:
    realm = await open_realm(house, alice)
    body = await alice.see(realm.url)
    assert 'href="' + realm.url + '?at=leon"' in body
    body = await alice.see(f"{realm.url}?at=leon")
    assert "Enter in Léon" in body
    assert "Breton, on the Atlantic, on the Channel" in body
    assert 'value="Konan"' in body, "names of the county's culture"


async def test_two_want_the_same_county(house: House, alice: Visitor, bob: Visitor) -> None:
    """F2.1  The first has it, the second is told; what he chose is still chosen."""
    realm = await open_realm(house, alice, bob)
    entry = {"type": "EnterAs", "county": "Anjou", "count": "Hugues", "trait": "just"}
    version = await realm.game.version()
    first = await alice.play(realm.game, {**entry, "colour": "red"}, version)
    assert first.status_code == 303
    second = await bob.play(realm.game, {**entry, "colour": "blue"}, version)
    assert second.status_code == 422
    assert "Anjou is taken; still independent are for example" in second.text
    assert "#F2.1" in second.text


async def test_what_is_clicked_is_read_as_lines(realm: Realm, alice: Visitor) -> None:
    """F5.3"""
    assert await realm.put(alice, "Conquer", "Tours", "7", led="1") == 303
    assert await realm.put(alice, "Defend", "Anjou", "3") == 303
    assert await realm.put(alice, "Invest", "Anjou", "4") == 303
    assert await realm.draft(alice, op="trade", partner="1") == 303
    assert (await orders(realm, alice)).splitlines() == [
        "7 Grain to Conquer Tours led by Hugues.",
        "3 Grain to Defend Anjou.",
        "4 Grain to Invest in Anjou.",
        "Trade with Purple.",
    ]
    body = await alice.see(realm.url)
    assert '<b class="big">14</b> <span>of 15 Grain</span>' in body
    assert 'class="strike led"' in body
    assert 'class="guard"' in body


async def test_what_is_typed_appears_on_the_map(realm: Realm, alice: Visitor) -> None:
    """F5.3"""
    text = "[b]5 grain for defense of ANJOU[/b]\r\n\r\n6 Grain to conquer tours, led by my count"
    assert await realm.draft(alice, op="text", text=text) == 303
    body = await alice.see(realm.url)
    assert 'class="guard"' in body
    assert 'class="strike led"' in body


async def test_a_line_that_is_not_understood_is_told_and_mended(
    realm: Realm, alice: Visitor
) -> None:
    """F5.3  With its number, what is wrong, the nearest name; the sheet stays as it was."""
    await realm.put(alice, "Defend", "Anjou", "3")
    await realm.draft(alice, op="text", text="4 Grain to Defend Anjou\n2 Grain to Conquer Tuors")
    body = await alice.see(realm.url)
    assert "Line 2: there is no county Tuors; the nearest name is Tours." in body
    assert "2 Grain to Conquer Tuors" in body
    assert '<use href="#guard"/><text y="4">3</text>' in body
    await realm.draft(alice, op="text", text="4 Grain to Defend Anjou\n2 Grain to Conquer Tours")
    body = await alice.see(realm.url)
    assert '<use href="#guard"/><text y="4">4</text>' in body
    assert 'class="strike"' in body


async def test_sending_asks_once_and_is_final(realm: Realm, alice: Visitor, bob: Visitor) -> None:
    """F5.4"""
    await realm.put(alice, "Defend", "Anjou", "3")
    assert "Sent orders are final" in await alice.see(f"{realm.url}?do=send&turn=1")
    assert await realm.send(alice) == 303
    body = await alice.see(f"{realm.url}?do=send&turn=1")
    assert "Your orders are sent" in body
    assert "3 Grain to Defend Anjou." in body
    assert "writing" in body
    assert await realm.put(alice, "Defend", "Anjou", "9") == 303, "a draft for nobody"
    assert await realm.send(bob) == 303
    state = await realm.state()
    assert state.turn == 2
    assert state.last == ((Defend("Anjou", 3),), ())


async def test_orders_sent_openly_are_seen_at_once(
    realm: Realm, alice: Visitor, bob: Visitor
) -> None:
    """F5.4"""
    await realm.put(alice, "Conquer", "Tours", "7")
    assert await realm.send(alice, openly=True) == 303
    assert "conquer Tours with 7" in await bob.see(realm.url)


async def test_last_turns_sheet_is_copied(realm: Realm, alice: Visitor, bob: Visitor) -> None:
    await realm.put(alice, "Defend", "Anjou", "3")
    await realm.send(alice)
    await realm.send(bob)
    assert await orders(realm, alice) == ""
    await realm.draft(alice, op="copy")
    assert await orders(realm, alice) == "3 Grain to Defend Anjou."


@pytest.mark.parametrize("grain", ["-3", "2.5", "x", "99999999999999999999", "1e3", "٣"])
async def test_no_number_is_refused_and_the_draft_stays(
    realm: Realm, alice: Visitor, grain: str
) -> None:
    """F4.2"""
    await realm.put(alice, "Defend", "Anjou", "3")
    form = {"op": "put", "kind": "Defend", "county": "Anjou", "grain": grain}
    answer = await alice.submit(f"{realm.url}/draft", form)
    assert answer.status_code == 422
    assert "is no amount of Grain" in answer.text
    assert "#F4.2" in answer.text
    assert await orders(realm, alice) == "3 Grain to Defend Anjou."


@pytest.mark.parametrize(
    ("sheet", "rule", "said"),
    [
        ([Defend("Anjou", 16)], "F4.2", "16 Grain are too many; of your 15 there are 15 left"),
        ([Conquer("Tours", 31)], "F5.2", "one command takes at most 30 Grain, not 31"),
        ([Defend("Tours", 3)], "F5.1", "Tours is not yours; yours are Anjou"),
        ([Conquer("Foix", 3)], "F5.1", "Foix is adjacent to none of yours"),
        ([Conquer("Anjou", 3)], "F5.1", "Anjou is yours; conquer a county that is not"),
        (
            [Conquer("Tours", 3, True), Defend("Anjou", 3, True)],
            "F5.1",
            "leads the command of line 1",
        ),
        ([Trade(0)], "F8.1", "trade with another player"),
        ([Invest("Anjou", 400)], "F7.2", "cannot bring more than 30 Grain; invest at most 80"),
    ],
)
async def test_a_wrong_sheet_is_refused_whole(
    realm: Realm, alice: Visitor, sheet: list[object], rule: str, said: str
) -> None:
    """With the line, what would be legal, the number of the rule; the draft stays."""
    await realm.put(alice, "Defend", "Anjou", "3")
    action = {"type": "SendOrders", "turn": 1, "orders": sheet}
    answer = await alice.play(realm.game, action, await realm.game.version())
    assert answer.status_code == 422
    assert said in answer.text
    assert f"#{rule}" in answer.text
    assert await orders(realm, alice) == "3 Grain to Defend Anjou."


async def test_orders_for_the_turn_just_resolved(
    realm: Realm, alice: Visitor, bob: Visitor
) -> None:
    """F5.4"""
    await realm.send(alice)
    await realm.send(bob)
    action = {"type": "SendOrders", "turn": 1, "orders": []}
    answer = await alice.play(realm.game, action, await realm.game.version())
    assert answer.status_code == 422
    assert "These orders are for turn 1; turn 2 is open now." in answer.text


async def test_no_page_has_styles_or_scripts_in_it(realm: Realm, alice: Visitor) -> None:
    await realm.put(alice, "Conquer", "Tours", "7")
    ways = ("", "?at=tours", "?at=anjou", "?at=blois", "?do=text", "?do=send&turn=1", "/economy")
    for way in ways:
        body = await alice.see(realm.url + way)
        assert " style=" not in body, way
        assert not re.search(r"<script(?![^>]* src=)", body), way
        assert not re.search(r"\son[a-z]+=", body), way


async def test_an_update_carries_what_changed(realm: Realm, alice: Visitor) -> None:
    command = {"op": "put", "kind": "Defend", "county": "Anjou", "grain": "3"}
    shown = {"shown-version": str(await realm.game.version()), **HTMX}
    answer = await alice.submit(f"{realm.url}/draft", command, shown)
    assert answer.status_code == 200
    assert 'hx-target="#orders"' in answer.text
    assert 'hx-target="#owners"' not in answer.text
    assert len(answer.text) < 20_000


async def test_the_economy_is_told_turn_by_turn(realm: Realm, alice: Visitor, bob: Visitor) -> None:
    await realm.send(alice)
    await realm.send(bob)
    body = await alice.see(f"{realm.url}/economy")
    budget = re.search(r"of (\d+) Grain", await alice.see(realm.url))  # an heir may not be rich
    assert body.count('<svg class="plot"') == 3
    assert budget
    assert f"Alice {budget[1]}" in body


async def test_the_host_ends_the_wait(realm: Realm, alice: Visitor, bob: Visitor) -> None:
    """F5.5"""
    assert "End the wait" in await alice.see(realm.url)
    assert "End the wait" not in await bob.see(realm.url)
    await realm.put(bob, "Defend", "Blois", "4")
    assert (await bob.submit(f"{realm.url}/force")).status_code == 403
    await alice.go(f"{realm.url}/force")
    assert (await realm.state()).last == ((Defend("Anjou", 15),), (Defend("Blois", 4),))
    told = await bob.see(realm.url)
    assert "The host ends the wait: the house answers for <b>Alice</b>." in told
