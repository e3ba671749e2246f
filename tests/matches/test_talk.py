"""Talk: who hears what, what is kept for oneself, and that none of it is a move."""

import asyncio

import pytest
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.people import Person
from app.matches.errors import (
    BadChoiceError,
    NoSuchMatchError,
    NotHostError,
    NotOpenError,
    NotYoursError,
)
from app.matches.listeners import LONGEST_NOTE
from app.matches.service import Matches
from app.matches.talk import LONGEST, MOST_IN_A_MINUTE, SHOWN
from app.matches.talks import Heard, Talks
from tests.matches.conftest import People, Running, begin


@pytest.fixture
def talks(engine: AsyncEngine, matches: Matches) -> Talks:
    return Talks(engine, matches.herald)


@pytest.fixture
async def watched(matches: Matches, people: People) -> Running:
    """A public match that Alice and Bob play; Charlie watches."""
    return await begin(matches, people, public=True)


async def heard(talks: Talks, match: Running, person: Person | None, since: int = -1) -> Heard:
    return await talks.hear(await match.matches.look(match.key, person), person, since)


async def bodies(talks: Talks, match: Running, person: Person | None) -> list[str | None]:
    return [line.body for line in (await heard(talks, match, person)).lines]


async def finish(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE match SET state = 'finished', finished = now()"))


async def test_the_table_talks_and_all_who_may_see_the_match_hear_it(
    talks: Talks, watched: Running, people: People
) -> None:
    await talks.say(watched.key, people.alice, "Good luck.")
    await talks.say(watched.key, people.bob, "And to you 🏰")
    for listener in (people.alice, people.bob, people.charlie, None):
        lines = (await heard(talks, watched, listener)).lines
        assert [(line.seat, line.name, line.body, line.gallery) for line in lines] == [
            (0, "Alice", "Good luck.", False),
            (1, "Bob", "And to you 🏰", False),
        ]


async def test_who_plays_does_not_hear_the_gallery_until_the_end(
    talks: Talks, watched: Running, people: People, engine: AsyncEngine
) -> None:
    await talks.say(watched.key, people.alice, "Hm")
    await talks.say(watched.key, people.charlie, "He must pick heads.")
    for player in (people.alice, people.bob):
        assert await bodies(talks, watched, player) == ["Hm"]
        assert (await heard(talks, watched, player)).listener.unread == (player == people.bob)
        assert "heads" not in str(await talks.hear_earlier(watched.key, player))
    for watcher in (people.charlie, None):
        assert await bodies(talks, watched, watcher) == ["Hm", "He must pick heads."]
    await finish(engine)
    assert await bodies(talks, watched, people.alice) == ["Hm", "He must pick heads."]


async def test_what_was_said_before_the_beginning_stays(
    talks: Talks, matches: Matches, people: People
) -> None:
    key = await matches.create(people.alice, "coins", "Toss", 2, {"rounds": "3"}, True)
    await talks.say(key, people.charlie, "Is there a chair for me?")
    await matches.join(key, people.bob)
    waiting = await matches.look(key, people.bob)
    assert len((await talks.hear(waiting, people.bob)).lines) == 1
    await matches.start(key, people.alice)
    running = Running(matches, key)
    await talks.say(key, people.charlie, "I watch then.")
    assert await bodies(talks, running, people.bob) == ["Is there a chair for me?"]


async def test_talk_is_no_move_and_makes_none_stale(
    talks: Talks, running: Running, people: People
) -> None:
    before = (await running.page(people.alice)).head
    await talks.say(running.key, people.bob, "Take your time.")
    after = (await running.page(people.alice)).head
    assert (after.version, after.stir) == (before.version, before.stir + 1)
    await running.pick(people.alice, "heads", before.version)


async def test_talk_and_moves_at_the_same_time_lose_nothing(
    talks: Talks, matches: Matches, people: People
) -> None:
    match = await begin(matches, people, rounds="99")

    async def play() -> None:
        for _ in range(4):
            for person in (people.alice, people.bob):
                await match.pick(person, "heads")

    async def chat() -> None:
        for number in range(MOST_IN_A_MINUTE):
            await talks.say(match.key, people.bob, f"Line {number}")

    before = (await match.page(people.alice)).head.version
    await asyncio.gather(play(), chat())
    head = (await match.page(people.alice)).head
    assert (head.version - before, head.stir) == (8, MOST_IN_A_MINUTE)
    assert len(await bodies(talks, match, people.alice)) == MOST_IN_A_MINUTE


async def test_an_update_brings_what_is_new_and_what_was_deleted(
    talks: Talks, running: Running, people: People
) -> None:
    for words in ("One", "Two"):
        await talks.say(running.key, people.alice, words)
    known = (await running.page(people.bob)).head.stir
    assert (await heard(talks, running, people.bob, known)).lines == ()
    first = (await heard(talks, running, people.bob)).lines[0]
    await talks.delete(running.key, people.alice, first.id)
    await talks.say(running.key, people.alice, "Three")
    news = (await heard(talks, running, people.bob, known)).lines
    assert [(line.body, line.deleted_by) for line in news] == [(None, "author"), ("Three", None)]


async def test_earlier_lines_are_read_page_by_page(
    talks: Talks, running: Running, people: People, engine: AsyncEngine
) -> None:
    async with engine.begin() as connection:
        await connection.execute(
            text(
                "INSERT INTO talk (match_id, name, seat, gallery, body, stir) SELECT id, 'Alice',"
                " 0, false, 'Line ' || n, n FROM match, generate_series(1, 70) n"
            )
        )
        await connection.execute(text("UPDATE match SET stir = 70"))
    lines = (await heard(talks, running, people.bob)).lines
    assert (len(lines), lines[-1].body) == (SHOWN, "Line 70")
    earlier = await talks.hear_earlier(running.key, people.bob, lines[0].id)
    assert [line.body for line in earlier] == [f"Line {n}" for n in range(1, 11)]


async def test_only_its_author_and_an_admin_who_does_not_play_delete_a_line(
    talks: Talks, watched: Running, people: People
) -> None:
    await talks.say(watched.key, people.alice, "Oops")
    [line] = (await heard(talks, watched, people.alice)).lines
    stir = (await watched.page(None)).head.stir
    playing_admin = replace(people.bob, admin=True)
    for person in (people.bob, people.charlie, playing_admin):
        with pytest.raises(NotYoursError):
            await talks.delete(watched.key, person, line.id)
    with pytest.raises(NotYoursError):
        await talks.delete(watched.key, people.alice, line.id + 1)
    assert (await watched.page(None)).head.stir == stir
    await talks.delete(watched.key, replace(people.charlie, admin=True), line.id)
    [gone] = (await heard(talks, watched, people.alice)).lines
    assert (gone.body, gone.deleted_by) == (None, "admin")


async def test_nothing_of_a_deleted_line_is_kept(
    talks: Talks, running: Running, people: People, engine: AsyncEngine
) -> None:
    await talks.say(running.key, people.alice, "Xylophone")
    [line] = (await heard(talks, running, people.alice)).lines
    await talks.delete(running.key, people.alice, line.id)
    async with engine.connect() as connection:
        assert "Xylophone" not in str((await connection.execute(text("SELECT * FROM talk"))).all())


@pytest.mark.parametrize(
    "words", ["", " \n ", "x" * (LONGEST + 1), "turned \u202eround", "a\x00b", "\u200d", "a\x07"]
)
async def test_lines_that_are_not_said(
    talks: Talks, running: Running, people: People, words: str
) -> None:
    with pytest.raises(BadChoiceError):
        await talks.say(running.key, people.alice, words)
    assert await bodies(talks, running, people.bob) == []


async def test_a_flood_is_held(talks: Talks, running: Running, people: People) -> None:
    for _ in range(MOST_IN_A_MINUTE):
        await talks.say(running.key, people.alice, "Again")
    with pytest.raises(BadChoiceError):
        await talks.say(running.key, people.alice, "Again")
    await talks.say(running.key, people.bob, "Enough.")


async def test_strangers_neither_talk_nor_listen_at_a_private_match(
    talks: Talks, running: Running, people: People
) -> None:
    for deed in (
        talks.say(running.key, people.charlie, "Psst"),
        talks.hear_earlier(running.key, people.charlie),
        talks.hear_earlier(running.key, None),
        talks.keep_note(running.key, people.charlie, "Mine"),
    ):
        with pytest.raises(NoSuchMatchError):
            await deed


async def test_unread_marks_are_each_readers_own(
    talks: Talks, watched: Running, people: People
) -> None:
    for words in ("One", "Two", "Three"):
        await talks.say(watched.key, people.alice, words)
    assert (await heard(talks, watched, people.alice)).listener.unread == 0
    assert (await heard(talks, watched, people.bob)).listener.unread == 3
    assert (await heard(talks, watched, people.charlie)).listener.unread == 0, "he just came"
    second = (await heard(talks, watched, people.bob)).lines[1]
    await talks.mark_read(watched.key, people.bob, second.id)
    await talks.mark_read(watched.key, people.bob, second.id - 1)
    assert (await heard(talks, watched, people.bob)).listener.unread == 1


async def test_muting_is_for_oneself_and_one_match(
    talks: Talks, running: Running, people: People
) -> None:
    await talks.mute(running.key, people.bob, muted=True)
    assert (await heard(talks, running, people.bob)).listener.muted
    assert not (await heard(talks, running, people.alice)).listener.muted
    await talks.mute(running.key, people.bob, muted=False)
    assert not (await heard(talks, running, people.bob)).listener.muted


async def test_notes_are_for_their_writer_alone(
    talks: Talks, watched: Running, people: People
) -> None:
    stir = (await watched.page(None)).head.stir
    await talks.keep_note(watched.key, people.alice, "Bob bluffs.")
    await talks.keep_note(watched.key, people.alice, "Bob bluffs.\nAlways.")
    assert (await heard(talks, watched, people.alice)).listener.note == "Bob bluffs.\nAlways."
    for other in (people.bob, people.charlie, None):
        assert (await heard(talks, watched, other)).listener.note == ""
    assert (await watched.page(None)).head.stir == stir, "nobody is told of a note"
    with pytest.raises(BadChoiceError):
        await talks.keep_note(watched.key, people.alice, "x" * (LONGEST_NOTE + 1))
    await talks.keep_note(watched.key, people.alice, "")
    assert (await heard(talks, watched, people.alice)).listener.note == ""


async def test_a_link_lets_one_watch_and_no_more_until_it_is_taken_back(
    talks: Talks, matches: Matches, running: Running, people: People
) -> None:
    await talks.open_to_watchers(running.key, people.alice)
    link = (await running.page(people.bob)).head.watch
    assert link
    assert (await talks.find_watched(link)).key == running.key
    assert await talks.watch(link, people.charlie) == running.key
    assert await talks.watch(link, people.charlie) == running.key
    page = await running.page(people.charlie)
    assert (page.seat, page.view.seat, page.head.watch, page.head.invite) == (None, None, "", "")
    await talks.say(running.key, people.charlie, "Psst")
    assert await bodies(talks, running, people.alice) == []
    await talks.close_to_watchers(running.key, people.alice)
    for deed in (matches.look(running.key, people.charlie), talks.watch(link, people.charlie)):
        with pytest.raises(NoSuchMatchError):
            await deed


async def test_a_link_that_is_there_stays(talks: Talks, running: Running, people: People) -> None:
    await talks.open_to_watchers(running.key, people.alice)
    link = (await running.page(people.bob)).head.watch
    await talks.open_to_watchers(running.key, people.alice)
    assert (await running.page(people.bob)).head.watch == link


async def test_who_watches_by_a_link_takes_no_chair(
    talks: Talks, matches: Matches, people: People
) -> None:
    key = await matches.create(people.alice, "coins", "Toss", 2, {"rounds": "3"}, False)
    await talks.open_to_watchers(key, people.alice)
    await talks.watch((await matches.look(key, people.alice)).head.watch, people.charlie)
    assert (await matches.look(key, people.charlie)).seat is None
    with pytest.raises(NoSuchMatchError):
        await matches.join(key, people.charlie)


async def test_only_the_host_of_a_private_match_makes_its_link(
    talks: Talks, running: Running, watched: Running, people: People
) -> None:
    with pytest.raises(NotHostError):
        await talks.open_to_watchers(running.key, people.bob)
    with pytest.raises(NoSuchMatchError):
        await talks.open_to_watchers(running.key, people.charlie)
    with pytest.raises(NotOpenError):
        await talks.open_to_watchers(watched.key, people.alice)
    for link in ("", "x" * 24, "x" * 500):
        with pytest.raises(NoSuchMatchError):
            await talks.watch(link, people.charlie)


async def test_names_follow_their_persons(
    talks: Talks, running: Running, people: People, engine: AsyncEngine
) -> None:
    await talks.say(running.key, people.alice, "Me")
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE person SET name = 'Alix' WHERE name = 'Alice'"))
    assert [line.name for line in (await heard(talks, running, people.bob)).lines] == ["Alix"]
