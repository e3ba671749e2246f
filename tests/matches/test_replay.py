"""Replay shows each reader what he knew after each action, no more; after the end everything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from uuid import uuid4

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.matches.errors import NoSuchMatchError, NotOpenError
from app.matches.heads import MatchPage
from app.matches.replay import Replays
from app.matches.service import Matches
from app.matches.states import CHECKPOINT_EVERY
from app.rules.service import GAMES, rules
from tests.matches.conftest import People, Running, begin

ACTIONS = 100
"""So many of a random game are held against what the page showed then."""


@pytest.fixture
async def house(engine: AsyncEngine) -> AsyncIterator[Matches]:
    """All games of the house."""
    matches = Matches(engine, rules())
    yield matches
    await matches.settle()


async def table(matches: Matches, people: People, game: str) -> str:
    """A public match of Alice and Bob that has begun."""
    options = {option.key: option.values[-1][0] for option in rules()[game].meta.options}
    key = await matches.create(people.alice, game, "", 2, options, True)
    await matches.join(key, people.bob)
    await matches.start(key, people.alice)
    return key


async def look(matches: Matches, key: str, person: Person | None) -> MatchPage:
    page = await matches.look(key, person)
    assert isinstance(page, MatchPage)
    return page


async def advance(matches: Matches, people: People, key: str, random: Random) -> bool:
    """A random answer of somebody who is asked; False when the match is over."""
    page = await look(matches, key, None)
    if not page.head.waiting:
        return False
    seat = random.choice(page.head.waiting)
    person = (people.alice, people.bob)[seat]
    seen = (await look(matches, key, person)).view.state
    action = random.choice(rules()[page.head.game].options(seen, seat))
    data = msgspec.to_builtins(action, str_keys=True)
    await matches.play(key, person, data, page.head.version, uuid4())
    return True


def at_a_glance(page: MatchPage) -> object:
    """All that a page is made of."""
    head = page.head
    log = [(entry.number, entry.seat, entry.events) for entry in page.log]
    houses = [info and info.house for info in head.seats]
    told = (head.version, head.waiting, head.phase, head.result, head.state, houses)
    return page.seat, page.view, told, log


@pytest.mark.parametrize("game", [game.meta.key for game in GAMES])
async def test_every_moment_shows_what_the_page_showed_then(
    house: Matches, engine: AsyncEngine, people: People, game: str
) -> None:
    """To both players and a spectator, for every prefix of a random game."""
    key, random = await table(house, people, game), Random(game)
    shown: dict[int, list[object]] = {}
    readers = (people.alice, people.bob, None)
    for _ in range(ACTIONS):
        pages = [await look(house, key, reader) for reader in readers]
        shown[pages[0].head.version] = [at_a_glance(page) for page in pages]
        if pages[0].head.state == "finished" or not await advance(house, people, key, random):
            break
    if (await look(house, key, None)).head.state == "finished":
        shown.popitem()
        async with engine.begin() as connection:  # as if it were still running
            await connection.execute(text("UPDATE match SET state = 'running'"))
    for replays in (Replays(engine, rules()), Replays(engine, rules())):
        numbers = list(shown)
        random.shuffle(numbers)
        for number in numbers:
            moments = [await replays.moment(key, reader, number) for reader in readers]
            assert [at_a_glance(moment.page) for moment in moments] == shown[number]


async def test_secrets_stay_secret_until_the_end_and_are_open_after_it(
    running: Running, people: People, engine: AsyncEngine, matches: Matches
) -> None:
    replays = Replays(engine, matches.rules)
    picked = (await running.pick(people.alice, "tails")).number

    async def known(person: Person, eyes: int | None = None) -> tuple[object, object]:
        moment = await replays.moment(running.key, person, picked, eyes)
        return moment.page.view.state.picks[0], moment.entry

    side, entry = await known(people.bob, eyes=0)
    assert (side, entry) == ("hidden", None)
    assert (await known(people.alice))[0] == "tails"
    for _ in range(3):
        await running.pick(people.bob, "heads")
        if (await running.page(people.alice)).head.state == "running":
            await running.pick(people.alice, "heads")
    side, entry = await known(people.bob)
    assert side == "tails"
    assert entry is not None
    assert (await known(people.bob, eyes=1))[0] == "hidden"


async def test_a_checkpoint_leads_to_the_same_moment(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await begin(matches, people, rounds="99")
    for _ in range(CHECKPOINT_EVERY):
        await running.pick(people.alice, "heads")
        await running.pick(people.bob, "tails")
    last = (await running.page(people.alice)).head.version
    used = Replays(engine, matches.rules)
    await used.moment(running.key, people.alice, last)
    for number in (last, last - 1, CHECKPOINT_EVERY + 1, CHECKPOINT_EVERY):
        fresh = Replays(engine, matches.rules)
        ways = [await one.moment(running.key, people.alice, number) for one in (used, fresh)]
        assert ways[0] == ways[1]


async def test_what_is_no_moment_is_refused(
    running: Running, people: People, engine: AsyncEngine, matches: Matches
) -> None:
    replays = Replays(engine, matches.rules)
    first = (await replays.moment(running.key, people.bob, None)).first
    for number in (0, first - 1, first + 1, 10**17):
        with pytest.raises(NoSuchMatchError):
            await replays.moment(running.key, people.bob, number)
    with pytest.raises(NoSuchMatchError):
        await replays.moment(running.key, people.charlie, first)


async def test_a_match_that_has_not_begun_has_no_moments(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {}, True)
    with pytest.raises(NotOpenError):
        await Replays(engine, matches.rules).moment(key, people.alice, None)
