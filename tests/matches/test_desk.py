"""Drafts, letters, absence, vacancies: what belongs to a seat beside its moves."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.matches.errors import (
    BadChoiceError,
    MatchOverError,
    NotHostError,
    NotOpenError,
    NotSeatedError,
)
from app.matches.letters import LONGEST, MOST_IN_A_MINUTE
from app.matches.service import Matches
from app.rules.france.actions import Defend
from app.rules.france.events import OrdersSent
from app.rules.france.state import NOBODY, France, Land
from tests.matches.conftest import People
from tests.matches.realm import RULES, Realm, begin, open_realm


@pytest.fixture
async def house(engine: AsyncEngine) -> AsyncIterator[Matches]:
    matches = Matches(engine, RULES)
    yield matches
    await matches.settle()


@pytest.fixture
async def realm(house: Matches, people: People) -> Realm:
    """Alice and Bob; Charlie watches."""
    return await begin(house, people.alice, people.bob)


def sheet(turn: int, grain: int) -> str:
    """A draft that defends Anjou."""
    order = {"type": "Defend", "county": "Anjou", "grain": grain}
    action = {"type": "SendOrders", "turn": turn, "orders": [order]}
    return msgspec.json.encode({"action": action}).decode()


# Drafts


async def test_a_draft_is_its_owners_alone(realm: Realm, people: People) -> None:
    await realm.matches.keep_draft(realm.key, people.alice, sheet(1, 7))
    await realm.matches.keep_draft(realm.key, people.alice, sheet(1, 8))
    assert (await realm.desk(people.alice)).draft == sheet(1, 8)
    assert (await realm.desk(people.bob)).draft is None
    assert (await realm.desk(people.charlie)).draft is None


async def test_a_draft_needs_a_seat_and_has_bounds(realm: Realm, people: People) -> None:
    with pytest.raises(NotSeatedError):
        await realm.matches.keep_draft(realm.key, people.charlie, "{}")
    with pytest.raises(BadChoiceError):
        await realm.matches.keep_draft(realm.key, people.alice, "x" * 20_001)


# Letters


async def write(realm: Realm, seat: int, to: list[int] | None, words: str) -> int:
    page = await realm.page(realm.people[seat])
    return await realm.matches.write_letter(page, to, page.view.state.turn, words)


async def test_a_private_letter_is_read_by_its_readers_alone(
    house: Matches, people: People
) -> None:
    realm = await begin(house, people.alice, people.bob, people.charlie)
    version = (await realm.page(None)).head.version
    await write(realm, 0, [1], "Leave me Tours.")
    await write(realm, 1, None, "Greetings to all.")
    mine = (await realm.desk(people.alice)).letters
    assert [(each.sender, each.readers, each.turn, each.body, each.unread) for each in mine] == [
        (1, None, 1, "Greetings to all.", True),
        (0, (0, 1), 1, "Leave me Tours.", False),
    ]
    assert len((await realm.desk(people.bob)).letters) == 2
    for other in (people.charlie, None):
        assert [each.body for each in (await realm.desk(other)).letters] == ["Greetings to all."]
    assert (await realm.page(None)).head.version == version, "letters are no moves"


async def test_letters_are_unread_until_they_are_read(realm: Realm, people: People) -> None:
    first = await write(realm, 0, [1], "One")
    await realm.matches.mark_read(realm.key, people.bob, first)
    second = await write(realm, 0, None, "Two")
    assert [each.unread for each in (await realm.desk(people.bob)).letters] == [True, False]
    assert [each.id for each in await realm.matches.new_letters(realm.key, people.bob, first)] == [
        second
    ]
    assert await realm.matches.new_letters(realm.key, people.bob, second) == ()


@pytest.mark.parametrize(
    ("allowed", "to", "words"),
    [
        ("none", None, "All"),
        ("public", [1], "Private"),
        ("all", [0], "To myself"),
        ("all", [], "To nobody"),
        ("all", [7], "To no seat"),
        ("all", None, " \n "),
        ("all", None, "x" * (LONGEST + 1)),
        ("all", None, "\u202eturned"),
    ],
)
async def test_letters_that_are_not_sent(
    house: Matches, people: People, allowed: str, to: list[int] | None, words: str
) -> None:
    realm = await begin(house, people.alice, people.bob, letters=allowed)
    with pytest.raises(BadChoiceError):
        await write(realm, 0, to, words)
    assert (await realm.desk(people.alice)).letters == ()


async def test_a_flood_of_letters_is_held(realm: Realm) -> None:
    for _ in range(MOST_IN_A_MINUTE):
        await write(realm, 0, None, "Again")
    with pytest.raises(BadChoiceError):
        await write(realm, 0, None, "Again")


async def test_a_watcher_writes_nothing(realm: Realm, people: People) -> None:
    page = await realm.page(people.charlie)
    with pytest.raises(NotSeatedError):
        await realm.matches.write_letter(page, None, 1, "Psst")


# Simultaneous answers


async def test_the_answer_of_another_makes_no_page_stale(realm: Realm, people: People) -> None:
    before = (await realm.page(people.bob)).head.version
    await realm.send(people.alice)
    sent = await realm.play(people.bob, before, type="SendOrders", turn=1, orders=[])
    assert sent.number == before + 2
    assert (await realm.state()).turn == 2


# Absence


async def sheets(realm: Realm) -> list[OrdersSent]:
    log = (await realm.page(realm.people[1])).log
    return [event for entry in log for event in entry.events if isinstance(event, OrdersSent)]


async def test_the_host_ends_the_wait_and_all_can_read_it(realm: Realm, people: People) -> None:
    """F5.5  A draft counts as sent; who has none defends with all his Grain."""
    await realm.matches.keep_draft(realm.key, people.alice, sheet(1, 7))
    await realm.matches.force(realm.key, people.alice)
    state = await realm.state()
    assert state.turn == 2
    assert state.last[0] == (Defend("Anjou", 7),)
    assert state.last[1] == (Defend("Blois", 15),)
    log = (await realm.page(people.bob)).log
    assert [entry.forced for entry in log if entry.forced] == ["host", "host"]


async def test_who_has_sent_is_not_answered_for(realm: Realm, people: People) -> None:
    await realm.send(people.bob, {"type": "Defend", "county": "Blois", "grain": 3})
    await realm.matches.force(realm.key, people.alice)
    assert (await realm.state()).last[1] == (Defend("Blois", 3),)


async def test_a_draft_of_another_turn_does_not_count(realm: Realm, people: People) -> None:
    await realm.matches.keep_draft(realm.key, people.alice, sheet(3, 7))
    await realm.matches.force(realm.key, people.alice)
    assert (await realm.state()).last[0] == (Defend("Anjou", 15),)


async def test_who_has_not_entered_is_entered_somewhere(house: Matches, people: People) -> None:
    realm = await open_realm(house, people.alice, people.bob)
    await realm.enter(0)
    await realm.matches.force(realm.key, people.alice)
    state = await realm.state()
    assert state.turn == 1
    assert state.players[1].count is not None


async def test_only_the_host_ends_the_wait_and_only_while_it_lasts(
    realm: Realm, people: People, engine: AsyncEngine
) -> None:
    for stranger in (people.bob, people.charlie):
        with pytest.raises(NotHostError):
            await realm.matches.force(realm.key, stranger)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE match SET state = 'finished'"))
    with pytest.raises(MatchOverError):
        await realm.matches.force(realm.key, people.alice)


# Late entry


async def eliminate(engine: AsyncEngine, realm: Realm, seat: int) -> None:
    """As if that seat had lost its last county."""
    service = RULES["france"]
    async with engine.begin() as connection:
        query = text("SELECT snapshot FROM match WHERE key = :key")
        state = service.decode_state(
            (await connection.execute(query, {"key": realm.key})).scalar_one()
        )
        assert isinstance(state, France)
        gone = replace(state.players[seat], eliminated=True, count=None, capital=None)
        players = tuple(gone if at == seat else p for at, p in enumerate(state.players))
        lands = tuple(
            Land(NOBODY, land.output) if land.holder == seat else land for land in state.lands
        )
        changed = replace(state, players=players, lands=lands)
        await connection.execute(
            text("UPDATE match SET snapshot = :snapshot WHERE key = :key"),
            {"snapshot": service.encode_state(changed), "key": realm.key},
        )


async def test_somebody_new_enters_for_who_was_eliminated(
    realm: Realm, people: People, engine: AsyncEngine
) -> None:
    """F2.4  Without the letters and the draft of the one before."""
    await write(realm, 0, [1], "Between us.")
    await realm.matches.keep_draft(realm.key, people.bob, sheet(1, 7))
    await eliminate(engine, realm, 1)
    await realm.matches.take_over(realm.key, people.charlie, 1)
    page = await realm.page(people.charlie)
    assert page.seat == 1
    assert (await realm.page(people.bob)).seat is None
    desk = await realm.desk(people.charlie)
    assert (desk.draft, desk.letters) == (None, ())
    entry: dict[str, Any] = {"county": "Léon", "count": "Alan", "trait": "just"}
    await realm.play(people.charlie, type="ReEnter", **entry)
    await realm.send(people.alice)
    state = await realm.state()
    assert state.players[1].capital == "Léon"
    assert state.players[1].colour == "purple"


async def test_only_vacant_seats_are_taken(
    realm: Realm, people: People, engine: AsyncEngine
) -> None:
    for seat in (0, 1, 9):
        with pytest.raises(NotOpenError):
            await realm.matches.take_over(realm.key, people.charlie, seat)
    await eliminate(engine, realm, 1)
    with pytest.raises(NotOpenError):
        await realm.matches.take_over(realm.key, people.alice, 1)


async def test_two_newcomers_for_one_seat(
    house: Matches, people: People, engine: AsyncEngine
) -> None:
    realm = await begin(house, people.alice, people.bob)
    await eliminate(engine, realm, 1)
    await realm.matches.take_over(realm.key, people.charlie, 1)
    await realm.play(people.charlie, type="ReEnter", county="Léon", count="Alan", trait="just")
    with pytest.raises(NotOpenError):
        await realm.matches.take_over(realm.key, people.bob, 1)
