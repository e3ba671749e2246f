"""What is new of a match: it began, it ended, somebody waits, wrote, invites."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from app.db.direct import Driver
from app.matches.standing import Standing, read_invited, read_letters_sent
from app.notices.kinds import (
    INVITED,
    LETTER_RECEIVED,
    MATCH_ENDED,
    MATCH_STARTED,
    YOUR_TURN,
    Notice,
)
from app.notices.waits import Wait

NEWS = timedelta(days=1)
"""What is older is no news: the start of a match that was long under way, say."""


def facts_of(standing: Standing) -> dict[str, Any]:
    """What the words of any notice of this match need; nothing that is secret to anybody."""
    return {
        "key": standing.key,
        "title": standing.title,
        "game": standing.game,
        "players": [chair.name for chair in standing.chairs if chair.person and chair.name],
    }


def news_of(
    standing: Standing, old_state: str, before: Sequence[Wait], waits: Sequence[Wait], now: datetime
) -> Iterable[Notice]:
    """What is new of a match: begun, ended, who waits since now."""
    facts = facts_of(standing)
    known = {(wait.seat, wait.number, wait.person) for wait in before}
    fresh = [wait for wait in waits if (wait.seat, wait.number, wait.person) not in known]
    persons = [chair.playing for chair in standing.chairs if chair.playing is not None]
    has_begun = standing.state != "open" and old_state == "open"
    if _is_news(standing.started, has_begun, now):
        host = next((c.name for c in standing.chairs if c.person == standing.host), None)
        for person in [None, *(one for one in persons if one != standing.host)]:
            yield Notice(MATCH_STARTED, 0, person, standing.id, {**facts, "by": host})
    for wait in fresh:
        yield Notice(YOUR_TURN, wait.number, wait.person, standing.id, facts)
    if fresh:
        who = [name_of(standing, wait.seat) for wait in fresh]
        number = max(wait.number for wait in fresh)
        yield Notice(YOUR_TURN, number, None, standing.id, {**facts, "who": who})
    has_ended = standing.state == "finished" and old_state != "finished"
    if _is_news(standing.finished, has_ended, now):
        winners = [name_of(standing, seat) for seat in standing.winners]
        for person in [None, *persons]:
            ended = {**facts, "winners": winners}
            yield Notice(MATCH_ENDED, standing.version, person, standing.id, ended)


async def letters_of(
    driver: Driver, standing: Standing, last: int, now: datetime
) -> tuple[list[Notice], int]:
    """Notices of the letters since the last one that was told, and the number of the last."""
    sent = await read_letters_sent(driver, standing.id, last, now - NEWS)
    facts = facts_of(standing)
    notices = [
        Notice(
            LETTER_RECEIVED,
            letter.id,
            chair.person,
            standing.id,
            {**facts, "by": name_of(standing, letter.sender)},
        )
        for letter in sent
        for chair in standing.chairs
        if chair.seat != letter.sender
        and chair.person is not None
        and not chair.left
        and (letter.readers is None or chair.seat in letter.readers)
    ]
    return notices, max([last, *(letter.id for letter in sent)])


async def invitations_of(driver: Driver, standings: dict[int, Standing]) -> list[Notice]:
    """Notices to who is invited by name; each is made once, since it is unique."""
    found = []
    for invited in await read_invited(driver, list(standings)):
        standing = standings[invited.match]
        seated = {chair.person for chair in standing.chairs}
        if standing.deleted or invited.person in seated or invited.by is None:
            continue
        by = next((c.name for c in standing.chairs if c.person == invited.by), None)
        facts = {**facts_of(standing), "by": by}
        found.append(Notice(INVITED, 0, invited.person, invited.match, facts))
    return found


def name_of(standing: Standing, seat: int) -> str | None:
    return next((chair.name for chair in standing.chairs if chair.seat == seat), None)


def _is_news(at: datetime | None, changed: bool, now: datetime) -> bool:
    return changed and at is not None and now - at < NEWS
