"""A match leaves as a file and comes back: the same events and proof; hostile files do not."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.db.direct import autocommitting
from app.matches import letters, pauses
from app.matches.endings import end_agreed
from app.matches.errors import BadChoiceError, MatchError, NoSuchMatchError, NotOpenError
from app.matches.file import LARGEST, LARGEST_UNPACKED, unpack
from app.matches.heads import MatchPage
from app.matches.herald import Herald
from app.matches.limits import Clock
from app.matches.play import find_position
from app.matches.replay import Replays
from app.matches.service import Matches
from app.matches.transfer import export_match, import_match
from app.matches.verify import examine
from app.rules.service import rules
from tests.matches.conftest import People
from tests.matches.played import GAMES, play_match

NOW = datetime(2030, 5, 1, 12, tzinfo=UTC)
DELETE = text("DELETE FROM match")
ACTIONS = text(
    "SELECT number, seat, at, action, events, throws, forced, restores, reason FROM action"
    " JOIN match ON match.id = match_id WHERE key = :key ORDER BY number"
)
COUNT = text("SELECT count(*) FROM match")


@pytest.fixture
async def all_games(engine: AsyncEngine) -> AsyncIterator[Matches]:
    matches = Matches(engine, rules())
    yield matches
    await matches.settle()


async def tear_down(engine: AsyncEngine) -> None:
    """As if the file came to another house."""
    async with engine.begin() as connection:
        await connection.execute(DELETE)


async def told(engine: AsyncEngine, key: str) -> list[Any]:
    """All its actions, as they are stored."""
    async with engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(ACTIONS, {"key": key})]


@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_match_comes_back_the_same(
    all_games: Matches, people: People, engine: AsyncEngine, game: str
) -> None:
    key = await play_match(all_games, game, (people.alice, people.bob))
    before = await told(engine, key), await all_games.proof(key, None)
    page = await all_games.look(key, None)
    data = await export_match(engine, key, NOW)
    await tear_down(engine)
    imported = await import_match(engine, all_games.rules, data, NOW)
    assert imported.key == key
    assert (await told(engine, key), await all_games.proof(key, None)) == before
    again = await all_games.look(key, None)
    assert isinstance(page, MatchPage)
    assert isinstance(again, MatchPage)
    assert again.view == page.view
    assert again.head.result == page.head.result
    assert [seat and seat.name for seat in again.head.seats] == ["Alice", "Bob"]
    assert [seat and seat.person for seat in again.head.seats] == [None, None]
    assert (await examine(engine, all_games.rules, key)).problem is None
    assert await export_match(engine, key, NOW) == data


@pytest.mark.parametrize("game", GAMES)
async def test_a_running_match_goes_on_in_another_house(
    all_games: Matches, people: People, engine: AsyncEngine, herald: Herald, game: str
) -> None:
    persons = (people.alice, people.bob)
    key = await play_match(all_games, game, persons, moves=12)
    data = await export_match(engine, key, NOW, secrets=True)
    await tear_down(engine)
    chairs = {0: people.alice.id, 1: people.bob.id}
    imported = await import_match(engine, all_games.rules, data, NOW, chairs)
    page = await all_games.look(key, people.alice)
    assert page.head.host == people.alice.id
    assert page.seat == 0
    await pauses.resume(engine, herald, imported.id, "admin", NOW)
    await play_on(all_games, key, persons)
    assert (await examine(engine, all_games.rules, key)).problem is None


async def play_on(matches: Matches, key: str, people: tuple[Person, ...]) -> None:
    page = await matches.look(key, people[0])
    assert isinstance(page, MatchPage)
    seat = page.head.waiting[0]
    page = await matches.look(key, people[seat])
    assert isinstance(page, MatchPage)
    service = matches.rules[page.head.game]
    option = msgspec.to_builtins(service.options(page.view.state, seat)[0])
    await matches.play(key, people[seat], option, page.head.version, uuid4())


async def test_undo_and_redo_travel_too(
    all_games: Matches, people: People, engine: AsyncEngine
) -> None:
    key = await play_match(all_games, "kasl", (people.alice, people.bob), moves=45)
    for number in range(20, 80):
        person = people.alice if number % 2 else people.bob
        page = await all_games.look(key, person)
        assert isinstance(page, MatchPage)
        if page.undo and page.undo.back:
            await all_games.undo(key, person, page.undo.back[-1], page.head.version, uuid4())
            break
        await play_on(all_games, key, (people.alice, people.bob))
    replays = Replays(engine, all_games.rules)
    moments = [(await replays.moment(key, None, at)).page.view for at in (5, 33, None)]
    data = await export_match(engine, key, NOW, secrets=True)
    assert any(action.restores for action in unpack(data).actions)
    await tear_down(engine)
    await import_match(engine, all_games.rules, data, NOW)
    again = Replays(engine, all_games.rules)
    assert [(await again.moment(key, None, at)).page.view for at in (5, 33, None)] == moments
    assert (await examine(engine, all_games.rules, key)).problem is None


async def test_a_match_that_was_ended_by_agreement_comes_back(
    all_games: Matches, people: People, engine: AsyncEngine
) -> None:
    key = await play_match(all_games, "kingsburg", (people.alice, people.bob), moves=9)
    async with autocommitting(engine) as driver:
        position = await find_position(driver, key, people.alice)
        await end_agreed(driver, position, 0, NOW)
    before = (await all_games.look(key, None)).head.result
    data = await export_match(engine, key, NOW)
    await tear_down(engine)
    await import_match(engine, all_games.rules, data, NOW)
    assert (await all_games.look(key, None)).head.result == before


async def test_what_is_not_over_is_exported_only_with_its_secrets(
    all_games: Matches, people: People, engine: AsyncEngine
) -> None:
    running = await play_match(all_games, "kasl", (people.alice, people.bob), moves=3)
    waiting = await all_games.create(people.alice, "kasl", "", 2, {}, True)
    for key in (running, waiting):
        with pytest.raises(NotOpenError, match="not over"):
            await export_match(engine, key, NOW)
        assert await export_match(engine, key, NOW, secrets=True)


async def test_an_open_match_waits_for_its_people(
    all_games: Matches, people: People, engine: AsyncEngine
) -> None:
    key = await all_games.create(people.alice, "france", "Spring", 3, {}, True, bots=1)
    data = await export_match(engine, key, NOW, secrets=True)
    await tear_down(engine)
    await import_match(engine, all_games.rules, data, NOW, {0: people.alice.id})
    await all_games.join(key, people.charlie)
    await all_games.start(key, people.alice)
    head = (await all_games.look(key, people.alice)).head
    assert (head.title, head.state, head.game) == ("Spring", "running", "france")


async def test_private_letters_stay_unless_secrets_are_asked_for(
    all_games: Matches, people: People, engine: AsyncEngine
) -> None:
    key = await play_match(all_games, "france", (people.alice, people.bob))
    number = (await all_games.glance(key, None)).id
    async with autocommitting(engine) as driver:
        await letters.write_letter(driver, number, 0, 2, "all", None, 1, "To all of you")
        await letters.write_letter(driver, number, 0, 2, "all", [1], 1, "Between us two")
    openly = unpack(await export_match(engine, key, NOW))
    assert [letter.body for letter in openly.letters] == ["To all of you"]
    data = await export_match(engine, key, NOW, secrets=True)
    await tear_down(engine)
    await import_match(engine, all_games.rules, data, NOW, {1: people.charlie.id})
    read = await all_games.new_letters(key, people.charlie, 0)
    assert [letter.body for letter in read] == ["Between us two", "To all of you"]
    assert [letter.body for letter in await all_games.new_letters(key, None, 0)] == [
        "To all of you"
    ]


async def test_a_clock_stands_still_while_the_match_travels(
    all_games: Matches, people: People, engine: AsyncEngine, herald: Herald
) -> None:
    key = await all_games.create(
        people.alice, "kasl", "", 2, {}, True, clock=Clock(limit=24 * 3600)
    )
    await all_games.join(key, people.bob)
    await all_games.start(key, people.alice)
    due = (await all_games.look(key, people.alice)).head.due
    assert due is not None
    left = timedelta(hours=20)
    data = await export_match(engine, key, due - left, secrets=True)
    await tear_down(engine)
    imported = await import_match(
        engine, all_games.rules, data, due, {0: people.alice.id, 1: people.bob.id}
    )
    arrived = (await all_games.look(key, people.alice)).head
    assert arrived.due is None
    later = due + timedelta(days=4)
    await pauses.resume(engine, herald, imported.id, "admin", later)
    assert (await all_games.look(key, people.alice)).head.due == later + left


async def test_a_taken_key_gives_a_new_one(
    all_games: Matches, people: People, engine: AsyncEngine
) -> None:
    key = await play_match(all_games, "kingsburg", (people.alice, people.bob))
    data = await export_match(engine, key, NOW)
    imported = await import_match(engine, all_games.rules, data, NOW)
    assert imported.key != key
    assert await told(engine, key) == await told(engine, imported.key)


async def test_an_unknown_match_is_not_exported(engine: AsyncEngine) -> None:
    for key in ("abcdefgh", "../etc", ""):
        with pytest.raises(NoSuchMatchError):
            await export_match(engine, key, NOW)


Change = Callable[[dict[str, Any]], object]


def put(name: str, value: Any) -> Change:
    return lambda file: file.__setitem__(name, value)


def put_action(name: str, value: Any, place: int = 3) -> Change:
    return lambda file: file["actions"][place].__setitem__(name, value)


def put_seat(name: str, value: Any) -> Change:
    return lambda file: file["seats"][0].__setitem__(name, value)


def letter(**fields: Any) -> Change:
    whole = {"sender": 0, "turn": 1, "at": "2030-01-01T00:00:00Z", "body": "x", **fields}
    return put("letters", [whole])


HOSTILE: dict[str, Change] = {
    "unknown field": put("admin", True),
    "later form": put("version", 2),
    "no form": put("format", "x"),
    "no such game": put("game", "chess"),
    "game as a path": put("game", "../kasl"),
    "later rules": put("rules_version", 9999),
    "negative rules": put("rules_version", -1),
    "key": put("key", "x' OR 1=1"),
    "long key": put("key", "a" * 10_000),
    "long title": put("title", "a" * 201),
    "hidden title": put("title", "a\u202eb"),
    "too many chairs": put("chairs", 9),
    "no chairs": put("chairs", 0),
    "options": put("options", {"advanced": "maybe"}),
    "unknown option": put("options", {"x": "y"}),
    "stage": put("state", "running"),
    "open with actions": put("state", "open"),
    "number": put("number", 3),
    "huge number": put("number", 2**70),
    "no time zone": put("created", "2030-01-01T00:00:00"),
    "no time": put("created", "yesterday"),
    "seed": put("seed", "00" * 32),
    "short seed": put("seed", "00"),
    "commitment": put("commitment", "00" * 32),
    "no seed": lambda file: file.pop("seed"),
    "no actions": put("actions", []),
    "an action less": lambda file: file["actions"].pop(4),
    "an action twice": lambda file: file["actions"].insert(4, file["actions"][4]),
    "two openings": put_action("seat", None),
    "seat out of range": put_action("seat", 7),
    "action": put_action("action", {"type": "Win"}),
    "action text": put_action("action", "x"),
    "events": put_action("events", []),
    "unknown event": put_action("events", [{"type": "Win", "seat": 0}]),
    "nested events": put_action("events", [[[]]]),
    "throws": put_action("throws", [[0, [6], [6]]], place=0),
    "mark": put_action("forced", "<b>"),
    "restores": put_action("restores", 10_000),
    "no result": put("result", None),
    "another winner": put("result", ["K10.2", "x", [0, 1], [99, 99]]),
    "absent": put("absence", "never"),
    "winner out of range": put("result", ["", "x", [8], []]),
    "no seats": put("seats", []),
    "a chair twice": lambda file: file["seats"][1].__setitem__("seat", 0),
    "nonce": put_seat("nonce", "00" * 16),
    "long nonce": put_seat("nonce", "00" * 17),
    "name": put_seat("name", "a\nb"),
    "empty name": put_seat("name", " "),
    "clock": put("clock", {"limit": 7}),
    "clock zone": put("clock", {"limit": 3600, "calendar": {"zone": "../etc", "weekends": True}}),
    "clock dues": put("clock", {"limit": 3600, "dues": [None] * 50}),
    "two clocks": put("clock", {"limit": 3600, "bank": 300, "gain": 10}),
    "letter sender": letter(sender=9),
    "letter reader": letter(readers=[9]),
    "letter body": letter(body="\u0000"),
    "empty letter": letter(body=" "),
}


@pytest.fixture
async def file(all_games: Matches, people: People, engine: AsyncEngine) -> bytes:
    key = await play_match(all_games, "kasl", (people.alice, people.bob))
    data = await export_match(engine, key, NOW)
    await tear_down(engine)
    return data


async def test_hostile_files_are_refused_and_leave_nothing(
    file: bytes, all_games: Matches, engine: AsyncEngine
) -> None:
    plain = gzip.decompress(file)
    for name, change in HOSTILE.items():
        changed = msgspec.json.decode(plain)
        change(changed)
        with pytest.raises(BadChoiceError) as refused:
            await import_match(engine, all_games.rules, msgspec.json.encode(changed), NOW)
        assert refused.value.text.format(**refused.value.params), name
    async with engine.connect() as connection:
        assert await connection.scalar(COUNT) == 0
    await import_match(engine, all_games.rules, plain, NOW)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[" * 100_000,
        b'{"format": "burgrave.match", "version": 1, "actions": ' + b"[" * 50_000,
        b"\xff\xfe\x00",
        b"\x1f\x8b",
        b"PGDMP",
        gzip.compress(b"{}")[:-4],
        gzip.compress(b"{}") + b"more",
        gzip.compress(b" " * (LARGEST_UNPACKED + 1)),
        b" " * (LARGEST + 1),
    ],
    ids=lambda data: f"{data[:8]!r}-{len(data)}",
)
async def test_what_is_no_file_is_refused(
    data: bytes, all_games: Matches, engine: AsyncEngine
) -> None:
    with pytest.raises(MatchError):
        await import_match(engine, all_games.rules, data, NOW)


async def test_every_damaged_byte_is_refused_or_harmless(
    file: bytes, all_games: Matches, engine: AsyncEngine
) -> None:
    """Whatever a byte becomes: a match that verifies, or a refusal."""
    plain = gzip.decompress(file)
    for place in range(11, len(plain), len(plain) // 25):
        damaged = plain[:place] + b"7" + plain[place + 1 :]
        try:
            imported = await import_match(engine, all_games.rules, damaged, NOW)
        except BadChoiceError:
            continue
        assert (await examine(engine, all_games.rules, imported.key)).problem is None
