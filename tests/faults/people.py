"""People who play through the proxy as browsers do: a held poll open, moves tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import psycopg
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app.matches import Matches
from app.web.live import version_of
from tests.bench.position import Player
from tests.faults.ledger import Ledger

RETRY_SECONDS = (0.1, 0.6)
THOUGHT_SECONDS = (0.3, 1.2)
SHORT = text("UPDATE match SET limit_seconds = 3 WHERE key = :key")
"""Shorter than people may choose."""
UNPLAYED = (409, 410, 422)
"""Stale, over, refused: definite answers, too."""


@dataclass
class Seat:
    """A person at a table: `run` plays until the match is over or `over` is set."""

    client: httpx.AsyncClient
    ledger: Ledger
    key: str
    player: Player
    random: Random
    over: asyncio.Event
    silent: bool = False
    """Whether the person only looks on, and lets his time run out."""
    version: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Look and play. Raises AssertionError at any answer that a person must never get."""
        polling = asyncio.create_task(self._poll())
        try:
            while not self.over.is_set():
                self._news.clear()
                page = await self._read()
                if page["head"]["state"] == "finished":
                    return
                if page["options"] and not self.silent:
                    await self._play(page)
                else:
                    await self._wait_for_news()
        finally:
            polling.cancel()
            await asyncio.gather(polling, return_exceptions=True)
        assert polling.cancelled() or polling.exception() is None

    async def _wait_for_news(self) -> None:
        over = asyncio.create_task(self.over.wait())
        news = asyncio.create_task(self._news.wait())
        await asyncio.wait((over, news), return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        news.cancel()

    async def _read(self) -> dict[str, Any]:
        answer = await self._served("GET", f"/api/matches/{self.key}", {})
        assert answer.status_code == 200, answer.text
        page: dict[str, Any] = answer.json()
        return page

    async def _play(self, page: dict[str, Any]) -> None:
        """Send a move under one key until there is a definite answer."""
        await asyncio.sleep(self.random.uniform(*THOUGHT_SECONDS))
        key, now = uuid4(), asyncio.get_running_loop().time
        action = self.random.choice(page["options"])
        move = {"action": action, "version": page["head"]["version"], "key": str(key)}
        self.ledger.sent[key] = self.key
        began, troubles = now(), self.ledger.troubles.total()
        answer = await self._served("POST", f"/api/matches/{self.key}/play", move)
        if answer.status_code == 200:
            number = int(answer.json()["version"])
            self.ledger.note_answer(key, number)
            if self.ledger.troubles.total() == troubles:
                self.ledger.played[self.key, number] = self.player.person.id, began
            return
        assert answer.status_code in UNPLAYED, (answer.status_code, answer.text)
        self.ledger.refused[key] = answer.status_code

    async def _served(self, method: str, path: str, body: dict[str, Any]) -> httpx.Response:
        """The answer to a request, which is sent again until there is one."""
        while True:
            answer = await self._asked(method, path, body, self.player.headers)
            if answer is not None:
                return answer
            await asyncio.sleep(self.random.uniform(*RETRY_SECONDS))

    async def _asked(
        self, method: str, path: str, body: dict[str, Any], headers: dict[str, str]
    ) -> httpx.Response | None:
        """One try; None where it was not served."""
        try:
            answer = await self.client.request(method, path, json=body or None, headers=headers)
        except httpx.TransportError as error:
            self.ledger.note_trouble(type(error).__name__)
            return None
        assert answer.status_code != 500, answer.text
        if answer.status_code > 500:
            self.ledger.note_trouble(str(answer.status_code))
            return None
        return answer

    async def _poll(self) -> None:
        """A held poll after the other, as the page's: each tells the tag of what it shows."""
        headers = self.player.headers | {"accept": "text/html", "hx-request": "true"}
        tag = ""
        while True:
            path = f"/m/{self.key}/live?v={tag}"
            answer = await self._asked("GET", path, {}, headers | ({"hx-ptag": tag} if tag else {}))
            if answer is None:
                await asyncio.sleep(self.random.uniform(*RETRY_SECONDS))
                continue
            assert answer.status_code in {200, 304}, (answer.status_code, answer.text)
            tag = answer.headers["hx-ptag"]
            self._note(version_of(tag) or 0)

    def _note(self, version: int) -> None:
        """The page shows this version now."""
        at = asyncio.get_running_loop().time()
        for number in range(self.version + 1, version + 1):
            if self.version:
                self.ledger.seen[self.key, number].append((self.player.person.id, at))
        if version > self.version:
            self.version = version
            self._news.set()


@dataclass
class Table:
    """People who play one match after another, with bots on the last chairs."""

    matches: Matches
    client: httpx.AsyncClient
    ledger: Ledger
    game: str
    players: Sequence[Player]
    bots: int
    random: Random
    over: asyncio.Event
    absent: bool = False
    """Whether the last of the people never answers: a clock of three seconds does."""
    keys: list[str] = field(default_factory=list)

    async def run(self) -> None:
        """Play until `over`."""
        while not self.over.is_set():
            self.keys.append(await self._begin())
            seats = [
                Seat(
                    self.client,
                    self.ledger,
                    self.keys[-1],
                    player,
                    Random(self.random.random()),
                    self.over,
                    silent=self.absent and player is self.players[-1],
                )
                for player in self.players
            ]
            await asyncio.gather(*(seat.run() for seat in seats))

    async def _begin(self) -> str:
        """A match that has begun; tried until the database is there."""
        while True:
            try:
                return await self._try_to_begin()
            except (SQLAlchemyError, psycopg.Error, OSError):
                await asyncio.sleep(self.random.uniform(*RETRY_SECONDS))

    async def _try_to_begin(self) -> str:
        host, *others = (player.person for player in self.players)
        seats = len(self.players) + self.bots
        key = await self.matches.create(host, self.game, "", seats, {}, True, self.bots)
        for person in others:
            await self.matches.join(key, person)
        if self.absent:
            async with self.matches.engine.begin() as connection:
                await connection.execute(SHORT, {"key": key})
        await self.matches.start(key, host)
        return key
