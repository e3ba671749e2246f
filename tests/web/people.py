"""Alice plays, Bob is her opponent, Charlie is a stranger: browsers without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import httpx
import msgspec
from fastapi import FastAPI
from sqlalchemy import Row, text

from app.web.house import House

Form = Mapping[str, str | list[str]]
HTMX = {"HX-Request": "true"}
_CSRF = re.compile(r'<meta name="csrf" content="([^"]*)">')
_INVITE = re.compile(r'class="[^"]*invite-words[^"]*">\s*([A-Z-]+\d\d)')
_POSITION = text("SELECT game, version, waiting, snapshot FROM match WHERE key = :key")


class Visitor(httpx.AsyncClient):
    """A browser of one person: it keeps cookies and sends the token of the page it saw."""

    def __init__(self, app: FastAPI, name: str, address: str = "127.0.0.1") -> None:
        super().__init__(
            transport=httpx.ASGITransport(app, client=(address, 123)),
            base_url="http://burgrave.test",
            headers={"accept": "text/html", "accept-language": "en"},
        )
        self.name = name
        self.csrf = ""

    async def see(self, url: str) -> str:
        """A page that must be there; its CSRF token is kept."""
        page = await self.get(url)
        assert page.status_code == 200, (url, page.status_code, page.text[-500:])
        found = _CSRF.search(page.text)
        self.csrf = found.group(1) if found else self.csrf
        return page.text

    async def submit(
        self, url: str, form: Form | None = None, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        """A form with the token."""
        return await self.post(url, data={"csrf": self.csrf, **(form or {})}, headers=headers)

    async def go(self, url: str, form: Form | None = None) -> str:
        """A form that must be taken; where it leads."""
        answer = await self.submit(url, form)
        assert answer.status_code == 303, (url, answer.status_code, answer.text[-500:])
        to: str = answer.headers["location"]
        return to

    async def arrive(self) -> Visitor:
        """Come as a guest."""
        await self.go("/guest", {"name": self.name})
        await self.see("/matches")
        return self

    async def play(
        self,
        game: Game,
        action: Mapping[str, Any],
        version: int,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send a move as JSON text in a form, as the plain page does."""
        form = {"action": to_json(action), "version": str(version), "key": key or str(uuid4())}
        return await self.submit(f"{game.url}/play", form, headers)


class Game:
    """A running match, seen from the inside; `players` sit in this order."""

    def __init__(self, house: House, key: str, *players: Visitor) -> None:
        self.house = house
        self.key = key
        self.url = f"/m/{key}"
        self.players = players

    async def version(self) -> int:
        """The number of the last action."""
        return int((await self._position()).version)

    async def asked(self) -> Visitor:
        """Who must decide (the first of them)."""
        seat: int = (await self._position()).waiting[0]
        return self.players[seat]

    async def other(self) -> Visitor:
        """The first of those who need not decide."""
        waiting = (await self._position()).waiting
        return next(p for seat, p in enumerate(self.players) if seat not in waiting)

    async def option(self) -> dict[str, Any]:
        """The first legal answer of the one who must decide."""
        row = await self._position()
        service = self.house.rules[row.game]
        state = service.decode_state(row.snapshot)
        option: dict[str, Any] = msgspec.to_builtins(service.options(state, row.waiting[0])[0])
        return option

    async def advance(self, moves: int = 1) -> None:
        """Play that many first options."""
        for _ in range(moves):
            player, option = await self.asked(), await self.option()
            played = await player.play(self, option, await self.version())
            assert played.status_code == 303, played.text[-800:]

    async def _position(self) -> Row[Any]:
        async with self.house.engine.connect() as connection:
            return (await connection.execute(_POSITION, {"key": self.key})).one()


def to_json(data: Any) -> str:
    """As a form carries it."""
    return msgspec.json.encode(data).decode()


async def open_table(host: Visitor, **form: str) -> str:
    """A match with two chairs that has not begun; its key."""
    kasl = {"game": "kasl", "seats": "2", "option.advanced": "on"}
    to = await host.go("/new", form if "game" in form else {**kasl, **form})
    return to.removeprefix("/m/")


async def invitation(host: Visitor, key: str) -> str:
    """The words that the host's waiting room shows."""
    found = _INVITE.search(await host.see(f"/m/{key}"))
    assert found
    return found.group(1)


async def begin(house: House, host: Visitor, other: Visitor, **form: str) -> Game:
    """A match of two that has begun."""
    key = await open_table(host, **form)
    await other.go(f"/j/{await invitation(host, key)}")
    await host.go(f"/m/{key}/start")
    return Game(house, key, host, other)
