"""A house full of secrets, each a word that stands nowhere else, and who may read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from sqlalchemy import text

from app.rules.service import GameService
from app.web.house import House
from tests.web.france import realm as france_tables
from tests.web.people import Game, Visitor, begin

SESSION = "burgrave"
TITLE = "The secret table of Saint-Malo"


@dataclass(frozen=True)
class Secret:
    """A word that only these persons may read (nobody at all: none)."""

    word: str
    readers: frozenset[str] = frozenset()

    def is_told(self, reader: str, body: str) -> bool:
        """Whether somebody reads it who may not."""
        return reader not in self.readers and self.word in body


async def public_match(house: House, name: str, alice: Visitor, bob: Visitor) -> Game:
    """A running public match of Alice and Bob at a moment when the game holds secrets."""
    if name == "france":
        realm = await france_tables.begin(house, alice, bob)
        await realm.put(alice, "Conquer", "Tours", "13")
        assert await realm.send(alice) == 303
        return realm.game
    if name == "kasl":
        game = await begin(house, alice, bob, public="1")
        await game.advance(2)
        return game
    key = (await alice.go("/new", {"game": name, "seats": "2", "public": "1"})).removeprefix("/m/")
    await bob.go(f"/m/{key}/join")
    await alice.go(f"/m/{key}/start")
    game = Game(house, key, alice, bob)
    await game.advance(1)
    return game


async def plant(house: House, game: Game, private: str) -> list[Secret]:
    """Put words into every table that keeps something from somebody."""
    async with house.engine.begin() as connection:
        for statement in PLANTED.split(";\n\n"):
            await connection.execute(text(statement), {"key": game.key, "private": private})
    return [*WORDS, Secret(private, KNOWN), Secret(TITLE, KNOWN)]


TABLE = frozenset({"Alice", "Bob"})
ALICE = frozenset({"Alice"})
WATCHING = frozenset({"Charlie", "Dora", "Agnes", "Nobody"})
PLANTED = Path(__file__).with_name("secrets_planted.sql").read_text("utf-8")
KNOWN = TABLE | {"Agnes"}
"""Who runs the house knows which matches there are, not what is secret in them."""
WORDS = (
    Secret("INVITE-WORD-ONE-11", TABLE),
    Secret("INVITE-WORD-TWO-22", TABLE),
    Secret("watchword", TABLE),
    Secret("HANDOVER-OF-ALICE-33", ALICE),
    *(Secret(form(word)) for word in ("nonce of seat", "seed of this match") for form in (
        str, lambda word: word.encode().hex(), lambda word: repr(word.encode())
    )),
    Secret("note-of-alice", ALICE),
    Secret("word-of-the-gallery", WATCHING),
    Secret("letter-from-alice-to-bob", TABLE),
    Secret("letter-of-alice-alone", ALICE),
    Secret("alice@secret.test", ALICE),
    Secret("token-that-stops"),
    Secret("reason-of-a-deed", frozenset({"Agnes"})),
    Secret("token-of-the-first-admin"),
    Secret("digest of a link"),
    Secret("note-of-a-link", frozenset({"Agnes"})),
    Secret("$argon2"),
    Secret("13 Grain to Conquer Tours", ALICE),
)  # fmt: skip


async def sessions_of(house: House, visitors: tuple[Visitor, ...]) -> list[Secret]:
    """Everybody's tokens: of the session, which nobody may read, and of the forms."""
    found: list[Secret] = []
    for visitor in visitors:
        token = visitor.cookies.get(SESSION)
        session = await house.sessions.find(token) if token else None
        if token and session:
            found += [Secret(token), Secret(session.csrf, frozenset({visitor.name}))]
    return found


class Swapped:
    """The match as it would be if one seat's secrets were others."""

    def __init__(self, house: House, game: Game, facts: ModuleType) -> None:
        self._house, self._key, self._facts = house, game.key, facts

    async def swap(self, owner: int) -> None:
        """Change the seat's secrets wherever they are kept: states and events."""
        async with self._house.engine.begin() as connection:
            rows = await connection.execute(text(_KEPT), {"key": self._key})
            for number, game, snapshot, events, checkpoint in rows.all():
                values: dict[str, Any] = {"key": self._key, "number": number}
                values |= self._changed(self._house.rules[game], owner, snapshot, checkpoint)
                values["events"] = self._told(self._house.rules[game], owner, events)
                for statement in _CHANGE:
                    await connection.execute(text(statement), values)
        self._house.replays._checkpoints.clear()

    def _changed(
        self, service: GameService, owner: int, snapshot: bytes, checkpoint: bytes | None
    ) -> Iterator[tuple[str, bytes | None]]:
        for name, state in (("snapshot", snapshot), ("checkpoint", checkpoint)):
            if state is None:
                yield name, None
            else:
                decoded = service.decode_state(state)
                other = self._facts.with_other_secrets(decoded, owner, Random(7))
                yield name, service.encode_state(other)

    def _told(self, service: GameService, owner: int, events: str) -> str:
        told = (
            self._facts.with_other_secrets_told(event, owner, Random(7))
            for event in service.decode_events(events)
        )
        return service.encode(tuple(told)).decode()


_KEPT = (
    "SELECT action.number, game, match.snapshot, events, checkpoint.snapshot FROM match"
    " JOIN action ON action.match_id = match.id LEFT JOIN checkpoint"
    " ON checkpoint.match_id = match.id AND checkpoint.number = action.number WHERE key = :key"
)
_CHANGE = (
    "UPDATE match SET snapshot = :snapshot WHERE key = :key",
    (
        "UPDATE action SET events = :events FROM match"
        " WHERE match_id = match.id AND key = :key AND number = :number"
    ),
    (
        "UPDATE checkpoint SET snapshot = :checkpoint FROM match"
        " WHERE match_id = match.id AND key = :key AND number = :number"
    ),
)
