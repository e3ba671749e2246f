"""Chairs: join, leave, bots, start; who may do it, and when."""

import asyncio

import pytest

from app.matches.errors import (
    BadChoiceError,
    NoSuchMatchError,
    NotHostError,
    NotOpenError,
    NotSeatedError,
)
from app.matches.heads import MatchHead, MatchPage
from app.matches.service import Matches
from tests.matches.conftest import People, Running


@pytest.fixture
async def key(matches: Matches, people: People) -> str:
    """A private match of three chairs that Alice hosts."""
    return await matches.create(people.alice, "coins", "", 3, {}, False)


async def head(matches: Matches, key: str, people: People) -> MatchHead:
    return (await matches.look(key, people.alice)).head


def names(head: MatchHead) -> list[str | None]:
    return [seat.name if seat else None for seat in head.seats]


async def test_who_has_the_invitation_takes_the_first_free_chair(
    matches: Matches, people: People, key: str
) -> None:
    before = await head(matches, key, people)
    words = before.invite.lower().replace("-", " ")
    assert await matches.find_invited(words) == key
    assert await matches.join_by_invite(words, people.bob) == key
    await matches.join(key, people.charlie, f"http://burgrave.test/j/{before.invite}")
    after = await head(matches, key, people)
    assert names(after) == ["Alice", "Bob", "Charlie"]
    assert after.version == before.version + 2


async def test_joining_twice_takes_one_chair(matches: Matches, people: People, key: str) -> None:
    invite = (await head(matches, key, people)).invite
    await asyncio.gather(*(matches.join_by_invite(invite, people.bob) for _ in range(8)))
    assert names(await head(matches, key, people)) == ["Alice", "Bob", None]


async def test_a_stranger_without_invitation_finds_nothing_to_join(
    matches: Matches, people: People, key: str
) -> None:
    for invite in (None, "OAK-TOWER-HERON-12", "nonsense", "\0"):
        with pytest.raises(NoSuchMatchError):
            await matches.join(key, people.charlie, invite)
    for token in ("OAK-TOWER-HERON-12", "", "\0", "\ud800", "x" * 10**6):
        with pytest.raises(NoSuchMatchError):
            await matches.join_by_invite(token, people.charlie)
        with pytest.raises(NoSuchMatchError):
            await matches.find_invited(token)


async def test_only_seats_know_the_invitation(matches: Matches, people: People) -> None:
    key = await matches.create(people.alice, "coins", "", 3, {}, True)
    assert (await matches.look(key, people.alice)).head.invite
    assert (await matches.look(key, people.charlie)).head.invite == ""
    assert (await matches.look(key, None)).head.invite == ""


async def test_anybody_may_join_a_public_match(matches: Matches, people: People) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {}, True)
    await matches.join(key, people.bob)
    with pytest.raises(NotOpenError):
        await matches.join(key, people.charlie)
    assert names(await head(matches, key, people)) == ["Alice", "Bob"]


async def test_more_people_than_chairs_never_share_one(matches: Matches, people: People) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {}, True)
    outcomes = await asyncio.gather(
        matches.join(key, people.bob), matches.join(key, people.charlie), return_exceptions=True
    )
    assert sorted(str(outcome) for outcome in outcomes) == [
        "No chair is free in this match.",
        "None",
    ]


async def test_leaving_frees_the_chair(matches: Matches, people: People, key: str) -> None:
    await matches.join_by_invite((await head(matches, key, people)).invite, people.bob)
    await matches.leave(key, people.bob)
    assert names(await head(matches, key, people)) == ["Alice", None, None]
    with pytest.raises(NoSuchMatchError):
        await matches.leave(key, people.bob)


async def test_a_host_who_leaves_hands_on(matches: Matches, people: People, key: str) -> None:
    await matches.join_by_invite((await head(matches, key, people)).invite, people.bob)
    await matches.leave(key, people.alice)
    page = await matches.look(key, people.bob)
    assert page.head.host == people.bob.id
    await matches.add_bot(key, people.bob)


async def test_a_match_without_people_is_no_more(
    matches: Matches, people: People, key: str
) -> None:
    await matches.add_bot(key, people.alice)
    await matches.leave(key, people.alice)
    with pytest.raises(NoSuchMatchError):
        await matches.look(key, people.alice)


async def test_the_host_adds_and_removes_bots(matches: Matches, people: People, key: str) -> None:
    await matches.add_bot(key, people.alice)
    await matches.add_bot(key, people.alice, "random")
    seats = (await head(matches, key, people)).seats
    assert [seat and seat.bot for seat in seats] == [None, "heads", "random"]
    assert len({seat and seat.name for seat in seats}) == 3
    for seat in (1, 0, -1, 10**30):
        await matches.remove_bot(key, people.alice, seat)
    seats = (await head(matches, key, people)).seats
    assert [seat and seat.bot for seat in seats] == [None, None, "random"]


async def test_a_bot_that_is_none_or_one_too_many_is_refused(
    matches: Matches, people: People, key: str
) -> None:
    with pytest.raises(BadChoiceError):
        await matches.add_bot(key, people.alice, "genius\0")
    await matches.add_bot(key, people.alice)
    await matches.add_bot(key, people.alice)
    with pytest.raises(NotOpenError):
        await matches.add_bot(key, people.alice)


async def test_the_host_alone_adds_bots_and_starts(
    matches: Matches, people: People, key: str
) -> None:
    await matches.join_by_invite((await head(matches, key, people)).invite, people.bob)
    for call in (
        matches.add_bot(key, people.bob),
        matches.remove_bot(key, people.bob, 0),
        matches.start(key, people.bob),
    ):
        with pytest.raises(NotHostError):
            await call
    for call in (
        matches.add_bot(key, people.charlie),
        matches.remove_bot(key, people.charlie, 0),
        matches.start(key, people.charlie),
    ):
        with pytest.raises(NoSuchMatchError):
            await call
    assert issubclass(NotHostError, NotSeatedError)


async def test_a_match_starts_when_all_chairs_are_taken_and_once(
    matches: Matches, people: People, key: str
) -> None:
    with pytest.raises(NotOpenError):
        await matches.start(key, people.alice)
    await matches.add_bot(key, people.alice)
    await matches.add_bot(key, people.alice)
    outcomes = await asyncio.gather(
        *(matches.start(key, people.alice) for _ in range(5)), return_exceptions=True
    )
    assert [outcome for outcome in outcomes if not isinstance(outcome, NotOpenError)] == [None]
    page = await matches.look(key, people.alice)
    assert isinstance(page, MatchPage)
    assert (page.head.state, page.head.waiting) == ("running", (0, 1, 2))
    assert page.head.started is not None
    assert len(page.log) == 1


async def test_chairs_of_a_running_match_stay(running: Running, people: People) -> None:
    matches, key = running.matches, running.key
    await matches.join(key, people.bob)
    for call in (
        matches.leave(key, people.bob),
        matches.add_bot(key, people.alice),
        matches.remove_bot(key, people.alice, 1),
        matches.start(key, people.alice),
    ):
        with pytest.raises(NotOpenError):
            await call
    invite = (await running.page(people.alice)).head.invite
    with pytest.raises(NotOpenError):
        await matches.join_by_invite(invite, people.charlie)
