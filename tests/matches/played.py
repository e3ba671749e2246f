"""Matches of all games that persons have played, by chance: to the end, or some way."""

from __future__ import annotations

from random import Random
from uuid import uuid4

import msgspec
from sqlalchemy import text

from app.accounts.people import Person
from app.matches.service import Matches

GAMES = ("kasl", "kingsburg", "france")
_POSITION = text("SELECT state, version, waiting, snapshot FROM match WHERE key = :key")


async def play_match(
    matches: Matches, game: str, people: tuple[Person, ...], moves: int | None = None, seed: int = 1
) -> str:
    """A public match of these persons, after that many moves (None: to its end); its key."""
    options = {"turns": "10"} if game == "france" else {}
    key = await matches.create(people[0], game, f"All of {game}", len(people), options, public=True)
    for person in people[1:]:
        await matches.join(key, person)
    await matches.start(key, people[0])
    luck = Random(seed)
    made = 0
    while (moves is None or made < moves) and await _move(matches, key, people, luck):
        made += 1
    return key


async def _move(matches: Matches, key: str, people: tuple[Person, ...], luck: Random) -> bool:
    """Any option of the first who is awaited; False when the match is over."""
    async with matches.engine.connect() as connection:
        row = (await connection.execute(_POSITION, {"key": key})).one()
    if row.state == "finished":
        return False
    game = (await matches.glance(key, people[0])).game
    service = matches.rules[game]
    options = service.options(service.decode_state(row.snapshot), row.waiting[0])
    action = msgspec.to_builtins(luck.choice(options))
    await matches.play(key, people[row.waiting[0]], action, row.version, uuid4())
    return True
