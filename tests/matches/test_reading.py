"""Reading: who sees what; the log; the proof; lists."""

import asyncio

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person, make_account
from app.matches.errors import NoSuchMatchError
from app.matches.heads import MatchPage, OpenMatch
from app.matches.service import Matches
from app.rules.chance import commitment
from tests.matches.coins import CoinFell, Coins, Picked
from tests.matches.conftest import People, Running, begin

BAD_KEYS = ("", "abcdefgh", "ABCDEFGH", "a" * 9, "\0" * 8, "abcdefg\n", "äöüäöüäö", "x" * 10**5)


@pytest.mark.parametrize("key", BAD_KEYS)
async def test_a_wrong_key_names_no_match(matches: Matches, people: People, key: str) -> None:
    for call in (
        matches.look(key, people.alice),
        matches.glance(key, None),
        matches.log(key, people.alice, 9),
        matches.proof(key, None),
        matches.leave(key, people.alice),
    ):
        with pytest.raises(NoSuchMatchError):
            await call


async def test_a_private_match_is_unknown_to_strangers(running: Running, people: People) -> None:
    matches, key = running.matches, running.key
    invite = (await running.page(people.alice)).head.invite
    for stranger in (None, people.charlie):
        for call in (
            matches.look(key, stranger),
            matches.look(key, stranger, invite),
            matches.glance(key, stranger),
            matches.log(key, stranger, 9),
            matches.changes_since(key, stranger, 0),
            matches.proof(key, stranger),
        ):
            with pytest.raises(NoSuchMatchError):
                await call


async def test_who_is_invited_sees_the_waiting_room(matches: Matches, people: People) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {}, False)
    invite = (await matches.look(key, people.alice)).head.invite
    with pytest.raises(NoSuchMatchError):
        await matches.look(key, people.charlie)
    for reader in (None, people.charlie):
        page = await matches.look(key, reader, invite)
        assert isinstance(page, OpenMatch)
        assert (page.seat, page.head.invite) == (None, "")


async def test_each_reader_sees_his_own_view(matches: Matches, people: People) -> None:
    running = await begin(matches, people, public=True)
    await running.pick(people.alice, "tails")
    views = [await running.page(reader) for reader in (people.alice, people.bob, None)]
    picks = [page.view.state.picks for page in views if isinstance(page.view.state, Coins)]
    assert picks == [("tails", None), ("hidden", None), ("hidden", None)]
    assert [page.seat for page in views] == [0, 1, None]
    assert [len(page.log) for page in views] == [2, 1, 1]
    for page in views[1:]:
        assert b"tails" not in msgspec.json.encode(page)


async def test_the_log_comes_in_pieces(running: Running, people: People) -> None:
    start = (await running.page(people.alice)).head.version
    await running.pick(people.alice, "heads")
    await running.pick(people.bob, "tails")
    log = (await running.page(people.alice)).log
    assert [(entry.number - start, entry.seat) for entry in log] == [(0, None), (1, 0), (2, 1)]
    assert [type(event) for event in log[2].events] == [CoinFell]
    matches, key = running.matches, running.key
    assert await matches.changes_since(key, people.alice, start) == log[1:]
    assert await matches.log(key, people.alice, start + 2) == log[:2]
    assert await matches.log(key, people.alice, -(2**90)) == ()
    assert await matches.log(key, people.alice, 2**90) == log
    mine = await matches.changes_since(key, people.bob, start)
    assert [type(event) for event in mine[0].events] == [Picked, CoinFell]


async def test_a_page_shows_the_newest_sixty_entries(matches: Matches, people: People) -> None:
    running = await begin(matches, people, rounds="99")
    for _ in range(31):
        await asyncio.gather(running.pick(people.alice, "heads"), running.pick(people.bob, "heads"))
    page = await running.page(people.alice)
    assert page.log[-1].number == page.head.version
    assert page.log[0].number > page.head.version - 60
    older = await matches.log(running.key, people.alice, page.log[0].number)
    assert older[-1].number < page.log[0].number


async def test_the_seed_is_shown_when_the_match_is_over(matches: Matches, people: People) -> None:
    running = await begin(matches, people, rounds="1")
    await running.pick(people.alice, "heads")
    await running.pick(people.bob, "heads")
    page = await running.page(people.alice)
    proof = await matches.proof(running.key, people.bob)
    assert proof is not None
    assert page.head.commitment == proof.commitment == commitment(bytes.fromhex(proof.seed))
    assert [len(nonce) for nonce in proof.nonces] == [32, 32]
    assert page.head.result is not None
    assert page.head.finished is not None
    assert page.head.waiting == ()


async def test_mine_has_my_turn_on_top(matches: Matches, people: People) -> None:
    waiting_for_me = await begin(matches, people)
    waiting_for_bob = await begin(matches, people)
    await waiting_for_bob.pick(people.alice, "heads")
    still_open = await matches.create(people.alice, "coins", "", 2, {}, False)
    mine = [head.key for head in await matches.mine(people.alice)]
    assert mine == [waiting_for_me.key, waiting_for_bob.key, still_open]
    assert await matches.turns(people.alice) == 1
    assert await matches.turns(people.bob) == 2
    assert await matches.mine(people.charlie) == ()


async def test_open_matches_are_public_ones_with_a_free_chair(
    matches: Matches, people: People
) -> None:
    await matches.create(people.alice, "coins", "private", 2, {}, False)
    await matches.create(people.alice, "coins", "full", 2, {}, True, bots=1)
    await begin(matches, people, public=True)
    key = await matches.create(people.alice, "coins", "public", 2, {}, True)
    for reader in (None, people.bob):
        assert [head.key for head in await matches.open_matches(reader)] == [key]
    assert await matches.open_matches(people.alice) == ()


async def test_finished_matches_are_mine_or_public(matches: Matches, people: People) -> None:
    keys: list[str] = []
    for public in (False, True):
        running = await begin(matches, people, public, rounds="1")
        await running.pick(people.alice, "heads")
        await running.pick(people.bob, "heads")
        keys.insert(0, running.key)
    assert [head.key for head in await matches.finished(people.alice)] == keys
    assert [head.key for head in await matches.finished(None)] == keys[:1]
    assert await matches.finished(people.charlie) == ()
    for page in (1, 10**30):
        assert await matches.finished(people.alice, page) == ()
    assert len(await matches.finished(people.alice, -1)) == 2
    assert await matches.mine(people.alice) == ()


async def test_a_name_that_two_have_is_told_apart(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await begin(matches, people)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE person SET name = 'Alice' WHERE name = 'Bob'"))
    seats = (await running.page(people.alice)).head.seats
    assert [seat and seat.name for seat in seats] == ["Alice", "Alice (2)"]


async def test_a_guest_who_makes_an_account_keeps_his_seat(
    running: Running, people: People, engine: AsyncEngine
) -> None:
    async with engine.begin() as connection:
        bob: Person = await make_account(connection, people.bob.id, "Robert", "long enough")
    page = await running.page(bob)
    assert page.seat == 1
    assert page.head.seats[1] is not None
    assert (page.head.seats[1].name, page.head.seats[1].guest) == ("Robert", False)


async def test_a_match_outlives_its_people(
    running: Running, people: People, engine: AsyncEngine
) -> None:
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM person WHERE name = 'Alice'"))
    page = await running.page(people.bob)
    assert isinstance(page, MatchPage)
    assert page.head.host is None
    assert page.head.seats[0] is not None
    assert page.head.seats[0].name == "?"
