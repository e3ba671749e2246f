"""Creating a match: every choice is checked, the seed is committed to and kept secret."""

import hashlib
from typing import Any

import pytest

from app.matches.create import LONGEST_TITLE, MOST_OPEN
from app.matches.errors import BadChoiceError
from app.matches.heads import OpenMatch
from app.matches.service import Matches
from tests.matches.conftest import People

GOOD: dict[str, Any] = {
    "game": "coins",
    "title": "A toss",
    "seats": 3,
    "options": {"rounds": "1"},
    "public": False,
}


async def test_the_host_sits_first_and_bots_last(matches: Matches, people: People) -> None:
    key = await matches.create(people.alice, **GOOD, bots=1)
    page = await matches.look(key, people.alice)
    assert isinstance(page, OpenMatch)
    head = page.head
    assert (head.title, head.options, head.state, head.host) == (
        "A toss",
        {"rounds": "1"},
        "open",
        people.alice.id,
    )
    assert [seat and (seat.name, seat.bot is None, seat.house) for seat in head.seats[:2]] == [
        ("Alice", True, "red"),
        None,
    ]
    assert head.seats[2] is not None
    assert (head.seats[2].bot, head.seats[2].person, head.free) == ("heads", None, 1)


async def test_options_left_out_have_their_default(matches: Matches, people: People) -> None:
    key = await matches.create(people.alice, **{**GOOD, "options": {}})
    assert (await matches.look(key, people.alice)).head.options == {"rounds": "3"}


async def test_the_commitment_is_there_from_the_start_and_the_seed_is_not(
    matches: Matches, people: People
) -> None:
    key = await matches.create(people.alice, **{**GOOD, "seats": 2}, bots=1)
    commitment = (await matches.look(key, people.alice)).head.commitment
    assert await matches.proof(key, people.alice) is None
    await matches.start(key, people.alice)
    assert await matches.proof(key, people.alice) is None
    assert len(commitment) == len(hashlib.sha256().hexdigest())


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"game": "coins\0"},
        {"seats": 1},
        {"seats": 4},
        {"seats": -1},
        {"seats": 10**30},
        {"bots": 3},
        {"bots": -1},
        {"bots": 10**30},
        {"options": {"rounds": "2"}},
        {"options": {"rounds": "1\0"}},
        {"options": {"rounds": "1", "colour": "red"}},
        {"title": "a\0b"},
        {"title": "a\nb"},
        {"title": "\u202egnp.exe"},
        {"title": "\ud800"},
        {"title": "x" * (LONGEST_TITLE + 1)},
        {"title": "x" * 10**6},
    ],
)
async def test_a_wrong_choice_is_refused_and_nothing_is_made(
    matches: Matches, people: People, wrong: dict[str, Any]
) -> None:
    with pytest.raises(BadChoiceError) as refused:
        await matches.create(people.alice, **{**GOOD, **wrong})
    assert refused.value.text.format(**refused.value.params)
    assert await matches.mine(people.alice) == ()


async def test_nobody_fills_the_house_with_open_matches(matches: Matches, people: People) -> None:
    for _ in range(MOST_OPEN):
        await matches.create(people.alice, **GOOD)
    with pytest.raises(BadChoiceError):
        await matches.create(people.alice, **GOOD)
    await matches.create(people.bob, **GOOD)
