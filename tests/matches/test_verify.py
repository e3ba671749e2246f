"""Verifying a match finds whatever was changed behind its back."""

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.matches.errors import NoSuchMatchError
from app.matches.service import Matches
from app.matches.verify import examine, verify
from tests.matches.conftest import People, Running, begin

SWAP_LAST = """
    UPDATE action SET events = CASE
        WHEN events LIKE '%heads%' THEN replace(events, 'heads', 'tails')
        ELSE replace(events, 'tails', 'heads')
    END
    WHERE number = (SELECT max(number) FROM action)
"""


@pytest.fixture
async def played(matches: Matches, people: People) -> Running:
    running = await begin(matches, people, rounds="3")
    for _ in range(3):
        await running.pick(people.alice, "heads")
        await running.pick(people.bob, "tails")
    return running


async def test_an_honest_match_agrees(played: Running, engine: AsyncEngine) -> None:
    verdict = await examine(engine, played.matches.rules, played.key)
    assert (verdict.actions, verdict.throws, verdict.problem) == (7, 4, None)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE match SET seed = decode(repeat('00', 32), 'hex')", "committed"),
        ("DELETE FROM action WHERE number = 4", "missing"),
        ("UPDATE seat SET nonce = decode(repeat('00', 16), 'hex') WHERE seat = 1", "throw"),
        ("UPDATE action SET throws = replace(throws, ']]]', ',5]]]') WHERE number = 4", "throw"),
        (
            SWAP_LAST,
            "events differ",
        ),
        ("UPDATE match SET snapshot = snapshot || decode('00', 'hex')", "do not lead"),
    ],
)
async def test_a_change_is_found(
    played: Running, engine: AsyncEngine, change: str, problem: str
) -> None:
    async with engine.begin() as connection:
        await connection.execute(text(change))
    verdict = await examine(engine, played.matches.rules, played.key)
    assert verdict.problem is not None
    assert problem in verdict.problem


async def test_a_match_that_has_not_begun_has_nothing_to_verify(
    matches: Matches, people: People, engine: AsyncEngine
) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {}, False)
    assert (await examine(engine, matches.rules, key)).problem == "it has not begun"


async def test_a_wrong_key_is_said(
    matches: Matches, engine: AsyncEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(NoSuchMatchError):
        await examine(engine, matches.rules, "abcdefgh")
    assert not await verify(engine, "abcdefgh")
    assert "no match abcdefgh" in capsys.readouterr().out
